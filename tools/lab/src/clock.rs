//! The time of the clock, and of the processor for one thread.
//!
//! Several games run side by side, a thread each, and the engine starts none of its own: so the time of the thread is
//! the time of the game, however busy the machine is.

use std::time::{Duration, Instant};

/// Measures from its start on.
#[derive(Clone, Copy)]
pub struct Stopwatch {
    start: Instant,
    cpu: Duration,
}

impl Stopwatch {
    /// Starts now, for this thread.
    pub fn start() -> Self {
        Self { start: Instant::now(), cpu: thread_time().unwrap_or_default() }
    }

    /// Time of the clock.
    pub fn wall(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time of the processor for this thread; that of the clock where the system does not tell.
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
