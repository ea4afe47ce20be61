//! `splice`: keeps a Hamiltonian cycle and repairs it to contain the shortest path to the apple.
//!
//! After AutoSnake3 (AutoSnake3): one cycle for the whole game, changed by local splices towards the shortest
//! path that the moving tail permits. Here the path comes first: a search on the grid uses cells that the
//! tail leaves in time, and the cycle is repaired ([`CycleRepair`]) to run through the snake as it will lie
//! at the apple. If the repair fails, other paths are tried that leave the cycle less often; then the way is
//! shortened by small changes ([`super::shortcuts`]); and all is repeated at the next step, when the tail has
//! freed a cell. If every attempt fails, the snake continues along its way.
//!
//! For 99 of 100 paths without a repair no cycle exists: an exact search in place of the repair found hardly
//! more.

use super::grid_search::{Kept, Search};
use super::kind::StartError;
use super::outlook::Outlook;
use super::route::Route;
use super::shortcuts::{Extent, Shortcuts};
use super::tie_break::{STEP, TieBreak, attempts};
use super::{Agent, Guarantee};
use crate::{Game, Instance, PlanError, decide};
use hamadryad_grid::{Board, Cell, Cycle, CycleRepair, Direction};

/// Follows a cycle that is repaired towards the apple.
#[derive(Clone, Debug)]
pub struct Splice {
    board: Board,
    repair: CycleRepair,
    outlook: Outlook,
    search: Search,
    shortcuts: Shortcuts,
    /// By cell: the next cell of a cycle through the snake as it will lie at the next apple.
    arcs: Vec<u32>,
    route: Route,
    /// Steps since the last plan.
    since: usize,
    plans: u64,
}

/// Paths for one plan: the first without a price for leaving the cycle, then with a price that doubles each
/// time. Without prices, most paths lie on no cycle: 2,050 steps a game at 12×12 instead of 1,882 (50 games).
const ATTEMPTS: u64 = 8;
/// Paths for one plan on the way.
const ATTEMPTS_EN_ROUTE: u64 = 2;

/// Small changes for a new apple, and at each step on the way. At 12×12: 1,860 steps without changes, 1,776
/// with 60 and 20, 1,756 with 150 and 8, at equal time.
const CHANGES: usize = 150;
const CHANGES_ON_THE_WAY: usize = 8;

/// Steps between two plans on the way. On large boards steps are many and plans take long: at 30×30 a step
/// takes 15 µs with 18 steps between plans, and 63 µs without.
fn pause(cells: usize) -> usize {
    (cells * cells / 45_000).min(40)
}

impl Splice {
    /// An agent for a game that begins.
    ///
    /// # Errors
    /// If no Hamiltonian cycle runs through the snake.
    pub fn new(game: &Game) -> Result<Self, StartError> {
        let board = game.board();
        let mut repair = CycleRepair::new(board);
        let arcs = first_cycle(game, &mut repair)?;
        Ok(Self {
            board,
            repair,
            outlook: Outlook::default(),
            search: Search::new(board),
            shortcuts: Shortcuts::new(board.len(), Extent::NARROW),
            arcs,
            route: Route::default(),
            since: 0,
            plans: 0,
        })
    }

    fn plan(&mut self, game: &Game, apple: usize) {
        self.outlook.look(game);
        let is_new = self.route.turn_to_apple(game);
        if is_new {
            // The snake has reached the apple for which the cycle was repaired.
            self.route.way = walk(&self.arcs, self.outlook.head(), apple);
        }
        self.approach(is_new, apple, if is_new { CHANGES } else { CHANGES_ON_THE_WAY });
    }

    /// Shortens the way to an apple.
    fn approach(&mut self, is_new: bool, apple: usize, changes: usize) {
        self.plans += 1;
        let [head, goal] = [self.outlook.head(), apple].map(|cell| self.board.cell(cell));
        self.route.least = head.manhattan(goal) as usize;
        for number in attempts(ATTEMPTS, ATTEMPTS_EN_ROUTE, is_new, self.plans) {
            if self.route.way.len() <= self.route.least {
                return;
            }
            let tie_break =
                TieBreak { seed: self.plans.wrapping_mul(ATTEMPTS).wrapping_add(number), noise: number % 2 };
            let price = if number == 0 { 0 } else { (STEP / 4) << number };
            let kept = Kept { arcs: &self.arcs, price };
            let path = self.search.path(&self.repair, &self.outlook, kept, apple, tie_break);
            if number == 0 {
                self.route.least = self.route.least.max(path.len());
            }
            if path.is_empty() || path.len() >= self.route.way.len() {
                continue;
            }
            if let Some(arcs) = self.repair.cycle_through(&self.arcs, self.outlook.after(path)) {
                self.arcs.copy_from_slice(arcs);
                self.route.way.clear();
                self.route.way.extend(path.iter().rev());
            }
        }
        self.shorten(changes);
    }

    /// Tries a number of small changes of the way, each on top of the accepted ones before it.
    fn shorten(&mut self, changes: usize) {
        let head = self.outlook.head() as u32;
        let mut way: Vec<u32> = std::iter::once(head).chain(self.route.way.iter().rev().copied()).collect();
        let mut changed = Vec::new();
        let mut is_new = true;
        for _ in 0..changes {
            if way.len() - 1 <= self.route.least {
                break;
            }
            if std::mem::take(&mut is_new) {
                self.shortcuts.look(&self.repair, &self.outlook, &way);
            }
            let Some(number) = self.shortcuts.next() else { break };
            self.shortcuts.get(number).apply(&way, &mut changed);
            let is_free = |(step, &cell): (usize, &u32)| self.outlook.opens(cell as usize) <= step as u32 + 1;
            if !changed.iter().enumerate().all(is_free) {
                continue;
            }
            if let Some(arcs) = self.repair.cycle_through(&self.arcs, self.outlook.after(&changed)) {
                self.arcs.copy_from_slice(arcs);
                way.truncate(1);
                way.extend(&changed);
                is_new = true;
            }
        }
        self.route.way.clear();
        self.route.way.extend(way[1..].iter().rev());
    }
}

/// The way to the apple along a cycle, in reverse order.
pub(super) fn walk(arcs: &[u32], head: usize, apple: usize) -> Vec<u32> {
    let along = |&cell: &u32| Some(arcs[cell as usize]).filter(|_| cell as usize != apple);
    let mut way: Vec<u32> = std::iter::successors(Some(arcs[head]), along).collect();
    way.reverse();
    way
}

/// A cycle through the snake of a game that begins, as the next cell of each cell.
pub(super) fn first_cycle(game: &Game, repair: &mut CycleRepair) -> Result<Vec<u32>, StartError> {
    let board = game.board();
    let comb = CycleRepair::arcs(&Cycle::comb(board));
    let snake = game.snake().rev().map(|cell| board.index(cell) as u32);
    match repair.cycle_through(&comb, snake) {
        Some(arcs) => Ok(arcs.to_vec()),
        None => Ok(CycleRepair::arcs(&exact(game).ok_or(StartError::NoCycle)?)),
    }
}

/// A cycle through the snake of a game by complete search, if one exists.
fn exact(game: &Game) -> Option<Cycle> {
    let instance = Instance::new(game.board(), game.body(), game.apple()?).ok()?;
    decide(&instance, &|| false).plan.map(|plan| plan.cycle)
}

impl Agent for Splice {
    fn next(&mut self, game: &Game) -> Result<Direction, PlanError> {
        self.since += 1;
        let is_time = self.route.is_done(game) || self.since > pause(game.board().len());
        if let Some(apple) = self.route.due(game).filter(|_| is_time) {
            self.since = 0;
            self.plan(game, apple);
        }
        Ok(self.route.step(game))
    }

    fn certificate(&self, game: &Game) -> Option<Cycle> {
        let cycle = self.repair.cycle(&self.arcs).expect("it is one cycle");
        let snake: Vec<_> = game.snake().rev().collect();
        Some(cycle).filter(|cycle| cycle.contains_path(&snake))
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
