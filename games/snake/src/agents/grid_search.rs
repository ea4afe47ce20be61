//! A path to the apple on the plain grid, over cells that the tail will have left when the head comes there.
//!
//! A* over cells (P. Hart, N. Nilsson, B. Raphael, 1968), each come to as early as possible. Among paths of the same length those are taken that have
//! few free cells beside them, so that the snake fills gaps while it can; noise makes other paths, much noise longer ones.

use super::outlook::Outlook;
use super::route::trace;
use super::taste::{STEP, Taste};
use hamadryad_grid::{Board, Cell, Mender};
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
    /// By number: the cell.
    cells: Vec<Cell>,
    costs: Vec<u32>,
    steps: Vec<u32>,
    before: Vec<u32>,
    /// Cells to go on from, with the least that a path by them costs, and how much is left of this.
    queue: BinaryHeap<Reverse<(u32, u32, u32)>>,
    path: Vec<u32>,
}

impl Search {
    pub(super) fn new(board: Board) -> Self {
        let count = board.len();
        let cells = board.cells().collect();
        Self {
            cells,
            costs: vec![0; count],
            steps: vec![0; count],
            before: vec![0; count],
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
        let goal = self.cells[apple];
        self.queue.push(Reverse((0, 0, head as u32)));
        while let Some(Reverse((least, left, cell))) = self.queue.pop() {
            let (cost, cell) = (least - left, cell as usize);
            if cost != self.costs[cell] {
                continue;
            }
            if cell == apple {
                trace(&self.before, head, apple, &mut self.path);
                break;
            }
            let steps = self.steps[cell] + 1;
            for to in grid.near(cell).filter(|&to| outlook.opens(to) <= steps) {
                let free = grid.near(to).filter(|&near| outlook.opens(near) <= steps).count() as u32;
                let leaves = if kept.arcs[cell] as usize == to { 0 } else { kept.price };
                let cost = cost + STEP + leaves + free * FREE_NEIGHBOUR + taste.price(to);
                if cost < self.costs[to] {
                    (self.costs[to], self.steps[to], self.before[to]) = (cost, steps, cell as u32);
                    let left = STEP * self.cells[to].manhattan(goal);
                    self.queue.push(Reverse((cost + left, left, to as u32)));
                }
            }
        }
        &self.path
    }
}
