//! The variables that a search may eliminate.
//!
//! Later steps, calls of the library and later searches may name any variable. Therefore eliminations are
//! local to one search, which restores all variables when it ends. A search knows the literals that it names:
//! assumptions, values of externals, and, for projections and consequences, outputs. A clause that is added
//! during the search restores the variables that it names.

use crate::search::drawing::Drawing;
use crate::search::models::Search;
use crate::translated_program::TranslatedProgram;
use hamadryad_sat::Lit;

impl Search<'_> {
    /// Allows eliminations, after the assumptions are known.
    pub(crate) fn plan_elimination(&mut self) {
        let plan = self.program.config.elimination;
        if plan.is_none() {
            return;
        }
        let reads_outputs = self.options.projection.is_some() || self.options.consequences.is_some();
        let assumed = self.always_assumed();
        let TranslatedProgram { sat, outputs, output_literals, propagators, .. } = &mut *self.program;
        let conditions = outputs.translated().iter().flat_map(|output| &output.condition);
        let shown = conditions.chain(output_literals.known()).filter(|_| reads_outputs).copied();
        let drawn = self.drawing.iter().flat_map(Drawing::lits);
        let domain = self.domain.iter().flatten().map(|(lit, _)| lit);
        let compared = self
            .projected
            .iter()
            .flatten()
            .chain(domain)
            .chain(self.candidates.literals())
            .chain(drawn)
            .copied();
        propagators.named.extend(shown.chain(compared).chain(assumed).map(Lit::var));
        sat.plan_elimination(plan);
    }

    /// Restores eliminated variables.
    pub(crate) fn end_elimination(&mut self) {
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        sat.plan_elimination(None);
        sat.restore_eliminated(propagators);
        propagators.named.clear();
    }
}
