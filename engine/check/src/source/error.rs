//! Errors of the oracle.

use hamadryad_symbol::Name;
use hamadryad_syntax::{Diagnostic, Span};

/// Reason why the oracle computes no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OracleError {
    /// The text is no program.
    Syntax(Vec<Diagnostic>),
    /// The program uses a construct that the oracle does not support.
    Unsupported {
        /// The construct.
        what: &'static str,
        /// Its place.
        span: Span,
    },
    /// Variables are unsafe.
    Unsafe {
        /// The variables; variables for `_` or an interval have generated names.
        variables: Vec<Name>,
        /// The statement.
        span: Span,
    },
    /// A constant has a cyclic definition, two definitions with equal precedence, or an undefined value.
    Constant {
        /// The constant.
        name: Name,
        /// Its definition.
        span: Span,
    },
    /// The program exceeds a limit on atoms, instances or branches.
    TooLarge(&'static str),
}
