//! The tree inside a Hamiltonian cycle.
//!
//! Four cells meet at a corner. The corners inside a Hamiltonian cycle of the board, joined to their
//! neighbours inside, form a tree: a cycle of corners would enclose cells that the Hamiltonian cycle does not
//! reach. The Hamiltonian cycle is the walk around this tree; if the cycle was built from a spanning tree of
//! blocks, this is the same tree.

use hamadryad_grid::{Cell, Cycle};

/// The edges of the tree inside a Hamiltonian cycle. A corner is named by the cell of which it is the lower right corner.
pub fn inner_tree(cycle: &Cycle) -> Vec<(Cell, Cell)> {
    let board = cycle.board();
    let (rows, cols) = (board.rows(), board.cols());
    let is_on = |from: Cell, to: Cell| cycle.successor(from) == to || cycle.successor(to) == from;
    let mut is_inside = vec![false; board.len()];
    for row in 0..rows - 1 {
        // Each arc of the cycle that is crossed along the row toggles between outside and inside.
        let mut inside = false;
        for col in 0..cols - 1 {
            inside ^= is_on(Cell::new(row, col), Cell::new(row + 1, col));
            is_inside[board.index(Cell::new(row, col))] = inside;
        }
    }
    let has = |cell: Cell| is_inside[board.index(cell)];
    let corners = board.cells().filter(|&cell| has(cell));
    corners
        .flat_map(|cell| {
            let around = [Cell::new(cell.row, cell.col + 1), Cell::new(cell.row + 1, cell.col)];
            around.map(|next| (cell, next))
        })
        .filter(|&(_, next)| board.contains(next) && has(next))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad_grid::{Board, every_cycle};

    #[test]
    fn the_corners_inside_every_cycle_form_a_tree() {
        for (rows, cols) in [(2, 2), (2, 5), (4, 4), (3, 6), (4, 5)] {
            let board = Board::new(rows, cols).expect("a board with cycles");
            for cycle in every_cycle(board) {
                let edges = inner_tree(&cycle);
                // By Pick's theorem there are as many corners inside as half the cells, less one.
                assert_eq!(edges.len() + 2, board.len() / 2, "{board}");
                let mut joined: Vec<usize> = (0..board.len()).collect();
                for (from, to) in edges {
                    let (from, to) = (joined[board.index(from)], joined[board.index(to)]);
                    assert_ne!(from, to, "{board}: the corners form a cycle");
                    joined.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
                }
            }
        }
    }
}
