//! The size of a cell on a terminal.

use crate::Frame;
use hamadryad_grid::{Cell, Grid};

/// The layouts of cells in columns and lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Four columns and two lines: walls fit between the cells.
    Roomy,
    /// Two columns: the cell, and the connection to its right.
    Wide,
    /// One column.
    Narrow,
}

impl Scale {
    /// The layouts in which this frame can be drawn, from the best to the smallest. Walls need room, so
    /// frames with walls have one layout.
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

    /// The columns between a cell and its right neighbour, and the lines between a cell and its lower
    /// neighbour.
    pub(crate) fn gaps(self) -> (usize, usize) {
        match self {
            Self::Roomy => (3, 1),
            Self::Wide => (1, 0),
            Self::Narrow => (0, 0),
        }
    }
}
