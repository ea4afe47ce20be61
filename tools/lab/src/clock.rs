//! The time of the clock, and the processor time of a thread.
//!
//! Several games run in parallel, one thread each, and the engine starts no threads: so the time of the
//! thread is the time of the game, independent of the load of the machine.

use std::time::{Duration, Instant};

/// Measures time from its start.
#[derive(Clone, Copy)]
pub struct Stopwatch {
    start: Instant,
    cpu: Duration,
}

impl Stopwatch {
    /// Starts a measurement for this thread.
    pub fn start() -> Self {
        Self { start: Instant::now(), cpu: thread_time().unwrap_or_default() }
    }

    /// Time of the clock.
    pub fn wall(&self) -> Duration {
        self.start.elapsed()
    }

    /// Processor time of this thread; time of the clock if the system does not provide it.
    pub fn cpu(&self) -> Duration {
        thread_time().map_or_else(|| self.wall(), |now| now.saturating_sub(self.cpu))
    }
}

#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    let clock = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID;
    nix::time::clock_gettime(clock).ok().map(Duration::from)
}

#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}
