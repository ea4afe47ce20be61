//! Conflict-driven Boolean search with a seam for theories.
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
//! The loop is that of every solver since Chaff and MiniSat (Marques-Silva, Lynce, Malik: "Conflict-Driven Clause
//! Learning SAT Solvers", Handbook of Satisfiability, 2021): propagate, and on a conflict learn a clause and jump back,
//! else decide. What is different here serves answer sets: a [`Theory`] takes part in propagation with lazy reasons,
//! assumptions share one decision level, and models can be enumerated by backtracking alone.
//!
//! Invariant: this crate knows no atom and no rule, reads no clock and starts no thread.

mod analyze;
mod arena;
mod borrowed;
mod config;
mod definition;
mod eliminate;
mod eliminated;
mod exchange;
mod gauge;
mod literal;
mod order;
mod proof;
mod propagate;
mod reduce;
mod restart;
mod search;
mod solver;
mod subsume;
mod theory;
mod trail;

pub use config::{Config, Restarts};
pub use eliminate::Elimination;
pub use exchange::Exchange;
pub use gauge::Gauge;
pub use literal::{Lit, Var};
pub use proof::ProofLog;
pub use search::Outcome;
pub use solver::{Solver, Statistics};
pub use subsume::Subsumed;
pub use theory::{Checked, NoTheory, Theory};
