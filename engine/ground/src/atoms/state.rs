//! The state of an atom, as the library reports it.

use crate::atoms::domain::Entry;
use hamadryad_aspif as aspif;

/// The state of an atom that may be true.
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
