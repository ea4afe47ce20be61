//! Answer sets of ground programs.
//!
//! ```text
//! aspif statements ─step→ rules, bodies ─translate→ clauses, sums, positive dependency graph
//!                                              │
//!            models, optima, cores ←─models── search with propagators (weight constraints, loops, …)
//! ```
//!
//! A program becomes clauses that say that a rule's head follows from its body and that an atom needs a body that
//! supports it (Clark's completion), sums that stay sums, and, where atoms depend on each other positively, a check
//! that they do not support each other in a circle (Gebser, Kaufmann, Schaub: "Conflict-driven answer set solving: From
//! theory to practice", Artificial Intelligence 187, 2012).
//!
//! An [`AspSolver`] is a [`Sink`](hamadryad_aspif::Sink): statements come in steps, and after each step it can be asked
//! for models under assumptions, again and again. What was learnt stays. Steps that no question comes between are one step.
//!
//! ```
//! use hamadryad_aspif::{Atom, BodyRef, Head, Sink};
//! use hamadryad_solve::{AspSolver, SolveOptions};
//!
//! // { a }. b :- not a.
//! let (a, b) = (Atom::new(1).unwrap(), Atom::new(2).unwrap());
//! let mut solver = AspSolver::default();
//! solver.begin_step();
//! solver.rule(Head::Choice(&[a]), BodyRef::Normal(&[]));
//! solver.rule(Head::Disjunction(&[b]), BodyRef::Normal(&[a.negative()]));
//! solver.end_step();
//!
//! let mut search = solver.solve(SolveOptions::default())?;
//! while let Some(model) = search.next_model(&|| false) {
//!     assert_ne!(model.is_true(a.positive()), model.is_true(b.positive()));
//! }
//! assert_eq!(search.summary().models, 2);
//! # Ok::<(), hamadryad_solve::SolveError>(())
//! ```
//!
//! Invariant: the only things that stand between two solves are consequences of the program; assumptions, bounds on
//! objectives and excluded models are tied to literals that hold during one solve alone.

mod config;
mod encode;
mod error;
mod program;
mod proof;
mod propagate;
mod search;
mod solver;
mod statistics;
mod translate;
mod translated_program;

pub use config::{Config, Descent, Strategy};
pub use error::SolveError;
pub use program::theory::{Theories, TheoryAtom, TheoryElement, TheoryTerm, TheoryTerms, TheoryView};
pub use propagate::user::preparation::Preparation;
pub use propagate::user::propagation::{Assignment, Conflict, Lasting, Propagation};
pub use propagate::user::propagator::UserPropagator;
pub use search::held::Advance;
pub use search::model::Model;
pub use search::models::Search;
pub use search::options::{Consequences, Estimate, OptimizeMode, Projection, SolveOptions, Summary};
pub use search::progress::{Bounds, Progress};
pub use solver::{AspSolver, Saved};
pub use statistics::{LevelStatistics, ProgramStatistics};
