//! Grids of any size, and boards: the grids that have a Hamiltonian cycle.
//!
//! Each step of a cycle changes the colour of the chessboard, so a cycle visits as many cells of either
//! colour, and a grid with an odd number of cells has none. A grid with a side of one cell is a line and has
//! no cycle. Every other grid has a cycle, for instance [`Cycle::comb`](crate::Cycle::comb). *Invariant:* a
//! [`Board`] has a Hamiltonian cycle.

use crate::{Cell, Direction};
use std::fmt;
use std::ops::Deref;

/// A rectangle of cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    rows: u16,
    cols: u16,
}

impl Grid {
    /// The grid of this size.
    pub const fn new(rows: u16, cols: u16) -> Self {
        Self { rows, cols }
    }

    /// The number of rows.
    pub fn rows(self) -> u16 {
        self.rows
    }

    /// The number of columns.
    pub fn cols(self) -> u16 {
        self.cols
    }

    /// The number of cells.
    pub fn len(self) -> usize {
        usize::from(self.rows) * usize::from(self.cols)
    }

    /// Whether the grid has no cell.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether the cell lies on this grid.
    pub fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.col < self.cols
    }

    /// The number of a cell in reading order, from 0.
    pub fn index(self, cell: Cell) -> usize {
        debug_assert!(self.contains(cell), "{cell} does not lie on a {self} grid");
        usize::from(cell.row) * usize::from(self.cols) + usize::from(cell.col)
    }

    /// The cell with this number in reading order.
    pub fn cell(self, index: usize) -> Cell {
        assert!(index < self.len(), "a {self} grid has no cell number {index}");
        let cols = usize::from(self.cols);
        // Both quotients are smaller than a side, which is a `u16`.
        Cell { row: (index / cols) as u16, col: (index % cols) as u16 }
    }

    /// All cells in reading order.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.len()).map(move |index| self.cell(index))
    }

    /// The neighbour of a cell in a direction, if it lies on the grid.
    pub fn step(self, cell: Cell, direction: Direction) -> Option<Cell> {
        cell.step(direction).filter(|&next| self.contains(next))
    }

    /// The two to four neighbours of a cell, clockwise from above.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = Cell> {
        Direction::ALL.into_iter().filter_map(move |direction| self.step(cell, direction))
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.rows, self.cols)
    }
}

/// Reason why a size is no board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// A side has fewer than two cells.
    SideTooShort {
        /// The requested number of rows.
        rows: usize,
        /// The requested number of columns.
        cols: usize,
    },
    /// The number of cells is odd.
    OddCells {
        /// The requested number of rows.
        rows: usize,
        /// The requested number of columns.
        cols: usize,
    },
    /// There are more than [`Board::MOST_CELLS`] cells, or a side does not fit its type.
    TooLarge {
        /// The requested number of rows.
        rows: usize,
        /// The requested number of columns.
        cols: usize,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::SideTooShort { rows, cols } => {
                write!(
                    f,
                    "a board of {rows}×{cols} cells has no Hamiltonian cycle: both sides need at least 2 cells"
                )
            }
            Self::OddCells { rows, cols } => write!(
                f,
                "a board of {rows}×{cols} cells has no Hamiltonian cycle: {} is an odd number",
                rows * cols
            ),
            Self::TooLarge { rows, cols } => {
                write!(
                    f,
                    "a board of {rows}×{cols} cells is too large: at most {} cells, {} on a side",
                    Board::MOST_CELLS,
                    u16::MAX
                )
            }
        }
    }
}

impl std::error::Error for BoardError {}

/// A grid that has a Hamiltonian cycle; it dereferences to [`Grid`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    grid: Grid,
}

impl Board {
    /// The largest number of cells, so that a mistyped size does not exhaust the memory.
    pub const MOST_CELLS: usize = 1_000_000;

    /// The board with these numbers of rows and columns, if it has a Hamiltonian cycle.
    pub fn new(rows: usize, cols: usize) -> Result<Self, BoardError> {
        if rows < 2 || cols < 2 {
            return Err(BoardError::SideTooShort { rows, cols });
        }
        let too_large = BoardError::TooLarge { rows, cols };
        let cells = rows.checked_mul(cols).filter(|&cells| cells <= Self::MOST_CELLS).ok_or(too_large)?;
        if cells % 2 == 1 {
            return Err(BoardError::OddCells { rows, cols });
        }
        let side = |length: usize| u16::try_from(length).map_err(|_| too_large);
        Ok(Self { grid: Grid::new(side(rows)?, side(cols)?) })
    }

    /// The board as a plain grid.
    pub fn grid(self) -> Grid {
        self.grid
    }
}

impl Deref for Board {
    type Target = Grid;

    fn deref(&self) -> &Grid {
        &self.grid
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_sizes_are_rejected_with_the_reason() {
        let message =
            |rows, cols| Board::new(rows, cols).map(|board| board.to_string()).map_err(|e| e.to_string());
        let refusals = [
            (0, 6, "a board of 0×6 cells has no Hamiltonian cycle: both sides need at least 2 cells"),
            (1, 1, "a board of 1×1 cells has no Hamiltonian cycle: both sides need at least 2 cells"),
            (8, 1, "a board of 8×1 cells has no Hamiltonian cycle: both sides need at least 2 cells"),
            (3, 5, "a board of 3×5 cells has no Hamiltonian cycle: 15 is an odd number"),
            (
                2,
                usize::MAX,
                "a board of 2×18446744073709551615 cells is too large: at most 1000000 cells, 65535 on a side",
            ),
            (2, 70_000, "a board of 2×70000 cells is too large: at most 1000000 cells, 65535 on a side"),
        ];
        for (rows, cols, expected) in refusals {
            assert_eq!(message(rows, cols), Err(expected.to_string()));
        }
        assert_eq!(message(1000, 1000), Ok("1000×1000".to_string()));
    }

    #[test]
    fn index_and_cell_are_inverse_in_reading_order() {
        let grid = Grid::new(3, 5);
        for (index, cell) in grid.cells().enumerate() {
            assert_eq!(grid.index(cell), index);
        }
        assert!(grid.cells().is_sorted());
        assert_eq!(grid.cells().len(), 15);
    }

    #[test]
    fn neighbours_are_mutual_and_one_step_away() {
        let grid = Grid::new(3, 4);
        for cell in grid.cells() {
            for other in grid.cells() {
                let near = grid.neighbours(cell).any(|neighbour| neighbour == other);
                assert_eq!(near, cell.manhattan(other) == 1);
            }
        }
    }
}
