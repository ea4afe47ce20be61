//! The watched literals: for each literal, the propagators that need to see that it becomes true, or that its
//! assignment is undone.
//!
//! In large programs most variables occur in clauses only, and of the others most concern one propagator. Passing
//! all literals of the trail to all propagators took a sixth of the time.
//!
//! Invariant: a literal for which a propagator has a list is watched for it, and stays watched.

use hamadryad_sat::Lit;

/// Sets of propagators, one for each literal.
#[derive(Clone, Default)]
pub(crate) struct WatchedLiterals {
    of_literal: Vec<Watchers>,
}

/// A set of propagators, by their numbers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Watchers(u16);

impl Watchers {
    /// Whether the set contains no propagator.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains the propagator with a number.
    #[inline]
    pub(crate) fn contains(self, propagator: u32) -> bool {
        self.0 >> propagator & 1 == 1
    }
}

impl WatchedLiterals {
    /// Adds a literal for the propagator with a number below 16.
    pub(crate) fn add(&mut self, lit: Lit, propagator: u32) {
        let index = lit.index();
        if self.of_literal.len() <= index {
            self.of_literal.resize(index + 1, Watchers::default());
        }
        self.of_literal[index].0 |= 1 << propagator;
    }

    /// Adds both literals of a variable.
    pub(crate) fn add_both(&mut self, lit: Lit, propagator: u32) {
        self.add(lit, propagator);
        self.add(!lit, propagator);
    }

    /// The propagators for which a literal is watched.
    #[inline]
    pub(crate) fn of(&self, lit: Lit) -> Watchers {
        self.of_literal.get(lit.index()).copied().unwrap_or_default()
    }
}
