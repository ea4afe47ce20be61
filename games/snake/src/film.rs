//! A whole game that was played, as a film: it is played again by the rules, and each picture shows what the player had in
//! mind then.

use crate::view::{Intent, frame_with};
use crate::{Death, Game, Outcome};
use hamadryad_grid::{Cell, Cycle, Direction};
use hamadryad_scene::{Chapter, Film, Frame, Pictures};
use std::fmt;

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// The game before its first step.
    pub start: Game,
    /// All steps.
    pub moves: Vec<Direction>,
    /// What the player had in mind at each apple, as far as it is known.
    pub plans: Vec<Thought>,
}

/// What a player had in mind when an apple appeared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// The way to the apple, from where the head is then; empty where it is that of the round trip, or not known.
    pub path: Vec<Direction>,
    /// A round trip, which the snake is on at the apple at the latest.
    pub cycle: Option<Cycle>,
}

/// Which pictures a film has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// One for every step.
    Step,
    /// One for every apple, as it appears, and one for the end.
    Apple,
}

/// Why a game cannot be shown: by the rules it could not have been played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchGame {
    /// The number of the step, from 1.
    pub step: usize,
    /// What would have happened; none if the game was over before.
    pub death: Option<Death>,
}

impl fmt::Display for NoSuchGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.death {
            Some(death) => write!(f, "the snake would have died at step {}: {death}", self.step),
            None => write!(f, "step {} comes after the game was won", self.step),
        }
    }
}

impl std::error::Error for NoSuchGame {}

/// The film of a game, with a chapter for every apple.
///
/// # Errors
/// Where the rules do not allow the game.
pub fn film(recorded: &Recorded, pace: Pace, cell: Option<u32>, delay: u32) -> Result<Film, NoSuchGame> {
    let mut game = recorded.start.clone();
    let mut mind = Mind::at_apple(&game, &recorded.plans);
    let mut frames = vec![mind.frame(&game)];
    let mut chapters = vec![chapter(&game, 0)];
    for (number, &direction) in recorded.moves.iter().enumerate() {
        let outcome = game.step(direction);
        let step = number + 1;
        match outcome {
            Outcome::Died(death) => return Err(NoSuchGame { step, death: Some(death) }),
            Outcome::Won if step as u64 > game.statistics().steps => {
                return Err(NoSuchGame { step, death: None });
            }
            Outcome::Won | Outcome::Ate => {
                mind = Mind::at_apple(&game, &recorded.plans);
                chapters.push(chapter(&game, frames.len()));
            }
            Outcome::Moved if pace == Pace::Step || step == recorded.moves.len() => {}
            Outcome::Moved => continue,
        }
        frames.push(mind.frame(&game));
    }
    let title = format!("Snake on {}, seed {}", game.board(), game.apples().seed());
    Ok(Film { title, pictures: Pictures::Frames { frames, cell }, chapters, delay })
}

fn chapter(game: &Game, picture: usize) -> Chapter {
    let name = match game.apple() {
        Some(_) => format!("apple {}", game.statistics().apples + 1),
        None => "the end".to_string(),
    };
    Chapter { picture, name }
}

/// What the player has in mind while it goes for an apple.
struct Mind<'a> {
    /// From where the head was when the apple appeared.
    path: Vec<Cell>,
    cycle: Option<&'a Cycle>,
}

impl<'a> Mind<'a> {
    fn at_apple(game: &Game, plans: &'a [Thought]) -> Self {
        let thought = usize::try_from(game.statistics().apples).ok().and_then(|apple| plans.get(apple));
        let (Some(Thought { path, cycle }), Some(apple)) = (thought, game.apple()) else {
            return Self { path: Vec::new(), cycle: None };
        };
        let head = game.head();
        let path = match cycle {
            // Who names no way follows the round trip.
            Some(cycle) if path.is_empty() => cycle.between(head, apple).collect(),
            None if path.is_empty() => Vec::new(),
            _ => {
                let steps = path.iter().scan(head, |cell, &direction| {
                    *cell = game.board().step(*cell, direction)?;
                    Some(*cell)
                });
                [head].into_iter().chain(steps).collect()
            }
        };
        Self { path, cycle: cycle.as_ref() }
    }

    /// The board, and what is left of the plan.
    fn frame(&self, game: &Game) -> Frame {
        let head = game.head();
        let begin = self.path.iter().position(|&cell| cell == head).unwrap_or(self.path.len());
        frame_with(game, &Intent { path: &self.path[begin..], cycle: self.cycle })
    }
}
