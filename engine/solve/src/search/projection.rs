//! Projected enumeration: models that differ in some literals only.
//!
//! ```text
//! {a; b; c}.   #show a/0.        two models projected to the shown atoms, eight without projection
//! ```
//!
//! A clause excludes each model: one of the projected literals must change. The clause contains only those from which the
//! others follow (`Basis` of the solver), and the guard of the search. The values of the model become the phases of all
//! variables, so that a restart leads back to its neighbourhood.

use crate::search::models::Search;
use crate::search::options::Projection;
use crate::translated_program::TranslatedProgram;
use hamadryad_sat::Lit;

/// The literals in which projected models must differ, sorted; at level 0.
pub(crate) fn projection_literals(program: &mut TranslatedProgram, projection: Projection) -> Vec<Lit> {
    let to_atoms = match projection {
        Projection::Shown => false,
        Projection::Atoms => true,
        Projection::Auto => program.projected.is_some(),
    };
    let mut literals = if to_atoms {
        program.projected.iter().flatten().map(|atom| program.lit(atom.positive())).collect()
    } else {
        program.output_literals()
    };
    literals.sort_unstable();
    literals.dedup();
    literals
}

impl Search<'_> {
    /// Requires that the next model differs in a projected literal. `false` if that is impossible.
    pub(crate) fn exclude_projection(&mut self) -> bool {
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        sat.remember_assignment();
        sat.update_basis(propagators, &mut self.basis);
        let clause: Vec<Lit> = self.basis.literals().map(|lit| !lit).collect();
        // If the basis is empty, the projected literals follow from the assumptions. A clause of the guard alone would
        // make the guard false for good.
        !clause.is_empty() && self.require_any(clause)
    }
}
