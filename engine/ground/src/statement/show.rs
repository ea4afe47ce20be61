//! `#show` statements: the atoms of shown predicates, and terms with their conditions.

use crate::grounder::Grounder;
use crate::instantiate::join::Instantiator;
use crate::ir::Term;
use hamadryad_aspif::{OutputKind, Sink};
use hamadryad_symbol::Symbols;

impl Instantiator<'_> {
    /// Adds the instance to the conditions of a shown term.
    pub(crate) fn show(&mut self, term: &Term) {
        if let Some(term) = self.value(term) {
            let body = self.instance_body(&[]);
            self.pending.shows.add(term, &body);
        }
    }
}

impl Grounder {
    /// Writes the new atoms of shown predicates.
    pub(crate) fn write_shown_atoms(&mut self, symbols: &Symbols, sink: &mut dyn Sink) {
        for domain in self.base.domains_mut() {
            let shown = domain.signature.is_some_and(|signature| {
                self.shown.as_ref().is_none_or(|signatures| signatures.contains_key(&signature))
            });
            if !shown {
                continue;
            }
            for entry in &domain.entries()[domain.shown as usize..] {
                let condition = [entry.atom.positive()];
                let condition = if entry.fact { &[][..] } else { &condition[..] };
                sink.output(symbols, OutputKind::Atom, entry.symbol, condition);
            }
            domain.shown = domain.len();
        }
    }
}
