//! `#external` directives: atoms whose values are set from outside.

use crate::grounder::Grounder;
use crate::instantiate::join::Instantiator;
use crate::ir::{Atom, Term};
use hamadryad_aspif::{ExternalValue, Sink};
use hamadryad_symbol::View;

impl Instantiator<'_> {
    /// Declares the external atom of an instance.
    pub(crate) fn declare_external(&mut self, atom: &Atom, value: &Term) {
        let (Some(arguments), Some(value)) = (self.values(&atom.arguments), self.value(value)) else {
            return;
        };
        let name = match self.symbols.view(value) {
            View::Function { name, arguments: [], positive: true } => self.symbols.text(name),
            _ => "",
        };
        let value = match name {
            "true" => ExternalValue::True,
            "false" => ExternalValue::False,
            "free" => ExternalValue::Free,
            "release" => ExternalValue::Release,
            _ => {
                self.warnings.externals.insert(atom.span);
                return;
            }
        };
        let id = self.define(atom.predicate, &arguments);
        let entry = self.base.domain_mut(atom.predicate).entry_mut(id);
        entry.external |= !entry.derived;
        self.pending.externals.push((atom.predicate, id, value));
    }
}

impl Grounder {
    /// Writes the external atoms that have been declared in the step.
    pub(crate) fn write_externals(&mut self, sink: &mut dyn Sink) {
        for (predicate, id, value) in std::mem::take(&mut self.pending.externals) {
            let entry = self.base.domain(predicate).entry(id);
            // An atom with rules is written, too: its receiver ignores it, except for rules such as `a :- not a.`, which
            // leave the atom external.
            if !entry.fact {
                sink.external(entry.atom, value);
            }
        }
    }
}
