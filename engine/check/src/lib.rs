//! The oracle: an independent, slow, obvious answer set system that everything else is tested against.
//!
//! It shares no grounding and no solving code with the engine. It can be asked in two ways:
//!
//! - of a program, by [`Oracle`](source::Oracle): naive grounding ([`source`]), then all answer sets by the definition
//!   ([`stable`]), what they show and what they cost;
//! - of a model, by [`GroundProgram`](recorded::GroundProgram): a sink that remembers ground statements and tells whether a
//!   model that a solver reports is an answer set, and if not, why not.
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
//! A program stands for a set of propositional formulas with aggregates, its instances, as in Gebser, Harrison, Kaminski,
//! Lifschitz, Schaub: "Abstract Gringo" (TPLP 15, 2015). `M` is an answer set if it is a model of them and no proper subset of
//! `M` is a model of their reduct: every maximal subformula that is false in `M` replaced by falsity (Ferraris 2005, 2011; see
//! [`formula`]). A choice `{a}` is `a ∨ ¬a` with a constraint on the number of its atoms; a conditional literal
//! `l : c` is the conjunction of `c → l` in a body, and in a head, as clingo has it, the disjunction of `(c → l) ∧ ¬¬c`; an aggregate speaks of the
//! *set* of its tuples.
//!
//! Where the paper leaves it open, what is undefined, ignored or told apart follows clingo 5.8, measured. Where clingo goes
//! wrong by its own semantics, the oracle does not follow; `where-clingo-differs.md` beside the sources lists what has been
//! found.
//!
//! A theory atom `&circuit` that the program does not define itself is a constraint: where its body holds, the pairs whose
//! conditions do are one circuit (see [`circuit`]).
//!
//! What it does not know it refuses with a [`Refusal`](source::Refusal): it never guesses.

mod acyclic;
pub mod circuit;
pub mod formula;
pub mod proof;
#[cfg(feature = "random")]
pub mod random;
pub mod recorded;
pub mod search;
pub mod source;
pub mod stable;
