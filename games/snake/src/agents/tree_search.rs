//! A path of tree moves to the apple, over cells that the tail leaves before the head arrives.
//!
//! A* (HartNilssonRaphael68) over cells. Each cell is reached as early as possible; cells only become free
//! with time, so a later arrival has no advantage. A path may continue around its block, return over an edge
//! of the tree, or leave into a block that contains neither the path nor, at that step, the present snake.
//! This does not guarantee a spanning tree, so the caller must check the path; most paths pass.
//!
//! Among paths of equal length, the search prefers certain shapes, as cell-variant does with other penalties
//! (Twanvl). A small price for each passed edge keeps edges available for the tree, a smaller one for each
//! free cell next to the path makes the snake fill gaps. Noise selects other paths, strong noise longer ones.
//! Mean of 200 games at 8×8 and 10×10: 490.1 and 1036.0 steps without prices, 481.8 and 1022.9 with both.

use super::outlook::Outlook;
use super::route::trace;
use super::tie_break::{STEP, TieBreak};
use hamadryad_grid::{Cell, Direction, TreeMoves};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cost of passing an edge over which the path could leave its block.
const PASSED: u32 = 4;
/// The cost of each free cell next to the path.
const FREE_NEIGHBOUR: u32 = 1;
/// The value for a missing neighbour.
const NONE: u32 = u32::MAX;

/// Parameters of one search.
struct Aim<'a> {
    outlook: &'a Outlook,
    goal: Cell,
    tie_break: TieBreak,
}

/// The search, with reusable memory.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// The cell of each number.
    cells: Vec<Cell>,
    /// By cell: its neighbours.
    near: Vec<[u32; 4]>,
    /// By block: the first step at which the present snake has left it.
    clears: Vec<u32>,
    /// By edge: the first step at which the snake no longer requires it.
    open_until: Vec<u32>,
    costs: Vec<u32>,
    steps: Vec<u32>,
    before: Vec<u32>,
    /// Cells to expand, each with the lower bound of the path cost, the part of it behind the cell, and the
    /// cell.
    queue: BinaryHeap<Reverse<(u32, u32, u32)>>,
    path: Vec<u32>,
}

impl Search {
    pub(super) fn new(moves: &TreeMoves) -> Self {
        let board = moves.board();
        let cells = board.len();
        let near = |cell: Cell| {
            Direction::ALL.map(|way| board.step(cell, way).map_or(NONE, |near| board.index(near) as u32))
        };
        Self {
            cells: board.cells().collect(),
            near: board.cells().map(near).collect(),
            clears: vec![0; moves.blocks()],
            open_until: vec![0; moves.edges()],
            costs: vec![u32::MAX; cells],
            steps: vec![0; cells],
            before: vec![0; cells],
            queue: BinaryHeap::new(),
            path: Vec::new(),
        }
    }

    /// A path to the apple, from the successor of the head on; empty if none exists.
    pub(super) fn path(
        &mut self,
        moves: &TreeMoves,
        outlook: &Outlook,
        apple: usize,
        tie_break: TieBreak,
    ) -> &[u32] {
        self.look(moves, outlook);
        self.costs.fill(u32::MAX);
        self.queue.clear();
        self.path.clear();
        let head = outlook.head();
        (self.costs[head], self.steps[head]) = (0, 0);
        let aim = Aim { outlook, goal: self.cells[apple], tie_break };
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
            let turn = moves.turn(cell);
            let passes = if moves.edge(cell).is_some() { PASSED } else { 0 };
            self.reach(cell, turn, steps, cost + passes, &aim);
            if let Some(exit) = moves.exit(cell)
                && self.may_leave(moves, outlook, cell, exit, steps)
            {
                self.reach(cell, exit, steps, cost, &aim);
            }
        }
        &self.path
    }

    fn look(&mut self, moves: &TreeMoves, outlook: &Outlook) {
        self.clears.fill(0);
        self.open_until.fill(0);
        let mut last: Option<usize> = None;
        for &cell in outlook.body() {
            let cell = cell as usize;
            let clears = &mut self.clears[moves.block(cell)];
            *clears = outlook.opens(cell).max(*clears);
            if let Some(from) = last.replace(cell)
                && moves.exit(from) == Some(cell)
                && let Some(edge) = moves.edge(from)
            {
                self.open_until[edge] = outlook.opens(from).max(self.open_until[edge]);
            }
        }
    }

    fn reach(&mut self, from: usize, to: usize, steps: u32, cost: u32, aim: &Aim<'_>) {
        let &Aim { outlook, goal, tie_break } = aim;
        if steps < outlook.opens(to) {
            return;
        }
        let is_free = |&&near: &&u32| near != NONE && outlook.opens(near as usize) <= steps;
        let free = self.near[to].iter().filter(is_free).count() as u32;
        let cost = cost + STEP + free * FREE_NEIGHBOUR + tie_break.price(to);
        if cost < self.costs[to] {
            (self.costs[to], self.steps[to], self.before[to]) = (cost, steps, from as u32);
            let left = STEP * self.cells[to].manhattan(goal);
            self.queue.push(Reverse((cost + left, left, to as u32)));
        }
    }

    /// Whether a path may leave its block at this cell and step.
    fn may_leave(&self, moves: &TreeMoves, outlook: &Outlook, from: usize, exit: usize, steps: u32) -> bool {
        let Some(edge) = moves.edge(from) else { return false };
        if self.open_until[edge] > steps {
            return true;
        }
        let block = moves.block(exit);
        let mut is_new = self.clears[block] <= steps;
        let mut cell = from;
        // Cells of the way that the snake has left are free again.
        for _ in 0..outlook.body().len().min(steps as usize - 1) {
            let before = self.before[cell] as usize;
            if moves.exit(before) == Some(cell) && moves.edge(before) == Some(edge) {
                return true;
            }
            is_new &= moves.block(cell) != block;
            cell = before;
        }
        is_new
    }
}
