//! Experiments: many games under many configurations, records that survive a kill, and reports from the records alone.
//!
//! A *task* is one game: a [`Configuration`] and a seed. A [`Journal`] keeps one line of JSON for each finished game.
//! [`run()`] plays what the journal lacks, [`report`] makes tables and figures of what it has. The two share nothing
//! but the records, so a report can be made anywhere, also while games are still played.
//!
//! Invariant: the record of a game is written whole, flushed, and never changed. The apples of a game depend on its
//! seed alone, so the games of one seed can be compared pair by pair, whoever plays them.
//!
//! This crate reads and writes the files of its directory and reads the clock; it prints nothing and knows no signals.

mod clingo;
mod clock;
mod error;
pub mod exact;
mod journal;
mod machine;
mod matrix;
mod planners;
mod play;
mod record;
pub mod report;
mod run;
mod sound;
pub mod statistics;

pub use clingo::Clingo;
pub use error::LabError;
pub use journal::{Entry, Journal, experiment, read};
pub use machine::Machine;
pub use matrix::{Matrix, Task};
pub use planners::{AgentConfiguration, AgentRecord, AgentTask, Agents, EXPERIMENT, Ruleset};
pub use play::Players;
pub use record::{Configuration, Engine, Iteration, Named, Outcome, Record};
pub use run::{Event, Job, Player, Progress, Summary, run};
