//! Which variables a search may eliminate, and that they come back.
//!
//! What a later step, a call of the library or another search may name is everything; so each search has eliminations of its own, and
//! brings all variables back when it ends. While it lasts, it knows what it will name: assumptions, values of externals, and what it shows,
//! where models are to differ in that. Clauses that come in between bring back what they name.

use crate::search::models::Search;
use crate::solver::AspSolver;
use hamadryad_sat::Lit;

impl Search<'_> {
    /// The search begins, and its assumptions are known.
    pub(crate) fn plan_elimination(&mut self) {
        let plan = self.solver.config.elimination;
        if plan.is_none() {
            return;
        }
        let looks_at_outputs = self.projected.is_some() || self.options.consequences.is_some();
        let assumed = self.always_assumed();
        let solver = &mut *self.solver;
        let AspSolver { outputs, output_lits, propagators, .. } = solver;
        let shown = outputs.iter().flat_map(|output| &output.condition).chain(output_lits.iter());
        let shown = shown.filter(|_| looks_at_outputs).copied();
        let looked_at = self.projected.iter().flatten().chain(&self.consequence_lits).copied();
        shown.chain(looked_at).chain(assumed).for_each(|lit: Lit| propagators.named.add(lit));
        solver.sat.plan_elimination(plan);
    }

    /// The search ends.
    pub(crate) fn end_elimination(&mut self) {
        let AspSolver { sat, propagators, .. } = &mut *self.solver;
        sat.plan_elimination(None);
        sat.restore_eliminated(propagators);
        propagators.named = crate::propagate::watched::WatchedVars::default();
    }
}
