//! What a search has come to, for somebody who looks at it from another thread.

use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers that a search shows while it runs. Clones of a solver share them.
#[derive(Default, Debug)]
pub struct Gauge {
    conflicts: AtomicU64,
    learnt: AtomicU64,
}

impl Gauge {
    /// The conflicts so far, of all searches that show theirs here.
    pub fn conflicts(&self) -> u64 {
        self.conflicts.load(Ordering::Relaxed)
    }

    /// How many learnt clauses of three and more literals were kept when somebody said so last.
    pub fn learnt(&self) -> u64 {
        self.learnt.load(Ordering::Relaxed)
    }

    pub(crate) fn note_conflict(&self, kept: usize) {
        self.conflicts.fetch_add(1, Ordering::Relaxed);
        self.learnt.store(kept as u64, Ordering::Relaxed);
    }
}
