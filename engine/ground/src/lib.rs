//! The grounder: programs with variables to ground statements.
//!
//! ```text
//! edge(1,2). edge(2,3).
//! path(X,Y) :- edge(X,Y).                       path(1,2). path(2,3).
//! path(X,Z) :- path(X,Y), edge(Y,Z).     -->    path(1,3).
//! { in(X,Y) : edge(X,Y) }.                      { in(1,2); in(2,3) }.
//! ```
//!
//! A statement is taken apart (`unpool`), rewritten to rules over numbered variables (`lower`) and checked (`safety`).
//! The rules of the parts that are grounded together are put in order by their dependencies (`depend`), and joined unit
//! by unit (`instantiate`, `plan`, `join`) over the atoms that may be true (`domain`). Facts disappear from bodies,
//! negation of what is complete is decided, what remains goes to a [`Sink`](hamadryad_aspif::Sink).
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
//! Invariant: `ground` can be called again and again. Atoms keep their numbers, and later calls see the atoms of
//! earlier ones, but never change what was written.

mod add;
mod aggregate;
mod arithmetic;
mod atoms;
mod backend;
mod cleanup;
mod diagnose;
mod grounder;
mod instantiate;
mod ir;
mod output;
mod parts;
mod plan;
mod rewrite;
mod statement;

pub use atoms::state::AtomState;
pub use backend::Place;
pub use diagnose::profile::{Clock, Cost};
pub use grounder::Grounder;
pub use hamadryad_syntax::Compat;
pub use output::emitter::Limit;
pub use rewrite::constants::evaluate;

use hamadryad_symbol::{Name, Symbol};
use hamadryad_syntax::Diagnostic;
use std::fmt;

/// A part of a program with its arguments: `step(3)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// The part's name; `base` for what stands before any `#program`.
    pub name: Name,
    /// The values of its parameters.
    pub arguments: Vec<Symbol>,
}

/// Why there is no ground program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GroundError {
    /// `stop` said so; what was written until then is incomplete.
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
