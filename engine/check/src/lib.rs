//! The oracle: an independent, slow and simple answer set system, against which all other crates are tested.
//!
//! *Invariant:* the crate shares no grounding and no solving code with the engine, and rejects constructs
//! that it does not support with an [`OracleError`](source::OracleError). It has two entries:
//!
//! - for a program, [`Oracle`](source::Oracle): naive grounding ([`source`]), then all answer sets by the
//!   definition ([`stable`]), with shown terms and costs;
//! - for a model, [`GroundProgram`](recorded::GroundProgram): a sink that stores ground statements and
//!   decides whether a reported model is an answer set, with the reason if it is not.
//!
//! ```
//! use hamadryad_check::source::{Oracle, Setting};
//! use hamadryad_symbol::Symbols;
//!
//! let mut symbols = Symbols::new();
//! let program = "{ a; b } = 1. c :- not a. #show c/0.";
//! let oracle = Oracle::from_text(&mut symbols, program, &Setting::default()).unwrap();
//! let mut answers: Vec<String> =
//!     oracle.answers(&symbols).unwrap().iter().map(|answer| answer.display(&symbols)).collect();
//! answers.sort();
//! assert_eq!(answers, ["", "c"]);
//! ```
//!
//! # The definition
//!
//! A program denotes a set of propositional formulas with aggregates, its instances (AbstractGringo15). `M`
//! is an answer set if it is a model of them and no proper subset of `M` is a model of their reduct: every
//! maximal subformula that is false in `M` is replaced by falsity (FerrarisReduct05, FerrarisAggregates11;
//! see [`formula`]). A choice `{a}` is `a ∨ ¬a` with a constraint on the number of its atoms; a conditional
//! literal `l : c` is the conjunction of `c → l` in a body, and in a head, as in clingo, the disjunction of
//! `(c → l) ∧ ¬¬c`; an aggregate depends on the *set* of its tuples.
//!
//! If the paper leaves a case open, undefined operations, ignored tuples and equality of terms follow
//! measurements of clingo 5.8. If clingo contradicts its own semantics, the oracle does not follow;
//! `where-clingo-differs.md` lists the known cases.
//!
//! A theory atom `&circuit` without a definition in the program is a constraint: if its body holds, the pairs
//! with true conditions are a single circuit (see [`circuit`]).

mod acyclic;
pub mod circuit;
pub mod explained;
pub mod formula;
pub mod proof;
#[cfg(feature = "random")]
pub mod random;
pub mod recorded;
pub mod search;
pub mod source;
pub mod stable;
