//! Cycle repair: changes a Hamiltonian cycle so that it runs through a given path.
//!
//! ```text
//! a cycle ──insert_path──▶ the arcs of the path and all compatible arcs; some cells lack a successor, some a predecessor
//!         ──augment──▶ every cell has both, by shortest alternating paths as in bipartite matching: a set of cycles
//!         ──merge_cycles──▶ exchanges arcs on squares of four cells where two cycles pass each other, until one is left
//! ```
//!
//! All but the last step is exact: if a cell cannot be matched, no cycle runs through the path (Berge57).
//! Merging is greedy. On a square with a → b above and d → c below, the arcs a → c and d → b make one cycle
//! of two, and two of one: this is the splice of AutoSnake3 (AutoSnake3), which shortens a cycle by two
//! splices, one that splits a cycle off and one that merges it elsewhere. If two cycles pass a square in the
//! same direction, one of them is reversed first. Cells far from the path keep their arcs, so a repaired
//! cycle mostly keeps its shape.
//!
//! *Invariant:* a result is one Hamiltonian cycle that contains the path; a missing result proves nothing.

use crate::{Board, Cell, Cycle, CycleError, Direction};

/// The value for a missing cell.
const NONE: u32 = u32::MAX;

/// Repairs cycles of one board. Cells are identified by their number in reading order.
#[derive(Clone, Debug)]
pub struct CycleRepair {
    board: Board,
    /// By cell: its neighbours.
    near: Vec<[u32; 4]>,
    /// By cell: its successor and its predecessor.
    next: Vec<u32>,
    before: Vec<u32>,
    /// By cell: its successor and its predecessor on the cycle that was repaired last. Many repairs begin with
    /// the same cycle.
    known: Vec<u32>,
    known_before: Vec<u32>,
    /// The path, and the cells that lost their successor to it.
    path: Vec<u32>,
    cut: Vec<u32>,
    /// By cell: whether the path determines its successor, and its predecessor.
    leaves: Vec<bool>,
    enters: Vec<bool>,
    /// By cell: the last search that reached it, and the previous cell in that search.
    seen: Vec<u32>,
    from: Vec<u32>,
    search: u32,
    queue: Vec<u32>,
    /// By cell: the number of its cycle. By cycle: its number of cells, 0 after it was merged into another,
    /// and one of its cells.
    part: Vec<u32>,
    sizes: Vec<u32>,
    starts: Vec<u32>,
    /// The cycle that contains the path.
    fixed: Option<u32>,
    random: u64,
}

/// The largest number of cycles that are split so that others can be merged with them.
const MOST_SPLITS: usize = 4;

impl CycleRepair {
    /// Cycle repair for a board.
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
            known: vec![NONE; cells],
            known_before: vec![NONE; cells],
            path: Vec::new(),
            cut: Vec::new(),
            leaves: vec![false; cells],
            enters: vec![false; cells],
            seen: vec![0; cells],
            from: vec![NONE; cells],
            search: 0,
            queue: Vec::new(),
            part: vec![0; cells],
            sizes: Vec::new(),
            starts: Vec::new(),
            fixed: None,
            random: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// The neighbours of a cell.
    #[inline]
    pub fn near(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.near[cell].into_iter().filter(|&near| near != NONE).map(|near| near as usize)
    }

    /// The neighbour of a cell in a direction, by its place in [`Direction::ALL`].
    #[inline]
    pub fn beside(&self, cell: u32, side: usize) -> Option<u32> {
        Some(self.near[cell as usize][side]).filter(|&near| near != NONE)
    }

    /// By cell: its successor on a cycle.
    pub fn arcs(cycle: &Cycle) -> Vec<u32> {
        let board = cycle.board();
        board.cells().map(|cell| board.index(cycle.successor(cell)) as u32).collect()
    }

    /// The cycle with these arcs.
    ///
    /// # Errors
    /// If the arcs are no Hamiltonian cycle.
    pub fn cycle(&self, arcs: &[u32]) -> Result<Cycle, CycleError> {
        let cell = |index: u32| self.board.cell(index as usize);
        Cycle::from_arcs(self.board, arcs.iter().enumerate().map(|(from, &to)| (cell(from as u32), cell(to))))
    }

    /// Searches a cycle through this path that is similar to the cycle with these arcs. `None` proves
    /// nothing: a cycle may exist.
    pub fn cycle_through(&mut self, arcs: &[u32], path: impl Iterator<Item = u32>) -> Option<&[u32]> {
        self.insert_path(arcs, path);
        self.cut.sort_unstable();
        let cut = std::mem::take(&mut self.cut);
        let is_covered =
            cut.iter().all(|&cell| self.next[cell as usize] != NONE || self.augment(cell as usize));
        self.cut = cut;
        if !is_covered {
            return None;
        }
        self.merge_cycles().then_some(&self.next[..])
    }

    /// Sets the arcs of the path and keeps all arcs that are compatible with them.
    fn insert_path(&mut self, arcs: &[u32], path: impl Iterator<Item = u32>) {
        if self.known != arcs {
            self.known.copy_from_slice(arcs);
            for (cell, &next) in arcs.iter().enumerate() {
                self.known_before[next as usize] = cell as u32;
            }
        }
        self.next.copy_from_slice(&self.known);
        self.before.copy_from_slice(&self.known_before);
        self.leaves.fill(false);
        self.enters.fill(false);
        self.cut.clear();
        self.path.clear();
        self.path.extend(path);
        for place in 1..self.path.len() {
            let [from, to] = [self.path[place - 1], self.path[place]];
            let (old_next, old_before) = (self.next[from as usize], self.before[to as usize]);
            if old_next != to {
                if old_next != NONE {
                    self.before[old_next as usize] = NONE;
                }
                if old_before != NONE {
                    self.next[old_before as usize] = NONE;
                    self.cut.push(old_before);
                }
                self.next[from as usize] = to;
                self.before[to as usize] = from;
            }
            self.leaves[from as usize] = true;
            self.enters[to as usize] = true;
        }
    }

    /// Finds a successor for a cell without one by a shortest alternating path; returns whether it found one.
    fn augment(&mut self, start: usize) -> bool {
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
                    self.flip_path(to, start as u32);
                    return true;
                }
                self.queue.push(owner);
            }
        }
        false
    }

    /// Flips the alternating path from `start` to `to`.
    fn flip_path(&mut self, mut to: u32, start: u32) {
        loop {
            let cell = self.from[to as usize];
            let released = std::mem::replace(&mut self.next[cell as usize], to);
            self.before[to as usize] = cell;
            if cell == start {
                return;
            }
            to = released;
        }
    }

    /// Merges all cycles into one; `false` if it fails within the limit of splits.
    fn merge_cycles(&mut self) -> bool {
        self.find_cycles();
        self.fixed = self.path.first().map(|&cell| self.part[cell as usize]);
        let mut splits_left = MOST_SPLITS;
        loop {
            // The largest cycle stays in place; the others are tried in order.
            let largest = (0..self.sizes.len()).max_by_key(|&part| self.sizes[part]).unwrap_or_default();
            let mut others = (0..self.sizes.len()).filter(|&part| part != largest && self.sizes[part] > 0);
            let Some(first) = others.next() else { return true };
            let rest: Vec<usize> = others.collect();
            let is_merged =
                std::iter::once(first).chain(rest).any(|part| self.merge_with_neighbour(part as u32));
            if !is_merged {
                if splits_left == 0 || !self.split_beside(first as u32) {
                    return false;
                }
                splits_left -= 1;
            }
        }
    }

    /// Numbers the cycles.
    fn find_cycles(&mut self) {
        self.part.fill(NONE);
        self.sizes.clear();
        self.starts.clear();
        for cell in 0..self.next.len() {
            if self.part[cell] == NONE {
                let part = self.sizes.len() as u32;
                let size = self.label(cell as u32, part);
                self.sizes.push(size);
                self.starts.push(cell as u32);
            }
        }
    }

    /// Assigns a number to the cycle of this cell, and returns its number of cells.
    fn label(&mut self, start: u32, part: u32) -> u32 {
        let start = self.skip_path(start);
        let (mut cell, mut size) = (start, 0);
        loop {
            self.part[cell as usize] = part;
            size += 1;
            cell = self.next[cell as usize];
            if self.leaves[cell as usize] {
                cell = self.label_path(part);
                size += self.path.len() as u32 - 1;
            }
            if cell == start {
                return size;
            }
        }
    }

    /// Assigns the number of a cycle to the path, and returns its last cell. Following the arcs of the path one
    /// by one would take longer.
    fn label_path(&mut self, part: u32) -> u32 {
        self.path.iter().for_each(|&cell| self.part[cell as usize] = part);
        self.path[self.path.len() - 1]
    }

    /// The last cell of the path for its other cells, and each other cell itself. A walk along a cycle need not
    /// visit the arcs of the path, which stay.
    fn skip_path(&self, cell: u32) -> u32 {
        if self.leaves[cell as usize] { self.path[self.path.len() - 1] } else { cell }
    }

    /// The two cells on one side of an arc, next to its start and to its end.
    fn parallel(&self, from: u32, to: u32, side: usize) -> Option<(u32, u32)> {
        let is_row = from.abs_diff(to) == 1;
        let side = if is_row { 2 * side } else { 1 + 2 * side };
        let (one, other) = (self.near[from as usize][side], self.near[to as usize][side]);
        (one != NONE && other != NONE).then_some((one, other))
    }

    /// Whether the arc from one cell to another exists and does not belong to the path.
    fn is_free(&self, from: u32, to: u32) -> bool {
        self.next[from as usize] == to && !self.leaves[from as usize]
    }

    /// Merges a cycle with a cycle next to it; returns whether one was found.
    fn merge_with_neighbour(&mut self, part: u32) -> bool {
        let start = self.skip_path(self.starts[part as usize]);
        let mut from = start;
        loop {
            let to = self.next[from as usize];
            for side in 0..2 {
                let Some((one, other)) = self.parallel(from, to, side) else { continue };
                let there = self.part[one as usize];
                if there == part || there != self.part[other as usize] {
                    continue;
                }
                if self.is_free(other, one) {
                    self.splice(from, other, part, there);
                    return true;
                }
                if self.is_free(one, other) {
                    // Both arcs have the same direction, and the path lies on at most one of the cycles.
                    if self.fixed == Some(part) {
                        self.reverse(one);
                        self.splice(from, other, part, there);
                    } else {
                        self.reverse(from);
                        self.splice(to, one, part, there);
                    }
                    return true;
                }
            }
            from = self.skip_path(to);
            if from == start {
                return false;
            }
        }
    }

    /// Merges two cycles: exchanges the successors of a cell of each.
    fn splice(&mut self, from: u32, other: u32, part: u32, there: u32) {
        self.next.swap(from as usize, other as usize);
        let (lost, kept) = if self.sizes[part as usize] < self.sizes[there as usize] {
            (part, there)
        } else {
            (there, part)
        };
        let mut cell = if lost == part { other } else { from };
        cell = self.next[cell as usize];
        while self.part[cell as usize] == lost {
            if self.leaves[cell as usize] {
                cell = self.label_path(kept);
            }
            self.part[cell as usize] = kept;
            cell = self.next[cell as usize];
        }
        self.sizes[kept as usize] += std::mem::take(&mut self.sizes[lost as usize]);
        if self.fixed == Some(lost) {
            self.fixed = Some(kept);
        }
    }

    /// Splits another cycle so that one of its halves passes an arc of this cycle: c and d get an arc between
    /// them, parallel to the arc of a and b.
    ///
    /// ```text
    /// a → b        a → b
    /// c   d   ──▶  c ← d
    /// ↓   ↑
    /// e   f        e → f
    /// ```
    fn split_beside(&mut self, part: u32) -> bool {
        let start = self.skip_path(self.starts[part as usize]);
        let (mut choice, mut count) = (None, 0);
        let mut from = start;
        loop {
            let to = self.next[from as usize];
            for side in 0..2 {
                let Some((c, d)) = self.parallel(from, to, side) else { continue };
                let Some((e, f)) = self.beyond(c, d, from, to) else { continue };
                let there = self.part[c as usize];
                if there == part || self.part[d as usize] != there || self.part[e as usize] == part {
                    continue;
                }
                let cut = if self.is_free(c, e) && self.is_free(f, d) {
                    (c, f)
                } else if self.is_free(e, c) && self.is_free(d, f) {
                    (d, e)
                } else {
                    continue;
                };
                count += 1;
                if self.chance().is_multiple_of(count) {
                    choice = Some((cut, there));
                }
            }
            from = self.skip_path(to);
            if from == start {
                break;
            }
        }
        let Some(((one, other), there)) = choice else { return false };
        self.next.swap(one as usize, other as usize);
        // The cycle is now two; the second half gets a new number.
        let half = self.sizes.len() as u32;
        let size = self.label(other, half);
        self.sizes.push(size);
        self.starts.push(other);
        self.sizes[there as usize] -= size;
        self.starts[there as usize] = one;
        if self.fixed == Some(there)
            && self.path.first().is_some_and(|&cell| self.part[cell as usize] == half)
        {
            self.fixed = Some(half);
        }
        true
    }

    /// The cells behind c and d, seen from a and b.
    fn beyond(&self, c: u32, d: u32, a: u32, b: u32) -> Option<(u32, u32)> {
        let side = self.near[a as usize].iter().position(|&near| near == c)?;
        debug_assert_eq!(self.near[b as usize][side], d, "the four lie on a square");
        let (e, f) = (self.near[c as usize][side], self.near[d as usize][side]);
        (e != NONE && f != NONE).then_some((e, f))
    }

    /// A pseudo-random number, the same sequence for every new repair (Marsaglia03).
    fn chance(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// Reverses the cycle through this cell.
    fn reverse(&mut self, start: u32) {
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

    /// If a cycle through a path exists, the repair nearly always finds one; and each result contains the
    /// path.
    #[test]
    fn a_cycle_is_repaired_to_contain_a_path_of_another_cycle() {
        let board = Board::new(4, 6).expect("an even board");
        let cycles = every_cycle(board);
        let mut repair = CycleRepair::new(board);
        let (mut attempts, mut found) = (0, 0);
        for (number, cycle) in cycles.iter().enumerate() {
            for other in &cycles {
                let path = path(other, number % 24, 2 + number % 20);
                attempts += 1;
                if let Some(arcs) = repair.cycle_through(&CycleRepair::arcs(cycle), path.iter().copied()) {
                    found += 1;
                    let arcs = arcs.to_vec();
                    let cycle = repair.cycle(&arcs).expect("one cycle");
                    let cells: Vec<Cell> = path.iter().map(|&cell| board.cell(cell as usize)).collect();
                    assert!(cycle.contains_path(&cells));
                }
            }
        }
        assert!(found * 10 > attempts * 9, "{found} of {attempts}");
    }

    proptest! {
        #[test]
        fn a_path_of_the_cycle_leaves_it_unchanged(start in 0usize..48, length in 1usize..48) {
            let board = Board::new(6, 8).expect("an even board");
            let comb = Cycle::comb(board);
            let arcs = CycleRepair::arcs(&comb);
            let mut repair = CycleRepair::new(board);
            prop_assert_eq!(repair.cycle_through(&arcs, path(&comb, start, length).into_iter()), Some(&arcs[..]));
        }
    }
}
