//! Searches that can be stopped.

use std::fmt;

/// A search was stopped before it had a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search was stopped")
    }
}

impl std::error::Error for Stopped {}

/// Asks from time to time whether a search must end: the question may cost more than a step of the search.
pub(crate) struct Patience<'a> {
    is_stopped: &'a dyn Fn() -> bool,
    steps: u32,
    is_over: bool,
}

impl<'a> Patience<'a> {
    /// The number of steps between two questions.
    const STEPS: u32 = 256;

    pub(crate) fn new(is_stopped: &'a dyn Fn() -> bool) -> Self {
        Self { is_stopped, steps: 0, is_over: false }
    }

    /// Counts a step; returns whether the search must end.
    pub(crate) fn is_over(&mut self) -> bool {
        self.steps += 1;
        if self.steps.is_multiple_of(Self::STEPS) {
            self.is_over |= (self.is_stopped)();
        }
        self.is_over
    }

    /// As [`Self::is_over`], as an error.
    pub(crate) fn step(&mut self) -> Result<(), Stopped> {
        if self.is_over() { Err(Stopped) } else { Ok(()) }
    }
}
