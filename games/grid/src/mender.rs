//! Hamiltonian cycles through a given path, made from one that does not run through it: cut, mended, joined again.
//!
//! ```text
//! a cycle ──cut──▶ the path's own arcs, and the others as they were; some cells have lost the next, some the one before
//!         ──mend──▶ every cell has both again, by shortest alternating paths, as in a bipartite matching: some cycles
//!         ──join──▶ at squares of four cells where two of them pass each other, until there is one
//! ```
//!
//! All but the last step is exact: if the arcs cannot be mended, there is no cycle through the path (C. Berge, 1957). Joining is
//! greedy. At a square with a → b above and d → c below, the arcs a → c and d → b make one cycle of two, and two of one:
//! that is the splice of AutoSnake3 (github.com/MatejKotas/AutoSnake3), who shortens a cycle by two splices, one that cuts a
//! loop off and one that joins it elsewhere. Where two cycles pass a square in the same direction, one is turned round first.
//! Cells far from the path keep their arcs, so that a cycle that is mended often stays in good shape.

use crate::{Board, Cell, Cycle, CycleError, Direction, Joined};

/// No cell.
const NONE: u32 = u32::MAX;

/// Mends cycles of one board. Cells are named by their number in reading order.
#[derive(Clone, Debug)]
pub struct Mender {
    board: Board,
    /// By cell: the cells beside it.
    near: Vec<[u32; 4]>,
    /// By cell: the next one, and the one before.
    next: Vec<u32>,
    before: Vec<u32>,
    /// By cell: whether the path says which cell is next, and before.
    leaves: Vec<bool>,
    enters: Vec<bool>,
    /// By cell: in which search it was come to last, and from where.
    seen: Vec<u32>,
    from: Vec<u32>,
    search: u32,
    queue: Vec<u32>,
    /// By cell: the cycle that it is on, and the next one as it was before the last cut.
    part: Vec<u32>,
    spare: Vec<u32>,
    random: u64,
}

/// How often a cycle is cut so that others can be joined to it.
const PATIENCE: usize = 3;

impl Mender {
    /// For a board.
    pub fn new(board: Board) -> Self {
        let cells = board.len();
        let near = |cell: Cell| {
            Direction::ALL.map(|way| board.step(cell, way).map_or(NONE, |near| board.index(near) as u32))
        };
        Self {
            board,
            near: board.cells().map(near).collect(),
            next: vec![NONE; cells],
            before: vec![NONE; cells],
            leaves: vec![false; cells],
            enters: vec![false; cells],
            seen: vec![0; cells],
            from: vec![NONE; cells],
            search: 0,
            queue: Vec::new(),
            part: vec![0; cells],
            spare: vec![NONE; cells],
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// The cells beside a cell.
    #[inline]
    pub fn near(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.near[cell].into_iter().filter(|&near| near != NONE).map(|near| near as usize)
    }

    /// By cell: the next one on a cycle.
    pub fn arcs(cycle: &Cycle) -> Vec<u32> {
        let board = cycle.board();
        board.cells().map(|cell| board.index(cycle.successor(cell)) as u32).collect()
    }

    /// The cycle that has these arcs.
    ///
    /// # Errors
    /// Where there is none.
    pub fn cycle(&self, arcs: &[u32]) -> Result<Cycle, CycleError> {
        let cell = |index: u32| self.board.cell(index as usize);
        Cycle::from_arcs(self.board, arcs.iter().enumerate().map(|(from, &to)| (cell(from as u32), cell(to))))
    }

    /// Looks for a cycle through this path, near to these arcs, which are a cycle of the board. `None` says nothing: there may be
    /// one.
    pub fn mend(&mut self, arcs: &[u32], path: impl Iterator<Item = u32>) -> Option<&[u32]> {
        self.cut(arcs, path);
        let cells = self.board.len();
        for cell in 0..cells {
            if self.next[cell] == NONE && !self.find_next(cell) {
                return None;
            }
        }
        self.join().then_some(&self.next[..])
    }

    /// Takes the arcs of the path, and of the others those that go with them.
    fn cut(&mut self, arcs: &[u32], path: impl Iterator<Item = u32>) {
        self.next.copy_from_slice(arcs);
        for (cell, &next) in arcs.iter().enumerate() {
            self.before[next as usize] = cell as u32;
        }
        self.leaves.fill(false);
        self.enters.fill(false);
        let mut last: Option<u32> = None;
        for to in path {
            let Some(from) = last.replace(to) else { continue };
            let (old_next, old_before) = (self.next[from as usize], self.before[to as usize]);
            if old_next != to {
                if old_next != NONE {
                    self.before[old_next as usize] = NONE;
                }
                if old_before != NONE {
                    self.next[old_before as usize] = NONE;
                }
                self.next[from as usize] = to;
                self.before[to as usize] = from;
            }
            self.leaves[from as usize] = true;
            self.enters[to as usize] = true;
        }
    }

    /// Finds a next cell for one that has none, by giving others another one: a shortest alternating path.
    fn find_next(&mut self, start: usize) -> bool {
        self.search += 1;
        self.queue.clear();
        self.queue.push(start as u32);
        let mut place = 0;
        while place < self.queue.len() {
            let cell = self.queue[place];
            place += 1;
            for to in self.near[cell as usize] {
                if to == NONE || self.enters[to as usize] || self.seen[to as usize] == self.search {
                    continue;
                }
                self.seen[to as usize] = self.search;
                self.from[to as usize] = cell;
                let owner = self.before[to as usize];
                if owner == NONE {
                    self.hand_over(to, start as u32);
                    return true;
                }
                self.queue.push(owner);
            }
        }
        false
    }

    /// Gives the cell to the one that came to it, what that one had to the one that came to that, and so on.
    fn hand_over(&mut self, mut to: u32, start: u32) {
        loop {
            let cell = self.from[to as usize];
            let given_up = std::mem::replace(&mut self.next[cell as usize], to);
            self.before[to as usize] = cell;
            if cell == start {
                return;
            }
            to = given_up;
        }
    }

    /// Makes one cycle of all; `false` if it has tried long enough.
    fn join(&mut self) -> bool {
        let mut left = self.join_greedily();
        for _ in 0..PATIENCE {
            if left == 1 {
                break;
            }
            self.spare.copy_from_slice(&self.next);
            if !self.loosen() {
                return false;
            }
            let now = self.join_greedily();
            if now > left {
                self.next.copy_from_slice(&self.spare);
            } else {
                left = now;
            }
        }
        left == 1
    }

    /// Joins cycles as long as two pass a square, and tells how many are left.
    fn join_greedily(&mut self) -> usize {
        let cells = self.board.len();
        let (rows, cols) = (usize::from(self.board.rows()), usize::from(self.board.cols()));
        let mut parts = Joined::new(cells);
        for cell in 0..cells {
            parts.join(cell, self.next[cell] as usize);
        }
        let mut is_fixed: Vec<bool> = Vec::new();
        while parts.parts() > 1 {
            let before = parts.parts();
            for row in 0..rows - 1 {
                for col in 0..cols - 1 {
                    let corner = row * cols + col;
                    let square = [corner, corner + 1, corner + cols + 1, corner + cols];
                    self.join_at(square, &mut parts);
                }
            }
            if parts.parts() == before {
                is_fixed.clear();
                is_fixed.resize(cells, false);
                for cell in 0..cells {
                    is_fixed[parts.find(cell)] |= self.leaves[cell];
                }
                if !self.turn_one(&is_fixed, &mut parts) {
                    break;
                }
            }
        }
        for cell in 0..cells {
            self.part[cell] = parts.find(cell) as u32;
        }
        parts.parts()
    }

    /// Cuts one cycle in two, at a place chosen by chance, so that a third one passes an arc of it: c and d get an arc between
    /// them, beside that of a and b on another cycle.
    ///
    /// ```text
    /// a → b        a → b
    /// c   d   ──▶  c ← d
    /// ↓   ↑
    /// e   f        e → f
    /// ```
    fn loosen(&mut self) -> bool {
        let (mut choice, mut count) = (None, 0);
        for c in 0..self.board.len() {
            for (ahead, sides) in [(1, [0, 2]), (2, [1, 3])] {
                let d = self.near[c][ahead];
                if d == NONE || self.next[c] == d || self.next[d as usize] as usize == c {
                    continue;
                }
                for [here, there] in [sides, [sides[1], sides[0]]] {
                    let [a, b] = [self.near[c][here], self.near[d as usize][here]];
                    let [e, f] = [self.near[c][there], self.near[d as usize][there]];
                    if a == NONE || e == NONE || self.part[a as usize] == self.part[c] {
                        continue;
                    }
                    let swap = [(c as u32, f), (d, e)].into_iter().find(|&(one, other)| {
                        let goes = |from: u32, to: u32| {
                            self.next[from as usize] == to && !self.leaves[from as usize]
                        };
                        let (back, on) = if one == d { (f, c as u32) } else { (e, d) };
                        goes(one, back) && goes(other, on)
                    });
                    let is_passed = [(a, b), (b, a)]
                        .into_iter()
                        .any(|(from, to)| self.next[from as usize] == to && !self.leaves[from as usize]);
                    if let Some(swap) = swap.filter(|_| is_passed) {
                        count += 1;
                        if self.chance().is_multiple_of(count) {
                            choice = Some(swap);
                        }
                    }
                }
            }
        }
        let Some((one, other)) = choice else { return false };
        self.next.swap(one as usize, other as usize);
        true
    }

    /// A number by chance, always the same ones for a new mender (G. Marsaglia: Xorshift RNGs, 2003).
    fn chance(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// Joins two cycles that pass this square, its cells clockwise, in opposite directions.
    fn join_at(&mut self, square: [usize; 4], parts: &mut Joined) {
        let next = square.map(|cell| self.next[cell] as usize);
        for (one, other) in [(0, 2), (1, 3)] {
            let (left, right) = (square[one + 1], square[(one + 3) % 4]);
            let passes =
                next[one] == left && next[other] == right || next[one] == right && next[other] == left;
            let (one, other) = (square[one], square[other]);
            if passes && !self.leaves[one] && !self.leaves[other] && parts.join(one, other) {
                self.next.swap(one, other);
                return;
            }
        }
    }

    /// Turns a cycle round that passes another one in the same direction, and has nothing of the path.
    fn turn_one(&mut self, is_fixed: &[bool], parts: &mut Joined) -> bool {
        let cols = usize::from(self.board.cols());
        for cell in 0..self.board.len() {
            let part = parts.find(cell);
            if is_fixed[part] {
                continue;
            }
            let next = self.next[cell] as usize;
            // The arcs beside this one: above and below it, or left and right of it.
            let is_row = cell.abs_diff(next) == 1;
            let beside =
                |cell: usize, way: usize| self.near[cell][if is_row { 2 * way } else { 1 + 2 * way }];
            for way in 0..2 {
                let (from, to) = (beside(cell, way), beside(next, way));
                if from == NONE || to == NONE {
                    continue;
                }
                let (from, to) = (from as usize, to as usize);
                if self.next[from] as usize == to && !self.leaves[from] && parts.find(from) != part {
                    debug_assert!(is_row || cell.abs_diff(next) == cols, "arcs lead to neighbours");
                    self.turn(cell);
                    return true;
                }
            }
        }
        false
    }

    fn turn(&mut self, start: usize) {
        let (mut last, mut cell) = (start, self.next[start] as usize);
        while cell != start {
            let next = std::mem::replace(&mut self.next[cell], last as u32) as usize;
            (last, cell) = (cell, next);
        }
        self.next[start] = last as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::every_cycle;
    use proptest::prelude::*;

    /// A path of a cycle, as numbers of cells.
    fn path(cycle: &Cycle, start: usize, length: usize) -> Vec<u32> {
        let cells = cycle.cells();
        let cell = |place: usize| cycle.board().index(cells[place % cells.len()]) as u32;
        (start..start + length).map(cell).collect()
    }

    /// Where there is a cycle through a path, one is nearly always found; and what is found is one.
    #[test]
    fn cycles_are_mended_through_paths_of_other_cycles() {
        let board = Board::new(4, 6).expect("an even board");
        let cycles = every_cycle(board);
        let mut mender = Mender::new(board);
        let (mut asked, mut found) = (0, 0);
        for (number, cycle) in cycles.iter().enumerate() {
            for other in &cycles {
                let path = path(other, number % 24, 2 + number % 20);
                asked += 1;
                if let Some(arcs) = mender.mend(&Mender::arcs(cycle), path.iter().copied()) {
                    found += 1;
                    let arcs = arcs.to_vec();
                    let cycle = mender.cycle(&arcs).expect("one cycle");
                    let cells: Vec<Cell> = path.iter().map(|&cell| board.cell(cell as usize)).collect();
                    assert!(cycle.contains_path(&cells));
                }
            }
        }
        assert!(found * 10 > asked * 9, "{found} of {asked}");
    }

    proptest! {
        #[test]
        fn a_path_of_the_cycle_itself_changes_nothing(start in 0usize..48, length in 1usize..48) {
            let board = Board::new(6, 8).expect("an even board");
            let comb = Cycle::comb(board);
            let arcs = Mender::arcs(&comb);
            let mut mender = Mender::new(board);
            prop_assert_eq!(mender.mend(&arcs, path(&comb, start, length).into_iter()), Some(&arcs[..]));
        }
    }
}
