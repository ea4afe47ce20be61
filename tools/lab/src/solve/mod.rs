//! The experiment `solve`: solvers, configurations, encodings and instances, each run once for each seed and order of
//! facts, with limits of time and memory.
//!
//! ```text
//! suite (TOML) → tasks → a process each, supervised → its answer → a record; all records → verdicts → a report
//! ```
//!
//! *Invariant:* a run is a process of its own, and its limits hold for all its descendants. Whether an answer is wrong
//! is decided by a second run, which searches for an answer set with the same atoms and at most the same costs
//! (`verify.rs`), and by the comparison of all runs of an instance (`verdicts.rs`).

mod answer;
mod limits;
mod order;
mod player;
mod record;
mod suite;
mod task;
mod verdicts;
mod verify;

pub use answer::{Answer, Dialect, Verdict};
pub use limits::{Hit, Limits, Usage, supervise};
pub use player::Runner;
pub use record::{Run, SolveRecord, State};
pub use suite::{Suite, read_suite};
pub use task::{SOLVE, SolveTask};
pub(crate) use verdicts::judge;
#[cfg(test)]
pub(crate) use verdicts::tests::record as test_record;
