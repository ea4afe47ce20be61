//! What a solve costs, by a clock that is handed in.

use crate::{Control, SearchStatistics};
use std::time::Duration;

/// What a solve cost. All moments are counted from its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// When grounding was over, and the translation of what was grounded, so that the search began.
    pub ground: Duration,
    /// When the first model was found.
    pub first_model: Option<Duration>,
    /// When the last model was found: under optimisation, the best one.
    pub last_model: Option<Duration>,
    /// When all was over: where an optimum was proven, the time to prove it.
    pub total: Duration,
    /// What the search did.
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
    /// Begins, with the control as it is before.
    pub(super) fn start(clock: &'a dyn Fn() -> Duration, control: &Control) -> Meter<'a> {
        let before = control.search_statistics();
        Meter { clock, begun: clock(), before, effort: Effort::default() }
    }

    fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.begun)
    }

    /// The search begins.
    pub(super) fn grounded(&mut self) {
        self.effort.ground = self.elapsed();
    }

    /// There is a model.
    pub(super) fn found(&mut self) {
        let now = self.elapsed();
        self.effort.first_model.get_or_insert(now);
        self.effort.last_model = Some(now);
    }

    /// The search is over.
    pub(super) fn end(self, control: &Control) -> Effort {
        let search = control.search_statistics().since(&self.before);
        Effort { total: self.elapsed(), search, ..self.effort }
    }
}
