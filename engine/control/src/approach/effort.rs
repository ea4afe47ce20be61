//! The cost of a solve.

use crate::SearchStatistics;
use std::time::Duration;

/// The cost of a solve. All times are measured from its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Time at which the search began, after grounding and translation.
    pub ground: Duration,
    /// Time at which the first model was found.
    pub first_model: Option<Duration>,
    /// Time at which the last model was found: under optimisation, the best model.
    pub last_model: Option<Duration>,
    /// Time of the end: with a proven optimum, the time of the proof.
    pub total: Duration,
    /// Statistics of the search.
    pub search: SearchStatistics,
}
