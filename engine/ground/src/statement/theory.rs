//! Theory atoms in heads, and directives of theories.

use crate::instantiate::join::Join;
use crate::plan::TheoryPlan;

/// Writes the theory atom of an instance, and the rule that derives it.
pub(crate) fn derive_theory_atom(join: &mut Join<'_>, theory: &TheoryPlan) {
    let Some(content) = join.theory_content(theory) else { return };
    let emitter = &mut join.atoms.emitter;
    // A directive has no atom.
    let Some(atom) = join.theory.atom(emitter, content) else { return };
    join.theory.use_atom(emitter, atom);
    let body = join.instance.body(&[]);
    emitter.derive(atom, &body);
}
