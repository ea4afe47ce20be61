//! A game of Snake that a person plays.
//!
//! ```
//! use hamadryad_grid::Direction;
//! use hamadryad_snake::{Beginning, Light, Outcome, RulesRecord, Session, SessionMode};
//!
//! let beginning = Beginning { rows: 6, cols: 6, seed: 1, rules: RulesRecord::default() };
//! let mut session = Session::begin(beginning, SessionMode::Practice)?;
//! assert_eq!(session.step(Direction::Right)?, Outcome::Moved);
//! assert!(matches!(session.light(&|| false), Some(Light::Safe { is_least: true, .. })));
//! assert!(session.undo());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A session is plain data: it reads no clock, starts no thread and writes no file. A budget for a search is
//! a closure that returns true when the search must end; it is called at every conflict.
//!
//! *Invariant:* the game of a session is the game after its moves, replayed from its beginning; the
//! certificate is a Hamiltonian cycle through the snake of this game, and the plan begins at its head.

mod autopilot;
mod code;
mod hint;
mod light;
mod link;
mod obstacle;
mod rival;
mod statistics;
#[cfg(test)]
mod tests;
mod turns;

pub use autopilot::{Autopilot, AutopilotError};
pub use code::{CodeError, CodeErrorKind, decode_moves, encode_moves};
pub use hint::{Certainty, Hint};
pub use light::Light;
pub use link::LinkError;
pub use obstacle::Obstacle;
pub use rival::Rival;
use statistics::AppleCounter;
pub use statistics::{AppleSteps, SessionStatistics, steps_per_apple};
pub use turns::TurnQueue;

use crate::{
    Beginning, Game, GameConfiguration, GameRecord, GameResult, GameTiming, Outcome, Plan, RecordError,
    Status,
};
use hamadryad_grid::{Board, Cycle, Direction};
use std::fmt;

/// A game that a person plays.
#[derive(Clone, Debug)]
pub struct Session {
    beginning: Beginning,
    mode: SessionMode,
    start: Game,
    game: Game,
    moves: Vec<Direction>,
    counter: AppleCounter,
    /// A Hamiltonian cycle through the snake, if one is known.
    certificate: Option<Cycle>,
    /// The rest of the plan of the last hint, as long as the snake follows it.
    plan: Option<Plan>,
    /// Number of hints, undone steps and steps of planners.
    help: Help,
}

/// Rules for undoing steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SessionMode {
    /// Steps are final.
    #[default]
    Game,
    /// Steps can be undone, even the step on which the snake died.
    Practice,
}

/// Use of help during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Help {
    hints: u64,
    undone: u64,
    by_planner: u64,
}

/// Reason why a step was not made. The game is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepError {
    /// The direction leads back into the second cell of the snake.
    Reverse,
    /// The game is won or lost.
    Over,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reverse => "a snake cannot reverse",
            Self::Over => "the game is over",
        })
    }
}

impl std::error::Error for StepError {}

/// The largest number of cells of a board on which a person can play. A search on a larger board would take
/// seconds before it first checks its budget.
const MAX_CELLS: usize = 10_000;

impl Session {
    /// Begins a game.
    ///
    /// # Errors
    /// If the board, the snake or the apple is impossible, or the board has more than 10,000 cells.
    pub fn begin(beginning: Beginning, mode: SessionMode) -> Result<Self, RecordError> {
        if beginning.cells() > MAX_CELLS {
            let (rows, cols) = (beginning.rows, beginning.cols);
            return Err(RecordError::Start(format!(
                "a board of {rows}×{cols} has {} cells, and a person plays on at most {MAX_CELLS}",
                beginning.cells()
            )));
        }
        let start = beginning.game()?;
        let mut session = Self {
            beginning,
            mode,
            game: start.clone(),
            counter: AppleCounter::new(&start),
            start,
            moves: Vec::new(),
            certificate: None,
            plan: None,
            help: Help::default(),
        };
        session.find_comb();
        Ok(session)
    }

    /// Moves the snake. Death is an outcome.
    ///
    /// # Errors
    /// If the direction leads back into the snake's second cell, or the game is over.
    pub fn step(&mut self, direction: Direction) -> Result<Outcome, StepError> {
        if self.game.status() != Status::Running {
            return Err(StepError::Over);
        }
        let to = self.game.board().step(self.game.head(), direction);
        if to.is_some() && to == self.game.snake().nth(1) {
            return Err(StepError::Reverse);
        }
        let outcome = self.game.step(direction);
        self.counter.step(&self.game, outcome);
        self.moves.push(direction);
        self.follow_plan();
        if self.certificate.as_ref().is_some_and(|cycle| !self.lies_on(cycle)) {
            self.certificate = None;
            self.find_comb();
        }
        Ok(outcome)
    }

    /// Undoes the last step, also a deadly one. Returns false without a step to undo, and outside of
    /// practice.
    pub fn undo(&mut self) -> bool {
        if self.mode != SessionMode::Practice || self.moves.pop().is_none() {
            return false;
        }
        self.game = self.start.clone();
        self.counter = AppleCounter::new(&self.start);
        for &direction in &self.moves {
            let outcome = self.game.step(direction);
            self.counter.step(&self.game, outcome);
        }
        self.help.undone += 1;
        (self.certificate, self.plan) = (None, None);
        self.find_comb();
        true
    }

    /// The state of the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The beginning of the game.
    pub fn beginning(&self) -> &Beginning {
        &self.beginning
    }

    /// Rules for undoing steps.
    pub fn mode(&self) -> SessionMode {
        self.mode
    }

    /// All steps since the beginning, a deadly one included.
    pub fn moves(&self) -> &[Direction] {
        &self.moves
    }

    /// A Hamiltonian cycle through the snake, if one is known. [`Session::light`] searches for one.
    pub fn certificate(&self) -> Option<&Cycle> {
        self.certificate.as_ref()
    }

    /// The rest of the plan of the last hint, if the snake has followed it since then.
    pub fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref()
    }

    /// The record of the game, for [`film`](crate::film()) and other readers. A deadly step is not part of a
    /// record.
    pub fn record(&self) -> GameRecord {
        let is_lost = matches!(self.game.status(), Status::Lost(_));
        let moves = &self.moves[..self.moves.len() - usize::from(is_lost)];
        GameRecord {
            configuration: GameConfiguration {
                beginning: self.beginning.clone(),
                planner: None,
                strategy: None,
                solver: None,
                approach: None,
                heuristic: None,
                mirror: None,
                time_limit: None,
                conflict_limit: None,
            },
            result: GameResult::new(&self.game, moves.to_vec(), 0),
            apples: None,
            timing: GameTiming::default(),
        }
    }

    fn board(&self) -> Board {
        self.game.board()
    }

    /// Whether a cycle runs through the snake from its tail to its head.
    fn lies_on(&self, cycle: &Cycle) -> bool {
        let snake: Vec<_> = self.game.snake().rev().collect();
        cycle.contains_path(&snake)
    }

    /// The comb, in one of its two directions, as the certificate, if it runs through the snake.
    fn find_comb(&mut self) {
        if self.certificate.is_none() {
            let comb = Cycle::comb(self.board());
            let combs = [comb.reversed(), comb];
            self.certificate = combs.into_iter().rev().find(|cycle| self.lies_on(cycle));
        }
    }

    /// Updates the plan after a step of the snake. At the end of a plan, its cycle is a certificate.
    fn follow_plan(&mut self) {
        let Some(mut plan) = self.plan.take() else { return };
        if plan.way.first() != Some(&self.game.head()) || self.game.status() != Status::Running {
            return;
        }
        plan.way.remove(0);
        if plan.way.is_empty() {
            self.certificate = Some(plan.cycle);
        } else {
            self.plan = Some(plan);
        }
    }
}
