//! Explanations of logic programs.
//!
//! A [`Program`] is a sink that records the ground rules of all steps with their origins: the source rule and
//! the values of its variables.

mod other;
mod program;

pub use program::{Mark, OriginId, Program, RecordedRule, Source};
