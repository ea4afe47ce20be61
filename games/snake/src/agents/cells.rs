//! `cells`: one-way streets, used as freely as they allow.
//!
//! The idea is twanvl's (github.com/twanvl/snake, agent "cell-variant"): blocks of four cells with one-way streets make it
//! cheap to tell whether all of the board can still be come to; paths go where the tail will have left by then; what is cut off
//! on the way does not matter if it is open again on arrival; and among shortest paths, those of good shape are taken.
//! There it is a heuristic that has never lost. Here each plan ends in a position with a proof: once the apple is eaten, a
//! spanning tree runs round the snake ([`super::locks`]). On the way there may be none, but then there is the plan.
//!
//! Where no such path is found, the snake follows its tree, after excursions that lead away from the apple have been cut off
//! and joined again behind it ([`super::excursions`]). The way is planned again at every step until it is as short as the
//! search says that it can be.

use super::excursions::shorten;
use super::kind::StartError;
use super::locks::Locks;
use super::outlook::Outlook;
use super::route::Route;
use super::streets_search::Search;
use super::taste::{Taste, tries};
use super::{Agent, Promise};
use crate::{Game, PlanError};
use hamadryad_grid::{Cycle, Direction, Streets};

/// Goes to apples on one-way streets.
#[derive(Clone, Debug)]
pub struct Cells {
    streets: Streets,
    locks: Locks,
    outlook: Outlook,
    search: Search,
    /// By side: a tree round the snake as it will lie at the next apple; if `rides`, round the snake as it lies.
    is_open: Vec<bool>,
    rides: bool,
    route: Route,
    plans: u64,
}

/// Paths that are tried for one plan: the first as the taste has it, the others at random, and longer and longer.
const TRIES: u64 = 6;
/// And on the way.
const TRIES_ON_THE_WAY: u64 = 2;

impl Cells {
    /// An agent for a game that begins.
    ///
    /// # Errors
    /// Where the snake does not lie on one-way streets.
    pub fn new(game: &Game) -> Result<Self, StartError> {
        let (streets, locks) = Locks::of_start(game)?;
        let is_open = locks.tree(&streets, 0..streets.sides()).ok_or(StartError::OffStreets)?;
        Ok(Self {
            search: Search::new(&streets),
            streets,
            locks,
            outlook: Outlook::default(),
            is_open,
            rides: true,
            route: Route::default(),
            plans: 0,
        })
    }

    fn plan(&mut self, game: &Game, apple: usize) {
        self.plans += 1;
        self.outlook.look(game);
        let is_new = self.route.turn_to_apple(game);
        if is_new {
            // The snake has come to where the tree was made for.
            self.rides = true;
            self.route.way = walk(&self.streets, &self.is_open, self.outlook.head(), apple);
        }
        self.route.least =
            game.board().cell(self.outlook.head()).manhattan(game.board().cell(apple)) as usize;
        for number in tries(TRIES, TRIES_ON_THE_WAY, is_new, self.plans) {
            if self.route.way.len() <= self.route.least {
                return;
            }
            let taste = Taste { seed: self.plans.wrapping_mul(TRIES).wrapping_add(number), noise: number };
            let path = self.search.path(&self.streets, &self.outlook, apple, taste);
            if number == 0 {
                self.route.least = self.route.least.max(path.len());
            }
            if !path.is_empty() && path.len() < self.route.way.len() {
                let (streets, locks, outlook) = (&self.streets, &mut self.locks, &self.outlook);
                let plan = plan_for(streets, locks, outlook, path);
                let plan = plan.or_else(|| wish_for(streets, locks, outlook, path).filter(|_| self.rides));
                if let Some(plan) = plan.filter(|plan| plan.way.len() < self.route.way.len()) {
                    (self.is_open, self.rides, self.route.way) = (plan.is_open, plan.rides, plan.way);
                }
            }
        }
        if self.rides {
            self.locks.clear();
            self.locks.add(&self.streets, self.outlook.body().iter().copied());
            if shorten(&self.streets, &self.locks, &mut self.is_open, self.outlook.head(), apple) {
                self.route.way = walk(&self.streets, &self.is_open, self.outlook.head(), apple);
            }
        }
    }
}

/// A way, and the tree that goes with it.
struct Plan {
    is_open: Vec<bool>,
    rides: bool,
    way: Vec<u32>,
}

/// The way to the apple round a tree, the next cell last.
fn walk(streets: &Streets, is_open: &[bool], head: usize, apple: usize) -> Vec<u32> {
    let mut way = Vec::new();
    let mut cell = head;
    while cell != apple {
        cell = streets.successor(cell, is_open);
        way.push(cell as u32);
    }
    way.reverse();
    way
}

/// The path, with a tree round the snake when it has gone it; if possible one that is also round it as it lies now.
fn plan_for(streets: &Streets, locks: &mut Locks, outlook: &Outlook, path: &[u32]) -> Option<Plan> {
    let block = streets.block(*path.last()? as usize);
    let mut tree = |cells: &mut dyn Iterator<Item = u32>| {
        locks.clear();
        let order = locks.add(streets, cells).then(|| locks.depth_first(streets, std::iter::once(block)))?;
        locks.tree(streets, order.into_iter())
    };
    let now = tree(&mut outlook.body().iter().chain(path).copied());
    let rides = now.is_some();
    let is_open = now.or_else(|| tree(&mut outlook.after(path)))?;
    Some(Plan { is_open, rides, way: path.iter().rev().copied().collect() })
}

/// A tree round the snake as it lies now, whose walk leaves the path only to go round branches that nothing else joins.
fn wish_for(streets: &Streets, locks: &mut Locks, outlook: &Outlook, path: &[u32]) -> Option<Plan> {
    let (head, &apple) = (outlook.head(), path.last()?);
    locks.clear();
    locks.add(streets, outlook.body().iter().copied());
    if !locks.wish(streets, [head as u32].into_iter().chain(path.iter().copied())) {
        return None;
    }
    // What hangs on the snake, from its tail on, is passed after the apple.
    let blocks = outlook.body().iter().chain(path.iter().rev());
    let blocks = blocks.map(|&cell| streets.block(cell as usize));
    let is_open = locks.tree(streets, locks.depth_first(streets, blocks).into_iter())?;
    let way = walk(streets, &is_open, head, apple as usize);
    Some(Plan { is_open, rides: true, way })
}

impl Agent for Cells {
    fn next(&mut self, game: &Game) -> Result<Direction, PlanError> {
        if let Some(apple) = self.route.due(game) {
            self.plan(game, apple);
        }
        Ok(self.route.step(game))
    }

    fn certificate(&self, game: &Game) -> Option<Cycle> {
        (self.rides || self.route.is_done(game))
            .then(|| self.streets.cycle(&self.is_open).expect("it is a tree"))
    }

    fn promise(&self) -> Promise {
        Promise::EveryApple
    }

    fn plans(&self) -> u64 {
        self.plans
    }
}
