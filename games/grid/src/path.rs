//! Paths: sequences of distinct cells of a grid, each a neighbour of the previous one.

use crate::{Cell, Grid};
use std::fmt;
use std::ops::Deref;

/// A path of at least one cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    cells: Vec<Cell>,
}

/// Reason why cells are no path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathError {
    /// The sequence is empty.
    Empty,
    /// A cell does not lie on the grid.
    Outside {
        /// The cell.
        cell: Cell,
        /// The grid.
        grid: Grid,
    },
    /// Two consecutive cells are no neighbours.
    Gap {
        /// The first cell.
        from: Cell,
        /// The second cell.
        to: Cell,
    },
    /// A cell occurs twice.
    Twice {
        /// The cell.
        cell: Cell,
    },
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "a path needs at least one cell"),
            Self::Outside { cell, grid } => write!(f, "{cell} does not lie on a {grid} grid"),
            Self::Gap { from, to } => write!(f, "{to} follows {from} but is not its neighbour"),
            Self::Twice { cell } => write!(f, "{cell} occurs twice"),
        }
    }
}

impl std::error::Error for PathError {}

impl Path {
    /// The path through these cells in this order.
    pub fn new(grid: Grid, cells: Vec<Cell>) -> Result<Self, PathError> {
        if cells.is_empty() {
            return Err(PathError::Empty);
        }
        let mut seen = vec![false; grid.len()];
        for (place, &cell) in cells.iter().enumerate() {
            if !grid.contains(cell) {
                return Err(PathError::Outside { cell, grid });
            }
            if place > 0 && cells[place - 1].manhattan(cell) != 1 {
                return Err(PathError::Gap { from: cells[place - 1], to: cell });
            }
            if std::mem::replace(&mut seen[grid.index(cell)], true) {
                return Err(PathError::Twice { cell });
            }
        }
        Ok(Self { cells })
    }

    /// The first cell.
    pub fn first_cell(&self) -> Cell {
        *self.cells.first().expect("a path has a cell")
    }

    /// The last cell.
    pub fn last_cell(&self) -> Cell {
        *self.cells.last().expect("a path has a cell")
    }
}

impl Deref for Path {
    type Target = [Cell];

    fn deref(&self) -> &[Cell] {
        &self.cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Result<Path, PathError> {
        let cells = text.split_whitespace().map(|cell| cell.parse().expect("a cell")).collect();
        Path::new(Grid::new(3, 3), cells)
    }

    #[test]
    fn a_path_returns_its_ends() {
        let path = path("(1,1) (1,2) (2,2)").expect("a path");
        assert_eq!(path.first_cell().to_string(), "(1,1)");
        assert_eq!(path.last_cell().to_string(), "(2,2)");
        assert_eq!(path.len(), 3);
    }

    #[test]
    fn cells_without_a_path_are_rejected_with_the_reason() {
        let reasons = [
            ("", "a path needs at least one cell"),
            ("(1,1) (1,2) (1,3) (1,4)", "(1,4) does not lie on a 3×3 grid"),
            ("(1,1) (2,2)", "(2,2) follows (1,1) but is not its neighbour"),
            ("(1,1) (1,1)", "(1,1) follows (1,1) but is not its neighbour"),
            ("(1,1) (1,2) (1,1)", "(1,1) occurs twice"),
        ];
        for (text, reason) in reasons {
            assert_eq!(path(text).unwrap_err().to_string(), reason);
        }
    }
}
