//! The time of a search inside of a call.

use crate::{Host, Stop};
use std::time::Duration;

/// A budget that begins when it is made.
#[derive(Clone, Copy)]
pub(crate) struct Budget<'a> {
    host: &'a dyn Host,
    begin: Duration,
    time: Duration,
}

impl<'a> Budget<'a> {
    /// A budget of some seconds; numbers that are no duration count as none.
    pub(crate) fn seconds(host: &'a dyn Host, seconds: f64) -> Self {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        Self { host, begin: host.now(), time }
    }

    /// The reason to end the search.
    pub(crate) fn stop(&self) -> Option<Stop> {
        let is_over = || self.spent() >= self.time;
        self.host.stop().or_else(|| is_over().then_some(Stop::Time))
    }

    /// Whether the search must end.
    pub(crate) fn is_over(&self) -> bool {
        self.stop().is_some()
    }

    /// The time since the beginning.
    pub(crate) fn spent(&self) -> Duration {
        self.host.now().saturating_sub(self.begin)
    }
}
