//! The input language: text to syntax tree and back.
//!
//! The tree is the source text: pools, intervals and aggregates stay as written, and the crate `ground`
//! rewrites them. The meaning of the language is defined by (AbstractGringo15). The crate neither prints nor
//! reads files.
//!
//! *Invariant:* parsing never fails and never panics. It yields the correct statements as a tree, and a
//! [`Diagnostic`] for each incorrect statement.
//!
//! ```
//! use hamadryad_symbol::Symbols;
//! use hamadryad_syntax::{Sources, parse};
//!
//! let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
//! let file = sources.add("example.lp", "{ a; b } 1 :- not c.");
//! let (program, diagnostics) = parse(&mut symbols, &sources, file);
//! assert!(diagnostics.is_empty());
//! assert_eq!(program.statements.len(), 1);
//! ```

pub mod ast;
mod compat;
mod diagnostic;
mod fact_span;
mod format;
mod lex;
mod nearest;
mod parse;
mod print;
mod source;
pub mod tokens;
mod upgrade;

pub use compat::Compat;
pub use diagnostic::{Code, Diagnostic, Fix, Severity};
pub use fact_span::fact_span;
pub use format::format;
pub use nearest::nearest;
pub use parse::{
    is_constant, parse, parse_apart, parse_as, parse_open_term_as, parse_term, parse_term_as, rule_or_fact,
};
pub use print::{Print, Printed, Printer};
pub use source::{FileId, Location, Sources, Span};
pub use upgrade::upgrade;
