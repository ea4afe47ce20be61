//! Text to syntax tree, and back.
//!
//! Parsing never fails: it yields a tree of what could be understood and [`Diagnostic`]s for the rest. The tree is what
//! the author wrote, pools, intervals and all; nothing is rewritten here.

pub mod ast;
mod diagnostic;
mod source;

pub use diagnostic::{Code, Diagnostic, Severity};
pub use source::{FileId, Location, Sources, Span};
