//! Escapes: the replacement of a cycle when an apple is eaten. For every position of the next apple, a way
//! leads to a snake on a Hamiltonian cycle, perhaps over further apples.
//!
//! ```text
//! ┃┏━┓      The head, at o, has cut the board in two, and no cycle runs through the snake. But the tail moves:
//! ┃┃.┃      after some steps a cycle runs through the snake. These steps are an escape for all apples that
//! ┗┛o┛      do not lie on them; an apple on these steps has an escape of its own.
//! ```
//!
//! A [`Certificate`] is a cycle or a list of escapes. An escape avoids the apple and ends on a cycle, or it
//! eats the apple and ends with a certificate of the longer snake: certificates are trees. The height of a
//! tree is the *order* of the snake; snakes of order 0 lie on a cycle, and the snakes of any order are all
//! snakes that win against every sequence of apples. Mean steps of an optimal player whose snakes have at
//! most order 0, 1, 2 and any order, by value iteration: 45.77, 44.52, 43.40, 42.95 at 4×4; 65.86, 63.69,
//! 62.14, 61.42 at 4×5; 88.92, 85.47, 83.54, 82.50 at 4×6.
//!
//! [`search`] finds escapes, [`check`] plays them in the rules.

mod check;
mod line;
mod search;

pub use check::{BrokenGuarantee, check_guarantee, upholds_guarantee};
pub(super) use line::{End, Line, Safety};
pub(super) use search::{EscapeSearch, Limits};

use hamadryad_grid::{Cell, Cycle};

/// Proof that a snake that has just eaten wins against every sequence of apples.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// This cycle runs through the snake.
    Cycle(Cycle),
    /// For each free cell one of the escapes is valid.
    Escapes(Vec<Escape>),
}

/// A way from the head, and the proof that the snake is safe at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Escape {
    /// The cells from the successor of the head on.
    pub way: Vec<Cell>,
    /// The snake at the end of the way.
    pub end: EscapeEnd,
}

/// The snake at the end of an escape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EscapeEnd {
    /// The way avoids the apple, and this cycle runs through the snake.
    Avoids(Cycle),
    /// The way ends at the apple, and the longer snake has a certificate.
    Eats(Certificate),
}

impl Escape {
    /// Whether the escape is valid for an apple on this cell.
    pub fn is_for(&self, apple: Cell) -> bool {
        match self.end {
            EscapeEnd::Avoids(_) => !self.way.contains(&apple),
            EscapeEnd::Eats(_) => self.way.last() == Some(&apple),
        }
    }

    /// The number of apples of this escape, the avoided one included, until the snake lies on a cycle.
    pub fn order(&self) -> usize {
        match &self.end {
            EscapeEnd::Avoids(_) => 1,
            EscapeEnd::Eats(certificate) => 1 + certificate.order(),
        }
    }
}

impl Certificate {
    /// The number of apples after which the snake lies on a cycle at the latest; 0 for a cycle.
    pub fn order(&self) -> usize {
        let Self::Escapes(escapes) = self else { return 0 };
        escapes.iter().map(Escape::order).max().unwrap_or_default()
    }
}
