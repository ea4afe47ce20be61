//! Symmetries of a grid: a statement about a position holds for its mirror images.
//!
//! ```text
//! 1 2 3   flips rows   4 5 6   flips columns   3 2 1
//! 4 5 6       →        1 2 3         →         6 5 4
//! ```
//!
//! A square also has reflections along its diagonal, which exchange rows and columns.

use crate::{Board, Cell, Cycle, Grid, Path};

/// A symmetry of a grid: it maps neighbours to neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Symmetry {
    flips_rows: bool,
    flips_cols: bool,
    /// Whether rows become columns, after all flips; on squares only.
    transposes: bool,
}

impl Symmetry {
    /// The symmetry that maps a cell into the upper left quarter, and on a square to the diagonal or below
    /// it. The middle row and the middle column of an odd side belong to that quarter.
    pub fn to_first_quarter(grid: Grid, cell: Cell) -> Self {
        let flips_rows = 2 * u32::from(cell.row) >= u32::from(grid.rows()) + u32::from(grid.rows() % 2);
        let flips_cols = 2 * u32::from(cell.col) >= u32::from(grid.cols()) + u32::from(grid.cols() % 2);
        let flips = Self { flips_rows, flips_cols, transposes: false };
        let flipped = flips.apply(grid, cell);
        Self { transposes: grid.rows() == grid.cols() && flipped.row < flipped.col, ..flips }
    }

    /// The inverse symmetry.
    pub fn inverse(self) -> Self {
        let Self { flips_rows, flips_cols, transposes } = self;
        if transposes { Self { flips_rows: flips_cols, flips_cols: flips_rows, transposes } } else { self }
    }

    /// The image of a cell.
    pub fn apply(self, grid: Grid, cell: Cell) -> Cell {
        let row = if self.flips_rows { grid.rows() - 1 - cell.row } else { cell.row };
        let col = if self.flips_cols { grid.cols() - 1 - cell.col } else { cell.col };
        if self.transposes { Cell { row: col, col: row } } else { Cell { row, col } }
    }

    /// The image of a path.
    pub fn apply_to_path(self, grid: Grid, path: &Path) -> Path {
        let cells = path.iter().map(|&cell| self.apply(grid, cell)).collect();
        Path::new(grid, cells).expect("neighbours stay neighbours")
    }

    /// The image of a cycle.
    pub fn apply_to_cycle(self, cycle: &Cycle) -> Cycle {
        let board: Board = cycle.board();
        let arcs =
            cycle.arcs().map(|(from, to)| (self.apply(board.grid(), from), self.apply(board.grid(), to)));
        Cycle::from_arcs(board, arcs).expect("neighbours stay neighbours")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_mapped_into_the_quarter_and_back() {
        for (rows, cols) in [(2, 2), (4, 4), (5, 6), (6, 5), (7, 8), (8, 7), (8, 8), (2, 9), (10, 4)] {
            let board = Board::new(rows, cols).expect("an even board");
            for cell in board.cells() {
                let symmetry = Symmetry::to_first_quarter(board.grid(), cell);
                let image = symmetry.apply(board.grid(), cell);
                let (x, y) = image.pair();
                assert!(2 * x as usize <= rows + 1 && 2 * y as usize <= cols + 1, "{cell} {image}");
                assert!(rows != cols || x >= y, "{cell} {image}");
                assert_eq!(symmetry.inverse().apply(board.grid(), image), cell);
            }
        }
    }

    #[test]
    fn the_image_of_a_cycle_is_a_cycle() {
        let board = Board::new(6, 6).expect("an even board");
        let comb = Cycle::comb(board);
        for cell in board.cells() {
            let symmetry = Symmetry::to_first_quarter(board.grid(), cell);
            let image = symmetry.apply_to_cycle(&comb);
            let successor = symmetry.apply(board.grid(), comb.successor(cell));
            assert_eq!(image.successor(symmetry.apply(board.grid(), cell)), successor);
            assert_eq!(symmetry.inverse().apply_to_cycle(&image), comb);
        }
    }
}
