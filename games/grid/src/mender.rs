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

use crate::{Board, Cell, Cycle, CycleError, Direction};

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
    /// By cell: the cycle that it is on. By cycle: how many cells it has, none if it is part of another by now, and one of them.
    part: Vec<u32>,
    sizes: Vec<u32>,
    starts: Vec<u32>,
    /// A cell of the path, and the cycle that it is on.
    path_at: Option<u32>,
    fixed: Option<u32>,
    random: u64,
}

/// How often a cycle is cut so that others can be joined to it.
const PATIENCE: usize = 4;

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
            sizes: Vec::new(),
            starts: Vec::new(),
            path_at: None,
            fixed: None,
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// The cells beside a cell.
    #[inline]
    pub fn near(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.near[cell].into_iter().filter(|&near| near != NONE).map(|near| near as usize)
    }

    /// The cell beside a cell on one side, in the order of [`Direction::ALL`].
    #[inline]
    pub fn beside(&self, cell: u32, side: usize) -> Option<u32> {
        Some(self.near[cell as usize][side]).filter(|&near| near != NONE)
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
        self.path_at = None;
        let mut last: Option<u32> = None;
        for to in path {
            let Some(from) = last.replace(to) else {
                self.path_at = Some(to);
                continue;
            };
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
        self.divide();
        self.fixed = self.path_at.map(|cell| self.part[cell as usize]);
        let mut patience = PATIENCE;
        loop {
            // The largest one stays where it is; of the others each is looked at in turn.
            let largest = (0..self.sizes.len()).max_by_key(|&part| self.sizes[part]).unwrap_or_default();
            let mut others = (0..self.sizes.len()).filter(|&part| part != largest && self.sizes[part] > 0);
            let Some(first) = others.next() else { return true };
            let rest: Vec<usize> = others.collect();
            let is_attached = std::iter::once(first).chain(rest).any(|part| self.attach(part as u32));
            if !is_attached {
                if patience == 0 || !self.loosen(first as u32) {
                    return false;
                }
                patience -= 1;
            }
        }
    }

    /// Finds the cycles that there are.
    fn divide(&mut self) {
        self.part.fill(NONE);
        self.sizes.clear();
        self.starts.clear();
        for cell in 0..self.next.len() {
            if self.part[cell] == NONE {
                let part = self.sizes.len() as u32;
                let size = self.name(cell as u32, part);
                self.sizes.push(size);
                self.starts.push(cell as u32);
            }
        }
    }

    /// Names the cycle through this cell, and counts its cells.
    fn name(&mut self, start: u32, part: u32) -> u32 {
        let (mut cell, mut size) = (start, 0);
        loop {
            self.part[cell as usize] = part;
            size += 1;
            cell = self.next[cell as usize];
            if cell == start {
                return size;
            }
        }
    }

    /// The cells on one side of an arc, beside where it begins and where it ends.
    fn along(&self, from: u32, to: u32, side: usize) -> Option<(u32, u32)> {
        let is_row = from.abs_diff(to) == 1;
        let side = if is_row { 2 * side } else { 1 + 2 * side };
        let (one, other) = (self.near[from as usize][side], self.near[to as usize][side]);
        (one != NONE && other != NONE).then_some((one, other))
    }

    /// Whether the arc from one cell to another is there, and not the path's.
    fn is_loose(&self, from: u32, to: u32) -> bool {
        self.next[from as usize] == to && !self.leaves[from as usize]
    }

    /// Joins a cycle to another that passes beside it, if there is one.
    fn attach(&mut self, part: u32) -> bool {
        let start = self.starts[part as usize];
        let mut from = start;
        loop {
            let to = self.next[from as usize];
            if !self.leaves[from as usize] {
                for side in 0..2 {
                    let Some((one, other)) = self.along(from, to, side) else { continue };
                    let there = self.part[one as usize];
                    if there == part || there != self.part[other as usize] {
                        continue;
                    }
                    if self.is_loose(other, one) {
                        self.cross(from, other, part, there);
                        return true;
                    }
                    if self.is_loose(one, other) {
                        // They pass in the same direction, and the path lies on one of them at most.
                        if self.fixed == Some(part) {
                            self.turn(one);
                            self.cross(from, other, part, there);
                        } else {
                            self.turn(from);
                            self.cross(to, one, part, there);
                        }
                        return true;
                    }
                }
            }
            from = to;
            if from == start {
                return false;
            }
        }
    }

    /// Makes one cycle of two: each of these cells, of one and of another, gets the other's next one.
    fn cross(&mut self, from: u32, other: u32, part: u32, there: u32) {
        self.next.swap(from as usize, other as usize);
        let (lost, kept) = if self.sizes[part as usize] < self.sizes[there as usize] {
            (part, there)
        } else {
            (there, part)
        };
        let mut cell = if lost == part { other } else { from };
        cell = self.next[cell as usize];
        while self.part[cell as usize] == lost {
            self.part[cell as usize] = kept;
            cell = self.next[cell as usize];
        }
        self.sizes[kept as usize] += std::mem::take(&mut self.sizes[lost as usize]);
        if self.fixed == Some(lost) {
            self.fixed = Some(kept);
        }
    }

    /// Cuts another cycle in two, so that one of the halves passes an arc of this one: c and d get an arc between
    /// them, beside that of a and b.
    ///
    /// ```text
    /// a → b        a → b
    /// c   d   ──▶  c ← d
    /// ↓   ↑
    /// e   f        e → f
    /// ```
    fn loosen(&mut self, part: u32) -> bool {
        let start = self.starts[part as usize];
        let (mut choice, mut count) = (None, 0);
        let mut from = start;
        loop {
            let to = self.next[from as usize];
            for side in 0..2 {
                if self.leaves[from as usize] {
                    break;
                }
                let Some((c, d)) = self.along(from, to, side) else { continue };
                let Some((e, f)) = self.beyond(c, d, from, to) else { continue };
                let there = self.part[c as usize];
                if there == part || self.part[d as usize] != there || self.part[e as usize] == part {
                    continue;
                }
                let cut = if self.is_loose(c, e) && self.is_loose(f, d) {
                    (c, f)
                } else if self.is_loose(e, c) && self.is_loose(d, f) {
                    (d, e)
                } else {
                    continue;
                };
                count += 1;
                if self.chance().is_multiple_of(count) {
                    choice = Some((cut, there));
                }
            }
            from = to;
            if from == start {
                break;
            }
        }
        let Some(((one, other), there)) = choice else { return false };
        self.next.swap(one as usize, other as usize);
        // Two now; the other half gets a name of its own.
        let half = self.sizes.len() as u32;
        let size = self.name(other, half);
        self.sizes.push(size);
        self.starts.push(other);
        self.sizes[there as usize] -= size;
        self.starts[there as usize] = one;
        if self.fixed == Some(there) && self.path_at.is_some_and(|cell| self.part[cell as usize] == half) {
            self.fixed = Some(half);
        }
        true
    }

    /// The cells beyond two cells, seen from two others.
    fn beyond(&self, c: u32, d: u32, a: u32, b: u32) -> Option<(u32, u32)> {
        let side = self.near[a as usize].iter().position(|&near| near == c)?;
        debug_assert_eq!(self.near[b as usize][side], d, "the four lie on a square");
        let (e, f) = (self.near[c as usize][side], self.near[d as usize][side]);
        (e != NONE && f != NONE).then_some((e, f))
    }

    /// A number by chance, always the same ones for a new mender (G. Marsaglia: Xorshift RNGs, 2003).
    fn chance(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// Turns the cycle through this cell round.
    fn turn(&mut self, start: u32) {
        let (mut last, mut cell) = (start, self.next[start as usize]);
        while cell != start {
            let next = std::mem::replace(&mut self.next[cell as usize], last);
            (last, cell) = (cell, next);
        }
        self.next[start as usize] = last;
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
