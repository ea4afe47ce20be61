//! Ground atoms: each gets an entry in its domain and a number in the ground program.
//!
//! Invariant: an atom is named in the sink when it gets its number, and two entries with the same arguments
//! have the same number, except for projections (see [`GroundAtoms::renew`]).

use crate::atoms::base::Base;
use crate::atoms::domain::{Entry, EntryId, PredicateId};
use crate::output::emitter::Emitter;
use hamadryad_aspif::Atom;
use hamadryad_symbol::{Signature, Symbol, Symbols};

/// The atom base together with the output.
pub(crate) struct GroundAtoms<'a> {
    pub base: &'a mut Base,
    pub emitter: Emitter<'a>,
}

impl GroundAtoms<'_> {
    /// The entry of the atom with these arguments; it is added if its domain lacks it.
    pub(crate) fn define(
        &mut self,
        symbols: &mut Symbols,
        predicate: PredicateId,
        arguments: &[Symbol],
    ) -> EntryId {
        let domain = self.base.domain(predicate);
        if let Some(id) = domain.find(arguments) {
            return id;
        }
        if let Some(retired) = domain.retired(arguments) {
            return self.base.domain_mut(predicate).insert(arguments, retired);
        }
        let reserved = domain.reserved(arguments);
        let atom = reserved.unwrap_or_else(|| self.emitter.written.fresh());
        let symbol = self.symbol(symbols, predicate, arguments);
        if reserved.is_none() && symbol != Symbol::INFIMUM {
            self.emitter.sink.name(symbols, atom, symbol);
        }
        let entry = Entry { atom, symbol, fact: false, external: false, derived: false };
        self.base.domain_mut(predicate).insert(arguments, entry)
    }

    /// The number of an atom that may be derived later.
    pub(crate) fn reserve(
        &mut self,
        symbols: &mut Symbols,
        predicate: PredicateId,
        arguments: &[Symbol],
    ) -> Atom {
        let domain = self.base.domain(predicate);
        if let Some(atom) = domain.reserved(arguments).or(domain.retired(arguments).map(|entry| entry.atom)) {
            return atom;
        }
        let atom = self.emitter.written.fresh();
        let symbol = self.symbol(symbols, predicate, arguments);
        if symbol != Symbol::INFIMUM {
            self.emitter.sink.name(symbols, atom, symbol);
        }
        self.base.domain_mut(predicate).reserve(arguments, atom);
        atom
    }

    /// The atom as a term; `#inf` for atoms of internal predicates, which have no name.
    fn symbol(&self, symbols: &mut Symbols, predicate: PredicateId, arguments: &[Symbol]) -> Symbol {
        match self.base.domain(predicate).signature {
            Some(Signature { name, positive, .. }) => symbols.function_named(name, arguments, positive),
            None => Symbol::INFIMUM,
        }
    }

    /// Replaces the number of a projection's atom from an earlier step, because no further rules may be added
    /// for it. While the present component joins new atoms of the domain, the atom gets another entry, so
    /// that this join finds it.
    pub(crate) fn renew(&mut self, predicate: PredicateId, id: EntryId) -> EntryId {
        let domain = self.base.domain(predicate);
        let entry = *domain.entry(id);
        if !domain.is_projection || entry.fact || self.emitter.written.is_of_this_step(entry.atom) {
            return id;
        }
        let atom = self.emitter.written.fresh();
        self.emitter.derive(atom, &[entry.atom.positive()]);
        let renewed = Entry { atom, ..entry };
        let domain = self.base.domain_mut(predicate);
        if domain.is_growing {
            return domain.insert_again(id, renewed);
        }
        *domain.entry_mut(id) = renewed;
        id
    }

    /// The number of an atom that occurs in a head.
    pub(crate) fn head(
        &mut self,
        symbols: &mut Symbols,
        predicate: PredicateId,
        arguments: &[Symbol],
    ) -> Atom {
        let id = self.define(symbols, predicate, arguments);
        let entry = self.base.domain_mut(predicate).entry_mut(id);
        entry.derived = true;
        entry.atom
    }

    /// Marks an entry as a fact, unless facts of its predicate stay open; returns the number of its atom.
    pub(crate) fn settle(&mut self, predicate: PredicateId, id: EntryId) -> Atom {
        let domain = self.base.domain_mut(predicate);
        let is_open = domain.keeps_facts_open;
        let entry = domain.entry_mut(id);
        (entry.fact, entry.derived) = (!is_open, true);
        entry.atom
    }

    /// Writes facts, each once.
    pub(crate) fn add_facts(&mut self, symbols: &Symbols, facts: &[Symbol]) {
        for &fact in facts {
            let signature = symbols.signature(fact).expect("a fact is an atom");
            let predicate = self.base.predicate(signature);
            let id = self.define_term(symbols, predicate, fact, false);
            if !self.base.domain(predicate).entry(id).fact {
                let atom = self.settle(predicate, id);
                self.emitter.fact(atom);
            }
        }
    }

    /// The entry of an atom given as a term; a new entry is external or not as requested.
    pub(crate) fn define_term(
        &mut self,
        symbols: &Symbols,
        predicate: PredicateId,
        symbol: Symbol,
        external: bool,
    ) -> EntryId {
        let arguments = symbols.arguments(symbol);
        let domain = self.base.domain_mut(predicate);
        if let Some(id) = domain.find(arguments) {
            return id;
        }
        let retired = domain.retired(arguments);
        let entry = retired.unwrap_or_else(|| {
            let atom = self.emitter.written.fresh();
            self.emitter.sink.name(symbols, atom, symbol);
            Entry { atom, symbol, fact: false, external, derived: false }
        });
        domain.insert(arguments, entry)
    }
}
