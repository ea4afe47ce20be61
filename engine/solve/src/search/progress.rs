//! How a solve gets on, for somebody who looks at it from another thread.

use hamadryad_sat::Gauge;
use std::sync::{Arc, Mutex, PoisonError};

/// What is known of an optimum.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The costs of the best model, the highest priority first; `None` where there is no model yet, or no objective.
    pub best: Option<Vec<i64>>,
    /// No model costs less, as far as that is known.
    pub least: Vec<i64>,
}

/// What a solver shows while it searches. Clones show the same.
#[derive(Clone, Default, Debug)]
pub struct Progress {
    pub(crate) gauge: Arc<Gauge>,
    bounds: Arc<Mutex<Bounds>>,
}

impl Progress {
    /// The conflicts of all solves so far, on all threads.
    pub fn conflicts(&self) -> u64 {
        self.gauge.conflicts()
    }

    /// The learnt clauses of three and more literals that are kept.
    pub fn learnt(&self) -> u64 {
        self.gauge.learnt()
    }

    /// What is known of the optimum in the present solve.
    pub fn bounds(&self) -> Bounds {
        self.bounds.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn note(&self, best: Option<&Vec<i64>>, least: &[i64]) {
        let mut bounds = self.bounds.lock().unwrap_or_else(PoisonError::into_inner);
        // Of several threads, whoever knows more counts.
        if best.is_some() && (bounds.best.is_none() || best < bounds.best.as_ref()) {
            bounds.best = best.cloned();
        }
        if bounds.least[..] < *least {
            bounds.least = least.to_vec();
        }
    }

    pub(crate) fn begin(&self) {
        *self.bounds.lock().unwrap_or_else(PoisonError::into_inner) = Bounds::default();
    }
}
