//! Asking for models: one, some, all, the best, all of the best, what they have in common.
//!
//! What is demanded of models beyond the program, bounds, clauses, differences from those before, is tied to a guard
//! literal that is assumed for one solve. Afterwards all clauses that have it go, and so does what was learnt from them.

use crate::proof::log::Conclusion;
use crate::propagate::user::propagator::UserPropagator;
use crate::search::consequences::Estimated;
use crate::search::held::{Advance, Held};
use crate::search::optimizer::Optimizer;
use crate::search::options::{Estimate, OptimizeMode, SolveOptions, Summary};
use crate::solver::{AspSolver, Refusal};
use hamadryad_aspif::{Literal, OutputKind};
use hamadryad_sat::{Lit, Outcome};
use hamadryad_symbol::Symbol;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Each model is to be excluded by backtracking.
    Enumerate,
    /// Each model is to be beaten.
    Improve,
    /// Nothing more is to be found.
    Done,
}

/// A search in progress: a source of models.
///
/// While it lives the solver can't be changed; when it is dropped, what it assumed is taken back.
pub struct Search<'s> {
    pub(crate) solver: Held<'s>,
    pub(crate) options: SolveOptions,
    pub(crate) phase: Phase,
    pub(crate) started: bool,
    /// It was stopped on the way to a model, and goes on from there.
    pub(crate) is_paused: bool,
    pub(crate) guard: Option<Lit>,
    pub(crate) optimizer: Optimizer,
    /// What is known of the consequences that are asked for.
    pub(crate) estimated: Option<Estimated>,
    /// Whether a bound or a clause depends on the guard.
    pub(crate) guards: bool,
    /// What models must differ in, where they are projected.
    pub(crate) projected: Option<Vec<Lit>>,
    /// The literals of the outputs whose consequences are wanted. They are made when the search starts, also if
    /// they are needed after the optimum: later variables would not be shared with workers, and could be
    /// eliminated.
    pub(crate) consequence_lits: Vec<Lit>,
    /// Clauses that the models to come must satisfy, without the guard.
    pub(crate) clauses: Vec<Vec<Lit>>,
    /// How many of them the solver has been given under the present guard.
    pub(crate) added: usize,
    pub(crate) summary: Summary,
}

/// An answer set, valid until the search goes on.
pub struct Model<'m> {
    solver: &'m AspSolver,
    estimated: Option<&'m Estimated>,
    /// Its number in this search, from 1.
    pub number: u64,
    /// Its costs by priority, highest first; empty where there is no objective.
    pub costs: &'m [i64],
    /// Whether it is known that no model has lower costs.
    pub optimality_proven: bool,
}

impl Model<'_> {
    /// What the model shows of one kind, in the order of the program. Where consequences are asked for, what is in their
    /// estimate instead.
    pub fn symbols(&self, kind: OutputKind) -> impl Iterator<Item = Symbol> + '_ {
        let sat = &self.solver.sat;
        let holds = move |lits: &[Lit]| lits.iter().all(|&lit| sat.is_true(lit));
        let estimated = self.estimated;
        let outputs = self.solver.outputs.iter().enumerate().filter(move |(_, output)| output.kind == kind);
        let shown = outputs.filter(move |(number, output)| match estimated {
            Some(estimated) => estimated.contains(*number),
            None => holds(&output.condition),
        });
        shown.map(|(_, output)| output.symbol)
    }

    /// How many consequences there are as far as known, where these are asked for.
    pub fn consequences(&self) -> Option<Estimate> {
        self.estimated?.estimate(&self.solver.sat)
    }

    /// Whether a literal of the program is true.
    pub fn is_true(&self, literal: Literal) -> bool {
        self.solver.sat.is_true(self.solver.lit(literal))
    }

    /// The propagator of a number, as it stands at this model.
    pub fn user_propagator(&self, number: usize) -> Option<&dyn UserPropagator> {
        self.solver.user_propagator(number)
    }
}

impl AspSolver {
    /// Starts a search for models of the program as it is now.
    ///
    /// # Errors
    /// Where the program has what this solver refuses.
    pub fn solve(&mut self, options: SolveOptions) -> Result<Search<'_>, Refusal> {
        self.translate_waiting();
        let optimizes = matches!(options.optimize, OptimizeMode::Optimize | OptimizeMode::EnumerateOptimal);
        let is_optimised = optimizes && !self.propagators.objective.is_empty();
        match self.refusal.clone().or_else(|| self.prepare_proof(&options, is_optimised)) {
            Some(refusal) => Err(refusal),
            None => Ok(self.begin_search(options)),
        }
    }
}

impl AspSolver {
    /// A search that was stopped before it began, because the program was not [prepared](AspSolver::prepare) in time.
    pub fn stopped_before(&mut self, options: SolveOptions) -> Search<'_> {
        let mut search = self.begin_search(options);
        search.started = true;
        search.interrupt();
        search
    }

    fn begin_search(&mut self, options: SolveOptions) -> Search<'_> {
        Search {
            solver: Held::Lent(self),
            options,
            phase: Phase::Enumerate,
            started: false,
            is_paused: false,
            guard: None,
            optimizer: Optimizer::default(),
            estimated: None,
            guards: false,
            projected: None,
            consequence_lits: Vec::new(),
            clauses: Vec::new(),
            added: 0,
            summary: Summary::default(),
        }
    }
}

impl Search<'_> {
    /// The next model; `None` where there is no more to be found, or `stop` said so. `stop` is asked often.
    pub fn next_model(&mut self, stop: &dyn Fn() -> bool) -> Option<Model<'_>> {
        match self.advance(stop) {
            Advance::Model => Some(self.model()),
            Advance::End => None,
            Advance::Paused => {
                self.interrupt();
                None
            }
        }
    }

    /// Moves to the next model, and leaves it to the caller whether a search that was stopped is over.
    pub fn advance(&mut self, stop: &dyn Fn() -> bool) -> Advance {
        let more = if !self.started {
            self.start()
        } else {
            std::mem::take(&mut self.is_paused) || self.exclude_last()
        };
        self.go_on(more, stop)
    }

    /// The model that the search has moved to.
    pub fn model(&self) -> Model<'_> {
        Model {
            solver: &self.solver,
            estimated: self.estimated.as_ref(),
            number: self.summary.models,
            costs: self.summary.costs.as_deref().unwrap_or(&[]),
            optimality_proven: self.summary.optimum_proven,
        }
    }

    /// Nobody will go on with this search.
    pub fn interrupt(&mut self) {
        self.summary.interrupted = true;
        self.phase = Phase::Done;
    }

    /// Lets models come only where one of the literals is true, from now on and for this search.
    pub fn add_clause(&mut self, literals: &[Literal]) {
        self.clauses.push(literals.iter().map(|&literal| self.solver.lit(literal)).collect());
    }

    /// How the search stands.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    fn go_on(&mut self, mut more: bool, stop: &dyn Fn() -> bool) -> Advance {
        loop {
            if self.phase == Phase::Done {
                return Advance::End;
            }
            if more {
                self.add_clauses();
            }
            let outcome = match self.phase {
                _ if !more => Outcome::Failed,
                Phase::Improve => self.improve(stop),
                _ => {
                    let AspSolver { sat, propagators, .. } = &mut *self.solver;
                    sat.search(propagators, stop)
                }
            };
            match outcome {
                Outcome::Model => {
                    self.record_model();
                    return Advance::Model;
                }
                Outcome::Stopped => {
                    self.is_paused = true;
                    return Advance::Paused;
                }
                Outcome::Failed | Outcome::Unsatisfiable => {
                    if !self.all_found(stop) {
                        return Advance::End;
                    }
                    more = true;
                }
            }
        }
    }

    fn start(&mut self) -> bool {
        self.started = true;
        self.solver.show_beginning();
        let objective = !self.solver.propagators.objective.is_empty();
        let (phase, bounded) = match self.options.optimize {
            OptimizeMode::Ignore => (Phase::Enumerate, false),
            OptimizeMode::Enumerate => (Phase::Enumerate, objective),
            _ if objective => (Phase::Improve, true),
            _ => (Phase::Enumerate, false),
        };
        if phase == Phase::Improve && self.options.consequences.is_some() {
            // Of all models on the way to an optimum, which depend on the search, there is nothing to be said.
            self.options.optimize = OptimizeMode::EnumerateOptimal;
        }
        self.phase = phase;
        self.solver.back_to_root();
        if self.options.consequences.is_some() {
            self.consequence_lits = self.solver.output_literals();
        } else if let Some(projection) = self.options.projection {
            self.projected = Some(self.solver.projection_literals(projection));
        }
        self.make_guard();
        self.guards = bounded || self.projected.is_some();
        if bounded && let (Some(guard), Some(bound)) = (self.guard, &self.options.bound) {
            self.solver.propagators.objective.set_bound(guard, bound, true);
        }
        self.optimizer = Optimizer::new(self.solver.config.strategy);
        if phase == Phase::Enumerate {
            self.estimate();
        }
        self.assume(&[]);
        self.plan_elimination();
        true
    }

    /// Estimates consequences from now on, if they are wanted.
    fn estimate(&mut self) {
        if let Some(kind) = self.options.consequences {
            self.estimated = Some(Estimated::new(kind, self.consequence_lits.clone()));
            self.guards = true;
        }
    }

    /// Gives the clauses to the solver, under the guard.
    pub(crate) fn add_clauses(&mut self) {
        let guard = self.guard.expect("a search that has begun has a guard");
        self.guards |= self.added < self.clauses.len();
        for clause in &self.clauses[self.added..] {
            let mut clause = clause.clone();
            self.solver.sat.bring_back(&clause);
            clause.push(!guard);
            self.solver.sat.add_clause_while_enumerating(&clause);
        }
        self.added = self.clauses.len();
    }

    pub(crate) fn make_guard(&mut self) {
        self.retire_guard();
        let guard = self.solver.sat.borrow_var();
        self.guard = Some(guard);
        self.solver.propagators.proof_logger.trust(guard);
        let user = &mut self.solver.propagators.user;
        user.begin_search(self.guard);
        self.clauses.append(&mut user.sharing.clauses_of_solve);
        self.added = 0;
    }

    fn retire_guard(&mut self) {
        self.end_trial();
        self.end_bound();
        let AspSolver { sat, propagators, .. } = &mut *self.solver;
        sat.reset(propagators);
        propagators.objective.clear_bound();
        self.guards |= std::mem::take(&mut propagators.user.sharing.guard_is_used);
        let borrowed = self.optimizer.give_back();
        match self.guard.take() {
            Some(guard) if std::mem::take(&mut self.guards) => sat.give_back(propagators, guard, &borrowed),
            Some(guard) => sat.give_back_unused(guard),
            None => {}
        }
    }

    /// Assumes what is asked for, and some literals more.
    pub(crate) fn assume(&mut self, more: &[Lit]) {
        let mut assumptions = self.always_assumed();
        assumptions.extend_from_slice(more);
        let AspSolver { sat, propagators, .. } = &mut *self.solver;
        sat.assume(propagators, &assumptions);
    }

    /// What is assumed throughout the search.
    pub(crate) fn always_assumed(&self) -> Vec<Lit> {
        let solver = &*self.solver;
        let given =
            solver.assumed.iter().chain(&self.options.assumptions).map(|&literal| solver.lit(literal));
        given.chain(solver.external_assumptions()).chain(self.guard).collect()
    }

    /// Makes the search go on from the last model to another. `false` where there is no other.
    fn exclude_last(&mut self) -> bool {
        match self.phase {
            Phase::Enumerate => match (&self.estimated, &self.projected) {
                (Some(_), _) | (None, Some(_)) => {
                    let clause = self.difference();
                    self.demand(clause)
                }
                (None, None) => {
                    let AspSolver { sat, propagators, .. } = &mut *self.solver;
                    sat.next_by_backtracking(propagators)
                }
            },
            Phase::Improve => {
                self.demand_better();
                true
            }
            Phase::Done => false,
        }
    }

    /// One of these must be true from now on. `false` where that cannot be.
    pub(crate) fn demand(&mut self, mut clause: Vec<Lit>) -> bool {
        let AspSolver { sat, propagators, .. } = &mut *self.solver;
        if self.estimated.is_some() {
            // The next model is to change as much as it can.
            clause.iter().for_each(|&lit| sat.remember_value(lit));
        }
        clause.push(!self.guard.expect("whoever demands has a guard"));
        sat.add_clause_in_search(propagators, &clause)
    }

    fn record_model(&mut self) {
        self.summary.models += 1;
        self.solver.propagators.proof_logger.note_model(&self.solver.sat, self.phase == Phase::Improve);
        if self.options.optimize != OptimizeMode::Ignore && !self.solver.propagators.objective.is_empty() {
            let costs = self.solver.propagators.objective.costs();
            self.solver.count_better(self.summary.costs.as_deref(), &costs);
            self.summary.costs = Some(costs);
            self.solver.show_bounds(self.summary.costs.as_ref(), &self.summary.lower_bounds);
        }
        if self.summary.optimum_proven {
            self.summary.optimal_models += 1;
        }
        if let Some(estimated) = &mut self.estimated {
            estimated.add_model(&self.solver.sat);
            if estimated.wanted(&self.solver.sat).next().is_none() {
                estimated.finish();
                self.summary.exhausted = true;
                self.phase = Phase::Done;
            }
            self.summary.consequences = estimated.estimate(&self.solver.sat);
        }
        let counted = match self.options.optimize {
            OptimizeMode::EnumerateOptimal if self.summary.costs.is_some() => self.summary.optimal_models,
            _ => self.summary.models,
        };
        if self.options.models != 0 && counted >= self.options.models && self.phase != Phase::Done {
            // Where nothing was decided there is nothing else to be found.
            self.summary.exhausted =
                self.solver.sat.decision_level() <= 1 && self.optimizer.assumes_nothing();
            if self.summary.exhausted && self.phase == Phase::Improve {
                self.solver.propagators.proof_logger.conclude(Conclusion::NoMore);
                self.summary.optimum_proven = true;
            }
            self.phase = Phase::Done;
        }
    }

    /// Nothing more is to be found in this phase. `true` where another phase begins.
    fn all_found(&mut self, stop: &dyn Fn() -> bool) -> bool {
        let improved = self.phase == Phase::Improve && self.summary.models > 0;
        self.summary.optimum_proven |= improved;
        if improved || self.summary.models == 0 {
            self.solver.propagators.proof_logger.conclude(Conclusion::NoMore);
        }
        if improved && self.options.optimize == OptimizeMode::EnumerateOptimal {
            self.phase = Phase::Enumerate;
            self.make_guard();
            self.guards = true;
            let costs = self.summary.costs.as_deref().expect("a model has costs");
            let guard = self.guard.expect("just made");
            self.solver.propagators.objective.set_bound(guard, costs, true);
            self.estimate();
            self.assume(&[]);
            return true;
        }
        self.summary.exhausted = true;
        self.phase = Phase::Done;
        if let Some(estimated) = &mut self.estimated {
            estimated.finish();
            self.summary.consequences = estimated.estimate(&self.solver.sat);
        }
        if self.summary.models == 0 {
            self.blame(stop);
        }
        false
    }

    /// Notes which of the assumptions that were given cannot hold together.
    fn blame(&mut self, stop: &dyn Fn() -> bool) {
        let mut core = self.solver.sat.core().to_vec();
        let given = self.solver.assumed.iter().chain(&self.options.assumptions).copied();
        let given: Vec<Literal> = given.collect();
        if self.options.minimal_core {
            let (blamed, rest): (Vec<Lit>, Vec<Lit>) =
                core.iter().partition(|&&lit| given.iter().any(|&given| self.solver.lit(given) == lit));
            let always: Vec<Lit> = self.solver.external_assumptions().chain(self.guard).collect();
            core = self.solver.minimize_core(&always, blamed, None, stop);
            core.extend(rest);
        }
        // Of several assumptions that are the same to the search, one will do.
        let blamed = |lit: &Lit| given.iter().copied().find(|&given| self.solver.lit(given) == *lit);
        let mut blamed: Vec<Literal> = core.iter().filter_map(blamed).collect();
        let place = |lit: &Literal| given.iter().position(|given| given == lit);
        blamed.sort_by_key(place);
        blamed.dedup();
        self.summary.core = blamed;
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        self.retire_guard();
        self.end_elimination();
        self.solver.propagators.user.end_search();
    }
}
