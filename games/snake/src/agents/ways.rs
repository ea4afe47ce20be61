//! All ways to the apple with a given number of steps, or a random sample if they are many.
//!
//! Walks to the apple are counted backwards, layer by layer, from each cell in each number of steps, over
//! cells that are free at that step. A walk from the head that follows these numbers always reaches the
//! apple; it is discarded if it visits a cell twice.

use super::outlook::Outlook;
use hamadryad_grid::CycleRepair;

/// The number of walks inspected for each requested way; some walks visit a cell twice.
const WALKS_A_WAY: usize = 20;

/// The enumeration, with reusable memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    /// By remaining steps, then by cell: the number of walks to the apple, which may exceed integers.
    counts: Vec<Vec<f64>>,
    is_on_way: Vec<bool>,
    way: Vec<u32>,
    random: u64,
}

impl Ways {
    pub(super) fn new(cells: usize) -> Self {
        Self { is_on_way: vec![false; cells], random: 0x9e37_79b9_7f4a_7c15, ..Self::default() }
    }

    /// Passes at most `most` ways with `steps` steps, from the successor of the head on, to `take`; returns
    /// whether these are all.
    pub(super) fn each(
        &mut self,
        grid: &CycleRepair,
        outlook: &Outlook,
        apple: usize,
        [steps, most]: [usize; 2],
        take: &mut dyn FnMut(&[u32]),
    ) -> bool {
        let walks = self.look(grid, outlook, apple, steps);
        if walks == 0.0 {
            return true;
        }
        if walks <= (WALKS_A_WAY * most) as f64 {
            let mut left = [most, WALKS_A_WAY * most];
            self.way.clear();
            self.extend(grid, outlook.head(), steps, &mut left, take);
            self.is_on_way[outlook.head()] = false;
            return !left.contains(&0);
        }
        for _ in 0..most {
            if self.by_chance(grid, outlook.head(), steps) {
                take(&self.way);
            }
        }
        false
    }

    /// Counts the walks with this number of steps.
    fn look(&mut self, grid: &CycleRepair, outlook: &Outlook, apple: usize, steps: usize) -> f64 {
        let cells = self.is_on_way.len();
        while self.counts.len() <= steps {
            self.counts.push(vec![0.0; cells]);
        }
        self.counts[0].fill(0.0);
        self.counts[0][apple] = 1.0;
        for left in 1..=steps {
            let (before, rest) = self.counts.split_at_mut(left);
            let (last, here) = (&before[left - 1], &mut rest[0]);
            here.fill(0.0);
            let step = (steps - left) as u32;
            for (cell, &walks) in last.iter().enumerate().filter(|&(_, &walks)| walks > 0.0) {
                for from in grid.near(cell).filter(|&from| from != apple) {
                    if outlook.opens(from) <= step || step == 0 && from == outlook.head() {
                        here[from] += walks;
                    }
                }
            }
        }
        self.counts[steps][outlook.head()]
    }

    /// Extends the way from a cell in all directions; `left` limits ways and steps.
    fn extend(
        &mut self,
        grid: &CycleRepair,
        cell: usize,
        steps: usize,
        left: &mut [usize; 2],
        take: &mut dyn FnMut(&[u32]),
    ) {
        if steps == 0 {
            left[0] -= 1;
            take(&self.way);
            return;
        }
        self.is_on_way[cell] = true;
        for to in grid.near(cell) {
            let is_on = self.counts[steps - 1][to] > 0.0 && !self.is_on_way[to];
            if is_on && !left.contains(&0) {
                left[1] -= 1;
                self.way.push(to as u32);
                self.extend(grid, to, steps - 1, left, take);
                self.way.pop();
            }
        }
        self.is_on_way[cell] = false;
    }

    /// Samples a walk uniformly; `false` if it visits a cell twice.
    fn by_chance(&mut self, grid: &CycleRepair, head: usize, steps: usize) -> bool {
        self.way.clear();
        let mut cell = head;
        self.is_on_way[cell] = true;
        for left in (0..steps).rev() {
            let open = |to: &usize| !self.is_on_way[*to] && self.counts[left][*to] > 0.0;
            let walks: f64 = grid.near(cell).filter(open).map(|to| self.counts[left][to]).sum();
            let mut rest = chance(&mut self.random) * walks;
            let mut choice = None;
            for to in grid.near(cell).filter(open) {
                choice = Some(to);
                rest -= self.counts[left][to];
                if rest < 0.0 {
                    break;
                }
            }
            let Some(to) = choice else { break };
            cell = to;
            self.is_on_way[cell] = true;
            self.way.push(cell as u32);
        }
        self.is_on_way[head] = false;
        self.way.iter().for_each(|&cell| self.is_on_way[cell as usize] = false);
        self.way.len() == steps
    }
}

/// A pseudo-random number in [0, 1).
pub(super) fn chance(random: &mut u64) -> f64 {
    (random_number(random) >> 11) as f64 / (1u64 << 53) as f64
}

/// A pseudo-random number, the same sequence in every game (Marsaglia03).
pub(super) fn random_number(random: &mut u64) -> u64 {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    *random
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Apples, Game};
    use hamadryad_grid::{Board, Cell};

    /// On an empty board from corner to corner, all shortest ways are returned, each once.
    #[test]
    fn each_returns_all_ways_of_a_length() {
        let board = Board::new(4, 4).expect("an even board");
        let game = Game::new(board, Apples::from_seed(1));
        let (grid, mut outlook) = (CycleRepair::new(board), Outlook::default());
        outlook.look(&game);
        let mut ways = Ways::new(board.len());
        let mut ask = |apple: Cell, steps, most| {
            let mut list = Vec::new();
            let apple = board.index(apple);
            let all = ways.each(&grid, &outlook, apple, [steps, most], &mut |way| list.push(way.to_vec()));
            for way in &list {
                assert_eq!((way.len(), way.last()), (steps, Some(&(apple as u32))));
                let cells: Vec<Cell> = [0].iter().chain(way).map(|&cell| board.cell(cell as usize)).collect();
                assert!(hamadryad_grid::Path::new(board.grid(), cells).is_ok());
            }
            list.sort_unstable();
            list.dedup();
            (list.len(), all)
        };
        assert_eq!(ask(Cell::new(3, 3), 6, 100), (20, true));
        assert_eq!(ask(Cell::new(3, 3), 5, 100), (0, true));
        assert_eq!(ask(Cell::new(3, 3), 6, 20), (20, false));
        let (found, all) = ask(Cell::new(3, 3), 10, 8);
        assert!(found <= 8 && !all);
    }
}
