//! `cells`: tree moves with a certificate at apples only.
//!
//! After twanvl's agent "cell-variant" (Twanvl): with blocks of four cells it is cheap to decide whether the
//! whole board stays reachable; paths may use cells that the tail leaves in time; cells that are cut off on
//! the way are acceptable if they are reachable again at the end; and among shortest paths a tie-break
//! selects the shape. The original is a heuristic that has never lost a game. Here each plan ends in a
//! position with a proof: once the apple is eaten, a spanning tree surrounds the snake
//! ([`super::block_constraints`]). On the way the tree may be missing, but then the plan leads to a position
//! that has one.
//!
//! If no such path is found, the snake follows its tree, after branches that lead away from the apple have
//! been moved behind it ([`super::excursions`]). The way is planned again at every step until it is as short
//! as the lower bound of the search.

use super::block_constraints::BlockConstraints;
use super::excursions::shorten;
use super::kind::StartError;
use super::outlook::Outlook;
use super::route::Route;
use super::tie_break::{TieBreak, attempts};
use super::tree_search::Search;
use super::{Agent, Guarantee};
use crate::{Game, PlanError};
use hamadryad_grid::{Cell, Cycle, Direction, TreeMoves};

/// Reaches apples by tree moves.
#[derive(Clone, Debug)]
pub struct Cells {
    moves: TreeMoves,
    constraints: BlockConstraints,
    outlook: Outlook,
    search: Search,
    /// By edge: the tree around the snake as it will lie at the next apple; if `keeps_cycle`, also around the
    /// snake at present.
    tree: Vec<bool>,
    keeps_cycle: bool,
    route: Route,
    plans: u64,
}

/// Paths for one plan: the first by the tie-break without noise, the others with increasing noise, which
/// makes them longer.
const ATTEMPTS: u64 = 6;
/// Paths for one plan on the way.
const ATTEMPTS_EN_ROUTE: u64 = 2;

impl Cells {
    /// An agent for a game that begins.
    ///
    /// # Errors
    /// If no spanning tree of blocks gives a cycle through the snake.
    pub fn new(game: &Game) -> Result<Self, StartError> {
        let (moves, constraints) = BlockConstraints::of_start(game)?;
        let tree = constraints.tree(&moves, 0..moves.edges()).ok_or(StartError::NoTree)?;
        Ok(Self {
            search: Search::new(&moves),
            moves,
            constraints,
            outlook: Outlook::default(),
            tree,
            keeps_cycle: true,
            route: Route::default(),
            plans: 0,
        })
    }

    fn plan(&mut self, game: &Game, apple: usize) {
        self.plans += 1;
        self.outlook.look(game);
        let is_new = self.route.turn_to_apple(game);
        if is_new {
            // The snake has reached the apple for which the tree was built.
            self.keeps_cycle = true;
            self.route.way = walk(&self.moves, &self.tree, self.outlook.head(), apple);
        }
        self.route.least =
            game.board().cell(self.outlook.head()).manhattan(game.board().cell(apple)) as usize;
        for number in attempts(ATTEMPTS, ATTEMPTS_EN_ROUTE, is_new, self.plans) {
            if self.route.way.len() <= self.route.least {
                return;
            }
            let tie_break =
                TieBreak { seed: self.plans.wrapping_mul(ATTEMPTS).wrapping_add(number), noise: number };
            let path = self.search.path(&self.moves, &self.outlook, apple, tie_break);
            if number == 0 {
                self.route.least = self.route.least.max(path.len());
            }
            if !path.is_empty() && path.len() < self.route.way.len() {
                let (moves, constraints, outlook) = (&self.moves, &mut self.constraints, &self.outlook);
                let plan = plan_for(moves, constraints, outlook, path);
                let plan = plan
                    .or_else(|| prefer_path(moves, constraints, outlook, path).filter(|_| self.keeps_cycle));
                if let Some(plan) = plan.filter(|plan| plan.way.len() < self.route.way.len()) {
                    (self.tree, self.keeps_cycle, self.route.way) = (plan.tree, plan.keeps_cycle, plan.way);
                }
            }
        }
        if self.keeps_cycle {
            self.constraints.clear();
            self.constraints.add(&self.moves, self.outlook.body().iter().copied());
            if shorten(&self.moves, &self.constraints, &mut self.tree, self.outlook.head(), apple) {
                self.route.way = walk(&self.moves, &self.tree, self.outlook.head(), apple);
            }
        }
    }
}

/// A way with its tree.
struct Plan {
    tree: Vec<bool>,
    keeps_cycle: bool,
    way: Vec<u32>,
}

/// The way to the apple along the walk around a tree, in reverse order.
fn walk(moves: &TreeMoves, tree: &[bool], head: usize, apple: usize) -> Vec<u32> {
    let mut way = Vec::new();
    let mut cell = head;
    while cell != apple {
        cell = moves.successor(cell, tree);
        way.push(cell as u32);
    }
    way.reverse();
    way
}

/// The path with a tree around the final body of the snake; if possible the tree also surrounds the present
/// body.
fn plan_for(
    moves: &TreeMoves,
    constraints: &mut BlockConstraints,
    outlook: &Outlook,
    path: &[u32],
) -> Option<Plan> {
    let block = moves.block(*path.last()? as usize);
    let mut tree = |cells: &mut dyn Iterator<Item = u32>| {
        constraints.clear();
        let order =
            constraints.add(moves, cells).then(|| constraints.depth_first(moves, std::iter::once(block)))?;
        constraints.tree(moves, order.into_iter())
    };
    let now = tree(&mut outlook.body().iter().chain(path).copied());
    let keeps_cycle = now.is_some();
    let tree = now.or_else(|| tree(&mut outlook.after(path)))?;
    Some(Plan { tree, keeps_cycle, way: path.iter().rev().copied().collect() })
}

/// A tree around the present body, whose walk leaves the path only around branches that no other edge
/// connects.
fn prefer_path(
    moves: &TreeMoves,
    constraints: &mut BlockConstraints,
    outlook: &Outlook,
    path: &[u32],
) -> Option<Plan> {
    let (head, &apple) = (outlook.head(), path.last()?);
    constraints.clear();
    constraints.add(moves, outlook.body().iter().copied());
    if !constraints.prefer(moves, [head as u32].into_iter().chain(path.iter().copied())) {
        return None;
    }
    // Blocks next to the snake, from its tail on, come after the apple in the walk.
    let blocks = outlook.body().iter().chain(path.iter().rev());
    let blocks = blocks.map(|&cell| moves.block(cell as usize));
    let tree = constraints.tree(moves, constraints.depth_first(moves, blocks).into_iter())?;
    let way = walk(moves, &tree, head, apple as usize);
    Some(Plan { tree, keeps_cycle: true, way })
}

impl Agent for Cells {
    fn next(&mut self, game: &Game) -> Result<Direction, PlanError> {
        if let Some(apple) = self.route.due(game) {
            self.plan(game, apple);
        }
        Ok(self.route.step(game))
    }

    fn certificate(&self, game: &Game) -> Option<Cycle> {
        (self.keeps_cycle || self.route.is_done(game))
            .then(|| self.moves.cycle(&self.tree).expect("it is a tree"))
    }

    fn way(&self, game: &Game) -> Vec<Cell> {
        self.route.rest(game)
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::EveryApple
    }

    fn plans(&self) -> u64 {
        self.plans
    }
}
