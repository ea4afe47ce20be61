//! The errors of the crate.

use hamadryad_ground::{GroundError, Limit};
use hamadryad_solve::SolveError;
use hamadryad_syntax::Diagnostic;
use std::fmt;

/// Reason why a call failed. The control is unchanged and can be used further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The text is no program, or the program cannot be grounded. At least one of the diagnostics is an
    /// error; their places refer to the control's [`Sources`](hamadryad_syntax::Sources).
    Program(Vec<Diagnostic>),
    /// A file cannot be read, for the given reason.
    File(String),
    /// Grounding was stopped by the caller.
    Interrupted,
    /// The ground program exceeds a limit.
    TooLarge(Limit),
    /// A step would add a rule for an atom of an earlier step.
    Redefined(String),
    /// A step would declare or define an external atom that `#external a. [release]` has released.
    Released(String),
    /// A term that is no atom, such as a number, was used as an atom.
    NoAtom(String),
    /// A ground statement is invalid for a [`Backend`](crate::Backend): it contains an atom that this control
    /// has not created, or a weight in a body is not positive.
    Malformed(&'static str),
    /// A [propagator](crate::propagator) rejects the program, for the given reason.
    Propagator(String),
    /// A redefinition, or a use after release, of an atom without a name; or a ground program that was read
    /// and can no longer be solved.
    Solve(SolveError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Program(diagnostics) => {
                let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
                let messages: Vec<&str> = errors.map(|diagnostic| diagnostic.message.as_str()).collect();
                f.write_str(&messages.join("; "))
            }
            Error::File(message) => f.write_str(message),
            Error::Interrupted => f.write_str("interrupted while grounding"),
            Error::TooLarge(limit) => GroundError::Limit(*limit).fmt(f),
            Error::Redefined(atom) => {
                write!(f, "`{atom}` of an earlier step cannot be defined again by a later one")
            }
            Error::Released(atom) => {
                write!(
                    f,
                    "`{atom}` has been released: it is false for good, and cannot be declared or defined again"
                )
            }
            Error::NoAtom(term) => write!(f, "`{term}` is not an atom"),
            Error::Malformed(reason) => f.write_str(reason),
            Error::Propagator(reason) => f.write_str(reason),
            Error::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<GroundError> for Error {
    fn from(error: GroundError) -> Error {
        match error {
            GroundError::Interrupted => Error::Interrupted,
            GroundError::Program(diagnostics) => Error::Program(diagnostics),
            GroundError::Limit(limit) => Error::TooLarge(limit),
        }
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Error {
        Error::Solve(error)
    }
}
