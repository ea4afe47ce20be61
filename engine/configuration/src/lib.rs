//! clingo's configuration and statistics as trees, for programs that know clingo's keys.
//!
//! ```
//! use hamadryad_configuration::Configuration;
//!
//! let mut configuration = Configuration::new();
//! configuration.set_path("solver.heuristic", "Vmtf")?;
//! assert_eq!(configuration.get_path("solver.heuristic").as_deref(), Some("vmtf,0"));
//! assert!(configuration.set_path("solver.heuristic", "nope").is_err());
//!
//! configuration.set_path("configuration", "crafty")?;
//! assert_eq!(configuration.get_path("solver.restarts").as_deref(), Some("x,128,1.5,0"));
//! # Ok::<(), hamadryad_configuration::SetError>(())
//! ```
//!
//! A key is a place in the tree with a value in clingo's syntax (`tree.rs`, `keys.rs`). Keys that have a
//! counterpart change the parameters of the engine (`effects.rs`); the others keep their value, and have no
//! effect. The statistics are plain data (`statistics.rs`).
//!
//! Invariant: the crate has one reader for each value; the command line uses the same.

mod effects;
mod forms;
mod keys;
mod parts;
mod presets;
mod schedule;
mod statistics;
mod tree;

pub use effects::{Effect, SolveParameters, effect_of};
pub use schedule::Schedule;
pub use statistics::{Call, Statistics, Tree, statistics};
pub use tree::{Configuration, Kind, Node, SetError, all_paths, path_of_option};
