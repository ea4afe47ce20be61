//! The progress of a search, for reading from another thread.
//!
//! Invariant: bounds only become tighter during one solve, whichever thread reports them.

use hamadryad_sat::{Gauge, SearchState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The bounds of an optimum.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The costs of the best model, the highest priority first; `None` before the first model, and without an
    /// objective.
    pub best: Option<Vec<i64>>,
    /// Lower bounds on the costs of all models.
    pub least: Vec<i64>,
}

/// The progress of a solver. Clones share the same values.
#[derive(Clone, Default, Debug)]
pub struct Progress {
    pub(crate) gauge: Arc<Gauge>,
    bounds: Arc<Mutex<Bounds>>,
    changes: Arc<AtomicU64>,
}

impl Progress {
    /// The number of conflicts of all solves so far, on all threads.
    pub fn conflicts(&self) -> u64 {
        self.gauge.conflicts()
    }

    /// The number of restarts of all solves so far, on all threads.
    pub fn restarts(&self) -> u64 {
        self.gauge.restarts()
    }

    /// The number of stored learnt clauses of three and more literals.
    pub fn learnt(&self) -> u64 {
        self.gauge.learnt()
    }

    /// The state of the search that began or restarted last.
    pub fn state(&self) -> SearchState {
        self.gauge.state()
    }

    /// The number of times that lower bounds have changed: cheaper than [`Progress::bounds`].
    pub fn lower_bound_changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// The bounds of the optimum in the present solve.
    pub fn bounds(&self) -> Bounds {
        self.bounds.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Publishes bounds that are tighter than the bounds of other threads.
    pub(crate) fn note(&self, best: Option<&Vec<i64>>, least: &[i64]) {
        let mut bounds = self.bounds.lock().unwrap_or_else(PoisonError::into_inner);
        if best.is_some() && (bounds.best.is_none() || best < bounds.best.as_ref()) {
            bounds.best = best.cloned();
        }
        if bounds.least[..] < *least {
            bounds.least = least.to_vec();
            self.changes.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Deletes the bounds of the last solve.
    pub(crate) fn begin(&self) {
        *self.bounds.lock().unwrap_or_else(PoisonError::into_inner) = Bounds::default();
    }
}
