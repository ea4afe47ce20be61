//! Links: an order with the moves that a player has made.
//!
//! ```text
//! g=rush&o=6x6,10,9&s=7&m=A3.X2        moves of cars
//! g=minotaur&o=7x7,14&s=7&u=1&m=U.R.W  steps
//! g=rogo&o=5x6,8,15&s=7&m=2,3.2,4      fields of the loop
//! g=pipes&o=5x5,12&s=7&u=1&m=1,2,ew    pieces
//! ```
//!
//! *Invariant:* a link that is opened is replayed by the rules; an illegal move is refused with its number.

use super::{MoveError, OrderError, PuzzleOrder, PuzzlePlay};
use std::fmt;
use std::str::FromStr;

/// An order, and the moves of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleLink {
    /// The parameters of the puzzle.
    pub order: PuzzleOrder,
    /// The moves as texts.
    pub moves: Vec<String>,
}

/// A move of a link that the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The number of the move, from 1.
    pub number: usize,
    /// The reason.
    pub reason: MoveError,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} of the link: {}", self.number, self.reason)
    }
}

impl std::error::Error for ReplayError {}

impl PuzzleLink {
    /// Makes the moves of the link.
    ///
    /// # Errors
    /// The first move that is illegal.
    pub fn replay(&self, play: &mut dyn PuzzlePlay) -> Result<(), ReplayError> {
        for (place, made) in self.moves.iter().enumerate() {
            play.make(made).map_err(|reason| ReplayError { number: place + 1, reason })?;
        }
        Ok(())
    }
}

impl fmt::Display for PuzzleLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.order.fmt(f)?;
        if self.moves.is_empty() { Ok(()) } else { write!(f, "&m={}", self.moves.join(".")) }
    }
}

impl FromStr for PuzzleLink {
    type Err = OrderError;

    fn from_str(link: &str) -> Result<Self, OrderError> {
        let order = link.parse()?;
        let moves = link.split('&').find_map(|part| part.strip_prefix("m=")).unwrap_or_default();
        let moves = moves.trim_end().split('.').filter(|made| !made.is_empty()).map(str::to_owned);
        Ok(Self { order, moves: moves.collect() })
    }
}
