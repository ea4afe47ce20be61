//! Rush as a game: a move takes one car over free fields.

use super::{Game, MoveError};
use crate::Stopped;
use crate::pictures::rush_frame;
use crate::rush::{Move, Rush, letter};
use hamadryad_scene::Frame;

impl Game for Rush {
    type State = Rush;
    type Move = Move;

    fn start(&self) -> Rush {
        self.clone()
    }

    fn after(&self, state: &Rush, made: &Move) -> Result<Rush, MoveError> {
        if made.car >= state.cars.len() {
            return Err(MoveError::Illegal("there is no such car"));
        }
        match state.rejection(*made) {
            Some(reason) => Err(MoveError::Illegal(reason)),
            None => Ok(Rush::after(state, *made)),
        }
    }

    fn is_solved(&self, state: &Rush) -> bool {
        state.is_out()
    }

    fn solution(&self, state: &Rush, is_stopped: &dyn Fn() -> bool) -> Result<Option<Vec<Move>>, Stopped> {
        Ok(state.solve_within(is_stopped)?.map(|solution| solution.moves))
    }

    fn frame(&self, state: &Rush) -> Frame {
        let caption = if state.is_out() { "the red car is out" } else { "the red car X goes to the exit" };
        rush_frame(state, caption.to_owned())
    }

    fn write_move(&self, made: &Move) -> String {
        format!("{}{}", letter(made.car), made.to + 1)
    }

    fn read_move(&self, text: &str) -> Option<Move> {
        let sign = text.chars().next()?;
        let car = (0..self.cars.len()).find(|&car| letter(car) == sign)?;
        let position: u16 = text[sign.len_utf8()..].parse().ok()?;
        Some(Move { car, to: position.checked_sub(1)? })
    }

    fn move_form(&self) -> &'static str {
        "the letter of a car and its new position on its line, such as A3"
    }
}
