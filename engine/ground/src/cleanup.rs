//! What a solver has found out about atoms, taken over between steps.
//!
//! ```text
//! { a(1..9) }.  :- a(1).  :- not a(2).     a(1) is false for good, a(2) is true for good
//! b(X) :- a(X).                            a later step: b(2) is a fact, and there is nothing about b(1)
//! ```
//!
//! Atoms that are true for good become facts; those that are false for good leave their domains. They are not forgotten:
//! a rule for one of them is one for the atom that the steps before speak of, so that it is refused as ever.

use crate::atoms::domain::{Entry, Id, PredicateId};
use crate::grounder::Grounder;
use hamadryad_aspif::Atom;

impl Grounder {
    /// Between steps: takes over which atoms of the steps before have a value for good. Atoms that later steps may still
    /// define are not among them.
    pub fn cleanup(&mut self, value: &dyn Fn(Atom) -> Option<bool>) {
        let is_false = |entry: &Entry| !entry.fact && value(entry.atom) == Some(false);
        let base = &self.base;
        self.projections.entries_move(|predicate, covered| {
            let passed = &base.domain(predicate).entries()[..covered as usize];
            passed.iter().filter(|entry| !is_false(entry)).count() as Id
        });
        for (number, domain) in self.base.domains_mut().iter_mut().enumerate() {
            // What is derived anew in each step is emptied when it begins.
            if domain.signature.is_none() && !domain.is_projection {
                continue;
            }
            let has_moved = domain.retain(|entry| !is_false(entry));
            if has_moved {
                self.indexes.clear(PredicateId(number as u32));
            }
            for id in 0..domain.len() {
                let entry = domain.entry(id);
                if !entry.fact && value(entry.atom) == Some(true) {
                    domain.entry_mut(id).fact = true;
                }
            }
        }
        self.base.forget_terms();
        self.written.forget(|atom| value(atom).is_some());
    }
}
