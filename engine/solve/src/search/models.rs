//! Searches for models: one model, several, all, an optimal model, all optimal models, or consequences.
//!
//! ```text
//! start ─→ search ─→ model ─→ exclude it, or require a better one ─→ search ─→ … ─→ end
//! ```
//!
//! Invariant: constraints on models beyond the program (bounds, clauses, exclusions) contain the guard of the
//! search, which is true during one search only (`guard.rs`). The enumeration by backtracking, which records
//! no models, follows Gebser, Kaufmann, Neumann, Schaub: "Conflict-Driven Answer Set Enumeration", LPNMR
//! 2007.

use crate::proof::log::Conclusion;
use crate::search::consequences::{Candidates, Estimated};
use crate::search::drawing::Drawing;
use crate::search::fresh_start::FreshStarts;
use crate::search::held::{Advance, Held};
use crate::search::model::Model;
use crate::search::optimizer::Optimizer;
use crate::search::options::{OptimizeMode, SearchOptions, SearchSummary};
use crate::search::projection::projection_literals;
use crate::translated_program::TranslatedProgram;
use hamadryad_aspif::Literal;
use hamadryad_sat::{Basis, Lit, Outcome};
use std::sync::Arc;

/// The phase of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Each model is excluded, and the next model is any other.
    Enumerate,
    /// Each model is drawn at random.
    Sample,
    /// Each model must have lower costs than the last model.
    Improve,
    /// The search is over.
    Done,
}

/// A search in progress: a source of models.
///
/// It borrows the solver; its assumptions and clauses are removed when it is dropped.
pub struct Search<'s> {
    pub(crate) program: Held<'s>,
    pub(crate) options: SearchOptions,
    pub(crate) phase: Phase,
    pub(crate) started: bool,
    /// The search was stopped before it found the next model, and continues from there.
    pub(crate) is_paused: bool,
    pub(crate) guard: Option<Lit>,
    pub(crate) optimizer: Optimizer,
    /// The estimate of the consequences, if they are computed in this phase.
    pub(crate) estimated: Option<Estimated>,
    /// Where the search for the next model of consequences begins.
    pub(crate) fresh_starts: FreshStarts,
    /// Whether a bound or a clause contains the guard.
    pub(crate) guards: bool,
    /// The literals in which projected models must differ.
    pub(crate) projected: Option<Vec<Lit>>,
    /// The literals of the last model from which those of `projected` follow.
    pub(crate) basis: Basis,
    /// The literals of which consequences are computed. They are made when the search starts, also if they are
    /// needed after the optimum: later variables would not be shared with workers, and could be eliminated.
    pub(crate) candidates: Arc<Candidates>,
    /// The literals of the domain heuristic with their preferred values, if models are excluded by these.
    pub(crate) domain: Option<Vec<(Lit, Option<bool>)>>,
    /// The samples, if models are drawn at random.
    pub(crate) drawing: Option<Drawing>,
    /// Clauses that further models must satisfy, without the guard.
    pub(crate) clauses: Vec<Vec<Lit>>,
    /// The number of these clauses that the solver has under the present guard.
    pub(crate) added: usize,
    pub(crate) summary: SearchSummary,
}

impl<'s> Search<'s> {
    /// A search that has not started. The options include the assumptions of the program.
    pub(crate) fn new(program: &'s mut TranslatedProgram, options: SearchOptions) -> Search<'s> {
        Search {
            program: Held::Borrowed(program),
            options,
            phase: Phase::Enumerate,
            started: false,
            is_paused: false,
            guard: None,
            optimizer: Optimizer::default(),
            estimated: None,
            fresh_starts: FreshStarts::new(0),
            guards: false,
            projected: None,
            basis: Basis::default(),
            candidates: Arc::default(),
            domain: None,
            drawing: None,
            clauses: Vec::new(),
            added: 0,
            summary: SearchSummary::default(),
        }
    }
}

impl Search<'_> {
    /// The next model; `None` if there is no further model, or if `stop`, which is called often, returned
    /// `true`.
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

    /// Searches for the next model. A search that `stop` has paused can be continued or
    /// [interrupted](Search::interrupt).
    pub fn advance(&mut self, stop: &dyn Fn() -> bool) -> Advance {
        let may_have_more = if self.started {
            std::mem::take(&mut self.is_paused) || self.exclude_last()
        } else {
            self.start();
            true
        };
        self.search(may_have_more, stop)
    }

    /// The current model.
    pub fn model(&self) -> Model<'_> {
        Model {
            program: &self.program,
            estimated: self.estimated.as_ref(),
            number: self.summary.models,
            number_of_optimal: self.summary.optimal_models,
            costs: self.summary.costs.as_deref().unwrap_or(&[]),
            optimality_proven: self.summary.optimum_proven,
        }
    }

    /// Ends a search that was stopped.
    pub fn interrupt(&mut self) {
        self.started = true;
        self.summary.interrupted = true;
        self.phase = Phase::Done;
    }

    /// Requires one of the literals to be true in all further models of this search.
    pub fn add_clause(&mut self, literals: &[Literal]) {
        self.clauses.push(literals.iter().map(|&literal| self.program.lit(literal)).collect());
        if let Some(drawing) = &mut self.drawing {
            drawing.start_again();
        }
    }

    /// The state of the search.
    pub fn summary(&self) -> &SearchSummary {
        &self.summary
    }

    /// Searches for the next model, phase by phase.
    fn search(&mut self, mut may_have_more: bool, stop: &dyn Fn() -> bool) -> Advance {
        while self.phase != Phase::Done {
            let outcome = if may_have_more { self.search_in_phase(stop) } else { Outcome::Failed };
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
                    self.end_phase(stop);
                    may_have_more = true;
                }
            }
        }
        Advance::End
    }

    fn search_in_phase(&mut self, stop: &dyn Fn() -> bool) -> Outcome {
        match self.phase {
            Phase::Sample => self.draw(stop),
            Phase::Improve => {
                self.add_clauses();
                self.improve(stop)
            }
            _ => self.search_within_guard(stop),
        }
    }

    fn start(&mut self) {
        self.started = true;
        self.program.show_beginning();
        let has_objective = !self.program.propagators.objective.is_empty();
        let (phase, is_bounded) = match self.options.optimize {
            OptimizeMode::Ignore => (Phase::Enumerate, false),
            OptimizeMode::Enumerate => (Phase::Enumerate, has_objective),
            _ if has_objective => (Phase::Improve, true),
            _ => (Phase::Enumerate, false),
        };
        let concerns_optima = self.options.consequences.is_some() || self.options.sample.is_some();
        if phase == Phase::Improve && concerns_optima {
            // The models on the way to an optimum depend on the search: consequences and samples concern
            // optimal models only.
            self.options.optimize = OptimizeMode::EnumerateOptimal;
        }
        self.phase = phase;
        self.program.back_to_root();
        if self.options.consequences.is_some() {
            self.fresh_starts = FreshStarts::new(self.program.sat.statistics().propagations);
            self.candidates = Arc::new(Candidates::of(&mut self.program, self.options.projection));
        } else if let Some(seed) = self.options.sample {
            self.drawing = Some(self.new_drawing(seed));
        } else if let Some(projection) = self.options.projection {
            let projected = projection_literals(&mut self.program, projection);
            self.basis = Basis::of(&projected);
            self.projected = Some(projected);
        }
        self.program.add_default_directives();
        let excludes = self.estimated.is_none() && self.projected.is_none() && self.drawing.is_none();
        if self.options.by_domain && phase == Phase::Enumerate && excludes {
            let domain = self.program.propagators.heuristic.domain();
            self.domain = Some(domain).filter(|domain| !domain.is_empty());
        }
        self.make_guard();
        self.guards = is_bounded || self.projected.is_some() || self.domain.is_some();
        if is_bounded && let (Some(guard), Some(bound)) = (self.guard, &self.options.bound) {
            self.program.propagators.objective.set_bound(guard, bound, true);
        }
        self.optimizer = Optimizer::new(self.program.config.strategy);
        if phase == Phase::Enumerate {
            self.estimate_consequences();
            self.begin_samples(self.options.bound.clone().filter(|_| is_bounded));
        }
        self.assume(&[]);
        self.plan_elimination();
    }

    /// Estimates consequences from the next model on, if they are computed.
    fn estimate_consequences(&mut self) {
        if let Some(kind) = self.options.consequences {
            self.estimated = Some(Estimated::new(kind, Arc::clone(&self.candidates)));
            self.guards = true;
        }
    }

    /// Excludes the last model, or requires a better one. `false` if no other model exists.
    fn exclude_last(&mut self) -> bool {
        match self.phase {
            Phase::Enumerate if self.estimated.is_some() => self.change_estimate(),
            Phase::Enumerate if self.projected.is_some() => self.exclude_projection(),
            Phase::Enumerate if self.domain.is_some() => {
                let clause = self.preferred_difference();
                self.require_any(clause)
            }
            Phase::Enumerate => {
                let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
                sat.next_by_backtracking(propagators)
            }
            Phase::Improve => {
                self.require_better();
                true
            }
            Phase::Sample => true,
            Phase::Done => false,
        }
    }

    /// Literals of the domain heuristic of which the next model must satisfy one: those that have not their
    /// preferred value, or that have no preferred one.
    fn preferred_difference(&self) -> Vec<Lit> {
        let sat = &self.program.sat;
        let opposite = |lit: Lit| if sat.is_true(lit) { !lit } else { lit };
        let differs = |&&(lit, preferred): &&(Lit, Option<bool>)| {
            preferred.is_none_or(|value| sat.is_true(lit) != value)
        };
        self.domain.iter().flatten().filter(differs).map(|&(lit, _)| opposite(lit)).collect()
    }

    /// Whether the costs of the last model are low enough to end the search for an optimum.
    fn is_good_enough(&self) -> bool {
        let (Some(stop_at), Some(costs)) = (&self.options.stop_at, &self.summary.costs) else { return false };
        let number = stop_at.len().min(costs.len());
        costs[..number] <= stop_at[..number]
    }

    fn record_model(&mut self) {
        self.summary.models += 1;
        let program = &mut *self.program;
        program.propagators.proof_logger.note_model(&program.sat, self.phase == Phase::Improve);
        if self.options.optimize != OptimizeMode::Ignore && !program.propagators.objective.is_empty() {
            let objective = &program.propagators.objective;
            let costs = objective.costs();
            program.levels.count_better(objective.priorities(), self.summary.costs.as_deref(), &costs);
            self.summary.costs = Some(costs);
            program.show_bounds(self.summary.costs.as_ref(), &self.summary.lower_bounds);
        }
        if self.summary.optimum_proven {
            self.summary.optimal_models += 1;
        }
        self.refine_estimate();
        let counted = match self.options.optimize {
            OptimizeMode::EnumerateOptimal if self.summary.costs.is_some() => self.summary.optimal_models,
            _ => self.summary.models,
        };
        if self.phase == Phase::Improve && self.is_good_enough() {
            self.phase = Phase::Done;
        }
        if self.options.models != 0 && counted >= self.options.models && self.phase != Phase::Done {
            self.end_with_last_model();
        }
    }

    /// Refines the estimate of consequences by the new model; the search ends if no model can change the
    /// estimate.
    fn refine_estimate(&mut self) {
        let Some(estimated) = &mut self.estimated else { return };
        estimated.add_model(&self.program.sat);
        if estimated.wanted(&self.program.sat).next().is_none() {
            estimated.finish();
            self.summary.exhausted = true;
            self.phase = Phase::Done;
        }
        self.summary.consequences = estimated.estimate(&self.program.sat);
    }

    /// Ends the search because the requested number of models has been found.
    fn end_with_last_model(&mut self) {
        // A model without decisions is the only model.
        self.summary.exhausted = self.phase != Phase::Sample
            && self.program.sat.decision_level() <= 1
            && self.optimizer.assumes_nothing();
        if self.summary.exhausted && self.phase == Phase::Improve {
            self.program.propagators.proof_logger.conclude(Conclusion::NoMore);
            self.summary.optimum_proven = true;
        }
        self.phase = Phase::Done;
    }

    /// The phase has no further model: begins the enumeration of optimal models, or ends the search.
    fn end_phase(&mut self, stop: &dyn Fn() -> bool) {
        let improved = self.phase == Phase::Improve && self.summary.models > 0;
        self.summary.optimum_proven |= improved;
        if improved || self.summary.models == 0 {
            self.program.propagators.proof_logger.conclude(Conclusion::NoMore);
        }
        if improved && self.options.optimize == OptimizeMode::EnumerateOptimal {
            return self.begin_optimal_models();
        }
        self.summary.exhausted = true;
        self.phase = Phase::Done;
        if let Some(estimated) = &mut self.estimated {
            estimated.finish();
            self.summary.consequences = estimated.estimate(&self.program.sat);
        }
        if self.summary.models == 0 {
            self.summary.core = self.extract_core(stop);
        }
    }

    fn begin_optimal_models(&mut self) {
        if self.drawing.is_some() {
            return self.begin_samples(self.summary.costs.clone());
        }
        self.phase = Phase::Enumerate;
        self.make_guard();
        self.guards = true;
        let costs = self.summary.costs.as_deref().expect("a model has costs");
        let guard = self.guard.expect("the guard was just made");
        self.program.propagators.objective.set_bound(guard, costs, true);
        self.estimate_consequences();
        self.assume(&[]);
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        self.release_guard();
        self.end_elimination();
        let program = &mut *self.program;
        for lit in program.propagators.user.end_search() {
            program.sat.release_unused(lit);
        }
        program.sat.forget_assignments();
        // The clauses that exclude projected models have determined these signs, and are deleted now.
        for lit in self.projected.iter().flatten() {
            program.sat.forget_sign(lit.var());
        }
    }
}
