//! Ending a call from outside: by a word from another thread, or when its time is over.
//!
//! The engine knows neither threads nor clocks: it asks a function, again and again, whether to stop. This is the function
//! that most callers want. Where there is no clock, as in a browser, a token can only be told.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(not(target_family = "wasm"))]
use std::time::{Duration, Instant};

/// A wish to stop, shared by its clones. Nothing stays of it in a control: the next call goes by the token that it is given.
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
///     // Another thread may do so with a clone; what has been found by then stays found.
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
    /// A token that says nothing until it is told.
    pub fn new() -> StopToken {
        StopToken::default()
    }

    /// A token that says to stop when so much time has passed from now, or before that when it is told.
    #[cfg(not(target_family = "wasm"))]
    pub fn after(time: Duration) -> StopToken {
        // A time that no clock can show never comes.
        StopToken { deadline: Instant::now().checked_add(time), ..StopToken::default() }
    }

    /// The same token with a limit of time from now: whoever tells the one tells the other.
    #[cfg(not(target_family = "wasm"))]
    pub fn within(&self, time: Duration) -> StopToken {
        let limit = Instant::now().checked_add(time);
        let deadline = match (self.deadline, limit) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        StopToken { is_told: Arc::clone(&self.is_told), deadline }
    }

    /// Says to stop, to all who hold a clone.
    pub fn stop(&self) {
        self.is_told.store(true, Ordering::Relaxed);
    }

    /// Whether to stop.
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
    fn clones_hear_each_other_and_the_nearer_deadline_counts() {
        let token = StopToken::new();
        let limited = token.within(Duration::MAX);
        assert!(!token.is_stopped() && !limited.is_stopped());
        assert!(limited.within(Duration::ZERO).is_stopped());
        assert!(!limited.is_stopped(), "a limit is that of one token");
        token.clone().stop();
        assert!(limited.is_stopped());
    }
}
