//! The services that a session receives from its surroundings.

use std::time::Duration;

/// The surroundings of a call.
pub trait Host {
    /// The time since a fixed moment.
    fn now(&self) -> Duration;

    /// The reason to end the call, or `None` to go on. The engine calls this function often.
    fn stop(&self) -> Option<Stop>;

    /// Sends a part of the result before the call ends: an object in JSON, without line breaks.
    fn part(&self, part: &str);
}

/// The reason for the early end of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The time of the call is over.
    Time,
    /// The process uses too much memory.
    Memory,
    /// The sender of the request is no longer interested, or the host ends.
    Cancelled,
}

impl Stop {
    /// The name of the reason in replies.
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Cancelled => "cancelled",
        }
    }
}
