//! Stop tokens: end a call from another thread or after a time limit.
//!
//! The engine uses neither threads nor clocks: it calls a function repeatedly that decides whether to stop. A
//! stop token is the usual function. Without a clock, as in a browser, a token has no time limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(not(target_family = "wasm"))]
use std::time::{Duration, Instant};

/// A request to stop, shared by its clones. The control does not store it: each call uses the token that it
/// receives.
///
/// ```
/// use hamadryad::{Control, Part, SolveOptions, StopToken};
/// use std::time::Duration;
///
/// let mut control = Control::new();
/// control.add("example.lp", "{ p(1..3) }.")?;
/// control.ground(&[Part::base()])?;
///
/// let limit = StopToken::after(Duration::from_secs(10));
/// let stop = || limit.is_stopped();
/// let mut search = control.solve(SolveOptions { models: Some(0), stop: &stop, ..SolveOptions::default() })?;
/// while search.next_model().is_some() {
///     // Another thread may stop with a clone; models found before remain valid.
///     limit.stop();
/// }
/// assert!(search.summary().interrupted || search.summary().exhausted);
/// # Ok::<(), hamadryad::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopToken {
    is_told: Arc<AtomicBool>,
    #[cfg(not(target_family = "wasm"))]
    deadline: Option<Instant>,
}

impl StopToken {
    /// A token without a time limit.
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// A token that stops after this time, or earlier by [`StopToken::stop`].
    #[cfg(not(target_family = "wasm"))]
    pub fn after(time: Duration) -> StopToken {
        // A time beyond the range of the clock never comes.
        StopToken { deadline: Instant::now().checked_add(time), ..StopToken::default() }
    }

    /// A token with a time limit from now that shares stop requests with this token.
    #[cfg(not(target_family = "wasm"))]
    pub fn within(&self, time: Duration) -> StopToken {
        let limit = Instant::now().checked_add(time);
        let deadline = match (self.deadline, limit) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        StopToken { is_told: Arc::clone(&self.is_told), deadline }
    }

    /// Requests a stop for all clones.
    pub fn stop(&self) {
        self.is_told.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested or the time limit has passed.
    pub fn is_stopped(&self) -> bool {
        self.is_told.load(Ordering::Relaxed) || self.is_late()
    }

    #[cfg(not(target_family = "wasm"))]
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    #[cfg(target_family = "wasm")]
    fn is_late(&self) -> bool {
        false
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;

    #[test]
    fn clones_share_stop_requests_and_the_earlier_deadline_applies() {
        let token = StopToken::new();
        let limited = token.within(Duration::MAX);
        assert!(!token.is_stopped() && !limited.is_stopped());
        assert!(limited.within(Duration::ZERO).is_stopped());
        assert!(!limited.is_stopped(), "a limit belongs to a single token");
        token.clone().stop();
        assert!(limited.is_stopped());
    }
}
