//! Tree moves: Hamiltonian cycles as walks around spanning trees of blocks.
//!
//! The board is divided into blocks of 2×2 cells; if a side is odd, the last blocks have a third row or
//! column. Moves follow every block clockwise, and where two blocks meet, one cell of each may lead into the
//! other block instead:
//!
//! ```text
//! A B │ C D     Around the left block: A B F E. Around the right one: C D H G. The edge between them has the cells
//! E F │ G H     B, F, C, G: if the tree contains it, B leads to C and G to F; otherwise B leads to F and G to C.
//! ```
//!
//! If the chosen edges are a spanning tree of the blocks, all arcs together are one Hamiltonian cycle: the
//! walk around the tree with the tree on its right. Each block alone is a cycle, and each chosen edge between
//! two cycles joins them. Therefore a cycle of tree moves through a snake is a spanning tree with
//! constraints: the snake requires some edges and excludes others, and a solution exists if and only if the
//! required edges contain no cycle and the edges that are not excluded connect all blocks.
//!
//! The construction is well known; Shchurov and Bilby (SolvingSnake) base their solvers on it, for boards
//! with two even sides. The third row or column extends it to all boards.

use crate::{Board, Cell, Cycle, CycleError};

/// The value for a missing cell, block or edge.
const NONE: u32 = u32::MAX;

/// The blocks of a board, the moves on it, and the edges between blocks. Cells are identified by their number
/// in reading order.
#[derive(Clone, Debug)]
pub struct TreeMoves {
    board: Board,
    /// By cell: the next cell around its block.
    turn: Vec<u32>,
    /// By cell: the cell of another block to which it may lead instead.
    exit: Vec<u32>,
    /// By cell: the edge at its exit.
    edge: Vec<u32>,
    /// By cell: its block.
    block: Vec<u32>,
    /// By edge: the two blocks that it joins.
    ends: Vec<[u32; 2]>,
    /// By block: its edges.
    around: Vec<Vec<u32>>,
}

impl TreeMoves {
    /// The clockwise moves of a board.
    pub fn clockwise(board: Board) -> Self {
        let (rows, cols) = (usize::from(board.rows()), usize::from(board.cols()));
        let (tall, wide) = (rows / 2, cols / 2);
        let cells = board.len();
        let mut moves = Self {
            board,
            turn: vec![NONE; cells],
            exit: vec![NONE; cells],
            edge: vec![NONE; cells],
            block: vec![NONE; cells],
            ends: Vec::new(),
            around: vec![Vec::new(); tall * wide],
        };
        for block in 0..tall * wide {
            let (y, x) = (block / wide, block % wide);
            let (top, left) = (2 * y, 2 * x);
            let bottom = if y + 1 == tall { rows - 1 } else { top + 1 };
            let right = if x + 1 == wide { cols - 1 } else { left + 1 };
            let at = |row: usize, col: usize| row * cols + col;
            for row in top..=bottom {
                for col in left..=right {
                    let next = match (row, col) {
                        _ if row == top && col < right => at(row, col + 1),
                        _ if col == right && row < bottom => at(row + 1, col),
                        _ if row == bottom && col > left => at(row, col - 1),
                        _ => at(row - 1, col),
                    };
                    moves.turn[at(row, col)] = next as u32;
                    moves.block[at(row, col)] = block as u32;
                }
            }
            if x + 1 < wide {
                moves.add_edge(
                    block,
                    block + 1,
                    [at(top, right), at(top, right + 1)],
                    [at(top + 1, right + 1), at(top + 1, right)],
                );
            }
            if y + 1 < tall {
                moves.add_edge(
                    block,
                    block + wide,
                    [at(bottom, right), at(bottom + 1, right)],
                    [at(bottom + 1, right - 1), at(bottom, right - 1)],
                );
            }
        }
        moves
    }

    /// Adds an edge between two blocks, with the arcs that lead over it.
    fn add_edge(&mut self, one: usize, other: usize, there: [usize; 2], back: [usize; 2]) {
        let edge = self.ends.len() as u32;
        self.ends.push([one as u32, other as u32]);
        self.around[one].push(edge);
        self.around[other].push(edge);
        for [from, to] in [there, back] {
            self.exit[from] = to as u32;
            self.edge[from] = edge;
        }
    }

    /// The reversed moves.
    pub fn reversed(&self) -> Self {
        let mut reversed = self.clone();
        reversed.exit.fill(NONE);
        reversed.edge.fill(NONE);
        for cell in 0..self.turn.len() {
            reversed.turn[self.turn[cell] as usize] = cell as u32;
            if let Some(to) = self.exit(cell) {
                reversed.exit[to] = cell as u32;
                reversed.edge[to] = self.edge[cell];
            }
        }
        reversed
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.around.len()
    }

    /// The number of edges between blocks.
    pub fn edges(&self) -> usize {
        self.ends.len()
    }

    /// The block of a cell.
    #[inline]
    pub fn block(&self, cell: usize) -> usize {
        self.block[cell] as usize
    }

    /// The next cell around the block.
    #[inline]
    pub fn turn(&self, cell: usize) -> usize {
        self.turn[cell] as usize
    }

    /// The cells of a block, beginning with this cell.
    pub fn round(&self, cell: usize) -> impl Iterator<Item = usize> {
        let next = move |&last: &usize| Some(self.turn(last)).filter(|&next| next != cell);
        std::iter::successors(Some(cell), next)
    }

    /// The cell of another block to which this cell leads if the tree contains the edge between them.
    #[inline]
    pub fn exit(&self, cell: usize) -> Option<usize> {
        Some(self.exit[cell]).filter(|&cell| cell != NONE).map(|cell| cell as usize)
    }

    /// The edge at the exit of a cell.
    #[inline]
    pub fn edge(&self, cell: usize) -> Option<usize> {
        Some(self.edge[cell]).filter(|&edge| edge != NONE).map(|edge| edge as usize)
    }

    /// The two blocks that an edge joins.
    #[inline]
    pub fn ends(&self, edge: usize) -> [usize; 2] {
        self.ends[edge].map(|block| block as usize)
    }

    /// The edges of a block.
    pub fn edges_of(&self, block: usize) -> impl Iterator<Item = usize> {
        self.around[block].iter().map(|&edge| edge as usize)
    }

    /// The other block of an edge.
    #[inline]
    pub fn other_end(&self, edge: usize, block: usize) -> usize {
        let [one, other] = self.ends(edge);
        if one == block { other } else { one }
    }

    /// The successor of a cell in the walk around a tree, given as a flag for each edge.
    #[inline]
    pub fn successor(&self, cell: usize, tree: &[bool]) -> usize {
        match self.edge[cell] {
            NONE => self.turn(cell),
            edge if tree[edge as usize] => self.exit[cell] as usize,
            _ => self.turn(cell),
        }
    }

    /// The walk around a tree.
    ///
    /// # Errors
    /// If the edges are no spanning tree.
    pub fn cycle(&self, tree: &[bool]) -> Result<Cycle, CycleError> {
        let cell = |index: usize| self.board.cell(index);
        let arc = |from: usize| -> (Cell, Cell) { (cell(from), cell(self.successor(from, tree))) };
        Cycle::from_arcs(self.board, (0..self.board.len()).map(arc))
    }

    /// Extends a forest to a spanning tree: takes the edges in this order and omits those that would close a
    /// cycle (Kruskal56). `tree` contains the initial edges.
    ///
    /// Edges outside `order` are not added; then the blocks may stay disconnected.
    pub fn grow(&self, tree: &mut [bool], order: impl IntoIterator<Item = usize>) {
        let mut classes = UnionFind::new(self.blocks());
        for edge in (0..self.edges()).filter(|&edge| tree[edge]) {
            let [one, other] = self.ends(edge);
            classes.union(one, other);
        }
        for edge in order {
            let [one, other] = self.ends(edge);
            tree[edge] |= classes.union(one, other);
        }
    }
}

/// A partition of numbers, refined by unions (union and find, with path halving).
#[derive(Clone, Debug)]
pub struct UnionFind {
    parent: Vec<u32>,
    classes: usize,
}

impl UnionFind {
    /// `count` numbers, each in a class of its own.
    pub fn new(count: usize) -> Self {
        Self { parent: (0..count as u32).collect(), classes: count }
    }

    /// The representative of the class of a number.
    #[inline]
    pub fn find(&mut self, mut number: usize) -> usize {
        while self.parent[number] as usize != number {
            self.parent[number] = self.parent[self.parent[number] as usize];
            number = self.parent[number] as usize;
        }
        number
    }

    /// Unites the classes of two numbers; returns whether they were different.
    #[inline]
    pub fn union(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.find(one), self.find(other));
        self.parent[one] = other as u32;
        self.classes -= usize::from(one != other);
        one != other
    }

    /// The number of classes.
    pub fn classes(&self) -> usize {
        self.classes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn boards() -> impl Strategy<Value = Board> {
        (2usize..12, 2usize..12).prop_filter_map("even", |(rows, cols)| Board::new(rows, cols).ok())
    }

    proptest! {
        #[test]
        fn the_walk_around_every_spanning_tree_is_hamiltonian(board in boards(), seed: u64) {
            let moves = TreeMoves::clockwise(board);
            let mut order: Vec<usize> = (0..moves.edges()).collect();
            order.sort_by_key(|&edge| (edge as u64 + 1).wrapping_mul(seed | 1).rotate_left(32));
            let mut tree = vec![false; moves.edges()];
            moves.grow(&mut tree, order);
            let cycle = moves.cycle(&tree);
            prop_assert!(cycle.is_ok(), "{:?}", cycle);
            prop_assert_eq!(moves.reversed().cycle(&tree), cycle.map(|cycle| cycle.reversed()));
            // Adding or removing a single edge destroys the tree.
            for edge in 0..moves.edges() {
                tree[edge] ^= true;
                prop_assert!(moves.cycle(&tree).is_err());
                tree[edge] ^= true;
            }
        }

        #[test]
        fn moves_lead_to_neighbours(board in boards()) {
            let moves = TreeMoves::clockwise(board);
            prop_assert_eq!(moves.edges() + 1 >= moves.blocks(), true);
            for cell in 0..board.len() {
                let exit = moves.exit(cell);
                for next in exit.into_iter().chain([moves.turn(cell)]) {
                    prop_assert_eq!(board.cell(cell).manhattan(board.cell(next)), 1);
                }
                prop_assert_eq!(moves.block(cell), moves.block(moves.turn(cell)));
                prop_assert_eq!(exit.is_some(), moves.edge(cell).is_some());
                if let (Some(exit), Some(edge)) = (exit, moves.edge(cell)) {
                    prop_assert_eq!(moves.other_end(edge, moves.block(cell)), moves.block(exit));
                }
            }
        }
    }
}
