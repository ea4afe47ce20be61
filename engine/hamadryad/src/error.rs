//! What can go wrong, as one enumeration.

use hamadryad_ground::{GroundError, Limit};
use hamadryad_solve::Refusal;
use hamadryad_syntax::Diagnostic;
use std::fmt;

/// Why a call did not do what it was asked for. Nothing of the call is left behind: the control is as it was, and can be
/// used on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The text is no program, or one that cannot be grounded. At least one of the diagnostics is an error; they speak of
    /// the control's [`Sources`](hamadryad_syntax::Sources).
    Program(Vec<Diagnostic>),
    /// A file cannot be read, for this reason.
    File(String),
    /// Grounding was stopped from outside.
    Interrupted,
    /// The ground program exceeds a limit.
    TooLarge(Limit),
    /// A step would give another rule to an atom of an earlier one.
    Redefined(String),
    /// A step would declare or define an external atom that has been released.
    Released(String),
    /// A term that is no atom, such as a number, has been used as one.
    NoAtom(String),
    /// A ground statement is not what a [`Backend`](crate::Backend) takes: it speaks of an atom that this control has not given
    /// out, or has a weight that is not positive in a body.
    Malformed(&'static str),
    /// A [propagator](crate::propagator) cannot make sense of the program, for this reason.
    Propagator(String),
    /// A redefinition or a return, of an atom without a name; or of a ground program that was read, which cannot be solved any more.
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
            Error::NoAtom(term) => write!(f, "`{term}` is no atom"),
            Error::Malformed(reason) => f.write_str(reason),
            Error::Propagator(reason) => f.write_str(reason),
            Error::Refused(refusal) => refusal.fmt(f),
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

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        Error::Refused(refusal)
    }
}
