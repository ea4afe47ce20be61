//! The time, and what stops a run: a limit, or a signal.
//!
//! The engine knows no clock and no signals; it asks a [`Stop`] now and then whether to go on. The first signal
//! (Ctrl-C, or a request to terminate) is a wish: the search ends and what it has found is printed. The
//! second one is an order. A run that does not stop in time after the first is ended by [`crate::watch`].

use crate::exit;
use crate::file;
use crate::output::Interruption;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once, OnceLock};
use std::time::{Duration, Instant};

/// Time since the start of the run.
#[derive(Clone, Copy)]
pub struct Clock {
    start: Instant,
}

impl Clock {
    /// A clock that starts now.
    pub fn start() -> Clock {
        Clock { start: Instant::now() }
    }

    /// Seconds since the start.
    pub fn seconds(self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Seconds that the processor has spent on this process; those on the clock where the system does not tell.
    pub fn cpu_seconds(self) -> f64 {
        #[cfg(unix)]
        if let Ok(time) = nix::time::clock_gettime(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID) {
            return Duration::from(time).as_secs_f64();
        }
        self.seconds()
    }
}

/// The flag that the first signal sets.
static LISTENER: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Ends the process on a signal and removes incomplete files. If a run listens, the first signal only sets its flag.
pub fn end_on_signals() {
    static HANDLED: Once = Once::new();
    // Without a handler, a signal simply ends the process: no reason to refuse to work.
    HANDLED.call_once(|| {
        let _ = ctrlc::set_handler(|| {
            let is_first = LISTENER.get().is_some_and(|signalled| !signalled.swap(true, Ordering::Relaxed));
            if !is_first {
                file::abandon_all();
                std::process::exit(exit::INTERRUPTED.into());
            }
        });
    });
}

/// Tells whether to stop, and why.
#[derive(Clone)]
pub struct Stop {
    deadline: Option<Instant>,
    signalled: Arc<AtomicBool>,
    out_of_memory: Arc<AtomicBool>,
}

impl Stop {
    /// A stop after this much time of the clock.
    pub fn after(clock: Clock, limit: Option<Duration>) -> Stop {
        let deadline = limit.and_then(|limit| clock.start.checked_add(limit));
        Stop { deadline, signalled: Arc::default(), out_of_memory: Arc::default() }
    }

    /// Listens to signals; a process can do so once.
    pub fn listen(&self) {
        if LISTENER.set(Arc::clone(&self.signalled)).is_ok() {
            end_on_signals();
        }
    }

    /// Stops because too much memory is in use.
    pub fn request_for_memory(&self) {
        self.out_of_memory.store(true, Ordering::Relaxed);
    }

    /// Why to stop, if at all.
    pub fn reason(&self) -> Option<Interruption> {
        if self.signalled.load(Ordering::Relaxed) {
            Some(Interruption::Signal)
        } else if self.out_of_memory.load(Ordering::Relaxed) {
            Some(Interruption::MemoryLimit)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Interruption::TimeLimit)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_no_time_is_over_and_none_never_is() {
        let clock = Clock::start();
        assert_eq!(Stop::after(clock, Some(Duration::ZERO)).reason(), Some(Interruption::TimeLimit));
        assert_eq!(Stop::after(clock, None).reason(), None);
        assert_eq!(Stop::after(clock, Some(Duration::MAX)).reason(), None);
    }

    #[test]
    fn a_signal_counts_more_than_a_limit() {
        let stop = Stop::after(Clock::start(), Some(Duration::ZERO));
        stop.signalled.store(true, Ordering::Relaxed);
        assert_eq!(stop.clone().reason(), Some(Interruption::Signal));
    }
}
