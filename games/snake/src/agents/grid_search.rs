//! A path to the apple on the plain grid, over cells that the tail will have left when the head comes there.
//!
//! Dijkstra's search over cells, each come to as early as possible. Among paths of the same length those are taken that have
//! few free cells beside them, so that the snake fills gaps while it can; noise makes other paths, much noise longer ones.

use super::outlook::Outlook;
use super::taste::{STEP, Taste};
use hamadryad_grid::Mender;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What each free cell beside the path costs.
const FREE_NEIGHBOUR: u32 = 1;

/// A cycle to keep to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept<'a> {
    /// By cell: the next one.
    pub(super) arcs: &'a [u32],
    /// What it costs to leave it.
    pub(super) price: u32,
}

/// The search, with its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    costs: Vec<u32>,
    steps: Vec<u32>,
    before: Vec<u32>,
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    path: Vec<u32>,
}

impl Search {
    pub(super) fn new(cells: usize) -> Self {
        Self {
            costs: vec![u32::MAX; cells],
            steps: vec![0; cells],
            before: vec![0; cells],
            ..Self::default()
        }
    }

    /// A path to the apple, from the cell next to the head on; empty if there is none.
    pub(super) fn path(
        &mut self,
        grid: &Mender,
        outlook: &Outlook,
        kept: Kept<'_>,
        apple: usize,
        taste: Taste,
    ) -> &[u32] {
        self.costs.fill(u32::MAX);
        self.queue.clear();
        self.path.clear();
        let head = outlook.head();
        (self.costs[head], self.steps[head]) = (0, 0);
        self.queue.push(Reverse((0, head as u32)));
        while let Some(Reverse((cost, cell))) = self.queue.pop() {
            let cell = cell as usize;
            if cost != self.costs[cell] {
                continue;
            }
            if cell == apple {
                self.trace(head, apple);
                break;
            }
            let steps = self.steps[cell] + 1;
            for to in grid.near(cell).filter(|&to| outlook.opens(to) <= steps) {
                let free = grid.near(to).filter(|&near| outlook.opens(near) <= steps).count() as u32;
                let leaves = if kept.arcs[cell] as usize == to { 0 } else { kept.price };
                let cost = cost + STEP + leaves + free * FREE_NEIGHBOUR + taste.price(to);
                if cost < self.costs[to] {
                    (self.costs[to], self.steps[to], self.before[to]) = (cost, steps, cell as u32);
                    self.queue.push(Reverse((cost, to as u32)));
                }
            }
        }
        &self.path
    }

    fn trace(&mut self, head: usize, apple: usize) {
        let mut cell = apple;
        while cell != head {
            self.path.push(cell as u32);
            cell = self.before[cell] as usize;
        }
        self.path.reverse();
    }
}
