//! Twins: searches for the same thing with other settings, to be run at the same time.
//!
//! ```text
//! search ──┬─────────────── paused ─┬─ follows the twin's model ─ …
//!          └─ twin ─ model ─────────┘
//! ```
//!
//! A twin is a clone of a search with a solver of its own, which then goes its own way. Whoever finds a model, the others
//! follow: they search on from it, for a better one, or for one that differs in what is looked at. Whoever comes to the end
//! has come to the end for all. Who runs them, and on which threads, is not known here.
//!
//! Invariant: all twins have the same variables, but for borrowed ones, and know the same of the answer.

use crate::models::{Phase, Search};
use crate::optimize::{Descent, Optimizer, Strategy};
use crate::options::OptimizeMode;
use crate::solver::AspSolver;
use hamadryad_sat::{Exchange, Lit, Restarts, Statistics};
use std::ops::{Deref, DerefMut};

/// What a search did when it was told to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advance {
    /// It has moved to a model.
    Model,
    /// There is no further model.
    End,
    /// It was stopped, and can go on from there.
    Paused,
}

/// The solver of a search: lent to it, or, in a twin, its own.
pub(crate) enum Held<'s> {
    Lent(&'s mut AspSolver),
    Own(Box<AspSolver>),
}

impl Deref for Held<'_> {
    type Target = AspSolver;

    fn deref(&self) -> &AspSolver {
        match self {
            Held::Lent(solver) => solver,
            Held::Own(solver) => solver,
        }
    }
}

impl DerefMut for Held<'_> {
    fn deref_mut(&mut self) -> &mut AspSolver {
        match self {
            Held::Lent(solver) => solver,
            Held::Own(solver) => solver,
        }
    }
}

impl Search<'_> {
    /// Whether twins can help: models are not excluded one by one by backtracking, which is the way of a single search, and no
    /// propagator of the host program takes part, which may say what holds in this search alone, and nobody writes a proof down.
    pub fn may_have_twins(&self) -> bool {
        let excludes_by_clauses = self.phase == Phase::Improve
            || self.phase == Phase::Enumerate && (self.estimated.is_some() || self.projected.is_some());
        let is_open = self.phase != Phase::Done && (excludes_by_clauses || self.summary.models == 0);
        is_open && !self.solver.reasoner.guests.are_there() && !self.solver.reasoner.notary.is_there()
    }

    /// A paused search once more, with a solver of its own and other settings, which the number chooses.
    pub fn twin(&mut self, number: usize) -> Search<'static> {
        let mut twin = Search {
            solver: Held::Own(Box::new((*self.solver).clone())),
            options: self.options.clone(),
            phase: self.phase,
            started: true,
            is_paused: true,
            guard: self.guard,
            optimizer: self.optimizer.clone(),
            estimated: self.estimated.clone(),
            guards: self.guards,
            projected: self.projected.clone(),
            clauses: self.clauses.clone(),
            added: self.added,
            summary: self.summary.clone(),
        };
        twin.differ(number);
        twin
    }

    /// Goes a way of its own.
    fn differ(&mut self, number: usize) {
        let mut config = self.solver.config.clone();
        let search = &mut config.search;
        // The first twin is what the search itself is not: it restarts often and keeps its phases.
        match number % 4 {
            1 => {
                search.restarts = Restarts::Glue { margin: 1.15, interval: 20 };
                search.save_phases_over = 0;
                search.activity_decay = 0.95;
            }
            2 => search.restarts = Restarts::Luby(200),
            3 => search.restarts = Restarts::Glue { margin: 1.25, interval: 50 },
            _ => search.save_phases_over = 0,
        }
        config.strategy = match (number % 4, self.solver.config.strategy) {
            (1, Strategy::Both { .. } | Strategy::Bounds(_)) => {
                Strategy::Cores { stratify: true, shrink: false }
            }
            (2, _) | (1, Strategy::Cores { .. }) => Strategy::Bounds(Descent::Linear),
            (3, _) => Strategy::Bounds(Descent::Levels),
            (_, strategy) => strategy,
        };
        let strategy = config.strategy;
        self.solver.set_config(config);
        let AspSolver { sat, reasoner, .. } = &mut *self.solver;
        sat.reset(reasoner);
        sat.shuffle(number as u64);
        if self.phase == Phase::Improve {
            self.begin_descent(strategy);
        }
    }

    /// Searches for an optimum from what is known of it, in another way.
    fn begin_descent(&mut self, strategy: Strategy) {
        self.make_guard();
        self.guards = true;
        self.optimizer = Optimizer::new(strategy);
        self.assume(&[]);
        if self.summary.costs.is_some() {
            self.demand_better();
        } else if let (Some(guard), Some(bound)) = (self.guard, &self.options.bound) {
            self.solver.reasoner.objective.set_bound(guard, bound, true);
        }
    }

    /// Another search of the same has moved to a model: this one goes on from there. `false` where it has nothing to do any more.
    pub fn follow(&mut self, leader: &Search<'_>) -> bool {
        let bounds = std::mem::take(&mut self.summary.lower_bounds);
        self.summary = leader.summary.clone();
        self.summary.lower_bounds = bounds;
        self.estimated.clone_from(&leader.estimated);
        self.is_paused = true;
        if leader.phase != self.phase || !leader.may_have_twins() {
            self.phase = Phase::Done;
            return false;
        }
        match self.phase {
            Phase::Improve => self.demand_better(),
            _ => {
                let wanted = leader.difference();
                self.demand(wanted);
            }
        }
        true
    }

    /// What must be true in the next model, one of it at least, so that it is worth having.
    pub(crate) fn difference(&self) -> Vec<Lit> {
        let sat = &self.solver.sat;
        match (&self.estimated, &self.projected) {
            (Some(estimated), _) => estimated.wanted(sat).collect(),
            (None, projected) => {
                let opposite = |&lit: &Lit| if sat.is_true(lit) { !lit } else { lit };
                projected.iter().flatten().map(opposite).collect()
            }
        }
    }

    /// Whether its models are better than those of another, where both have moved to one.
    pub fn is_ahead_of(&self, other: &Search<'_>) -> bool {
        let improves = self.options.optimize != OptimizeMode::Ignore;
        improves && self.summary.costs.is_some() && self.summary.costs < other.summary.costs
    }

    /// Takes over what another search has proven of the optimum.
    pub fn take_bounds(&mut self, other: &Search<'_>) {
        if self.summary.lower_bounds < other.summary.lower_bounds {
            self.summary.lower_bounds.clone_from(&other.summary.lower_bounds);
        }
    }

    /// Shares clauses with others, or no longer.
    pub fn set_exchange(&mut self, exchange: Option<Box<dyn Exchange>>) {
        self.solver.sat.set_exchange(exchange);
    }

    /// What the solver has done so far, in this search and those before.
    pub fn statistics(&self) -> &Statistics {
        self.solver.sat.statistics()
    }

    /// Twins have done this besides.
    pub fn add_effort_of_twins(&mut self, effort: &Statistics) {
        self.solver.effort_of_twins = self.solver.effort_of_twins.and(effort);
    }
}
