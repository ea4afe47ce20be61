//! One hard problem on many processes: its search space is split into cubes, which are searched independently (cube
//! and conquer, CubeConquer11).
//!
//! ```text
//! DIR/problem.aspif, problem.json   the ground program and the question (problem.rs)
//!     best.json                     the best known answer set (best.rs)
//!     records.jsonl, shards/        a record of each cube: exhausted, or split into which parts (cube.rs)
//!     submissions/                  plans, events and output of the workers (cluster/)
//!
//! driver (drive.rs): records → tree of cubes (tree.rs) → open cubes → workers
//! worker (conqueror.rs): a cube → its search (search.rs) → a record; a cube that lasts is split (split.rs, halves.rs)
//! ```
//!
//! Processes share nothing but these files. *Invariant:* the answer follows from the records and the best answer set
//! alone: `tree.rs` checks that the parts of each split cover it without overlap, and that each is exhausted.

mod best;
mod conqueror;
mod cube;
mod drive;
mod halves;
mod problem;
mod search;
mod split;
mod tree;

pub use best::Best;
pub use conqueror::Conqueror;
pub use cube::{Closed, Cube, CubeRecord, CubeTask, Decision, Part, Splitting, Verdict};
pub use drive::{Drive, DriveEnd, Plan, Watched, Workers, drive};
pub use problem::{Problem, Question};
pub use tree::Answer;

/// The name of the experiment.
pub const CONQUER: &str = "conquer";
