//! `splice`: a Hamiltonian cycle is kept and bent to run through the shortest path to the apple.
//!
//! The idea is that of AutoSnake3 (github.com/MatejKotas/AutoSnake3): keep one cycle for the whole game, aim at the shortest path
//! that the moving tail allows, and come to it by local splices. Here the path comes first: it is searched on the grid, over
//! cells that the tail will have left, and then the cycle is cut and mended until it runs through the snake as it will lie at
//! the apple ([`Mender`]). Where that fails, other paths are tried that leave the cycle less often: at last only where that
//! cuts off much; then the way is changed little by little ([`super::shortcuts`]); and again at the next step, for by then the tail
//! has left something free. If all fails the snake goes on as it was going.
//!
//! Of the paths that cannot be mended, 99 in 100 have no cycle at all: an exact search in the place of the mender hardly found more.

use super::grid_search::{Kept, Search};
use super::kind::StartError;
use super::outlook::Outlook;
use super::route::Route;
use super::shortcuts::Shortcuts;
use super::taste::{STEP, Taste, tries};
use super::{Agent, Promise};
use crate::{Game, Instance, PlanError, decide};
use hamadryad_grid::{Board, Cycle, Direction, Mender};

/// Bends a cycle to the apple.
#[derive(Clone, Debug)]
pub struct Splice {
    board: Board,
    mender: Mender,
    outlook: Outlook,
    search: Search,
    shortcuts: Shortcuts,
    /// By cell: the next one on a cycle through the snake as it will lie at the next apple.
    arcs: Vec<u32>,
    route: Route,
    /// Steps since the last plan.
    since: usize,
    plans: u64,
}

/// Paths that are tried for one plan: the first goes where it is shortest, each other one pays twice as much for leaving the
/// cycle. Without that, most are paths that no cycle has: 2,050 steps a game at 12×12 for 1,882 (50 games).
const TRIES: u64 = 8;
/// And on the way.
const TRIES_ON_THE_WAY: u64 = 2;

/// Small changes that are tried for a new apple, and at each step on the way. 12×12: 1,860 steps without,
/// 1,776 with 60 and 20, 1,756 with 150 and 8, for the same time.
const CHANGES: usize = 150;
const CHANGES_ON_THE_WAY: usize = 8;

/// How many steps pass between two plans on the way. On large boards steps are many, and plans take long: 15 µs for each step at
/// 30×30, with 18 steps between, where it would be 63.
fn pause(cells: usize) -> usize {
    (cells * cells / 45_000).min(40)
}

impl Splice {
    /// An agent for a game that begins.
    ///
    /// # Errors
    /// Where no Hamiltonian cycle runs through the snake.
    pub fn new(game: &Game) -> Result<Self, StartError> {
        let board = game.board();
        let mut mender = Mender::new(board);
        let arcs = first_cycle(game, &mut mender)?;
        Ok(Self {
            board,
            mender,
            outlook: Outlook::default(),
            search: Search::new(board),
            shortcuts: Shortcuts::new(board.len()),
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
            // The snake has come to where the cycle was made for.
            self.route.way = walk(&self.arcs, self.outlook.head(), apple);
        }
        self.approach(is_new, apple, if is_new { CHANGES } else { CHANGES_ON_THE_WAY });
    }

    /// Makes the way to an apple shorter.
    fn approach(&mut self, is_new: bool, apple: usize, changes: usize) {
        self.plans += 1;
        let [head, goal] = [self.outlook.head(), apple].map(|cell| self.board.cell(cell));
        self.route.least = head.manhattan(goal) as usize;
        for number in tries(TRIES, TRIES_ON_THE_WAY, is_new, self.plans) {
            if self.route.way.len() <= self.route.least {
                return;
            }
            let taste =
                Taste { seed: self.plans.wrapping_mul(TRIES).wrapping_add(number), noise: number % 2 };
            let price = if number == 0 { 0 } else { (STEP / 4) << number };
            let kept = Kept { arcs: &self.arcs, price };
            let path = self.search.path(&self.mender, &self.outlook, kept, apple, taste);
            if number == 0 {
                self.route.least = self.route.least.max(path.len());
            }
            if path.is_empty() || path.len() >= self.route.way.len() {
                continue;
            }
            if let Some(arcs) = self.mender.mend(&self.arcs, self.outlook.after(path)) {
                self.arcs.copy_from_slice(arcs);
                self.route.way.clear();
                self.route.way.extend(path.iter().rev());
            }
        }
        self.shorten(changes);
    }

    /// Tries so many small changes of the way, each of those that work on top of those before it.
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
                self.shortcuts.look(&self.mender, &self.outlook, &way);
            }
            let Some(shortcut) = self.shortcuts.next() else { break };
            shortcut.apply(&way, &mut changed);
            let is_free = |(step, &cell): (usize, &u32)| self.outlook.opens(cell as usize) <= step as u32 + 1;
            if !changed.iter().enumerate().all(is_free) {
                continue;
            }
            if let Some(arcs) = self.mender.mend(&self.arcs, self.outlook.after(&changed)) {
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

/// The way to the apple along a cycle, the next cell last.
pub(super) fn walk(arcs: &[u32], head: usize, apple: usize) -> Vec<u32> {
    let along = |&cell: &u32| Some(arcs[cell as usize]).filter(|_| cell as usize != apple);
    let mut way: Vec<u32> = std::iter::successors(Some(arcs[head]), along).collect();
    way.reverse();
    way
}

/// The next cell of each on a cycle through the snake of a game that begins.
pub(super) fn first_cycle(game: &Game, mender: &mut Mender) -> Result<Vec<u32>, StartError> {
    let board = game.board();
    let comb = Mender::arcs(&Cycle::comb(board));
    let snake = game.snake().rev().map(|cell| board.index(cell) as u32);
    match mender.mend(&comb, snake) {
        Some(arcs) => Ok(arcs.to_vec()),
        None => Ok(Mender::arcs(&exact(game).ok_or(StartError::NoCycle)?)),
    }
}

/// A cycle through the snake of a game, if there is one: found by a search that leaves nothing out.
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
        let cycle = self.mender.cycle(&self.arcs).expect("it is one cycle");
        let snake: Vec<_> = game.snake().rev().collect();
        Some(cycle).filter(|cycle| cycle.contains_path(&snake))
    }

    fn promise(&self) -> Promise {
        Promise::EveryApple
    }

    fn plans(&self) -> u64 {
        self.plans
    }
}
