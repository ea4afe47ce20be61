//! Enumerates all Hamiltonian cycles of a small board by plain depth-first search.
//!
//! For tests and for exact play on small boards: 12 cycles on 4×4, 2,144 on 6×6, over nine million on 8×8.

use crate::{Board, Cell, Cycle};

/// All directed Hamiltonian cycles of a board, in a fixed order.
///
/// The search backtracks as soon as a free cell has fewer than two usable neighbours. It is practical for
/// boards of up to about 40 cells; on larger boards the result is too long.
pub fn every_cycle(board: Board) -> Vec<Cycle> {
    let mut search = Search { board, free: vec![true; board.len()], order: Vec::new(), found: Vec::new() };
    search.enter(board.cell(0));
    search.found
}

struct Search {
    board: Board,
    free: Vec<bool>,
    order: Vec<Cell>,
    found: Vec<Cycle>,
}

impl Search {
    fn enter(&mut self, cell: Cell) {
        self.free[self.board.index(cell)] = false;
        self.order.push(cell);
        if self.order.len() == self.board.len() {
            if cell.manhattan(self.order[0]) == 1 {
                let cycle = Cycle::from_order(self.board, &self.order);
                self.found.push(cycle.expect("every cell was entered once, from a neighbour"));
            }
        } else if self.may_close(cell) {
            let next: Vec<Cell> = self.board.neighbours(cell).filter(|&next| self.is_free(next)).collect();
            next.into_iter().for_each(|next| self.enter(next));
        }
        self.order.pop();
        self.free[self.board.index(cell)] = true;
    }

    /// Whether every free cell has two usable neighbours.
    fn may_close(&self, head: Cell) -> bool {
        let usable = |cell: Cell| self.is_free(cell) || cell == head || cell == self.order[0];
        let open = |cell: Cell| self.board.neighbours(cell).filter(|&near| usable(near)).count() >= 2;
        // At the start the head is also the first cell of the cycle and would count once instead of twice.
        self.order.len() == 1 || self.board.cells().all(|cell| !self.is_free(cell) || open(cell))
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.free[self.board.index(cell)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_cycles_equals_the_published_count() {
        // Undirected counts from OEIS: A003763 for the squares, A006864 for four rows.
        for (rows, cols, undirected) in
            [(2, 2, 1), (2, 7, 1), (4, 4, 6), (3, 4, 2), (4, 5, 14), (4, 6, 37), (6, 6, 1072)]
        {
            let cycles = every_cycle(Board::new(rows, cols).expect("an even board"));
            assert_eq!(cycles.len(), 2 * undirected, "{rows}×{cols}");
        }
    }

    #[test]
    fn no_cycle_is_enumerated_twice() {
        let cycles = every_cycle(Board::new(4, 6).expect("an even board"));
        for (place, cycle) in cycles.iter().enumerate() {
            assert!(!cycles[..place].contains(cycle));
        }
    }
}
