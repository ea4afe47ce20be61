//! What is known of atoms.

use crate::atoms::domain::{Domain, Entry};
use crate::grounder::Grounder;
use hamadryad_aspif as aspif;
use hamadryad_symbol::{Signature, Symbol};

/// What is known of an atom that may be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtomState {
    /// Its number in the ground program.
    pub atom: aspif::Atom,
    /// Whether it is true in every answer set.
    pub fact: bool,
    /// Whether it is external, and no rule derives it.
    pub external: bool,
}

impl From<&Entry> for AtomState {
    fn from(entry: &Entry) -> AtomState {
        AtomState { atom: entry.atom, fact: entry.fact, external: entry.external && !entry.derived }
    }
}

impl Grounder {
    /// What is known of an atom; `None` where it cannot be true.
    pub fn lookup(&self, atom: Symbol) -> Option<AtomState> {
        self.base.entry_of(atom).map(AtomState::from)
    }

    /// All atoms that may be true, signature by signature, in the order of their derivation.
    pub fn atoms(&self) -> impl Iterator<Item = (Symbol, AtomState)> + '_ {
        let domains = self.base.domains().iter().filter(|domain| domain.signature.is_some());
        domains.flat_map(Domain::entries).map(|entry| (entry.symbol, AtomState::from(entry)))
    }

    /// The signatures of the atoms that may be true, in the order in which the program speaks of them.
    pub fn signatures(&self) -> impl Iterator<Item = Signature> + '_ {
        let with_atoms = self.base.domains().iter().filter(|domain| domain.len() > 0);
        with_atoms.filter_map(|domain| domain.signature)
    }

    /// The atoms of one signature that may be true, in the order of their derivation.
    pub fn atoms_of(&self, signature: Signature) -> impl Iterator<Item = (Symbol, AtomState)> + '_ {
        let predicate = self.base.find_predicate(signature);
        let entries = predicate.map_or(&[][..], |predicate| self.base.domain(predicate).entries());
        entries.iter().map(|entry| (entry.symbol, AtomState::from(entry)))
    }
}
