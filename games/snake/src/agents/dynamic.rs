//! `dynamic`: at each apple a new spanning tree, which begins with a path to it.
//!
//! After Shchurov, Bilby: Solving Snake Using Hamiltonian Cycles (SolvingSnake). The snake lies on one-way streets ([`Streets`]) and
//! locks the sides that it passes. A path to the apple is searched on the streets with A*: it goes round a block clockwise, or
//! outward into a block that neither the snake nor the path has been in, or back over a side that is open. What path and snake
//! leave loose becomes a tree depth first. Branches that only the path keeps from the tree are joined to it all the same, and
//! the snake will leave the path to go round them; then, or if there was no path at all, the way is *indirect*. With jitter,
//! an indirect way is planned again after so many steps, since the tail has left something free by then; `always` plans again
//! at every step.
//!
//! The search goes from the head here, from the apple there; that is the same. What differs: a plan is checked against the
//! exact condition for a tree ([`super::locks`]), so that there is always a way on, whatever the snake started as; and a
//! plan made on the way must lead to the apple as soon as the old one.

use super::kind::{Jitter, StartError};
use super::locks::{Lock, Locks};
use super::outlook::Outlook;
use super::route::trace;
use super::{Agent, Promise};
use crate::{Game, PlanError};
use hamadryad_grid::{Cycle, Direction, Streets};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Follows a spanning tree that is made anew for each apple.
#[derive(Clone, Debug)]
pub struct Dynamic {
    streets: Streets,
    jitter: Jitter,
    locks: Locks,
    outlook: Outlook,
    search: Search,
    /// By side: the tree that is followed.
    is_open: Vec<bool>,
    /// How many apples were eaten when the last plan was made.
    eaten: Option<u64>,
    /// Steps to the apple, and whether they are a path that was looked for.
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
    /// Where the snake does not lie on one-way streets.
    pub fn new(game: &Game, jitter: Jitter) -> Result<Self, StartError> {
        let (streets, locks) = Locks::of_start(game)?;
        let is_open = locks.tree(&streets, 0..streets.sides()).ok_or(StartError::OffStreets)?;
        Ok(Self {
            search: Search::new(&streets),
            streets,
            jitter,
            locks,
            outlook: Outlook::default(),
            is_open,
            eaten: None,
            left: 0,
            is_direct: false,
            walked: 0,
            plans: 0,
        })
    }

    /// Whether it is time for a plan.
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
        self.locks.clear();
        let body = self.outlook.body().iter().copied();
        let is_on_streets = self.locks.add(&self.streets, body);
        debug_assert!(is_on_streets, "the snake follows a tree");
        let head = self.outlook.head();
        let path = self.search.path(&self.streets, &self.locks, &self.outlook, apple);
        let is_path = self.locks.wish(&self.streets, path.iter().copied());
        debug_assert!(is_path, "a path keeps to what is locked");
        let direct = Some(path.len()).filter(|&cells| cells > 0).map(|cells| cells - 1);
        // What hangs on the snake, from its tail on, is passed after the apple.
        let blocks = self.outlook.body().iter().chain(path.iter().rev());
        let blocks = blocks.map(|&cell| self.streets.block(cell as usize));
        let order = self.locks.depth_first(&self.streets, blocks);
        let tree = self.locks.tree(&self.streets, order.into_iter());
        debug_assert!(tree.is_some(), "what the path passes may be opened, and there was a tree without it");
        if let Some(tree) = tree {
            self.take(tree, head, apple, direct);
        }
    }

    /// Follows this tree, unless the way that is left is shorter.
    fn take(&mut self, tree: Vec<bool>, head: usize, apple: usize, direct: Option<usize>) {
        let mut steps = 0;
        let mut cell = head;
        while cell != apple {
            cell = self.streets.successor(cell, &tree);
            steps += 1;
        }
        if steps <= self.left {
            (self.is_open, self.left, self.is_direct) = (tree, steps, direct == Some(steps));
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
        let next = board.cell(self.streets.successor(board.index(game.head()), &self.is_open));
        Ok(game.head().direction_to(next).expect("streets lead to neighbours"))
    }

    fn certificate(&self, _: &Game) -> Option<Cycle> {
        self.streets.cycle(&self.is_open).ok()
    }

    fn promise(&self) -> Promise {
        Promise::EveryStep
    }

    fn plans(&self) -> u64 {
        self.plans
    }
}

/// What a step costs in the search.
const STEP: u32 = 1024;

/// The search for a path to the apple.
#[derive(Clone, Debug)]
struct Search {
    /// By block: whether the snake is in it.
    is_visited: Vec<bool>,
    /// By cell: the cost of the way to it, and the cell before it; no cost if it was not come to.
    costs: Vec<u32>,
    before: Vec<u32>,
    /// Cells to go on from, with the least that a path by them costs, and how much is left of this.
    open: BinaryHeap<Reverse<(u32, u32, u32)>>,
    path: Vec<u32>,
}

impl Search {
    fn new(streets: &Streets) -> Self {
        let cells = streets.board().len();
        Self {
            is_visited: vec![false; streets.blocks()],
            costs: vec![u32::MAX; cells],
            before: vec![0; cells],
            open: BinaryHeap::new(),
            path: Vec::new(),
        }
    }

    /// A path from the head to the apple, both included; empty if there is none.
    fn path(&mut self, streets: &Streets, locks: &Locks, outlook: &Outlook, apple: usize) -> &[u32] {
        self.is_visited.fill(false);
        for &cell in outlook.body() {
            self.is_visited[streets.block(cell as usize)] = true;
        }
        self.costs.fill(u32::MAX);
        self.open.clear();
        self.path.clear();
        let goal = streets.board().cell(apple);
        let distance = |cell: usize| STEP * streets.board().cell(cell).manhattan(goal);
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
            let side = streets.side(cell);
            let lock = side.map_or(Lock::Closed, |side| locks.get(side));
            let turn = Some(streets.turn(cell)).filter(|_| lock != Lock::Open);
            let exit = streets.exit(cell).filter(|&exit| match lock {
                Lock::Open => true,
                Lock::Closed | Lock::Avoided => false,
                Lock::Loose => self.may_leave(streets, head, cell, exit),
            });
            // Of ways that are as long, the one that goes round least closes the fewest sides.
            let round = STEP + u32::from(lock == Lock::Loose);
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

    /// Whether the path to a cell may go out into the next block: that is new to it and to the snake, or has been come from.
    fn may_leave(&self, streets: &Streets, head: usize, from: usize, exit: usize) -> bool {
        let block = streets.block(exit);
        let mut is_new = !self.is_visited[block];
        let mut cell = from;
        while cell != head {
            let before = self.before[cell] as usize;
            if streets.exit(before) == Some(cell) && streets.side(before) == streets.side(from) {
                return true;
            }
            is_new &= streets.block(cell) != block;
            cell = before;
        }
        is_new
    }
}
