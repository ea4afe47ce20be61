//! `#show` statements: the atoms of shown predicates, and terms with their conditions.

use crate::atoms::base::Base;
use crate::atoms::domain::PredicateId;
use crate::instantiate::join::Join;
use crate::ir::Term;
use crate::output::pending::Pending;
use hamadryad_aspif::{OutputKind, Sink};
use hamadryad_symbol::{Signature, Symbols};

/// Adds the condition of an instance to the term that it shows.
pub(crate) fn show(join: &mut Join<'_>, pending: &mut Pending, term: &Term) {
    if let Some(term) = join.evaluator.value(term) {
        let body = join.instance.body(&[]);
        pending.shows.add(term, &body);
    }
}

/// Writes the new atoms of the shown predicates, in their order.
pub(crate) fn write_shown_atoms(
    base: &mut Base,
    shown: &[PredicateId],
    symbols: &Symbols,
    sink: &mut dyn Sink,
) {
    for predicate in shown {
        let domain = &mut base.domains_mut()[predicate.0 as usize];
        for entry in &domain.entries()[domain.shown as usize..] {
            let condition = [entry.atom.positive()];
            let condition = if entry.fact { &[][..] } else { &condition[..] };
            sink.output(symbols, OutputKind::Atom, entry.symbol, condition);
        }
        domain.shown = domain.len();
    }
}

/// Marks the atoms of hidden predicates as not written. Returns the signatures of those that were written before.
pub(crate) fn hide_atoms(base: &mut Base, is_hidden: impl Fn(Signature) -> bool) -> Vec<Signature> {
    let mut hidden = Vec::new();
    for domain in base.domains_mut().iter_mut().filter(|domain| domain.shown > 0) {
        if let Some(signature) = domain.signature.filter(|&signature| is_hidden(signature)) {
            domain.shown = 0;
            hidden.push(signature);
        }
    }
    hidden
}
