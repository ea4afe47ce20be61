//! `#external` directives: atoms whose values are set from outside.

use crate::atoms::base::Base;
use crate::instantiate::join::Join;
use crate::ir::{Atom, Term};
use crate::output::pending::Pending;
use hamadryad_aspif::{ExternalValue, Sink};
use hamadryad_symbol::View;

/// Declares the external atom of an instance.
pub(crate) fn declare_external(join: &mut Join<'_>, pending: &mut Pending, atom: &Atom, value: &Term) {
    let (Some(arguments), Some(value)) =
        (join.evaluator.values(&atom.arguments), join.evaluator.value(value))
    else {
        return;
    };
    let symbols = &*join.evaluator.symbols;
    let name = match symbols.view(value) {
        View::Function { name, arguments: [], positive: true } => symbols.text(name),
        _ => "",
    };
    let value = match name {
        "true" => ExternalValue::True,
        "false" => ExternalValue::False,
        "free" => ExternalValue::Free,
        "release" => ExternalValue::Release,
        _ => {
            join.evaluator.warnings.externals.insert(atom.span);
            return;
        }
    };
    let id = join.atoms.define(join.evaluator.symbols, atom.predicate, &arguments);
    let entry = join.atoms.base.domain_mut(atom.predicate).entry_mut(id);
    entry.external |= !entry.derived;
    pending.externals.push((atom.predicate, id, value));
}

/// Writes the external atoms that have been declared in the step.
pub(crate) fn write_externals(pending: &mut Pending, base: &Base, sink: &mut dyn Sink) {
    for (predicate, id, value) in std::mem::take(&mut pending.externals) {
        let entry = base.domain(predicate).entry(id);
        // An atom with rules is written, too. The receiver ignores the declaration, except beside rules such
        // as `a :- not a.`, which leave the atom external.
        if !entry.fact {
            sink.external(entry.atom, value);
        }
    }
}
