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

    /// The cell at a column and a line; `None` on the border, on a wall above a cell, and outside.
    pub(crate) fn cell_at(self, grid: Grid, column: usize, line: usize) -> Option<Cell> {
        let (col, row) = match self {
            Self::Roomy if line.is_multiple_of(2) => return None,
            Self::Roomy => (column / 4, line / 2),
            Self::Wide => (column.checked_sub(1)? / 2, line.checked_sub(1)?),
            Self::Narrow => (column.checked_sub(1)?, line.checked_sub(1)?),
        };
        let cell = Cell::new(u16::try_from(row).ok()?, u16::try_from(col).ok()?);
        grid.contains(cell).then_some(cell)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_is_at_its_place() {
        let grid = Grid::new(3, 5);
        for scale in [Scale::Roomy, Scale::Wide, Scale::Narrow] {
            for cell in grid.cells() {
                let (column, line) = scale.place(cell);
                assert_eq!(scale.cell_at(grid, column, line), Some(cell));
            }
            assert_eq!(scale.cell_at(grid, 0, 0), None);
            assert_eq!(scale.cell_at(grid, scale.width(grid), scale.height(grid)), None);
        }
        assert_eq!(Scale::Wide.cell_at(grid, 3, 1), Some(Cell::new(0, 1)));
    }
}
