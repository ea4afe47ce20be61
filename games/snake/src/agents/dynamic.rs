//! `dynamic`: at each apple a new spanning tree that begins with a path to the apple.
//!
//! After Shchurov and Bilby (SolvingSnake). The snake follows tree moves ([`TreeMoves`]), and its cells
//! determine the state of the edges that it passes. A* (HartNilssonRaphael68) finds a path to the apple: it
//! continues around a block, leaves into a block that neither the snake nor the path has visited, or returns
//! over an edge of the tree. The remaining edges extend the path to a tree by depth-first search. Branches
//! that only the path separates from the tree are connected over the path, so that the snake leaves the path
//! to walk around them; then, or if no path was found, the way is *indirect*. With jitter, an indirect way is
//! planned again after a number of steps, because the tail has freed cells by then; `always` plans at every
//! step.
//!
//! Differences to the original, apart from the direction of the search: a plan is checked against the exact
//! condition for a tree ([`super::block_constraints`]), so a way always exists, for every initial snake; and
//! a plan on the way must reach the apple at least as soon as the old plan.

use super::block_constraints::{BlockConstraints, EdgeState};
use super::kind::{Jitter, StartError};
use super::outlook::Outlook;
use super::route::trace;
use super::{Agent, Guarantee};
use crate::{Game, PlanError};
use hamadryad_grid::{Cell, Cycle, Direction, TreeMoves};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Follows a spanning tree that is rebuilt for each apple.
#[derive(Clone, Debug)]
pub struct Dynamic {
    moves: TreeMoves,
    jitter: Jitter,
    constraints: BlockConstraints,
    outlook: Outlook,
    search: Search,
    /// By edge: whether the current tree contains it.
    tree: Vec<bool>,
    /// Number of apples eaten at the last plan.
    eaten: Option<u64>,
    /// Steps to the apple, and whether they follow a path of the search.
    left: usize,
    is_direct: bool,
    /// Steps since the last plan.
    walked: u32,
    plans: u64,
}

impl Dynamic {
    /// An agent for a game that begins.
    ///
    /// # Errors
    /// If no spanning tree of blocks gives a cycle through the snake.
    pub fn new(game: &Game, jitter: Jitter) -> Result<Self, StartError> {
        let (moves, constraints) = BlockConstraints::of_start(game)?;
        let tree = constraints.tree(&moves, 0..moves.edges()).ok_or(StartError::NoTree)?;
        Ok(Self {
            search: Search::new(&moves),
            moves,
            jitter,
            constraints,
            outlook: Outlook::default(),
            tree,
            eaten: None,
            left: 0,
            is_direct: false,
            walked: 0,
            plans: 0,
        })
    }

    /// Whether a plan is due.
    fn plan_due(&self, game: &Game) -> bool {
        self.eaten != Some(game.statistics().apples)
            || match self.jitter {
                Jitter::Never => false,
                Jitter::Indirect(steps) => !self.is_direct && self.walked >= steps,
                Jitter::Always => true,
            }
    }

    fn plan(&mut self, game: &Game, apple: usize) {
        self.plans += 1;
        self.walked = 0;
        if self.eaten.replace(game.statistics().apples) != self.eaten {
            self.left = usize::MAX;
        }
        self.outlook.look(game);
        self.constraints.clear();
        let body = self.outlook.body().iter().copied();
        let is_on_tree = self.constraints.add(&self.moves, body);
        debug_assert!(is_on_tree, "the snake follows a tree");
        let head = self.outlook.head();
        let path = self.search.path(&self.moves, &self.constraints, &self.outlook, apple);
        let is_path = self.constraints.prefer(&self.moves, path.iter().copied());
        debug_assert!(is_path, "a path keeps to what is locked");
        let direct = Some(path.len()).filter(|&cells| cells > 0).map(|cells| cells - 1);
        // Blocks next to the snake, from its tail on, come after the apple in the walk.
        let blocks = self.outlook.body().iter().chain(path.iter().rev());
        let blocks = blocks.map(|&cell| self.moves.block(cell as usize));
        let order = self.constraints.depth_first(&self.moves, blocks);
        let tree = self.constraints.tree(&self.moves, order.into_iter());
        debug_assert!(tree.is_some(), "what the path passes may be opened, and there was a tree without it");
        if let Some(tree) = tree {
            self.take(tree, head, apple, direct);
        }
    }

    /// Follows this tree unless the rest of the current way is shorter.
    fn take(&mut self, tree: Vec<bool>, head: usize, apple: usize, direct: Option<usize>) {
        let mut steps = 0;
        let mut cell = head;
        while cell != apple {
            cell = self.moves.successor(cell, &tree);
            steps += 1;
        }
        if steps <= self.left {
            (self.tree, self.left, self.is_direct) = (tree, steps, direct == Some(steps));
        }
    }
}

impl Agent for Dynamic {
    fn next(&mut self, game: &Game) -> Result<Direction, PlanError> {
        let board = game.board();
        if self.plan_due(game)
            && let Some(apple) = game.apple()
        {
            self.plan(game, board.index(apple));
        }
        self.walked += 1;
        self.left = self.left.saturating_sub(1);
        let next = board.cell(self.moves.successor(board.index(game.head()), &self.tree));
        Ok(game.head().direction_to(next).expect("moves lead to neighbours"))
    }

    fn certificate(&self, _: &Game) -> Option<Cycle> {
        self.moves.cycle(&self.tree).ok()
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::EveryStep
    }

    fn searched(&self) -> Vec<(Cell, u32)> {
        let board = self.moves.board();
        let costs = self.search.costs.iter().enumerate().filter(|&(_, &cost)| cost < u32::MAX);
        costs.map(|(cell, cost)| (board.cell(cell), cost / STEP)).collect()
    }

    fn plans(&self) -> u64 {
        self.plans
    }
}

/// The cost of a step in the search.
const STEP: u32 = 1024;

/// A* search for a path to the apple.
#[derive(Clone, Debug)]
struct Search {
    /// By block: whether the snake occupies one of its cells.
    is_visited: Vec<bool>,
    /// By cell: the cost of the best path to it, and the previous cell; the largest number if no path was
    /// found.
    costs: Vec<u32>,
    before: Vec<u32>,
    /// Cells to expand, each with the lower bound of the path cost, the part of it behind the cell, and the
    /// cell.
    open: BinaryHeap<Reverse<(u32, u32, u32)>>,
    path: Vec<u32>,
}

impl Search {
    fn new(moves: &TreeMoves) -> Self {
        let cells = moves.board().len();
        Self {
            is_visited: vec![false; moves.blocks()],
            costs: vec![u32::MAX; cells],
            before: vec![0; cells],
            open: BinaryHeap::new(),
            path: Vec::new(),
        }
    }

    /// A path from the head to the apple, including both; empty if none exists.
    fn path(
        &mut self,
        moves: &TreeMoves,
        constraints: &BlockConstraints,
        outlook: &Outlook,
        apple: usize,
    ) -> &[u32] {
        self.is_visited.fill(false);
        for &cell in outlook.body() {
            self.is_visited[moves.block(cell as usize)] = true;
        }
        self.costs.fill(u32::MAX);
        self.open.clear();
        self.path.clear();
        let goal = moves.board().cell(apple);
        let distance = |cell: usize| STEP * moves.board().cell(cell).manhattan(goal);
        let head = outlook.head();
        self.costs[head] = 0;
        self.open.push(Reverse((distance(head), distance(head), head as u32)));
        while let Some(Reverse((least, away, cell))) = self.open.pop() {
            let cell = cell as usize;
            if least - away != self.costs[cell] {
                continue;
            }
            if cell == apple {
                self.path.push(head as u32);
                trace(&self.before, head, apple, &mut self.path);
                break;
            }
            let edge = moves.edge(cell);
            let state = edge.map_or(EdgeState::Excluded, |edge| constraints.get(edge));
            let turn = Some(moves.turn(cell)).filter(|_| state != EdgeState::Required);
            let exit = moves.exit(cell).filter(|&exit| match state {
                EdgeState::Required => true,
                EdgeState::Excluded | EdgeState::Avoided => false,
                EdgeState::Free => self.may_leave(moves, head, cell, exit),
            });
            // Among paths of equal length, a path with few turns in its blocks excludes few edges.
            let round = STEP + u32::from(state == EdgeState::Free);
            let ways = [exit.map(|exit| (exit, STEP)), turn.map(|turn| (turn, round))];
            for (next, price) in ways.into_iter().flatten() {
                let cost = self.costs[cell] + price;
                if !outlook.is_taken(next) && cost < self.costs[next] {
                    (self.costs[next], self.before[next]) = (cost, cell as u32);
                    let away = distance(next);
                    self.open.push(Reverse((cost + away, away, next as u32)));
                }
            }
        }
        &self.path
    }

    /// Whether the path at a cell may leave into the next block: the block is new to the path and the snake,
    /// or the path came over the same edge.
    ///
    /// Costs increase along a path, so the path is walked back only as far as the first cell of that block
    /// that the search has reached; in most calls it has reached none.
    fn may_leave(&self, moves: &TreeMoves, head: usize, from: usize, exit: usize) -> bool {
        let block = moves.block(exit);
        let mut is_new = !self.is_visited[block];
        let costs = moves.round(exit).map(|cell| self.costs[cell]);
        let Some(first) = costs.filter(|&cost| cost < self.costs[from]).min() else { return is_new };
        let mut cell = from;
        while cell != head && self.costs[cell] >= first {
            let before = self.before[cell] as usize;
            if moves.exit(before) == Some(cell) && moves.edge(before) == moves.edge(from) {
                return true;
            }
            is_new &= moves.block(cell) != block;
            cell = before;
        }
        is_new
    }
}
