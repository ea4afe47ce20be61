//! Answer sets of ground programs.
//!
//! ```text
//! statements ─program→ step ─translate→ clauses, propagators ─search→ models, optima, consequences, cores
//! ```
//!
//! A program becomes clauses and weight constraints: a rule whose body is true has a true head, and a true
//! atom has a rule with a true body (Clark's completion). Atoms that depend on each other positively have an
//! unfounded-set check besides (Gebser, Kaufmann, Schaub: "Conflict-driven answer set solving: From theory to
//! practice", Artificial Intelligence 187, 2012).
//!
//! An [`AspSolver`] is a [`Sink`](hamadryad_aspif::Sink): it receives statements in steps, and searches for
//! models under assumptions after each step. Learnt clauses are kept. Steps without a search between them are
//! one step.
//!
//! ```
//! use hamadryad_aspif::{Atom, BodyRef, Head, Sink};
//! use hamadryad_solve::{AspSolver, SearchOptions};
//!
//! // { a }. b :- not a.
//! let (a, b) = (Atom::new(1).unwrap(), Atom::new(2).unwrap());
//! let mut solver = AspSolver::default();
//! solver.begin_step();
//! solver.rule(Head::Choice(&[a]), BodyRef::Normal(&[]));
//! solver.rule(Head::Disjunction(&[b]), BodyRef::Normal(&[a.negative()]));
//! solver.end_step();
//!
//! let mut search = solver.solve(SearchOptions::default())?;
//! while let Some(model) = search.next_model(&|| false) {
//!     assert_ne!(model.is_true(a.positive()), model.is_true(b.positive()));
//! }
//! assert_eq!(search.summary().models, 2);
//! # Ok::<(), hamadryad_solve::SolveError>(())
//! ```
//!
//! Invariant: between two solves, all constraints of the solver are consequences of the program. Assumptions,
//! bounds on objectives and excluded models depend on literals that are true during a single solve.

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

pub use config::{Config, DefaultDirective, Descent, Strategy};
pub use error::SolveError;
pub use program::theory::{Theories, TheoryAtom, TheoryElement, TheoryTerm, TheoryTerms, TheoryView};
pub use propagate::user::preparation::{Direction, Preparation, WeightConstraint};
pub use propagate::user::propagation::{Assignment, Conflict, Lasting, Propagation};
pub use propagate::user::propagator::{Calls, CheckMode, UserPropagator};
pub use search::held::Advance;
pub use search::look_ahead::{Considered, Implied, LookAhead};
pub use search::model::Model;
pub use search::models::Search;
pub use search::options::{
    Consequences, Estimate, OptimizeMode, Population, Projection, SearchOptions, SearchSummary,
};
pub use search::progress::{Bounds, Progress};
pub use solver::{AspSolver, Saved};
pub use statistics::{LevelStatistics, ProgramStatistics};
