//! `conservative` and `relaxed`: at every apple the shortest plan of the strategy of that name, proven, by reasoning on circuits.
//!
//! What [`crate::play()`] does with a planner, as an agent, so that it can be compared with the others under all rules.

use super::kind::StartError;
use super::{Agent, Promise};
use crate::{CircuitPlanner, Game, Instance, Limits, Plan, PlanError, Planner, Position, Rules, decide};
use hamadryad_grid::{Cell, Cycle, Direction};
use std::cell::Cell as Counter;

/// How often a search may ask whether to stop, which it does at every conflict: then the best plan so far is good enough. A limit of
/// time would make a game depend on the machine.
const PATIENCE: u64 = 5000;

/// Goes to each apple by a shortest plan.
#[derive(Clone, Debug)]
pub struct Exact {
    /// The way need not be part of a cycle.
    is_relaxed: bool,
    /// Through the snake as it lies, or as it will lie at the apple.
    cycle: Cycle,
    /// What is left of the way to the apple, its next cell last.
    way: Vec<Cell>,
    plans: u64,
}

impl Exact {
    /// The shortest way that is part of a Hamiltonian cycle.
    ///
    /// # Errors
    /// Where no Hamiltonian cycle runs through the snake.
    pub fn conservative(game: &Game) -> Result<Self, StartError> {
        Self::new(game, false)
    }

    /// The shortest way at the end of which the snake lies on one. Where it does not grow by one cell at each apple, at once, as
    /// [`Exact::conservative`].
    ///
    /// # Errors
    /// Where no Hamiltonian cycle runs through the snake.
    pub fn relaxed(game: &Game) -> Result<Self, StartError> {
        Self::new(game, grows_as_usual(game))
    }

    fn new(game: &Game, is_relaxed: bool) -> Result<Self, StartError> {
        let snake: Vec<Cell> = game.snake().rev().collect();
        let comb = Cycle::comb(game.board());
        let known = if comb.contains_path(&snake) { Some(comb) } else { first_cycle(game) };
        let cycle = known.ok_or(StartError::NoCycle)?;
        Ok(Self { is_relaxed, cycle, way: Vec::new(), plans: 0 })
    }

    fn plan(&mut self, game: &Game) -> Result<(), PlanError> {
        self.plans += 1;
        let asked = Counter::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > PATIENCE
        };
        let plan = best_plan(game, &self.cycle, self.is_relaxed, &stop)?;
        self.way = plan.way;
        self.way.reverse();
        self.cycle = plan.cycle;
        Ok(())
    }
}

/// Whether the snake grows by one cell at each apple, at once, and has grown: then what it covers at the apple depends on the way alone.
pub(super) fn grows_as_usual(game: &Game) -> bool {
    game.rules().growth == Rules::default().growth && game.length() == game.nominal_length()
}

/// The shortest plan for the apple of a game, or the best one until the search is stopped; `known` is a cycle through the snake.
pub(super) fn best_plan(
    game: &Game,
    known: &Cycle,
    is_relaxed: bool,
    stop: &dyn Fn() -> bool,
) -> Result<Plan, PlanError> {
    let (snake, apple) = (game.body(), game.apple().expect("a game that goes on has an apple"));
    let position = Position { snake: &snake, apple, known };
    let mut planner = CircuitPlanner::new(game.board(), Limits { stop, ..Limits::default() });
    let plan = if is_relaxed { planner.relaxed_plan(&position) } else { planner.plan(&position) };
    match plan {
        Err(PlanError::Interrupted) => Ok(Plan::along(known.clone(), &position, false)),
        plan => plan,
    }
}

/// Any cycle through the snake of a game.
fn first_cycle(game: &Game) -> Option<Cycle> {
    let instance = Instance::new(game.board(), game.body(), game.apple()?).ok()?;
    Some(decide(&instance, &|| false).plan?.cycle)
}

impl Agent for Exact {
    fn next(&mut self, game: &Game) -> Result<Direction, PlanError> {
        if self.way.is_empty() {
            self.plan(game)?;
        }
        let next = self.way.pop().expect("an apple lies elsewhere");
        Ok(game.head().direction_to(next).expect("a way goes from neighbour to neighbour"))
    }

    fn certificate(&self, _: &Game) -> Option<Cycle> {
        (!self.is_relaxed || self.way.is_empty()).then(|| self.cycle.clone())
    }

    fn promise(&self) -> Promise {
        if self.is_relaxed { Promise::EveryApple } else { Promise::EveryStep }
    }

    fn plans(&self) -> u64 {
        self.plans
    }
}
