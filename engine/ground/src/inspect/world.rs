//! Worlds: the values of atoms that a question is about.

use crate::grounder::Grounder;
use hamadryad_symbol::Symbol;
use std::ops::Not;

/// The value of an atom or a literal. A conjunction has the least value of its parts, a disjunction the greatest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    /// It is false.
    False,
    /// It may be true or false.
    Open,
    /// It is true.
    True,
}

impl Status {
    /// `True` or `False`.
    pub fn of(holds: bool) -> Status {
        if holds { Status::True } else { Status::False }
    }
}

impl Not for Status {
    type Output = Status;

    fn not(self) -> Status {
        match self {
            Status::False => Status::True,
            Status::Open => Status::Open,
            Status::True => Status::False,
        }
    }
}

/// The values of atoms: an answer set, or the knowledge of the grounder.
pub trait World {
    /// The value of an atom of the program.
    fn status(&self, atom: Symbol) -> Status;
}

/// An answer set, as the set of its true atoms.
impl<S: std::hash::BuildHasher> World for std::collections::HashSet<Symbol, S> {
    fn status(&self, atom: Symbol) -> Status {
        Status::of(self.contains(&atom))
    }
}

/// The knowledge of the grounder: facts are true, atoms that no instance derives are false, all other atoms are
/// open.
pub struct PossibleAtoms<'a>(
    /// The grounder.
    pub &'a Grounder,
);

impl World for PossibleAtoms<'_> {
    fn status(&self, atom: Symbol) -> Status {
        match self.0.lookup(atom) {
            Some(state) if state.fact => Status::True,
            Some(_) => Status::Open,
            None => Status::False,
        }
    }
}
