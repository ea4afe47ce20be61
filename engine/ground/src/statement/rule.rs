//! Normal rules and integrity constraints: the atom that an instance derives.

use crate::atoms::domain::PredicateId;
use crate::instantiate::join::Join;
use crate::ir::Atom;
use hamadryad_aspif::Literal;
use hamadryad_symbol::Symbol;

/// Writes that the instance does not hold together with the given literals.
pub(crate) fn constrain(join: &mut Join<'_>, more: &[Literal]) {
    let body = join.instance.body(more);
    join.atoms.emitter.constrain(&body);
}

/// Writes the rule of an instance.
pub(crate) fn derive(join: &mut Join<'_>, atom: &Atom) {
    if let Some(arguments) = join.evaluator.values(&atom.arguments) {
        derive_atom(join, atom.predicate, &arguments);
    }
}

/// Writes that the instance derives the atom.
pub(crate) fn derive_atom(join: &mut Join<'_>, predicate: PredicateId, arguments: &[Symbol]) {
    let atoms = &mut join.atoms;
    let id = atoms.define(join.evaluator.symbols, predicate, arguments);
    let id = atoms.renew(predicate, id);
    let entry = *atoms.base.domain(predicate).entry(id);
    if entry.fact {
        return;
    }
    let head = entry.atom;
    if join.instance.literals.is_empty() {
        atoms.settle(predicate, id);
        let body = join.instance.body(&[]);
        atoms.emitter.derive(head, &body);
    } else if !join.instance.literals.contains(&head.positive()) {
        join.theory.use_atoms(&mut atoms.emitter, &join.instance.literals);
        let body = join.instance.body(&[]);
        atoms.base.domain_mut(predicate).entry_mut(id).derived = true;
        atoms.emitter.derive(head, &body);
    }
}
