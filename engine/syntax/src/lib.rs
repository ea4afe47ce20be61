//! Text to syntax tree, and back.
//!
//! Parsing never fails: it yields a tree of what could be understood and [`Diagnostic`]s for the rest. The tree is what
//! the author wrote, pools, intervals and all; nothing is rewritten here.
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
mod format;
mod lex;
mod parse;
mod print;
mod source;
mod upgrade;

pub use compat::Compat;
pub use diagnostic::{Code, Diagnostic, Severity};
pub use format::format;
pub use parse::{parse, parse_as, parse_term, parse_term_as};
pub use print::{Print, Printed, Printer};
pub use source::{FileId, Location, Sources, Span};
pub use upgrade::upgrade;
