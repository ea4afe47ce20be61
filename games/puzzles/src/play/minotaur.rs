//! Minotaur as a game: the player steps or waits, and the Minotaur follows.

use super::{Game, MoveError};
use crate::minotaur::{Field, Labyrinth, Waiting, shortest_within};
use crate::pictures::LabyrinthMap;
use crate::{PuzzleError, Stopped};
use hamadryad_grid::Direction;
use hamadryad_scene::Frame;

/// A labyrinth that can be drawn, and whether the player may wait.
#[derive(Clone, Debug)]
pub struct MinotaurGame {
    labyrinth: Labyrinth,
    waiting: Waiting,
    map: LabyrinthMap,
}

/// The fields that the player and the Minotaur have passed, their starts first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MinotaurState {
    /// The fields of the player.
    pub you: Vec<Field>,
    /// The fields of the Minotaur, two for each step.
    pub minotaur: Vec<Field>,
}

/// A move of the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MinotaurMove {
    /// To the neighbouring field.
    Step(Direction),
    /// Nowhere.
    Wait,
}

impl MinotaurGame {
    /// The game in a labyrinth.
    ///
    /// # Errors
    /// If the labyrinth is too large to be drawn.
    pub fn new(labyrinth: Labyrinth, waiting: Waiting) -> Result<Self, PuzzleError> {
        Ok(Self { map: LabyrinthMap::new(&labyrinth)?, labyrinth, waiting })
    }

    /// The labyrinth.
    pub fn labyrinth(&self) -> &Labyrinth {
        &self.labyrinth
    }

    /// Whether the Minotaur has eaten the player.
    pub fn is_eaten(&self, state: &MinotaurState) -> bool {
        state.place() == state.minotaur()
    }

    fn is_over(&self, state: &MinotaurState) -> bool {
        self.is_eaten(state) || self.is_solved(state)
    }
}

impl MinotaurState {
    /// The field of the player.
    pub fn place(&self) -> Field {
        *self.you.last().expect("the player starts somewhere")
    }

    /// The field of the Minotaur.
    pub fn minotaur(&self) -> Field {
        *self.minotaur.last().expect("he starts somewhere")
    }

    /// The number of steps.
    pub fn steps(&self) -> u32 {
        self.you.len() as u32 - 1
    }
}

fn neighbour(field: Field, direction: Direction) -> Option<Field> {
    let (x, y) = match direction {
        Direction::Up => (0, 1),
        Direction::Right => (1, 0),
        Direction::Down => (0, -1),
        Direction::Left => (-1, 0),
    };
    Some(Field { x: field.x.checked_add(x)?, y: field.y.checked_add(y)? })
}

impl Game for MinotaurGame {
    type State = MinotaurState;
    type Move = MinotaurMove;

    fn start(&self) -> MinotaurState {
        MinotaurState { you: vec![self.labyrinth.start], minotaur: vec![self.labyrinth.minotaur] }
    }

    fn after(&self, state: &MinotaurState, made: &MinotaurMove) -> Result<MinotaurState, MoveError> {
        if self.is_over(state) {
            return Err(MoveError::Illegal("the game is over"));
        }
        if state.steps() >= self.labyrinth.most_steps {
            return Err(MoveError::Illegal("no steps are left"));
        }
        let from = state.place();
        let to = match *made {
            MinotaurMove::Wait if self.waiting == Waiting::Allowed => from,
            MinotaurMove::Wait => return Err(MoveError::Illegal("waiting is not allowed")),
            MinotaurMove::Step(direction) => neighbour(from, direction)
                .filter(|&to| self.labyrinth.is_open(from, to))
                .ok_or(MoveError::Illegal("a wall is in the way"))?,
        };
        let mut state = state.clone();
        state.you.push(to);
        for _ in 0..2 {
            let next = self.labyrinth.chase(state.minotaur(), to);
            state.minotaur.push(next);
        }
        Ok(state)
    }

    fn is_solved(&self, state: &MinotaurState) -> bool {
        state.place() == self.labyrinth.goal && !self.is_eaten(state)
    }

    fn solution(
        &self,
        state: &MinotaurState,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<MinotaurMove>>, Stopped> {
        let Some(most_steps) = self.labyrinth.most_steps.checked_sub(state.steps()) else { return Ok(None) };
        let (start, minotaur) = (state.place(), state.minotaur());
        let rest = Labyrinth { start, minotaur, most_steps, ..self.labyrinth.clone() };
        let Some(found) = shortest_within(&rest, self.waiting, is_stopped)? else { return Ok(None) };
        let made = |pair: &[Field]| {
            let direction = |way: &Direction| neighbour(pair[0], *way) == Some(pair[1]);
            Direction::ALL.into_iter().find(direction).map_or(MinotaurMove::Wait, MinotaurMove::Step)
        };
        Ok(Some(found.walk.fields.windows(2).map(made).collect()))
    }

    fn frame(&self, state: &MinotaurState) -> Frame {
        let (steps, most) = (state.steps(), self.labyrinth.most_steps);
        let end = match (self.is_eaten(state), self.is_solved(state)) {
            (true, _) => ": the Minotaur has eaten you",
            (_, true) => ": you are out",
            _ => "",
        };
        self.map.frame(
            &self.labyrinth,
            &state.you,
            &state.minotaur,
            format!("step {steps} of at most {most}{end}"),
        )
    }

    fn write_move(&self, made: &MinotaurMove) -> String {
        match made {
            MinotaurMove::Step(direction) => direction.letter().to_string(),
            MinotaurMove::Wait => "W".to_owned(),
        }
    }

    fn read_move(&self, text: &str) -> Option<MinotaurMove> {
        let mut letters = text.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?.to_ascii_uppercase();
        match letter {
            'W' => Some(MinotaurMove::Wait),
            letter => Direction::from_letter(letter).map(MinotaurMove::Step),
        }
    }

    fn move_form(&self) -> &'static str {
        "U, R, D or L for a step, W for waiting"
    }
}
