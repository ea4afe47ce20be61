//! Progress of a search, for other threads to read.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counters that a search updates while it runs. Clones of a solver share them.
#[derive(Default, Debug)]
pub struct Gauge {
    conflicts: AtomicU64,
    learnt: AtomicU64,
    restarts: AtomicU64,
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

    pub(crate) fn note_restart(&self) {
        self.restarts.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn note_conflict(&self, kept: usize) {
        self.conflicts.fetch_add(1, Ordering::Relaxed);
        self.learnt.store(kept as u64, Ordering::Relaxed);
    }
}
