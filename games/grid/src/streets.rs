//! One-way streets: Hamiltonian cycles as the walks round spanning trees of blocks.
//!
//! The board is cut into blocks of 2×2 cells; where a side is odd, the last blocks have a third row or column. Traffic goes
//! clockwise round every block, and where two blocks meet, one cell of each may be left for the other block instead:
//!
//! ```text
//! A B │ C D     Round the left block: A B F E. Round the right one: C D H G. The side between them is B, F, C, G:
//! E F │ G H     if it is open, B leads to C and G to F; if it is closed, B leads to F and G to C.
//! ```
//!
//! If the open sides are a spanning tree of the blocks, all arcs together are one Hamiltonian cycle: the walk round the tree
//! with the tree at the right hand. One block is a circle, and opening a side between two circles makes one of them. So
//! whether a cycle of streets runs through a snake is a question about trees: the snake says of some sides whether they are
//! open, and there is a cycle just if these are no circle of blocks and the sides not closed join all blocks.
//!
//! The construction is well known; Shchurov, Bilby: Solving Snake Using Hamiltonian Cycles (SolvingSnake), base their solvers on it.
//! Their boards are even in both directions; the third row or column is ours.

use crate::{Board, Cell, Cycle, CycleError};

/// A cell, block or side that is not there.
const NONE: u32 = u32::MAX;

/// The blocks of a board, the streets on it, and the sides where blocks meet. Cells are named by their number in reading order.
#[derive(Clone, Debug)]
pub struct Streets {
    board: Board,
    /// By cell: the next one round its block.
    turn: Vec<u32>,
    /// By cell: the cell of another block that it may lead to instead.
    exit: Vec<u32>,
    /// By cell: the side at its exit.
    side: Vec<u32>,
    /// By cell: its block.
    block: Vec<u32>,
    /// By side: the two blocks that meet there.
    meets: Vec<[u32; 2]>,
    /// By block: its sides.
    around: Vec<Vec<u32>>,
}

impl Streets {
    /// The clockwise streets of a board.
    pub fn clockwise(board: Board) -> Self {
        let (rows, cols) = (usize::from(board.rows()), usize::from(board.cols()));
        let (tall, wide) = (rows / 2, cols / 2);
        let cells = board.len();
        let mut streets = Self {
            board,
            turn: vec![NONE; cells],
            exit: vec![NONE; cells],
            side: vec![NONE; cells],
            block: vec![NONE; cells],
            meets: Vec::new(),
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
                    streets.turn[at(row, col)] = next as u32;
                    streets.block[at(row, col)] = block as u32;
                }
            }
            if x + 1 < wide {
                streets.join(
                    block,
                    block + 1,
                    [at(top, right), at(top, right + 1)],
                    [at(top + 1, right + 1), at(top + 1, right)],
                );
            }
            if y + 1 < tall {
                streets.join(
                    block,
                    block + wide,
                    [at(bottom, right), at(bottom + 1, right)],
                    [at(bottom + 1, right - 1), at(bottom, right - 1)],
                );
            }
        }
        streets
    }

    /// Notes that two blocks meet, and by which arcs one is left for the other.
    fn join(&mut self, one: usize, other: usize, there: [usize; 2], back: [usize; 2]) {
        let side = self.meets.len() as u32;
        self.meets.push([one as u32, other as u32]);
        self.around[one].push(side);
        self.around[other].push(side);
        for [from, to] in [there, back] {
            self.exit[from] = to as u32;
            self.side[from] = side;
        }
    }

    /// The same streets the other way.
    pub fn reversed(&self) -> Self {
        let mut reversed = self.clone();
        reversed.exit.fill(NONE);
        reversed.side.fill(NONE);
        for cell in 0..self.turn.len() {
            reversed.turn[self.turn[cell] as usize] = cell as u32;
            if let Some(to) = self.exit(cell) {
                reversed.exit[to] = cell as u32;
                reversed.side[to] = self.side[cell];
            }
        }
        reversed
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.around.len()
    }

    /// How many sides there are where blocks meet.
    pub fn sides(&self) -> usize {
        self.meets.len()
    }

    /// The block of a cell.
    #[inline]
    pub fn block(&self, cell: usize) -> usize {
        self.block[cell] as usize
    }

    /// The next cell round the block.
    #[inline]
    pub fn turn(&self, cell: usize) -> usize {
        self.turn[cell] as usize
    }

    /// The cells of a block, beginning with this one.
    pub fn round(&self, cell: usize) -> impl Iterator<Item = usize> {
        let next = move |&last: &usize| Some(self.turn(last)).filter(|&next| next != cell);
        std::iter::successors(Some(cell), next)
    }

    /// The cell of another block that this one leads to, where the side between them is open.
    #[inline]
    pub fn exit(&self, cell: usize) -> Option<usize> {
        Some(self.exit[cell]).filter(|&cell| cell != NONE).map(|cell| cell as usize)
    }

    /// The side at the exit of a cell.
    #[inline]
    pub fn side(&self, cell: usize) -> Option<usize> {
        Some(self.side[cell]).filter(|&side| side != NONE).map(|side| side as usize)
    }

    /// The two blocks that meet at a side.
    #[inline]
    pub fn meets(&self, side: usize) -> [usize; 2] {
        self.meets[side].map(|block| block as usize)
    }

    /// The sides of a block.
    pub fn around(&self, block: usize) -> impl Iterator<Item = usize> {
        self.around[block].iter().map(|&side| side as usize)
    }

    /// The block on the other side.
    #[inline]
    pub fn across(&self, side: usize, block: usize) -> usize {
        let [one, other] = self.meets(side);
        if one == block { other } else { one }
    }

    /// Where a cell leads to, for these open sides.
    #[inline]
    pub fn successor(&self, cell: usize, is_open: &[bool]) -> usize {
        match self.side[cell] {
            NONE => self.turn(cell),
            side if is_open[side as usize] => self.exit[cell] as usize,
            _ => self.turn(cell),
        }
    }

    /// The walk round the tree of the open sides.
    ///
    /// # Errors
    /// Where the open sides are no spanning tree.
    pub fn cycle(&self, is_open: &[bool]) -> Result<Cycle, CycleError> {
        let cell = |index: usize| self.board.cell(index);
        let arc = |from: usize| -> (Cell, Cell) { (cell(from), cell(self.successor(from, is_open))) };
        Cycle::from_arcs(self.board, (0..self.board.len()).map(arc))
    }

    /// The spanning tree that takes sides in this order and leaves out those that would close a circle (Kruskal 1956);
    /// `is_open` says which ones are in it to begin with.
    ///
    /// Sides that are not named stay closed; then the blocks may not all be joined.
    pub fn grow(&self, is_open: &mut [bool], order: impl IntoIterator<Item = usize>) {
        let mut joined = Joined::new(self.blocks());
        for side in (0..self.sides()).filter(|&side| is_open[side]) {
            let [one, other] = self.meets(side);
            joined.join(one, other);
        }
        for side in order {
            let [one, other] = self.meets(side);
            is_open[side] |= joined.join(one, other);
        }
    }
}

/// Which things have been joined, directly or by others (union and find, halving the ways).
#[derive(Clone, Debug)]
pub struct Joined {
    parent: Vec<u32>,
    parts: usize,
}

impl Joined {
    /// So many things, each alone.
    pub fn new(count: usize) -> Self {
        Self { parent: (0..count as u32).collect(), parts: count }
    }

    /// The representative of a thing.
    #[inline]
    pub fn find(&mut self, mut thing: usize) -> usize {
        while self.parent[thing] as usize != thing {
            self.parent[thing] = self.parent[self.parent[thing] as usize];
            thing = self.parent[thing] as usize;
        }
        thing
    }

    /// Joins two things and tells whether they were apart.
    #[inline]
    pub fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.find(one), self.find(other));
        self.parent[one] = other as u32;
        self.parts -= usize::from(one != other);
        one != other
    }

    /// How many parts there are that nothing joins.
    pub fn parts(&self) -> usize {
        self.parts
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
        fn every_spanning_tree_is_walked_round(board in boards(), seed: u64) {
            let streets = Streets::clockwise(board);
            let mut order: Vec<usize> = (0..streets.sides()).collect();
            order.sort_by_key(|&side| (side as u64 + 1).wrapping_mul(seed | 1).rotate_left(32));
            let mut is_open = vec![false; streets.sides()];
            streets.grow(&mut is_open, order);
            let cycle = streets.cycle(&is_open);
            prop_assert!(cycle.is_ok(), "{:?}", cycle);
            prop_assert_eq!(streets.reversed().cycle(&is_open), cycle.map(|cycle| cycle.reversed()));
            // One side more or less, and it is none.
            for side in 0..streets.sides() {
                is_open[side] ^= true;
                prop_assert!(streets.cycle(&is_open).is_err());
                is_open[side] ^= true;
            }
        }

        #[test]
        fn streets_lead_to_neighbours(board in boards()) {
            let streets = Streets::clockwise(board);
            prop_assert_eq!(streets.sides() + 1 >= streets.blocks(), true);
            for cell in 0..board.len() {
                let exit = streets.exit(cell);
                for next in exit.into_iter().chain([streets.turn(cell)]) {
                    prop_assert_eq!(board.cell(cell).manhattan(board.cell(next)), 1);
                }
                prop_assert_eq!(streets.block(cell), streets.block(streets.turn(cell)));
                prop_assert_eq!(exit.is_some(), streets.side(cell).is_some());
                if let (Some(exit), Some(side)) = (exit, streets.side(cell)) {
                    prop_assert_eq!(streets.across(side, streets.block(cell)), streets.block(exit));
                }
            }
        }
    }
}
