//! Steps that are written statement by statement instead of being grounded from text.
//!
//! ```text
//! begin   atom p(1)   atom p(2)   (statements over them, which only the sink sees)   finish
//! ```
//!
//! What is written so may be anything: the atoms count as derived by rules that are not known here. Later steps are joined
//! with them as with all others.

use crate::atoms::domain::{Entry, Id, PredicateId};
use crate::grounder::Grounder;
use hamadryad_aspif::{Atom, Sink};
use hamadryad_symbol::{Symbol, Symbols};
use std::collections::HashSet;

/// An atom in its domain, for as long as the step lasts.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    predicate: PredicateId,
    id: Id,
}

impl Grounder {
    /// Begins a step that is written directly.
    pub fn begin_direct(&mut self) {
        self.begin();
    }

    /// The aspif atom of an atom, put into its domain where it is not there yet; `None` where the term is no atom.
    pub fn direct_atom(
        &mut self,
        symbols: &Symbols,
        symbol: Symbol,
        sink: &mut dyn Sink,
    ) -> Option<(Atom, Place)> {
        let signature = symbols.signature(symbol)?;
        let predicate = self.base.predicate(signature);
        let arguments = symbols.arguments(symbol);
        let domain = self.base.domain_mut(predicate);
        let id = match (domain.find(arguments), domain.retired(arguments)) {
            (Some(id), _) => id,
            (None, Some(retired)) => domain.insert(arguments, retired),
            (None, None) => {
                let atom = self.written.fresh();
                sink.name(symbols, atom, symbol);
                // `external` keeps grounding from taking `not not a` for `a`: nobody knows what the atom depends on.
                let entry = Entry { atom, symbol, fact: false, external: true, derived: false };
                domain.insert(arguments, entry)
            }
        };
        Some((domain.entry(id).atom, Place { predicate, id }))
    }

    /// Notes that an atom of the step is an external one, or that a rule derives it.
    pub fn mark_direct(&mut self, place: Place, is_external: bool) {
        let entry = self.base.domain_mut(place.predicate).entry_mut(place.id);
        if is_external {
            entry.external |= !entry.derived;
        } else {
            entry.derived = true;
        }
    }

    /// The number of a node in the graph of `#edge`.
    pub fn node(&mut self, node: Symbol) -> i32 {
        i32::try_from(self.pending.nodes.insert_full(node).0).expect("fewer nodes than terms")
    }

    /// Whether an atom has been given out.
    pub fn has_given(&self, atom: Atom) -> bool {
        self.written.has_given(atom)
    }

    /// Ends the step: writes what the directives of the program say of its atoms.
    pub fn finish_direct(&mut self, symbols: &mut Symbols, sink: &mut dyn Sink) {
        self.finish(symbols, &HashSet::new(), sink);
    }
}
