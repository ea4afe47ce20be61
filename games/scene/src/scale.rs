//! How much room a cell takes on a terminal.

use crate::Frame;
use hamadryad_grid::{Cell, Grid};

/// The ways to lay cells out in columns and lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Four columns and two lines: walls fit between the cells.
    Roomy,
    /// Two columns: the cell, and the line to its right.
    Wide,
    /// One column.
    Narrow,
}

impl Scale {
    /// Those in which this frame can be drawn, from the best to the smallest. A labyrinth without its walls would be another.
    pub(crate) fn for_frame(frame: &Frame) -> &'static [Self] {
        if frame.walls.is_empty() { &[Self::Wide, Self::Narrow] } else { &[Self::Roomy] }
    }

    pub(crate) fn width(self, grid: Grid) -> usize {
        let cols = usize::from(grid.cols());
        match self {
            Self::Roomy => 4 * cols + 1,
            Self::Wide => 2 * cols + 3,
            Self::Narrow => cols + 2,
        }
    }

    pub(crate) fn height(self, grid: Grid) -> usize {
        let rows = usize::from(grid.rows());
        match self {
            Self::Roomy => 2 * rows + 1,
            Self::Wide | Self::Narrow => rows + 2,
        }
    }

    /// The column and the line of a cell.
    pub(crate) fn place(self, cell: Cell) -> (usize, usize) {
        let (row, col) = (usize::from(cell.row), usize::from(cell.col));
        match self {
            Self::Roomy => (4 * col + 2, 2 * row + 1),
            Self::Wide => (2 * col + 2, row + 1),
            Self::Narrow => (col + 1, row + 1),
        }
    }

    /// The columns between a cell and the one at its right, the lines between it and the one below.
    pub(crate) fn gaps(self) -> (usize, usize) {
        match self {
            Self::Roomy => (3, 1),
            Self::Wide => (1, 0),
            Self::Narrow => (0, 0),
        }
    }
}
