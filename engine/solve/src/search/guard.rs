//! The guard of a search: constraints that hold for one search only.
//!
//! ```text
//! model {a, b} was found         guard → ¬a ∨ ¬b        the clause that excludes the model
//! ```
//!
//! A bound, a clause or an exclusion contains the negated guard, a temporary variable that is assumed true
//! during the search. When the guard is released, all clauses that contain it are deleted, and so are the
//! clauses learnt from them (Eén, Sörensson: "Temporal Induction by Incremental SAT Solving", BMC 2003).
//!
//! Invariant: from the first to the last model, a guard exists and is assumed.

use crate::search::models::Search;
use crate::translated_program::TranslatedProgram;
use hamadryad_sat::{Lit, Outcome};

impl Search<'_> {
    /// Makes a new guard, after the old guard is released with its clauses.
    pub(crate) fn make_guard(&mut self) {
        self.release_guard();
        let guard = self.program.sat.new_temporary();
        self.guard = Some(guard);
        self.program.propagators.proof_logger.trust(guard);
        let user = &mut self.program.propagators.user;
        user.begin_search(self.guard);
        self.clauses.append(&mut user.sharing.clauses_of_solve);
        self.added = 0;
    }

    /// Ends trial and bound, and releases their guards, the guard of the search, and the variables of the optimiser.
    pub(crate) fn release_guard(&mut self) {
        let trial = self.optimizer.trial.take().map(|(guard, _)| guard);
        let bound = self.optimizer.bound_guard.take();
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        sat.reset(propagators);
        propagators.objective.clear_bound();
        propagators.parity.clear();
        self.guards |= std::mem::take(&mut propagators.user.sharing.guard_is_used);
        let temporary = self.optimizer.release();
        let guard = self.guard.take();
        let (used, unused) = if std::mem::take(&mut self.guards) { (guard, None) } else { (None, guard) };
        let guards: Vec<Lit> = [trial, bound, used].into_iter().flatten().collect();
        if !guards.is_empty() {
            sat.release(propagators, &guards, &temporary);
        }
        if let Some(guard) = unused {
            sat.release_unused(guard);
        }
    }

    /// Assumes the assumptions of the search, and some further literals.
    pub(crate) fn assume(&mut self, more: &[Lit]) {
        let mut assumptions = self.always_assumed();
        assumptions.extend_from_slice(more);
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        sat.assume(propagators, &assumptions);
    }

    /// The assumptions throughout the search: given assumptions, values of externals, and the guard.
    pub(crate) fn always_assumed(&self) -> Vec<Lit> {
        let program = &*self.program;
        let given = self.options.assumptions.iter().map(|&literal| program.lit(literal));
        given.chain(program.atoms.external_assumptions()).chain(self.guard).collect()
    }

    /// Adds the new clauses of the user to the solver, under the guard.
    pub(crate) fn add_clauses(&mut self) {
        let guard = self.guard.expect("a search that has begun has a guard");
        self.guards |= self.added < self.clauses.len();
        for clause in &self.clauses[self.added..] {
            let mut clause = clause.clone();
            self.program.sat.bring_back(&clause);
            clause.push(!guard);
            self.program.sat.add_clause_while_enumerating(&clause);
        }
        self.added = self.clauses.len();
    }

    /// Searches for a model under the present assumptions and the clauses of the user.
    pub(crate) fn search_within_guard(&mut self, stop: &dyn Fn() -> bool) -> Outcome {
        self.add_clauses();
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        sat.search(propagators, stop)
    }

    /// Requires one of the literals to be true from now on. `false` if that is impossible.
    pub(crate) fn require_any(&mut self, mut clause: Vec<Lit>) -> bool {
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        if self.estimated.is_some() {
            // Each model should change the estimate as much as possible.
            clause.iter().for_each(|&lit| sat.remember_value(lit));
        }
        clause.push(!self.guard.expect("a search that has begun has a guard"));
        sat.add_clause_in_search(propagators, &clause)
    }
}
