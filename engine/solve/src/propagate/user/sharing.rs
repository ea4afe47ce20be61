//! The state that all user propagators share: watched literals, lazy reasons, the guard of the search, and what
//! lasts for one search only.
//!
//! Invariant: implied literals are in the order of the trail. A variable that a propagator makes during a search
//! occurs in clauses with the guard only.

use hamadryad_sat::{Lit, Var};
use rustc_hash::FxHashSet;

/// A literal that a propagator has implied without a reason.
#[derive(Clone, Copy)]
pub(crate) struct Implied {
    /// Its position on the trail.
    pub(crate) position: usize,
    pub(crate) user: u32,
    /// The note with which the propagator explains the literal.
    pub(crate) note: u64,
}

/// The watched literals of all propagators.
#[derive(Clone, Default)]
pub(crate) struct Watches {
    /// By literal: the propagators that watch it.
    of_literal: Vec<Vec<u32>>,
    /// The literals that were watched during the search and that the solver does not report yet.
    pub(crate) fresh: Vec<Lit>,
}

impl Watches {
    /// The propagators that watch a literal.
    #[inline]
    pub(crate) fn of(&self, lit: Lit) -> &[u32] {
        self.of_literal.get(lit.index()).map_or(&[], |users| users)
    }

    /// Whether a propagator watches a literal.
    pub(crate) fn has(&self, user: u32, lit: Lit) -> bool {
        self.of(lit).contains(&user)
    }

    /// Adds a watched literal. `false` if the propagator watches it already.
    pub(crate) fn add(&mut self, user: u32, lit: Lit) -> bool {
        if self.has(user, lit) {
            return false;
        }
        if self.of_literal.len() <= lit.index() {
            self.of_literal.resize(lit.index() + 1, Vec::new());
        }
        self.of_literal[lit.index()].push(user);
        true
    }

    /// Removes a watched literal.
    pub(crate) fn remove(&mut self, user: u32, lit: Lit) {
        if let Some(users) = self.of_literal.get_mut(lit.index()) {
            users.retain(|&other| other != user);
        }
    }

    /// Removes a literal from the watched literals of all propagators.
    fn forget(&mut self, lit: Lit) {
        if let Some(users) = self.of_literal.get_mut(lit.index()) {
            users.clear();
        }
    }
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
    pub(crate) watches: Watches,
    /// The variables that propagators have made during the present search.
    made: FxHashSet<Var>,
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

    /// Records a variable that lasts until the search ends.
    pub(crate) fn add_made(&mut self, lit: Lit) {
        self.made.insert(lit.var());
    }

    /// Whether a literal is among these and its variable lasts for the present search only.
    pub(crate) fn is_for_this_search(&self, literals: &[Lit]) -> bool {
        !self.made.is_empty() && literals.iter().any(|lit| self.made.contains(&lit.var()))
    }

    /// Takes the variables that were made during the search; no propagator watches them any more.
    pub(crate) fn take_made(&mut self) -> Vec<Lit> {
        let mut made: Vec<Lit> = self.made.drain().map(Var::positive).collect();
        made.sort_unstable();
        for &lit in &made {
            self.watches.forget(lit);
            self.watches.forget(!lit);
        }
        made
    }

    /// The guard of the search, for a clause that lasts as long.
    pub(crate) fn use_guard(&mut self) -> Lit {
        self.guard_is_used = true;
        self.guard.expect("a propagator runs during a solve only")
    }
}
