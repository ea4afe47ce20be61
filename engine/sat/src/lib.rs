//! Conflict-driven clause learning with an interface for theories.
//!
//! ```
//! use hamadryad_sat::{NoTheory, Outcome, Solver};
//! let mut solver = Solver::new();
//! let (a, b) = (solver.new_var().positive(), solver.new_var().positive());
//! solver.add_clause(&[a, b]);
//! solver.add_clause(&[!a, b]);
//! assert_eq!(solver.search(&mut NoTheory, &|| false), Outcome::Model);
//! assert!(solver.is_true(b));
//! ```
//!
//! The main loop is that of the handbook (Marques-Silva, Lynce, Malik 2021): propagate; on a conflict learn a
//! clause and jump back, else decide. Three additions serve answer set solving: a [`Theory`] takes part in
//! propagation with lazy reasons, all assumptions share one decision level, and models can be enumerated by
//! backtracking alone.
//!
//! ```text
//! search       the main loop: conflicts, decisions, restarts, enumeration
//! propagate    unit propagation (watch), theory implications           analyze   learnt clauses (analysis)
//! heuristic    which variable to decide      phase     with which value
//! random_decisions  random variables and signs
//! chronological  chronological backtracking, on long trails
//! restart      when to restart               reduce    which learnt clauses to delete (garbage)
//! subsume      subsumption, strengthening (occurrences)
//! eliminate    elimination of gate-defined variables (gate, eliminated, restore)
//! in_search    operations of theories during the search
//! temporary    temporary variables           exchange  clauses shared with other threads
//! root         assumptions, level 0          proof     proof log
//! solver       the owner of all state        trail, arena, conflict, statistics   state
//! ```
//!
//! Invariant: this crate contains no atoms and no rules, reads no clock and starts no thread. For the same
//! seed and the same calls, a search is the same.

mod analysis;
mod analyze;
mod arena;
mod basis;
mod chronological;
mod config;
mod conflict;
mod eliminate;
mod eliminated;
mod exchange;
mod garbage;
mod gate;
mod gauge;
mod heuristic;
mod in_search;
mod literal;
mod lookahead;
mod occurrences;
mod origin;
mod phase;
mod proof;
mod propagate;
mod queue;
mod random_decisions;
mod recent_clauses;
mod reduce;
mod restart;
mod restore;
mod root;
mod search;
mod sharing;
mod solver;
mod statistics;
mod subsume;
mod temporary;
mod theory;
mod trail;
mod watch;

pub use basis::Basis;
pub use config::{Config, Elimination, FirstWatches, Minimization, Order, Restarts, Sequence, Signs};
pub use conflict::Conflict;
pub use exchange::Exchange;
pub use gauge::{Gauge, SearchState};
pub use literal::{Lit, Var};
pub use proof::ProofLog;
pub use search::Outcome;
pub use solver::Solver;
pub use statistics::Statistics;
pub use subsume::Subsumed;
pub use theory::{Checked, NoTheory, Theory};
