//! `conservative` and `relaxed`: at every apple the shortest plan of the strategy with this name, proven by
//! the circuit planner.
//!
//! The same plans as those of [`crate::play()`] with [`CircuitPlanner`], as an agent that can be compared
//! with others under all rules.

use super::kind::StartError;
use super::{Agent, Guarantee};
use crate::{CircuitPlanner, Game, Instance, Limits, Plan, PlanError, Planner, Position, Rules, decide};
use hamadryad_grid::{Cell, Cycle, Direction};
use std::cell::Cell as Counter;

/// Calls of `stop`, one for each conflict, until the best plan so far is accepted. With a time limit, games
/// would depend on the speed of the machine.
const CONFLICT_LIMIT: u64 = 5000;

/// Reaches each apple by a shortest plan.
#[derive(Clone, Debug)]
pub struct Exact {
    /// Whether the way may leave the cycle.
    is_relaxed: bool,
    /// A cycle through the snake at present, or at the apple if `is_relaxed`.
    cycle: Cycle,
    /// The rest of the way to the apple, in reverse order.
    way: Vec<Cell>,
    plans: u64,
}

impl Exact {
    /// The agent that uses shortest ways along Hamiltonian cycles.
    ///
    /// # Errors
    /// If no Hamiltonian cycle runs through the snake.
    pub fn conservative(game: &Game) -> Result<Self, StartError> {
        Self::new(game, false)
    }

    /// The agent that uses shortest ways at the end of which the snake lies on a Hamiltonian cycle. If the
    /// snake does not grow by one cell at once at each apple, this is [`Exact::conservative`].
    ///
    /// # Errors
    /// If no Hamiltonian cycle runs through the snake.
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
            asked.get() > CONFLICT_LIMIT
        };
        let plan = best_plan(game, &self.cycle, self.is_relaxed, &stop)?;
        self.way = plan.way;
        self.way.reverse();
        self.cycle = plan.cycle;
        Ok(())
    }
}

/// Whether the snake grows by one cell at once at each apple and has no pending growth: then its body at the
/// apple is a function of the way.
pub(crate) fn grows_as_usual(game: &Game) -> bool {
    game.rules().growth == Rules::default().growth && game.length() == game.nominal_length()
}

/// The shortest plan for the apple of a game, or the best plan found before the search is stopped; `known` is
/// a cycle through the snake.
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

/// A cycle through the snake of a game.
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

    fn way(&self, _: &Game) -> Vec<Cell> {
        self.way.iter().rev().copied().collect()
    }

    fn guarantee(&self) -> Guarantee {
        if self.is_relaxed { Guarantee::EveryApple } else { Guarantee::EveryStep }
    }

    fn plans(&self) -> u64 {
        self.plans
    }
}
