//! The atom base: the domains of all predicates, by their signatures and numbers.

use crate::atoms::domain::{Domain, Entry, EntryId, PredicateId};
use hamadryad_symbol::{Signature, Symbol};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::cell::RefCell;

/// The domains of all predicates.
#[derive(Clone, Default)]
pub(crate) struct Base {
    domains: Vec<Domain>,
    by_signature: HashMap<Signature, PredicateId, FxBuildHasher>,
    by_symbol: RefCell<BySymbol>,
    /// The signatures whose facts stay open; `None` stands for all.
    open: Vec<Option<Signature>>,
}

/// The atoms by their terms. The table is filled on request, because grounding does not need it.
#[derive(Clone, Default)]
struct BySymbol {
    /// The entry of each atom. Atoms whose entry was removed may stay: another atom, or none, has their entry.
    atoms: HashMap<Symbol, (PredicateId, EntryId), FxBuildHasher>,
    /// By predicate: the number of entries in the table.
    covered: Vec<EntryId>,
}

impl Base {
    /// The predicate of a signature, which is added if it is new.
    pub(crate) fn predicate(&mut self, signature: Signature) -> PredicateId {
        let Base { domains, by_signature, open, .. } = self;
        *by_signature.entry(signature).or_insert_with(|| {
            let keeps_facts_open = open.contains(&None) || open.contains(&Some(signature));
            let mut domain = Domain::new(Some(signature), signature.arity as usize);
            domain.keeps_facts_open = keeps_facts_open;
            domains.push(domain);
            PredicateId(domains.len() as u32 - 1)
        })
    }

    /// Keeps the facts of these signatures open; `None` stands for all. Predicates that are known already keep
    /// their facts as they are.
    pub(crate) fn keep_facts_open(&mut self, signatures: &[Option<Signature>]) {
        self.open.extend_from_slice(signatures);
    }

    pub(crate) fn find_predicate(&self, signature: Signature) -> Option<PredicateId> {
        self.by_signature.get(&signature).copied()
    }

    /// A new predicate without a name in the language.
    pub(crate) fn internal_predicate(&mut self, arity: usize) -> PredicateId {
        self.domains.push(Domain::new(None, arity));
        PredicateId(self.domains.len() as u32 - 1)
    }

    #[inline]
    pub(crate) fn domain(&self, predicate: PredicateId) -> &Domain {
        &self.domains[predicate.0 as usize]
    }

    #[inline]
    pub(crate) fn domain_mut(&mut self, predicate: PredicateId) -> &mut Domain {
        &mut self.domains[predicate.0 as usize]
    }

    pub(crate) fn domains(&self) -> &[Domain] {
        &self.domains
    }

    pub(crate) fn domains_mut(&mut self) -> &mut [Domain] {
        &mut self.domains
    }

    /// Lets the table of terms read the entries of some predicates again, because they have moved.
    pub(crate) fn forget_terms(&mut self, moved: &[PredicateId]) {
        let BySymbol { atoms, covered } = self.by_symbol.get_mut();
        for predicate in moved {
            if let Some(covered) = covered.get_mut(predicate.0 as usize) {
                *covered = 0;
            }
        }
        // Removed atoms must not outnumber the others.
        let present: usize = self.domains.iter().map(|domain| domain.len() as usize).sum();
        if atoms.len() > 2 * present {
            self.by_symbol.take();
        }
    }

    /// Restores the state at the beginning of the step. Returns the predicates whose domains have lost atoms.
    pub(crate) fn undo_step(&mut self) -> Vec<PredicateId> {
        let domains = self.domains.iter_mut().enumerate();
        let undone: Vec<PredicateId> = domains
            .filter_map(|(number, domain)| domain.undo_step().then_some(PredicateId(number as u32)))
            .collect();
        self.forget_terms(&undone);
        undone
    }

    /// The entry of an atom given as a term.
    pub(crate) fn entry_of(&self, symbol: Symbol) -> Option<&Entry> {
        self.place_of(symbol).map(|(predicate, id)| self.domain(predicate).entry(id))
    }

    /// The predicate of an atom given as a term, and its entry there.
    pub(crate) fn place_of(&self, symbol: Symbol) -> Option<(PredicateId, EntryId)> {
        let mut by_symbol = self.by_symbol.borrow_mut();
        by_symbol.covered.resize(self.domains.len(), 0);
        for (number, domain) in self.domains.iter().enumerate() {
            let covered = std::mem::replace(&mut by_symbol.covered[number], domain.len());
            // Internal domains are cleared from time to time, and their atoms have no terms.
            if domain.signature.is_some() {
                for id in covered..domain.len() {
                    by_symbol.atoms.insert(domain.entry(id).symbol, (PredicateId(number as u32), id));
                }
            }
        }
        let &(predicate, id) = by_symbol.atoms.get(&symbol)?;
        let entry = self.domain(predicate).entries().get(id as usize);
        entry.is_some_and(|entry| entry.symbol == symbol).then_some((predicate, id))
    }
}
