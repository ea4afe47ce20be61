//! `#project` directives: the atoms in which projected answer sets differ.

use crate::instantiate::join::Join;
use crate::ir::Atom;
use crate::output::pending::Pending;

/// Adds the atom of an instance to the projection.
pub(crate) fn project(join: &mut Join<'_>, pending: &mut Pending, atom: &Atom) {
    let Some(arguments) = join.evaluator.values(&atom.arguments) else { return };
    let domain = join.atoms.base.domain(atom.predicate);
    let found = domain.find(&arguments).map(|id| domain.entry(id));
    pending.projected.extend(found.map(|entry| entry.atom));
}
