//! Puzzles that a person solves: states, moves, undo and redo, hints, and the solution from the present
//! state.
//!
//! ```
//! use hamadryad_puzzles::play::{Play, PuzzlePlay, Verdict};
//! use hamadryad_puzzles::rush::Rush;
//!
//! let board = Rush::read(". . A D D D\n. . A . . .\nX X A . . .\n. . . . . .\n. . B B C .\n. . . . C .")?;
//! let mut play = Play::new(board);
//! assert_eq!(play.verdict(), Verdict::Solvable { moves: 3 });
//! play.make("B1")?;
//! assert!(play.undo());
//! while let Some(hint) = play.hint() {
//!     play.make(&hint)?;
//! }
//! assert_eq!((play.verdict(), play.moves()), (Verdict::Solved, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Game`] has the rules of a puzzle as pure functions of states; [`Play`] has the history; [`PuzzlePlay`]
//! is the interface for pages and terminals, which write moves as texts. [`PuzzleOrder`] generates puzzles by
//! size, difficulty and seed, and [`PuzzleLink`] adds the moves of a player.
//!
//! *Invariant:* each state of a history is the result of a legal move from the state before it. A hint is the
//! first move of a shortest solution from the present state, so a player who follows hints needs the smallest
//! number of moves.

mod link;
mod minotaur;
mod order;
mod pipes;
mod rogo;
mod rush;
#[cfg(test)]
mod tests;

pub use link::{PuzzleLink, ReplayError};
pub use minotaur::{MinotaurGame, MinotaurMove, MinotaurState};
pub use order::{AnyPlay, Difficulty, OrderError, PuzzleKind, PuzzleOrder};
pub use pipes::PipesMove;
pub use rogo::{RogoGame, RogoMove, RogoState};

use crate::Stopped;
use hamadryad_scene::Frame;
use std::fmt;

/// The rules of a puzzle for a player.
pub trait Game {
    /// A state between two moves.
    type State: Clone;
    /// A move.
    type Move: Clone;

    /// The state at the beginning.
    fn start(&self) -> Self::State;

    /// The state after a move.
    ///
    /// # Errors
    /// The reason why the move is illegal.
    fn after(&self, state: &Self::State, made: &Self::Move) -> Result<Self::State, MoveError>;

    /// Whether the puzzle is solved.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// The moves of a shortest solution from a state; `None` if no solution exists. `is_stopped` is called
    /// often.
    ///
    /// # Errors
    /// If `is_stopped` has returned true.
    fn solution(
        &self,
        state: &Self::State,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Self::Move>>, Stopped>;

    /// The picture of a state; its first line of caption describes the state.
    fn frame(&self, state: &Self::State) -> Frame;

    /// A move as text.
    fn write_move(&self, made: &Self::Move) -> String;

    /// Reads a move; `None` if the text is none.
    fn read_move(&self, text: &str) -> Option<Self::Move>;

    /// The form of moves, for error messages.
    fn move_form(&self) -> &'static str;
}

/// Reason why a move was not made. The state is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The text is no move.
    Text {
        /// The text.
        text: String,
        /// The form of moves.
        form: &'static str,
    },
    /// The rules do not allow the move.
    Illegal(&'static str),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { text, form } => {
                write!(f, "`{}` is not a move: expected {form}", text.escape_debug())
            }
            Self::Illegal(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for MoveError {}

/// Result of a check of the present state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The puzzle is solved.
    Solved,
    /// A solution exists from here.
    Solvable {
        /// The moves of a shortest solution.
        moves: usize,
    },
    /// No solution exists from here: moves must be undone.
    DeadEnd,
}

/// A puzzle with the history of its states.
#[derive(Clone, Debug)]
pub struct Play<G: Game> {
    game: G,
    /// The state at the beginning.
    start: G::State,
    /// Each move with the state after it. The moves from `place` on are undone.
    history: Vec<(G::Move, G::State)>,
    place: usize,
}

impl<G: Game> Play<G> {
    /// A puzzle without moves.
    pub fn new(game: G) -> Self {
        let start = game.start();
        Self { game, start, history: Vec::new(), place: 0 }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The present state.
    pub fn state(&self) -> &G::State {
        self.place.checked_sub(1).map_or(&self.start, |last| &self.history[last].1)
    }

    /// The moves that are not undone.
    pub fn made_moves(&self) -> Vec<G::Move> {
        self.history[..self.place].iter().map(|(made, _)| made.clone()).collect()
    }

    /// Makes a move, which replaces the undone moves.
    ///
    /// # Errors
    /// If the move is illegal.
    pub fn make_move(&mut self, made: G::Move) -> Result<(), MoveError> {
        let state = self.game.after(self.state(), &made)?;
        self.history.truncate(self.place);
        self.history.push((made, state));
        self.place += 1;
        Ok(())
    }
}

/// A puzzle of any kind that a person solves, with moves as texts.
pub trait PuzzlePlay {
    /// Makes a move.
    ///
    /// # Errors
    /// If the text is no move, or the move is illegal.
    fn make(&mut self, text: &str) -> Result<(), MoveError>;

    /// Undoes the last move; returns false without one.
    fn undo(&mut self) -> bool;

    /// Makes the move again that was undone last; returns false without one.
    fn redo(&mut self) -> bool;

    /// The number of undone moves that can be made again.
    fn undone(&self) -> usize;

    /// Undoes all moves.
    fn restart(&mut self);

    /// The number of moves that are not undone.
    fn moves(&self) -> usize;

    /// The moves that are not undone.
    fn made(&self) -> Vec<String>;

    /// Whether the puzzle is solved.
    fn is_solved(&self) -> bool;

    /// The moves of a shortest solution from here; `None` if no solution exists. `is_stopped` is called often.
    ///
    /// # Errors
    /// If `is_stopped` has returned true.
    fn solution_within(&self, is_stopped: &dyn Fn() -> bool) -> Result<Option<Vec<String>>, Stopped>;

    /// Whether the puzzle is solved, or can be solved from here.
    ///
    /// # Errors
    /// If `is_stopped` has returned true.
    fn verdict_within(&self, is_stopped: &dyn Fn() -> bool) -> Result<Verdict, Stopped> {
        if self.is_solved() {
            return Ok(Verdict::Solved);
        }
        let solution = self.solution_within(is_stopped)?;
        Ok(solution.map_or(Verdict::DeadEnd, |moves| Verdict::Solvable { moves: moves.len() }))
    }

    /// The next move of a shortest solution; `None` if the puzzle is solved or no solution exists from here.
    ///
    /// # Errors
    /// If `is_stopped` has returned true.
    fn hint_within(&self, is_stopped: &dyn Fn() -> bool) -> Result<Option<String>, Stopped> {
        if self.is_solved() {
            return Ok(None);
        }
        Ok(self.solution_within(is_stopped)?.and_then(|moves| moves.into_iter().next()))
    }

    /// As [`PuzzlePlay::verdict_within`], without a stop.
    fn verdict(&self) -> Verdict {
        self.verdict_within(&|| false).unwrap_or(Verdict::DeadEnd)
    }

    /// As [`PuzzlePlay::hint_within`], without a stop.
    fn hint(&self) -> Option<String> {
        self.hint_within(&|| false).ok().flatten()
    }

    /// As [`PuzzlePlay::solution_within`], without a stop.
    fn solution(&self) -> Option<Vec<String>> {
        self.solution_within(&|| false).ok().flatten()
    }

    /// The picture of the present state.
    fn frame(&self) -> Frame;

    /// The form of moves.
    fn move_form(&self) -> &'static str;
}

impl<G: Game> PuzzlePlay for Play<G> {
    fn make(&mut self, text: &str) -> Result<(), MoveError> {
        let form = self.game.move_form();
        let made = self.game.read_move(text.trim());
        self.make_move(made.ok_or_else(|| MoveError::Text { text: text.to_owned(), form })?)
    }

    fn undo(&mut self) -> bool {
        let can_undo = self.place > 0;
        self.place -= usize::from(can_undo);
        can_undo
    }

    fn redo(&mut self) -> bool {
        let can_redo = self.place < self.history.len();
        self.place += usize::from(can_redo);
        can_redo
    }

    fn undone(&self) -> usize {
        self.history.len() - self.place
    }

    fn restart(&mut self) {
        self.place = 0;
    }

    fn moves(&self) -> usize {
        self.place
    }

    fn made(&self) -> Vec<String> {
        self.history[..self.place].iter().map(|(made, _)| self.game.write_move(made)).collect()
    }

    fn is_solved(&self) -> bool {
        self.game.is_solved(self.state())
    }

    fn solution_within(&self, is_stopped: &dyn Fn() -> bool) -> Result<Option<Vec<String>>, Stopped> {
        let moves = self.game.solution(self.state(), is_stopped)?;
        Ok(moves.map(|moves| moves.iter().map(|made| self.game.write_move(made)).collect()))
    }

    fn frame(&self) -> Frame {
        self.game.frame(self.state())
    }

    fn move_form(&self) -> &'static str {
        self.game.move_form()
    }
}
