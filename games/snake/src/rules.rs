//! Options of the rules: the start of a snake, its growth, and whether the head may enter the cell of the
//! tail.
//!
//! By default, a snake starts with one cell in a corner, grows by one cell at each apple at once, and may not
//! enter the cell of its tail. The options cover the rules of published players: twanvl/snake (Twanvl) starts
//! on a random cell; AutoSnake3 (AutoSnake3) starts with two cells; the solvers of Shchurov and Bilby
//! (SolvingSnake) start with one cell, grow to five in the first steps and later by three cells for each
//! apple, and the growth becomes visible when the tail reaches the cell of the apple.

use crate::Apples;
use hamadryad_grid::{Board, Cell, Path, PathError};

/// Growth of a snake, and the rule for the cell of its tail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// Effect of an apple.
    pub growth: Growth,
    /// Whether the cell of the tail may be entered.
    pub tail: Tail,
}

/// Amount and time of growth at an apple.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Growth {
    /// Cells added by each apple.
    pub cells: u16,
    /// The time at which they are added.
    pub moment: Moment,
}

impl Default for Growth {
    fn default() -> Self {
        Self { cells: 1, moment: Moment::AtOnce }
    }
}

/// When a snake gets longer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Moment {
    /// The tail pauses at once, beginning with the step that eats: one step for each cell.
    #[default]
    AtOnce,
    /// The tail pauses when it reaches the cell of the apple.
    Delayed,
}

/// Whether the head may enter the cell of the tail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tail {
    /// Never.
    #[default]
    Strict,
    /// Allowed if the tail leaves the cell in the same step. A snake of two cells still cannot reverse.
    Lenient,
}

/// The snake at the beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// From the head to the tail.
    pub snake: Path,
    /// Number of steps for which the tail pauses.
    pub grows: u32,
}

impl Start {
    /// A snake of one cell on the board.
    ///
    /// # Errors
    /// If the cell lies outside the board.
    pub fn at(board: Board, cell: Cell) -> Result<Self, PathError> {
        Ok(Self { snake: Path::new(board.grid(), vec![cell])?, grows: 0 })
    }

    /// One cell in the corner (1,1).
    pub fn corner(board: Board) -> Self {
        Self::on(board, board.cell(0))
    }

    /// One cell in the middle: row and column are half of the board's sides, rounded up.
    pub fn centre(board: Board) -> Self {
        Self::on(board, Cell::new(board.rows() / 2, board.cols() / 2))
    }

    /// One cell, uniformly distributed; determined by the seed of the apples.
    pub fn random(board: Board, apples: Apples) -> Self {
        Self::on(board, board.cell(apples.start(board.len() as u64) as usize))
    }

    fn on(board: Board, cell: Cell) -> Self {
        Self::at(board, cell).expect("the cell is one of the board")
    }
}
