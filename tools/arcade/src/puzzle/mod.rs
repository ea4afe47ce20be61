//! Calls about puzzles: Minotaur, Rogo, Pipes and Rush Hour.
//!
//! Cells are numbers from 0, row by row from the top. A session has one puzzle; moves are texts as in
//! [`hamadryad_puzzles::play`].
//!
//! *Invariant:* each search, for a puzzle, a hint or a check, ends when its host stops the call; a call that
//! fails leaves the puzzle unchanged.

mod order;
mod view;

pub use order::{New, Open, Preset, presets};
pub use view::{BoardView, CarView, GateView, PieceView, SquareView, State};

use crate::budget::Budget;
use crate::reply::Failure;
use crate::{Host, Stop};
use hamadryad_puzzles::Stopped;
use hamadryad_puzzles::play::{AnyPlay, PuzzleLink, PuzzleOrder, PuzzlePlay, Verdict};
use serde::{Deserialize, Serialize};

/// Arguments of `puzzle.move`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The move as text, such as `U`, `2,3`, `2,3,ew` or `A3`.
    #[serde(rename = "move")]
    pub text: String,
}

/// The result of `puzzle.check`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Checked {
    /// `solved`, `solvable`, or `dead-end` if no solution exists from here.
    pub verdict: &'static str,
    /// If solvable, the moves of a shortest solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
}

/// The place of the puzzle of a session.
#[derive(Default)]
pub struct Table(Option<(PuzzleOrder, AnyPlay)>);

impl Table {
    /// Generates a puzzle.
    ///
    /// # Errors
    /// `order` if no such puzzle exists or it is too large; `time` and so on if the search was stopped.
    pub fn begin(&mut self, new: &New, host: &dyn Host) -> Result<State, Failure> {
        let order = new.order()?;
        let play = generate(&order, new.seconds, host)?;
        self.0 = Some((order, play));
        self.state()
    }

    /// Generates the puzzle of a link, and makes its moves.
    ///
    /// # Errors
    /// `link` if it cannot be read, with the number of the move that is illegal; otherwise as for
    /// [`Table::begin`].
    pub fn open(&mut self, open: &Open, host: &dyn Host) -> Result<State, Failure> {
        let link = open.link.rsplit_once('#').map_or(open.link.as_str(), |(_, link)| link);
        let link: PuzzleLink = link.parse().map_err(|error| Failure::new("link", error))?;
        let mut play = generate(&link.order, open.seconds, host)?;
        link.replay(play.as_play())
            .map_err(|error| Failure { step: Some(error.number), ..Failure::new("link", error) })?;
        self.0 = Some((link.order, play));
        self.state()
    }

    /// Makes a move.
    ///
    /// # Errors
    /// `move` if the text is no move, or the move is illegal.
    pub fn make(&mut self, made: &Made) -> Result<State, Failure> {
        self.play()?.make(&made.text).map_err(|error| Failure::new("move", error))?;
        self.state()
    }

    /// Undoes the last move.
    ///
    /// # Errors
    /// `undo` without one.
    pub fn undo(&mut self) -> Result<State, Failure> {
        if !self.play()?.undo() {
            return Err(Failure::new("undo", "there is no move to undo"));
        }
        self.state()
    }

    /// Makes the move again that was undone last.
    ///
    /// # Errors
    /// `redo` without one.
    pub fn redo(&mut self) -> Result<State, Failure> {
        if !self.play()?.redo() {
            return Err(Failure::new("redo", "there is no undone move"));
        }
        self.state()
    }

    /// Undoes all moves.
    ///
    /// # Errors
    /// `puzzle` without a puzzle.
    pub fn restart(&mut self) -> Result<State, Failure> {
        self.play()?.restart();
        self.state()
    }

    /// Decides whether the puzzle is solved, or can be solved from here.
    ///
    /// # Errors
    /// `puzzle` without a puzzle; `time` and so on if the search was stopped.
    pub fn check(&mut self, host: &dyn Host) -> Result<Checked, Failure> {
        let verdict = self.play()?.verdict_within(&|| host.stop().is_some());
        Ok(match verdict.map_err(|stopped| stopped_by(host, stopped))? {
            Verdict::Solved => Checked { verdict: "solved", moves: None },
            Verdict::Solvable { moves } => Checked { verdict: "solvable", moves: Some(moves) },
            Verdict::DeadEnd => Checked { verdict: "dead-end", moves: None },
        })
    }

    /// The first move of a shortest solution.
    ///
    /// # Errors
    /// As [`Table::check`].
    pub fn hint(&mut self, host: &dyn Host) -> Result<Option<String>, Failure> {
        let hint = self.play()?.hint_within(&|| host.stop().is_some());
        hint.map_err(|stopped| stopped_by(host, stopped))
    }

    /// The moves of a shortest solution.
    ///
    /// # Errors
    /// As [`Table::check`].
    pub fn solution(&mut self, host: &dyn Host) -> Result<Option<Vec<String>>, Failure> {
        let solution = self.play()?.solution_within(&|| host.stop().is_some());
        solution.map_err(|stopped| stopped_by(host, stopped))
    }

    /// The order with the moves as a link.
    ///
    /// # Errors
    /// `puzzle` without a puzzle.
    pub fn link(&mut self) -> Result<String, Failure> {
        let (order, play) = self.present()?;
        Ok(PuzzleLink { order: *order, moves: play.as_play().made() }.to_string())
    }

    fn present(&mut self) -> Result<&mut (PuzzleOrder, AnyPlay), Failure> {
        self.0.as_mut().ok_or_else(|| Failure::new("puzzle", "there is no puzzle: call puzzle.new first"))
    }

    fn play(&mut self) -> Result<&mut dyn PuzzlePlay, Failure> {
        Ok(self.present()?.1.as_play())
    }

    fn state(&mut self) -> Result<State, Failure> {
        let (order, play) = self.present()?;
        Ok(State::new(order, play))
    }
}

fn generate(order: &PuzzleOrder, seconds: f64, host: &dyn Host) -> Result<AnyPlay, Failure> {
    if let Some(reason) = order.rejection() {
        return Err(Failure::new("order", reason));
    }
    let budget = Budget::seconds(host, seconds);
    order.generate(|_| !budget.is_over()).ok_or_else(|| match budget.stop() {
        Some(stop) => Failure::new(stop.name(), order::not_found(budget.spent())),
        None => Failure::new("order", "no such puzzle exists"),
    })
}

fn stopped_by(host: &dyn Host, stopped: Stopped) -> Failure {
    Failure::new(host.stop().map_or("cancelled", Stop::name), stopped)
}
