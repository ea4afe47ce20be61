//! A path to the apple on the plain grid, over cells that the tail leaves before the head arrives.
//!
//! A* (HartNilssonRaphael68) over cells; each cell is reached as early as possible. Among paths of equal
//! length, the search prefers paths next to few free cells, so that the snake fills gaps early; noise selects
//! other paths, strong noise longer ones.

use super::outlook::Outlook;
use super::route::trace;
use super::tie_break::{STEP, TieBreak};
use hamadryad_grid::{Board, Cell, CycleRepair};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cost of each free cell next to the path.
const FREE_NEIGHBOUR: u32 = 1;

/// A cycle with a price for leaving it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept<'a> {
    /// By cell: the next cell of the cycle.
    pub(super) arcs: &'a [u32],
    /// The price of each step that leaves the cycle.
    pub(super) price: u32,
}

/// The search, with reusable memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    /// The cell of each number.
    cells: Vec<Cell>,
    costs: Vec<u32>,
    steps: Vec<u32>,
    before: Vec<u32>,
    /// Cells to expand, each with the lower bound of the path cost, the part of it behind the cell, and the
    /// cell.
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

    /// A path to the apple, from the successor of the head on; empty if none exists.
    pub(super) fn path(
        &mut self,
        grid: &CycleRepair,
        outlook: &Outlook,
        kept: Kept<'_>,
        apple: usize,
        tie_break: TieBreak,
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
                let cost = cost + STEP + leaves + free * FREE_NEIGHBOUR + tie_break.price(to);
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
