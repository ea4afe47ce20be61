//! The clock of a run, and the reasons to stop it: a limit or a signal.
//!
//! The engine reads no clock and handles no signals; it calls a [`Stop`] regularly to learn whether to
//! continue. The first signal (Ctrl-C, or SIGTERM) ends the search, and the results so far are printed. The
//! second signal ends the process at once. If a run does not stop in time after the first signal,
//! [`crate::watch`] ends it. Between two runs of a process, the first signal ends it.

use crate::exit;
use crate::file;
use hamadryad_present::answers::Interruption;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};
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

    /// Seconds since the start of the run.
    pub fn seconds(self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Processor time of this process in seconds; the time since the start of the run if the system does not
    /// measure it.
    pub fn cpu_seconds(self) -> f64 {
        #[cfg(unix)]
        if let Ok(time) = nix::time::clock_gettime(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID) {
            return Duration::from(time).as_secs_f64();
        }
        self.seconds()
    }
}

/// The flag of the present run, which the first signal sets.
static LISTENER: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// The function that restores the terminal before the process ends early.
static RESTORE: OnceLock<fn()> = OnceLock::new();

/// Sets the function that restores the terminal before the process ends early. It is set once.
pub fn restore_with(restore: fn()) {
    let _ = RESTORE.set(restore);
}

/// Restores the terminal before the process ends early.
pub fn restore_terminal() {
    if let Some(restore) = RESTORE.get() {
        restore();
    }
}

/// Ends the process on a signal and removes incomplete files. If a run handles signals, the first one only
/// sets its flag.
pub fn end_on_signals() {
    static HANDLED: Once = Once::new();
    // If no handler can be installed, a signal simply ends the process, and the command works all the same.
    HANDLED.call_once(|| {
        let _ = ctrlc::set_handler(|| {
            let listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
            let is_first =
                listener.as_ref().is_some_and(|signalled| !signalled.swap(true, Ordering::Relaxed));
            drop(listener);
            if !is_first {
                file::abandon_all();
                restore_terminal();
                std::process::exit(exit::INTERRUPTED.into());
            }
        });
    });
}

/// Decides whether a run must stop, and gives the reason.
#[derive(Clone)]
pub struct Stop {
    deadline: Option<Instant>,
    signalled: Arc<AtomicBool>,
    out_of_memory: Arc<AtomicBool>,
}

impl Stop {
    /// A stop after this time of the clock.
    pub fn after(clock: Clock, limit: Option<Duration>) -> Stop {
        let deadline = limit.and_then(|limit| clock.start.checked_add(limit));
        Stop { deadline, signalled: Arc::default(), out_of_memory: Arc::default() }
    }

    /// Handles signals from now on, instead of other stops.
    pub fn listen(&self) {
        *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&self.signalled));
        end_on_signals();
    }

    /// Leaves the next signal to the process.
    pub fn end_listening(&self) {
        let mut listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
        if listener.as_ref().is_some_and(|signalled| Arc::ptr_eq(signalled, &self.signalled)) {
            *listener = None;
        }
    }

    /// Stops because too much memory is in use.
    pub fn request_for_memory(&self) {
        self.out_of_memory.store(true, Ordering::Relaxed);
    }

    /// The reason to stop, if there is one.
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
