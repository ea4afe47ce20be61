//! Limits of calls, and the watch that enforces them.
//!
//! A call is not interrupted from outside: it looks at the watch, as often as the engine looks at its
//! function for stopping. The memory of the process is measured by the calls, at most once in a while.

use hamadryad_arcade::Stop;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Limits of a server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The largest size of a request in bytes.
    pub body: usize,
    /// The number of sessions; a further session replaces the least recently used session.
    pub sessions: usize,
    /// The longest time of a call.
    pub time: Duration,
    /// The memory of the process in bytes at which calls end; `None` for no limit.
    pub memory: Option<u64>,
    /// The memory in use by the process in bytes, if the system measures it.
    pub in_use: fn() -> Option<u64>,
}

/// The time between two measurements of memory.
const BETWEEN: Duration = Duration::from_millis(20);

/// The state that all calls share.
pub(crate) struct Watch {
    begin: Instant,
    memory: Option<u64>,
    in_use: fn() -> Option<u64>,
    /// The last measurement of memory in bytes, and the time of the next measurement.
    measured: AtomicU64,
    next: Mutex<Instant>,
    is_over: AtomicBool,
}

impl Watch {
    pub(crate) fn new(limits: &Limits) -> Self {
        let begin = Instant::now();
        let Limits { memory, in_use, .. } = *limits;
        let (measured, next) = (AtomicU64::new(0), Mutex::new(begin));
        Self { begin, memory, in_use, measured, next, is_over: AtomicBool::new(false) }
    }

    /// The time since the start of the server.
    pub(crate) fn now(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Ends all calls, now and later.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// The memory in use in bytes, at most [`BETWEEN`] old.
    pub(crate) fn memory_in_use(&self) -> u64 {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now >= *next {
            *next = now + BETWEEN;
            self.measured.store((self.in_use)().unwrap_or(0), Ordering::Relaxed);
        }
        self.measured.load(Ordering::Relaxed)
    }

    /// The reason to end a call that began with this memory in use. A process may keep memory of earlier
    /// calls; a call that needs little more of it goes on.
    pub(crate) fn stop(&self, memory_at_begin: u64) -> Option<Stop> {
        if self.is_over.load(Ordering::Relaxed) {
            return Some(Stop::Cancelled);
        }
        let limit = self.memory?;
        let in_use = self.memory_in_use();
        (in_use > limit && in_use > memory_at_begin + limit / 8).then_some(Stop::Memory)
    }
}
