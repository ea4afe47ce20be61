//! The state that all user propagators share: lazy reasons, the guard of the search, and its clauses.
//!
//! Invariant: implied literals are in the order of the trail.

use hamadryad_sat::Lit;

/// A literal that a propagator has implied without a reason.
#[derive(Clone, Copy)]
pub(crate) struct Implied {
    /// Its position on the trail.
    pub(crate) position: usize,
    pub(crate) user: u32,
    /// The note with which the propagator explains the literal.
    pub(crate) note: u64,
}

/// The shared state.
#[derive(Clone, Default)]
pub(crate) struct Sharing {
    implied: Vec<Implied>,
    /// True during the present search, and false afterwards.
    pub(crate) guard: Option<Lit>,
    pub(crate) guard_is_used: bool,
    /// Clauses for the present search, without the guard.
    pub(crate) clauses_of_solve: Vec<Vec<Lit>>,
}

impl Sharing {
    /// Records an implied literal; returns its id.
    pub(crate) fn record(&mut self, implied: Implied) -> u32 {
        self.implied.push(implied);
        (self.implied.len() - 1) as u32
    }

    /// The implied literal with an id.
    pub(crate) fn implied(&self, id: u32) -> Implied {
        self.implied[id as usize]
    }

    /// Removes the implied literals that are not among the first `keep` of the trail.
    pub(crate) fn backjump(&mut self, keep: usize) {
        while self.implied.last().is_some_and(|implied| implied.position >= keep) {
            self.implied.pop();
        }
    }
}
