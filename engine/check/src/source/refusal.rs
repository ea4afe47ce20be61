//! Why the oracle gives no answer.

use hamadryad_symbol::Name;
use hamadryad_syntax::{Diagnostic, Span};

/// Why the oracle gives no answer: it refuses rather than guesses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The text is no program.
    Syntax(Vec<Diagnostic>),
    /// A construct that the oracle does not know.
    Unsupported {
        /// The construct.
        what: &'static str,
        /// Where.
        span: Span,
    },
    /// Variables that nothing binds.
    Unsafe {
        /// The variables; those that stand for `_` or an interval have made-up names.
        variables: Vec<Name>,
        /// The statement.
        span: Span,
    },
    /// A constant that is defined in terms of itself, twice with equal right, or by a term without a value.
    Constant {
        /// The constant.
        name: Name,
        /// Its definition.
        span: Span,
    },
    /// Too many atoms, instances or branches for a system that tries everything.
    TooLarge(&'static str),
}
