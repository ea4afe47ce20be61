//! What can go wrong, as one enumeration.

use hamadryad_ground::{GroundError, Limit};
use hamadryad_solve::Refusal;
use hamadryad_syntax::Diagnostic;
use std::fmt;

/// Why a call did not do what it was asked for. Nothing of the call is left behind, except where it says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The text is no program, or one that cannot be grounded. At least one of the diagnostics is an error; they speak of
    /// the control's [`Sources`](hamadryad_syntax::Sources).
    Program(Vec<Diagnostic>),
    /// Grounding was stopped from outside. The step is incomplete: the control is of no further use.
    Interrupted,
    /// The ground program exceeds a limit. The step is incomplete: the control is of no further use.
    TooLarge(Limit),
    /// An atom of an earlier step has got another rule. The control is of no further use.
    Redefined(String),
    /// The ground program has what the solver does not do. The control is of no further use.
    Refused(Refusal),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Program(diagnostics) => {
                let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
                let messages: Vec<&str> = errors.map(|diagnostic| diagnostic.message.as_str()).collect();
                f.write_str(&messages.join("; "))
            }
            Error::Interrupted => f.write_str("interrupted while grounding"),
            Error::TooLarge(limit) => GroundError::Limit(*limit).fmt(f),
            Error::Redefined(atom) => {
                write!(f, "`{atom}` of an earlier step cannot be defined again by a later one")
            }
            Error::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        Error::Refused(refusal)
    }
}
