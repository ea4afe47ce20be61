//! The ground program, as a stream of statements: the interface between grounder, solver and writers.
//!
//! ```text
//! {a}. b :- not a.      -->    rule(choice {1}, body []), rule(disjunction {2}, body [-1])
//! ```
//!
//! The grounder is a source of statements; a solver, a writer and the checker are [`Sink`]s. The statements
//! are those of the aspif format (Kaminski, Schaub, Wanko 2017, appendix), and [`Sink::name`], for which
//! aspif has no statement.
//!
//! ```
//! use hamadryad_aspif::{TextWriter, read};
//! use hamadryad_symbol::Symbols;
//!
//! let aspif = "asp 1 0 0\n1 1 1 1 0 0\n1 0 1 2 0 1 -1\n4 1 a 1 1\n4 1 b 1 2\n0\n";
//! let mut writer = TextWriter::new(Vec::new());
//! read(aspif, &mut Symbols::new(), &mut writer)?;
//! assert_eq!(writer.finish()?, b"{a}.\nb:-not a.\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariant: between `begin_step` and `end_step`, statements come in any order, except that an atom is named
//! before its first use.

mod bounded;
mod components;
mod ground_writer;
mod input_format;
mod last_atom;
mod lines;
mod reader;
mod reify;
mod smodels_writer;
mod statement;
mod term;
#[cfg(test)]
mod testing;
mod text;
mod writer;

pub use bounded::{LONGEST_TERM, too_long};
pub use components::Components;
pub use ground_writer::GroundWriter;
pub use input_format::InputFormat;
pub use last_atom::LastAtom;
pub use reader::{ReadError, Reader, read};
pub use reify::{ReifyOptions, ReifyWriter};
pub use smodels_writer::SmodelsWriter;
pub use statement::{
    Atom, BUILT_IN_THEORY, Body, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, Origin,
    OutputKind, Sink, Tee, TheoryStatement, Weight, WeightedLiteral,
};
pub use text::TextWriter;
pub use writer::AspifWriter;
