//! Measured solves, with the clock of the caller.

use crate::approach::effort::Effort;
use crate::approach::request::{OnModel, Solved};
use crate::{Control, Error, Search, SearchStatistics, SolveOptions};
use std::time::Duration;

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

    /// Passes models to `on_model` until no more exist, or the callback breaks.
    pub(super) fn run(&mut self, search: &mut Search<'_>, on_model: OnModel<'_>) {
        while let Some(model) = search.next_model() {
            self.found();
            if on_model(&model).is_break() {
                break;
            }
        }
    }

    /// Solves with some options, and ends the measurement.
    ///
    /// # Errors
    /// As [`Control::solve`].
    pub(super) fn solve(
        mut self,
        control: &mut Control,
        options: SolveOptions<'_>,
        on_model: OnModel<'_>,
    ) -> Result<Solved, Error> {
        let mut search = control.solve(options)?;
        self.grounded();
        self.run(&mut search, on_model);
        let summary = search.summary();
        drop(search);
        Ok(Solved { summary, effort: self.end(control) })
    }

    /// Ends the measurement.
    pub(super) fn end(self, control: &Control) -> Effort {
        let search = control.search_statistics().since(&self.before);
        Effort { total: self.elapsed(), search, ..self.effort }
    }
}
