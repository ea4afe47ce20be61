//! The cost of a solve, measured with the clock of the caller.

use crate::{Control, SearchStatistics};
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

/// Measures one solve.
pub(super) struct Meter<'a> {
    clock: &'a dyn Fn() -> Duration,
    begun: Duration,
    before: SearchStatistics,
    effort: Effort,
}

impl<'a> Meter<'a> {
    /// Begins a measurement, with the present state of the control.
    pub(super) fn start(clock: &'a dyn Fn() -> Duration, control: &Control) -> Meter<'a> {
        let before = control.search_statistics();
        Meter { clock, begun: clock(), before, effort: Effort::default() }
    }

    fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.begun)
    }

    /// Records that the search begins.
    pub(super) fn grounded(&mut self) {
        self.effort.ground = self.elapsed();
    }

    /// Records a model.
    pub(super) fn found(&mut self) {
        let now = self.elapsed();
        self.effort.first_model.get_or_insert(now);
        self.effort.last_model = Some(now);
    }

    /// Ends the measurement.
    pub(super) fn end(self, control: &Control) -> Effort {
        let search = control.search_statistics().since(&self.before);
        Effort { total: self.elapsed(), search, ..self.effort }
    }
}
