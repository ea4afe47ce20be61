//! The grounder: programs with variables to ground statements.
//!
//! ```text
//! edge(1,2). edge(2,3).
//! path(X,Y) :- edge(X,Y).                       path(1,2). path(2,3).
//! path(X,Z) :- path(X,Y), edge(Y,Z).     -->    path(1,3).
//! { in(X,Y) : edge(X,Y) }.                      { in(1,2); in(2,3) }.
//! ```
//!
//! The data passes through these stages, a folder each:
//!
//! | folder | data |
//! |---|---|
//! | `program` | the statements of texts, by parts |
//! | `rewrite` | statement → rules over numbered variables (`ir`): pools, constants, lowering, safety |
//! | `component` | rules → components of their dependencies, instantiated semi-naively, round by round |
//! | `plan` | rule → the order of the joins of its body |
//! | `instantiate` | plan → instances, joined over the atoms that may be true (`atoms`) |
//! | `aggregate`, `recursive` | tuples → literals; aggregates over atoms of their component are accumulated |
//! | `statement` | instance → ground statement, one kind of statement in each file |
//! | `inspect` | source rule → its instances in an answer set, and the literals that fail in others |
//! | `output` | atom numbers and auxiliary atoms; the statements go to a [`Sink`](hamadryad_aspif::Sink) |
//!
//! Facts disappear from bodies, and negated literals with complete domains are decided.
//!
//! ```
//! use hamadryad_aspif::{Sink, TextWriter};
//! use hamadryad_ground::{Grounder, Part};
//! use hamadryad_symbol::Symbols;
//! use hamadryad_syntax::{Sources, parse};
//!
//! let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
//! let file = sources.add("example.lp", "p(1..2). { q(X) : p(X) } 1. r(X) :- p(X), not q(X).");
//! let (program, diagnostics) = parse(&mut symbols, &sources, file);
//! assert!(diagnostics.is_empty());
//!
//! let mut grounder = Grounder::new();
//! assert!(grounder.add(&mut symbols, &program).is_empty());
//! let base = Part { name: symbols.name("base"), arguments: vec![] };
//! let mut writer = TextWriter::new(Vec::new());
//! writer.begin_step();
//! let warnings = grounder.ground(&mut symbols, &[base], &mut writer, &|| false)?;
//! writer.end_step();
//! assert!(warnings.is_empty());
//! let text = String::from_utf8(writer.finish()?)?;
//! assert!(text.contains("r(1):-not q(1)."), "{text}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariant: `ground` can be called repeatedly. Atoms keep their numbers, and later calls see the atoms of
//! earlier calls, but never change statements that have been written.

mod aggregate;
mod arithmetic;
mod atoms;
mod component;
mod diagnose;
mod grounder;
mod inspect;
mod instantiate;
mod ir;
mod output;
mod plan;
mod program;
mod recursive;
mod rewrite;
mod state;
mod statement;

pub use atoms::state::AtomState;
pub use diagnose::profile::{Clock, Cost};
pub use grounder::{Grounder, Place};
pub use hamadryad_syntax::Compat;
pub use inspect::{
    FactPlace, Goal, GoalTerm, HeadKind, Inspection, Inspector, InstanceLiteral, Lacking, LiteralKind,
    PossibleAtoms, Requirement, SourceInstance, Status, WeightedPart, World,
};
pub use instantiate::functions::Host;
pub use output::emitter::Limit;
pub use program::parts::{Part, RuleKind, RuleSource};
pub use rewrite::constants::evaluate;

use hamadryad_syntax::Diagnostic;
use std::fmt;

/// The reason of a failed step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GroundError {
    /// `stop` returned true; the statements written until then are incomplete.
    Interrupted,
    /// The program has errors.
    Program(Vec<Diagnostic>),
    /// The ground program is too large.
    Limit(Limit),
}

impl fmt::Display for GroundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroundError::Interrupted => f.write_str("grounding was interrupted"),
            GroundError::Program(errors) => match errors.first() {
                Some(error) => write!(f, "the program cannot be grounded: {}", error.message),
                None => f.write_str("the program cannot be grounded"),
            },
            GroundError::Limit(Limit::Atoms) => f.write_str("the ground program has too many atoms"),
            GroundError::Limit(Limit::Weights) => f.write_str("a sum has a bound of more than 32 bits"),
        }
    }
}

impl std::error::Error for GroundError {}
