//! The effort of a join: counters for the profile, and the end of the run on request.

/// Counts atoms and instances, and polls the caller from time to time.
pub(crate) struct Effort<'a> {
    stop: &'a dyn Fn() -> bool,
    /// Whether the join ends early.
    pub stopped: bool,
    /// The number of atoms and values that were tried.
    pub tried: u64,
    /// The number of instances that were found.
    pub instances: u64,
}

impl<'a> Effort<'a> {
    /// Effort that ends when `stop` returns true.
    pub(crate) fn new(stop: &'a dyn Fn() -> bool) -> Effort<'a> {
        Effort { stop, stopped: false, tried: 0, instances: 0 }
    }

    /// Polls the caller; returns whether the join ends.
    pub(crate) fn poll(&mut self) -> bool {
        self.stopped = self.stopped || (self.stop)();
        self.stopped
    }
}
