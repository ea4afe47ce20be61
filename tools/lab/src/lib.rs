//! Experiments: many games under many configurations, records that survive a kill, and reports from the
//! records.
//!
//! A *task* is one game: a [`Configuration`] and a seed. A [`Journal`] stores one line of JSON for each
//! finished game. [`run()`] plays the tasks that are missing in the journal, [`report`] makes tables and
//! figures of its records. The two share only the records, so a report can be made on any machine, also while
//! games are played. [`cluster`] plays the tasks of an experiment on many machines, [`conquer`] searches the parts of
//! one hard problem there. [`weights`] learns the value function of an agent.
//!
//! *Invariant:* the record of a game is written completely, flushed, and never changed. The apples of a game
//! depend on its seed only, so games of one seed can be compared in pairs for all players. The crate reads
//! and writes the files of its directory, reads the clock, and runs solvers and the commands of Slurm; it prints nothing and
//! handles no signals.

mod agent_record;
mod bands;
mod clingo;
mod clock;
pub mod cluster;
pub mod conquer;
mod entry;
mod error;
pub mod exact;
mod journal;
mod least_squares;
mod machine;
mod matrix;
mod measured;
mod planners;
mod play;
mod record;
pub mod report;
mod ricochet;
mod run;
mod signal;
pub mod solve;
mod sound;
pub mod statistics;
pub mod weights;

pub use agent_record::{AgentConfiguration, AgentRecord};
pub use bands::bands;
pub use clingo::Clingo;
pub use entry::Entry;
pub use error::LabError;
pub use journal::{Journal, experiment, merge, read, read_text};
pub use machine::Machine;
pub use matrix::{Matrix, Task};
pub use planners::{AgentTask, Agents, EXPERIMENT, Ruleset};
pub use play::Players;
pub use record::{Configuration, Engine, Iteration, Named, Outcome, Record};
pub use ricochet::{
    RICOCHET, RicochetConfiguration, RicochetGames, RicochetPlan, RicochetPlanner, RicochetPlayer,
    RicochetRecord, RicochetTask, Round,
};
pub use run::{Event, Job, Player, Progress, Summary, run};
