//! An agent for a snake that lies on no Hamiltonian cycle: it leads the snake onto one, and another agent
//! plays on.
//!
//! The way to the first apple is the shortest after which the snake lies on a cycle ([`solve_relaxed`]).

use super::exact::grows_as_usual;
use super::kind::StartError;
use super::{Agent, AgentKind, Escape, Guarantee};
use crate::{Answer, Game, Instance, PlanError, solve_relaxed};
use hamadryad_grid::{Cell, Cycle, Direction};
use std::cell::Cell as Counter;
use std::time::Duration;

/// Calls of `stop`, one for each conflict, until the search for a way ends.
const CONFLICT_LIMIT: u64 = 50_000;

/// Leads the snake to the first apple and starts another agent there.
pub(super) struct ReturnToCycle<'a> {
    /// The rest of the way, in reverse order.
    way: Vec<Cell>,
    kind: AgentKind,
    clock: &'a dyn Fn() -> Duration,
    /// The agent that plays on, from the first apple.
    agent: Option<Box<dyn Agent + 'a>>,
}

impl<'a> ReturnToCycle<'a> {
    /// Finds the way to the first apple.
    ///
    /// # Errors
    /// If it is proven that no way ends on a cycle, or none was found, or the rules let the snake grow
    /// otherwise than by one cell at each apple.
    pub(super) fn new(
        kind: AgentKind,
        game: &Game,
        clock: &'a dyn Fn() -> Duration,
    ) -> Result<Self, StartError> {
        let apple = game.apple().filter(|_| grows_as_usual(game)).ok_or(StartError::NoCycle)?;
        let instance = Instance::new(game.board(), game.body(), apple).map_err(|_| StartError::NoCycle)?;
        let calls = Counter::new(0);
        let stop = || {
            calls.set(calls.get() + 1);
            calls.get() > CONFLICT_LIMIT
        };
        let Answer { plan, stopped, .. } = solve_relaxed(&instance, None, &stop);
        let none = if stopped { StartError::NoCycle } else { StartError::NoWay };
        let mut way = plan.ok_or(none)?.way;
        way.reverse();
        Ok(Self { way, kind, clock, agent: None })
    }
}

impl Agent for ReturnToCycle<'_> {
    fn next(&mut self, game: &Game) -> Result<Direction, PlanError> {
        if let Some(cell) = self.way.pop() {
            return Ok(game.head().direction_to(cell).expect("a way goes from neighbour to neighbour"));
        }
        let agent = match &mut self.agent {
            Some(agent) => agent,
            None => {
                let started = self.kind.start(game, self.clock);
                self.agent.insert(started.map_err(|error| PlanError::Failed(error.to_string()))?)
            }
        };
        agent.next(game)
    }

    fn certificate(&self, game: &Game) -> Option<Cycle> {
        self.agent.as_ref()?.certificate(game)
    }

    fn escapes(&self, game: &Game) -> Vec<Escape> {
        self.agent.as_ref().map_or_else(Vec::new, |agent| agent.escapes(game))
    }

    fn way(&self, game: &Game) -> Vec<Cell> {
        self.agent.as_ref().map_or_else(|| self.way.iter().rev().copied().collect(), |agent| agent.way(game))
    }

    fn guarantee(&self) -> Guarantee {
        self.agent.as_ref().map_or(Guarantee::EveryApple, |agent| agent.guarantee())
    }

    fn plans(&self) -> u64 {
        1 + self.agent.as_ref().map_or(0, |agent| agent.plans())
    }
}
