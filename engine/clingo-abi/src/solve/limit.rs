//! The limit of the configuration on a search.

use hamadryad::Progress;
use hamadryad_configuration::SolveParameters;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A limit on the conflicts and restarts of one search.
pub struct Limit {
    progress: Progress,
    /// The greatest counts of the control, with those of earlier searches.
    conflicts: Option<u64>,
    restarts: Option<u64>,
    /// Whether the limit was exceeded.
    pub is_reached: Arc<AtomicBool>,
}

impl Limit {
    /// The limit that the configuration sets, if any.
    pub fn new(parameters: &SolveParameters, progress: Progress) -> Option<Limit> {
        let SolveParameters { conflicts, restarts, .. } = *parameters;
        (conflicts.is_some() || restarts.is_some()).then(|| Limit {
            conflicts: conflicts.map(|most| progress.conflicts().saturating_add(most)),
            restarts: restarts.map(|most| progress.restarts().saturating_add(most)),
            is_reached: Arc::default(),
            progress,
        })
    }

    /// Whether the limit is exceeded now.
    pub fn is_exceeded(&self) -> bool {
        let is_exceeded = self.conflicts.is_some_and(|most| self.progress.conflicts() >= most)
            || self.restarts.is_some_and(|most| self.progress.restarts() >= most);
        self.is_reached.fetch_or(is_exceeded, Ordering::Relaxed);
        is_exceeded
    }
}
