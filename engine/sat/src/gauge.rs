//! Progress of a search, for other threads to read.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counters that a search updates while it runs. Clones of a solver share them.
#[derive(Default, Debug)]
pub struct Gauge {
    conflicts: AtomicU64,
    learnt: AtomicU64,
    restarts: AtomicU64,
    /// By field of [`SearchState`]: its value at the last restart of a search.
    state: [AtomicU64; 4],
}

/// The state of a search at its last restart; its decisions at the last conflict.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct SearchState {
    /// Its decisions.
    pub decisions: u64,
    /// The variables without a value at level 0.
    pub open_variables: u64,
    /// The variables with a value at level 0.
    pub fixed_variables: u64,
    /// The conflicts until the next reduction of the learnt clauses.
    pub until_reduction: u64,
}

impl Gauge {
    /// The conflicts so far, of all searches that share the gauge.
    pub fn conflicts(&self) -> u64 {
        self.conflicts.load(Ordering::Relaxed)
    }

    /// The number of learnt clauses of three and more literals at the last conflict.
    pub fn learnt(&self) -> u64 {
        self.learnt.load(Ordering::Relaxed)
    }

    /// The restarts so far, of all searches that share the gauge.
    pub fn restarts(&self) -> u64 {
        self.restarts.load(Ordering::Relaxed)
    }

    /// The state of the search that began or restarted last.
    pub fn state(&self) -> SearchState {
        let [decisions, open_variables, fixed_variables, until_reduction] =
            [0, 1, 2, 3].map(|field: usize| self.state[field].load(Ordering::Relaxed));
        SearchState { decisions, open_variables, fixed_variables, until_reduction }
    }

    pub(crate) fn note_state(&self, state: SearchState) {
        let SearchState { decisions, open_variables, fixed_variables, until_reduction } = state;
        for (field, value) in
            self.state.iter().zip([decisions, open_variables, fixed_variables, until_reduction])
        {
            field.store(value, Ordering::Relaxed);
        }
    }

    pub(crate) fn note_restart(&self) {
        self.restarts.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn note_conflict(&self, kept: usize, decisions: u64) {
        self.conflicts.fetch_add(1, Ordering::Relaxed);
        self.learnt.store(kept as u64, Ordering::Relaxed);
        self.state[0].store(decisions, Ordering::Relaxed);
    }
}
