//! The atoms of one predicate that may be true.
//!
//! An atom's number in its domain counts the definitions: atoms defined earlier have smaller numbers. So the
//! generations of semi-naive instantiation are ranges of numbers: old atoms end where the new ones begin.
//!
//! Invariant: while a step is grounded, an entry is only added at the end, never moved or removed, and
//! changes of entries of earlier steps are recorded, so that a step that fails can be undone. A literal may
//! need the number of an atom that is not derived yet (`a :- not b. b :- not a.`); this number is reserved,
//! and the atom has no entry.
//!
//! Between steps, entries that are false in all further answer sets can be removed (`retain`); the entries
//! behind move up. A removed entry is kept aside, so that a later rule for its atom gets the same number;
//! only a released external gets a new number if it is declared or defined again.

use hamadryad_aspif as aspif;
use hamadryad_symbol::{Signature, Symbol};
use hashbrown::{HashMap, HashTable};
use rustc_hash::{FxBuildHasher, FxHasher};
use std::hash::{Hash, Hasher};

/// The number of a predicate in the `Base`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub(crate) struct PredicateId(pub u32);

/// An atom's number in its domain.
pub(crate) type EntryId = u32;

/// An atom of a domain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub atom: aspif::Atom,
    /// The atom as a term; `#inf` for atoms of internal predicates.
    pub symbol: Symbol,
    pub fact: bool,
    pub external: bool,
    /// Whether a rule derives it.
    pub derived: bool,
}

/// The number that an atom gets if it is defined again after its entry was removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Removal {
    /// The number of the removed entry, which is kept aside.
    KeepsNumber,
    /// A new number.
    RenewsNumber,
}

/// The atoms of one predicate.
#[derive(Clone)]
pub(crate) struct Domain {
    /// `None` for internal predicates, which never appear in the output.
    pub signature: Option<Signature>,
    /// Whether its atoms are projections, which persist from step to step and are renewed if a step adds
    /// rules for them.
    pub is_projection: bool,
    /// Whether the present component adds atoms and joins them in the next round.
    pub is_growing: bool,
    /// Whether facts stay open, so that bodies keep their literals.
    pub keeps_facts_open: bool,
    pub arity: usize,
    arguments: Vec<Symbol>,
    entries: Vec<Entry>,
    table: HashTable<EntryId>,
    reserved: HashMap<Box<[Symbol]>, aspif::Atom, FxBuildHasher>,
    /// Entries that have been removed, by their arguments.
    retired: HashMap<Box<[Symbol]>, Entry, FxBuildHasher>,
    /// The end of the old atoms.
    pub old_end: EntryId,
    /// The end of the new atoms, which begin at `old_end`. Atoms from here on belong to the next round.
    pub new_end: EntryId,
    /// The number of atoms that have been written as outputs.
    pub shown: EntryId,
    /// The number of atoms that have been compared with their classical negations.
    pub complemented: EntryId,
    before: Before,
}

/// The state of a domain at the beginning of the step.
#[derive(Clone, Default)]
struct Before {
    len: EntryId,
    shown: EntryId,
    complemented: EntryId,
    /// Changed entries of earlier steps with their former content, in the order of the changes.
    changed: Vec<(EntryId, Entry)>,
}

pub(crate) fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

fn hash_arguments(arguments: &[Symbol]) -> u64 {
    let mut hasher = FxHasher::default();
    for argument in arguments {
        argument.hash(&mut hasher);
    }
    hasher.finish()
}

impl Domain {
    pub(crate) fn new(signature: Option<Signature>, arity: usize) -> Domain {
        Domain {
            signature,
            is_projection: false,
            is_growing: false,
            keeps_facts_open: false,
            arity,
            arguments: Vec::new(),
            entries: Vec::new(),
            table: HashTable::new(),
            reserved: HashMap::default(),
            retired: HashMap::default(),
            old_end: 0,
            new_end: 0,
            shown: 0,
            complemented: 0,
            before: Before::default(),
        }
    }

    /// Whether all atoms are facts.
    pub(crate) fn has_only_facts(&self) -> bool {
        self.entries.iter().all(|entry| entry.fact)
    }

    /// The number of atoms.
    pub(crate) fn len(&self) -> EntryId {
        self.entries.len() as EntryId
    }

    #[inline]
    pub(crate) fn arguments(&self, id: EntryId) -> &[Symbol] {
        let start = id as usize * self.arity;
        &self.arguments[start..start + self.arity]
    }

    #[inline]
    pub(crate) fn entry(&self, id: EntryId) -> &Entry {
        &self.entries[id as usize]
    }

    pub(crate) fn entry_mut(&mut self, id: EntryId) -> &mut Entry {
        let entry = &mut self.entries[id as usize];
        if id < self.before.len {
            self.before.changed.push((id, *entry));
        }
        entry
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The number of the atom with these arguments.
    #[inline]
    pub(crate) fn find(&self, arguments: &[Symbol]) -> Option<EntryId> {
        let hash = hash_arguments(arguments);
        self.table.find(hash, |&id| self.arguments(id) == arguments).copied()
    }

    /// The atom of the ground program that is reserved for these arguments.
    pub(crate) fn reserved(&self, arguments: &[Symbol]) -> Option<aspif::Atom> {
        if self.reserved.is_empty() { None } else { self.reserved.get(arguments).copied() }
    }

    /// The removed entry with these arguments.
    pub(crate) fn retired(&self, arguments: &[Symbol]) -> Option<Entry> {
        if self.retired.is_empty() { None } else { self.retired.get(arguments).copied() }
    }

    /// Between steps: removes the entries that do not satisfy the predicate. Returns whether any entry was
    /// removed. `removed` decides which of them are kept aside; projections never are, because they get
    /// another atom whenever a step adds rules for them.
    pub(crate) fn retain(
        &mut self,
        keeps: impl Fn(&Entry) -> bool,
        mut removed: impl FnMut(&[Symbol], Entry) -> Removal,
    ) -> bool {
        let Some(first) = self.entries.iter().position(|entry| !keeps(entry)) else { return false };
        let (mut kept, arity) = (first, self.arity);
        let mut passed = [self.shown, self.complemented];
        for id in first..self.entries.len() {
            let entry = self.entries[id];
            if keeps(&entry) {
                self.entries[kept] = entry;
                self.arguments.copy_within(id * arity..(id + 1) * arity, kept * arity);
                kept += 1;
                continue;
            }
            let arguments = &self.arguments[id * arity..(id + 1) * arity];
            if !self.is_projection && removed(arguments, entry) == Removal::KeepsNumber {
                self.retired.insert(arguments.into(), entry);
            }
            for (passed, before) in passed.iter_mut().zip([self.shown, self.complemented]) {
                *passed -= EntryId::from((id as EntryId) < before);
            }
        }
        self.entries.truncate(kept);
        self.arguments.truncate(kept * arity);
        [self.shown, self.complemented] = passed;
        self.rebuild_table();
        true
    }

    pub(crate) fn reserve(&mut self, arguments: &[Symbol], atom: aspif::Atom) {
        self.reserved.insert(arguments.into(), atom);
    }

    /// Begins a step. Reservations for atoms that were never defined expire: a later definition concerns
    /// another atom.
    pub(crate) fn begin_step(&mut self) {
        self.reserved.clear();
        self.before.changed.clear();
        (self.before.len, self.before.shown, self.before.complemented) =
            (self.len(), self.shown, self.complemented);
    }

    /// Restores the state at the beginning of the step. Returns whether atoms had been added.
    pub(crate) fn undo_step(&mut self) -> bool {
        self.reserved.clear();
        self.is_growing = false;
        (self.shown, self.complemented) = (self.before.shown, self.before.complemented);
        while let Some((id, entry)) = self.before.changed.pop() {
            self.entries[id as usize] = entry;
        }
        if self.len() == self.before.len {
            return false;
        }
        self.entries.truncate(self.before.len as usize);
        self.arguments.truncate(self.before.len as usize * self.arity);
        self.rebuild_table();
        true
    }

    /// Rebuilds the hash table. Of two atoms with the same arguments, the later is found.
    fn rebuild_table(&mut self) {
        let mut table = std::mem::take(&mut self.table);
        table.clear();
        let (all, arity) = (&self.arguments, self.arity);
        let arguments = |id: EntryId| &all[id as usize * arity..(id as usize + 1) * arity];
        for id in 0..self.len() {
            let hash = hash_arguments(arguments(id));
            match table.find_mut(hash, |&other| arguments(other) == arguments(id)) {
                Some(found) => *found = id,
                None => {
                    table.insert_unique(hash, id, |&id| hash_arguments(arguments(id)));
                }
            }
        }
        self.table = table;
    }

    /// Adds an atom whose arguments are new.
    pub(crate) fn insert(&mut self, arguments: &[Symbol], entry: Entry) -> EntryId {
        let id = self.len();
        self.arguments.extend_from_slice(arguments);
        self.entries.push(entry);
        let (all, arity) = (&self.arguments, self.arity);
        let hash = |&id: &EntryId| hash_arguments(&all[id as usize * arity..(id as usize + 1) * arity]);
        self.table.insert_unique(hash_arguments(arguments), id, hash);
        id
    }

    /// Adds an atom with the arguments of an existing atom, which it replaces in later look-ups.
    pub(crate) fn insert_again(&mut self, id: EntryId, entry: Entry) -> EntryId {
        let arguments = self.arguments(id).to_vec();
        let again = self.len();
        if let Some(found) = self.table.find_mut(hash_arguments(&arguments), |&other| other == id) {
            *found = again;
        }
        self.arguments.extend_from_slice(&arguments);
        self.entries.push(entry);
        again
    }

    /// Removes all atoms, because the domain is derived again in each step.
    pub(crate) fn clear(&mut self) {
        let keeps_facts_open = self.keeps_facts_open;
        *self = Domain { keeps_facts_open, ..Domain::new(self.signature, self.arity) };
    }

    /// Makes the new atoms old, and the atoms derived since then new. Returns whether any atom is new.
    pub(crate) fn advance(&mut self) -> bool {
        self.old_end = self.new_end;
        self.new_end = self.len();
        self.old_end < self.new_end
    }
}
