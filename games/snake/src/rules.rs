//! What the rules leave open: where a snake starts, how it grows, and whether it may follow its own tail closely.
//!
//! The standard is one cell in a corner, one cell more for each apple at once, and a tail that counts as taken. Published
//! players have other rules, and with these options they can be played: twanvl/snake starts on a random cell; AutoSnake3
//! with two cells; Shchurov, Bilby: Solving Snake Using Hamiltonian Cycles (SolvingSnake), with one cell that grows to five in its
//! first steps, and later by three cells for each apple, which show once the tail comes to where the apple was.

use crate::Apples;
use hamadryad_grid::{Board, Cell, Path, PathError};

/// How a snake grows, and what of it is in its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// What an apple does.
    pub growth: Growth,
    /// Whether the cell of the tail may be entered.
    pub tail: Tail,
}

/// How much a snake grows by an apple, and when.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Growth {
    /// The cells that each apple is worth.
    pub cells: u16,
    /// When they show.
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
    /// The tail stays where it is, beginning with the step that eats: one step for each cell.
    #[default]
    AtOnce,
    /// The tail stays on the cell of the apple once it has come there.
    Delayed,
}

/// Whether the head may enter the cell of the tail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tail {
    /// Never.
    #[default]
    Strict,
    /// If the tail leaves it in the same step; but no snake turns round on the spot, not even one of two cells.
    Lenient,
}

/// The snake at the beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// From the head to the tail.
    pub snake: Path,
    /// For so many steps the tail stays where it is.
    pub grows: u32,
}

impl Start {
    /// One cell, which must be one of the board.
    ///
    /// # Errors
    /// Where it is none.
    pub fn at(board: Board, cell: Cell) -> Result<Self, PathError> {
        Ok(Self { snake: Path::new(board.grid(), vec![cell])?, grows: 0 })
    }

    /// One cell in the corner (1,1).
    pub fn corner(board: Board) -> Self {
        Self::on(board, board.cell(0))
    }

    /// One cell in the middle: row and column are half of the board's, rounded up.
    pub fn centre(board: Board) -> Self {
        Self::on(board, Cell::new(board.rows() / 2, board.cols() / 2))
    }

    /// One cell, each with the same chance; the seed of the apples decides.
    pub fn random(board: Board, apples: Apples) -> Self {
        Self::on(board, board.cell(apples.start(board.len() as u64) as usize))
    }

    fn on(board: Board, cell: Cell) -> Self {
        Self::at(board, cell).expect("the cell is one of the board")
    }
}
