//! The progress of a film, on a terminal only: `picture 120 of 800, 4 s left`.

use crate::clock::Clock;
use crate::messages;
use std::io::{self, IsTerminal};

/// Shorter work, in seconds, shows no progress.
const PATIENCE: f64 = 1.0;
/// The time between two messages, in seconds.
const PACE: f64 = 0.5;

/// The progress of a film.
pub(super) struct Progress {
    clock: Clock,
    total: usize,
    /// The time of the next message.
    next: f64,
    is_shown: bool,
}

impl Progress {
    /// Starts with a film of `total` pictures.
    pub(super) fn start(total: usize) -> Self {
        Self { clock: Clock::start(), total, next: PATIENCE, is_shown: false }
    }

    /// Shows that `done` pictures are finished, if it is time.
    pub(super) fn show(&mut self, done: usize) {
        let now = self.clock.seconds();
        if now < self.next || !io::stderr().is_terminal() {
            return;
        }
        (self.next, self.is_shown) = (now + PACE, true);
        let left = now / done.max(1) as f64 * self.total.saturating_sub(done) as f64;
        messages::write(&format!("\rpicture {done} of {}, {left:.0} s left\x1b[K", self.total));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            messages::write("\r\x1b[K");
        }
    }
}
