//! Hamiltonian cycles of a board.
//!
//! A cycle is directed: its reverse is another cycle. It is stored as the sequence of cells, starting in the
//! corner (1,1), and as the place of every cell in that sequence: successors and distances take constant
//! time, and the test whether the cycle runs through a snake takes constant time for each cell. Two cycles
//! are equal if every cell has the same successor in both. *Invariant:* a [`Cycle`] is Hamiltonian, checked
//! at construction.

use crate::{Board, Cell, Direction};
use std::fmt;

/// A directed Hamiltonian cycle of a board.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Cycle {
    board: Board,
    /// The sequence of cells, from the first cell of the board.
    order: Vec<Cell>,
    /// By number of the cell: its place in `order`.
    place: Vec<u32>,
}

/// Reason why cells or arcs are no Hamiltonian cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CycleError {
    /// A cell does not lie on the board.
    Outside {
        /// The cell.
        cell: Cell,
        /// The board.
        board: Board,
    },
    /// An arc joins cells that are no neighbours.
    Gap {
        /// The start of the arc.
        from: Cell,
        /// The end of the arc.
        to: Cell,
    },
    /// Two arcs leave a cell.
    TwoSuccessors {
        /// The cell.
        cell: Cell,
        /// The end of the first arc.
        first: Cell,
        /// The end of the second arc.
        second: Cell,
    },
    /// No arc leaves a cell.
    NoSuccessor {
        /// The cell.
        cell: Cell,
    },
    /// The arcs close before they reach all cells, or visit a cell twice.
    EarlyClose {
        /// The cell that is visited twice.
        cell: Cell,
        /// The number of cells visited before.
        visited: usize,
        /// The number of cells of the board.
        cells: usize,
    },
}

impl fmt::Display for CycleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside { cell, board } => write!(f, "{cell} does not lie on a {board} board"),
            Self::Gap { from, to } => write!(f, "{to} follows {from} but is not its neighbour"),
            Self::TwoSuccessors { cell, first, second } => {
                write!(f, "{cell} has two successors, {first} and {second}")
            }
            Self::NoSuccessor { cell } => write!(f, "{cell} has no successor"),
            Self::EarlyClose { cell, visited, cells } => {
                write!(f, "{cell} is visited again after {visited} of {cells} cells")
            }
        }
    }
}

impl std::error::Error for CycleError {}

impl Cycle {
    /// The cycle with these arcs, in any order; the format of `next/2` in a model.
    pub fn from_arcs(board: Board, arcs: impl IntoIterator<Item = (Cell, Cell)>) -> Result<Self, CycleError> {
        let mut next = vec![None; board.len()];
        for (from, to) in arcs {
            if let Some(cell) = [from, to].into_iter().find(|&cell| !board.contains(cell)) {
                return Err(CycleError::Outside { cell, board });
            }
            if from.manhattan(to) != 1 {
                return Err(CycleError::Gap { from, to });
            }
            match next[board.index(from)].replace(to) {
                Some(first) if first != to => {
                    return Err(CycleError::TwoSuccessors { cell: from, first, second: to });
                }
                _ => {}
            }
        }
        Self::follow(board, |cell| next[board.index(cell)].ok_or(CycleError::NoSuccessor { cell }))
    }

    /// The cycle through these cells in this order and back to the first cell.
    pub fn from_order(board: Board, cells: &[Cell]) -> Result<Self, CycleError> {
        let shifted = cells.iter().skip(1).chain(cells.first());
        Self::from_arcs(board, cells.iter().copied().zip(shifted.copied()))
    }

    /// The comb of a board: one side is the spine, and the cycle follows the teeth.
    ///
    /// ```text
    /// ┏━━━━━┓     On an even number of rows the first column is the spine and every row a tooth;
    /// ┃ ┏━━━┛     on an odd number of rows, and so an even number of columns, the first row is the spine.
    /// ┃ ┗━━━┓
    /// ┗━━━━━┛
    /// ```
    pub fn comb(board: Board) -> Self {
        let (rows, cols) = (board.rows(), board.cols());
        let order: Vec<Cell> = if rows.is_multiple_of(2) {
            comb(rows, cols).map(|(tooth, place)| Cell::new(tooth, place)).collect()
        } else {
            comb(cols, rows).map(|(tooth, place)| Cell::new(place, tooth)).collect()
        };
        Self::from_order(board, &order).expect("the comb is a cycle on every board")
    }

    /// Follows the arcs from the first cell of the board until a cell repeats.
    fn follow(board: Board, next: impl Fn(Cell) -> Result<Cell, CycleError>) -> Result<Self, CycleError> {
        const UNSEEN: u32 = u32::MAX;
        let mut order = Vec::with_capacity(board.len());
        let mut place = vec![UNSEEN; board.len()];
        let start = board.cell(0);
        let mut cell = start;
        while place[board.index(cell)] == UNSEEN {
            place[board.index(cell)] = order.len() as u32;
            order.push(cell);
            cell = next(cell)?;
        }
        if cell != start || order.len() < board.len() {
            return Err(CycleError::EarlyClose { cell, visited: order.len(), cells: board.len() });
        }
        Ok(Self { board, order, place })
    }

    /// The board of the cycle.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The sequence of cells, from the corner (1,1).
    pub fn cells(&self) -> &[Cell] {
        &self.order
    }

    /// The arcs, in the order of the cells.
    pub fn arcs(&self) -> impl Iterator<Item = (Cell, Cell)> {
        self.order.iter().map(|&cell| (cell, self.successor(cell)))
    }

    /// The cell after this one.
    pub fn successor(&self, cell: Cell) -> Cell {
        let place = self.place(cell) + 1;
        self.order[if place == self.order.len() { 0 } else { place }]
    }

    /// The cell before this one.
    pub fn predecessor(&self, cell: Cell) -> Cell {
        let place = self.place(cell);
        self.order[if place == 0 { self.order.len() - 1 } else { place - 1 }]
    }

    /// The number of steps along the cycle from one cell to another, less than the number of cells.
    pub fn distance(&self, from: Cell, to: Cell) -> usize {
        let (from, to) = (self.place(from), self.place(to));
        if to >= from { to - from } else { to + self.order.len() - from }
    }

    /// The cells along the cycle from one cell to another, including both.
    pub fn between(&self, from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
        let start = self.place(from);
        let places = start..=start + self.distance(from, to);
        places.map(|place| self.order[place % self.order.len()])
    }

    /// Whether the cycle visits these cells consecutively in this order.
    pub fn contains_path<'a>(&self, cells: impl IntoIterator<Item = &'a Cell>) -> bool {
        let mut cells = cells.into_iter();
        let Some(&first) = cells.next() else { return true };
        let mut last = first;
        cells.all(|&cell| self.successor(std::mem::replace(&mut last, cell)) == cell)
    }

    /// The reverse cycle.
    pub fn reversed(&self) -> Self {
        let order: Vec<Cell> = self.order.iter().rev().copied().collect();
        Self::from_order(self.board, &order).expect("a cycle is one in both directions")
    }

    fn place(&self, cell: Cell) -> usize {
        self.place[self.board.index(cell)] as usize
    }
}

impl fmt::Debug for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let directions = self.arcs().filter_map(|(from, to)| from.direction_to(to));
        let letters: String = directions.map(Direction::letter).collect();
        write!(f, "Cycle({} {letters})", self.board)
    }
}

/// The cells of a comb as pairs of a tooth and a place on it; the spine has place 0, and the number of teeth
/// is even.
fn comb(teeth: u16, places: u16) -> impl Iterator<Item = (u16, u16)> {
    let tooth = move |tooth: u16| {
        let up = (1..places).map(move |place| (tooth, place));
        let down = (1..places).rev().map(move |place| (tooth, place));
        let (up, down) = if tooth.is_multiple_of(2) { (Some(up), None) } else { (None, Some(down)) };
        up.into_iter().flatten().chain(down.into_iter().flatten())
    };
    (0..teeth).flat_map(tooth).chain((0..teeth).rev().map(|tooth| (tooth, 0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::every_cycle;

    fn board(rows: usize, cols: usize) -> Board {
        Board::new(rows, cols).expect("an even board")
    }

    fn arcs(text: &str) -> Vec<(Cell, Cell)> {
        let cells: Vec<Cell> = text.split_whitespace().map(|cell| cell.parse().expect("a cell")).collect();
        cells.chunks(2).map(|pair| (pair[0], pair[1])).collect()
    }

    #[test]
    fn every_board_has_its_comb() {
        for rows in 2..=9 {
            for cols in 2..=9 {
                let Ok(board) = Board::new(rows, cols) else {
                    assert_eq!(rows * cols % 2, 1);
                    continue;
                };
                assert_eq!(Cycle::comb(board).cells().len(), rows * cols);
            }
        }
        assert_eq!(format!("{:?}", Cycle::comb(board(4, 3))), "Cycle(4×3 RRDLDRDLLUUU)");
        assert_eq!(format!("{:?}", Cycle::comb(board(3, 4))), "Cycle(3×4 DDRURDRUULLL)");
    }

    #[test]
    fn arcs_without_a_cycle_are_rejected_with_the_reason() {
        let refusals = [
            ("(1,1) (1,2) (1,2) (2,2) (2,2) (3,2)", "(3,2) does not lie on a 2×3 board"),
            ("(1,1) (2,2)", "(2,2) follows (1,1) but is not its neighbour"),
            ("(1,1) (1,2) (1,1) (2,1)", "(1,1) has two successors, (1,2) and (2,1)"),
            ("(1,1) (1,2)", "(1,2) has no successor"),
            ("(1,1) (1,2) (1,2) (2,2) (2,2) (2,1) (2,1) (1,1)", "(1,1) is visited again after 4 of 6 cells"),
            (
                "(1,1) (1,2) (1,2) (1,3) (1,3) (2,3) (2,3) (2,2) (2,2) (1,2)",
                "(1,2) is visited again after 5 of 6 cells",
            ),
        ];
        for (text, reason) in refusals {
            assert_eq!(Cycle::from_arcs(board(2, 3), arcs(text)).unwrap_err().to_string(), reason);
        }
        assert_eq!(Cycle::from_order(board(2, 2), &[]).unwrap_err().to_string(), "(1,1) has no successor");
    }

    #[test]
    fn successors_and_distances_agree() {
        for cycle in every_cycle(board(4, 4)) {
            for from in cycle.board().cells() {
                assert_eq!(cycle.predecessor(cycle.successor(from)), from);
                let mut cell = from;
                for steps in 0..16 {
                    assert_eq!(cycle.distance(from, cell), steps);
                    let between: Vec<Cell> = cycle.between(from, cell).collect();
                    assert_eq!(between.len(), steps + 1);
                    assert!(cycle.contains_path(&between));
                    assert_eq!(steps == 0, cycle.reversed().contains_path(&between));
                    cell = cycle.successor(cell);
                }
                assert_eq!(cell, from);
            }
        }
    }

    #[test]
    fn a_cycle_is_determined_by_its_arcs() {
        for cycle in every_cycle(board(4, 5)) {
            let mut arcs: Vec<_> = cycle.arcs().collect();
            arcs.rotate_left(7);
            assert_eq!(Cycle::from_arcs(cycle.board(), arcs).as_ref(), Ok(&cycle));
            assert_ne!(cycle.reversed(), cycle);
            assert_eq!(cycle.reversed().reversed(), cycle);
        }
    }
}
