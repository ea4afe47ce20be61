//! Portfolio workers: searches for the same answers with other settings, run at the same time.
//!
//! ```text
//! search ──┬──────────── paused ─┬─ imports the leader's model ─ …
//!          └─ worker ── model ───┘  (the worker is the leader until the next model)
//! ```
//!
//! A worker is a clone of a paused search with a solver of its own and other settings. The search that finds
//! the next model is the leader: all others stop, import the clause or the bound that excludes its model, and
//! go on. The first search to reach the end has the answer. `race.rs` of the library runs the workers on
//! threads.
//!
//! Invariants:
//! - Workers differ from their origin in private variables only (`hamadryad_sat`, `sharing.rs`): guards,
//!   trials and counters. An import names shared variables only: the literals of projections and consequences
//!   are made when a search starts, even if they are needed after the optimum.
//! - After an import, all searches have the same number of models, costs, estimate of consequences and
//!   excluded models; each states these facts under a guard of its own. Lower bounds, levels, cores and
//!   trials are private.
//! - A bound is replaced by tighter bounds only: the leader's model satisfies the bound of the last import,
//!   which all searches have in common, so reasons and clauses learnt from the old bound remain valid.
//! - Only searches of the same phase exchange models. If models are excluded by backtracking, the leader goes
//!   on alone, because flipped decisions cannot be imported.
//!
//! Portfolios whose members share short learnt clauses: Hamadi, Jabbour, Sais: "ManySAT: a Parallel SAT
//! Solver", Journal on Satisfiability, Boolean Modeling and Computation 6, 2009.

use crate::config::{Descent, Strategy};
use crate::search::held::Held;
use crate::search::models::{Phase, Search};
use crate::search::optimizer::Optimizer;
use crate::search::options::OptimizeMode;
use crate::translated_program::TranslatedProgram;
use hamadryad_sat::{Exchange, Lit, Restarts, Statistics};

impl Search<'_> {
    /// Whether workers can help. Models that are excluded by backtracking come from a single search, as do
    /// samples; a user propagator may add clauses that hold in one search only; a proof is logged by a single
    /// search.
    pub fn allows_workers(&self) -> bool {
        let excludes_by_clauses = self.phase == Phase::Improve
            || self.phase == Phase::Enumerate && (self.estimated.is_some() || self.projected.is_some());
        let is_open = !matches!(self.phase, Phase::Done | Phase::Sample)
            && (excludes_by_clauses || self.summary.models == 0);
        is_open
            && !self.options.by_domain
            && !self.program.propagators.user.are_there()
            && !self.program.propagators.proof_logger.is_there()
    }

    /// Workers for a paused search. All variables so far become shared, except temporary variables.
    pub fn workers(&mut self, number: usize) -> Vec<Search<'static>> {
        self.program.sat.share_vars();
        (1..=number).map(|number| self.worker(number)).collect()
    }

    /// A clone with its own solver and with settings that depend on the number.
    fn worker(&self, number: usize) -> Search<'static> {
        let mut worker = Search {
            program: Held::Own(Box::new((*self.program).clone())),
            options: self.options.clone(),
            phase: self.phase,
            started: true,
            is_paused: true,
            guard: self.guard,
            optimizer: self.optimizer.clone(),
            estimated: self.estimated.clone(),
            fresh_starts: self.fresh_starts.clone(),
            guards: self.guards,
            projected: self.projected.clone(),
            basis: self.basis.clone(),
            candidates: self.candidates.clone(),
            domain: self.domain.clone(),
            drawing: self.drawing.clone(),
            clauses: self.clauses.clone(),
            added: self.added,
            summary: self.summary.clone(),
        };
        worker.diversify(number);
        worker
    }

    /// Changes restarts, phases, activities and the strategy of optimisation.
    fn diversify(&mut self, number: usize) {
        let mut config = self.program.config.clone();
        let search = &mut config.search;
        // The first worker is unlike the default: many restarts, and phases are always saved.
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
        config.strategy = match (number % 4, self.program.config.strategy) {
            (1, Strategy::Both { .. } | Strategy::Bounds(_)) => {
                Strategy::Cores { stratify: true, shrink: false }
            }
            (2, _) | (1, Strategy::Cores { .. }) => Strategy::Bounds(Descent::Linear),
            (3, _) => Strategy::Bounds(Descent::Levels),
            (_, strategy) => strategy,
        };
        let strategy = config.strategy;
        self.program.set_config(config);
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        sat.reset(propagators);
        sat.shuffle(number as u64);
        if self.phase == Phase::Improve {
            self.begin_descent(strategy);
        }
    }

    /// Begins another strategy of optimisation with the costs and bounds known so far.
    fn begin_descent(&mut self, strategy: Strategy) {
        self.make_guard();
        self.guards = true;
        self.optimizer = Optimizer::new(strategy);
        self.assume(&[]);
        if self.summary.costs.is_some() {
            self.require_better();
        } else if let (Some(guard), Some(bound)) = (self.guard, &self.options.bound) {
            self.program.propagators.objective.set_bound(guard, bound, true);
        }
    }

    /// Imports the model of another search, the leader: this search continues with the models that the leader
    /// accepts next. `false` if that is impossible, because the phases differ or the leader goes on alone.
    pub fn import(&mut self, leader: &Search<'_>) -> bool {
        let bounds = std::mem::take(&mut self.summary.lower_bounds);
        self.summary = leader.summary.clone();
        self.summary.lower_bounds = bounds;
        self.is_paused = true;
        if leader.phase != self.phase || !leader.allows_workers() {
            self.phase = Phase::Done;
            return false;
        }
        self.estimated.clone_from(&leader.estimated);
        match self.phase {
            Phase::Improve => self.require_better(),
            _ => {
                let wanted = leader.difference();
                let is_shared = |&lit: &Lit| self.program.sat.is_shared(lit);
                debug_assert!(wanted.iter().all(is_shared), "an import names shared variables only");
                self.require_any(wanted);
            }
        }
        true
    }

    /// Literals of which at least one must be true in the next model.
    pub(crate) fn difference(&self) -> Vec<Lit> {
        let sat = &self.program.sat;
        match (&self.estimated, &self.projected) {
            (Some(estimated), _) => estimated.wanted(sat).collect(),
            (None, projected) => {
                let opposite = |&lit: &Lit| if sat.is_true(lit) { !lit } else { lit };
                projected.iter().flatten().map(opposite).collect()
            }
        }
    }

    /// Whether the present model is better than that of another search.
    pub fn is_ahead_of(&self, other: &Search<'_>) -> bool {
        let improves = self.options.optimize != OptimizeMode::Ignore;
        improves && self.summary.costs.is_some() && self.summary.costs < other.summary.costs
    }

    /// Imports the lower bounds of the optimum that another search has proven.
    pub fn take_bounds(&mut self, other: &Search<'_>) {
        if self.summary.lower_bounds < other.summary.lower_bounds {
            self.summary.lower_bounds.clone_from(&other.summary.lower_bounds);
        }
    }

    /// Connects an exchange of learnt clauses, or disconnects it.
    pub fn set_exchange(&mut self, exchange: Option<Box<dyn Exchange>>) {
        self.program.sat.set_exchange(exchange);
    }

    /// The counts of the solver, over this search and all earlier searches.
    pub fn statistics(&self) -> &Statistics {
        self.program.sat.statistics()
    }

    /// Adds the counts of a worker, numbered from 1, to the counts of the solver.
    pub fn add_effort_of_worker(&mut self, number: usize, effort: &Statistics) {
        let efforts = &mut self.program.effort_of_workers;
        if efforts.len() < number {
            efforts.resize(number, Statistics::default());
        }
        efforts[number - 1] = efforts[number - 1].and(effort);
    }
}
