//! The reasons for which a ground program is rejected.

use hamadryad_aspif::Atom;
use std::fmt;

/// The reason for which a program cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// A step has a rule for an atom that an earlier step has defined.
    Redefinition(Atom),
    /// A step declares or defines an external atom that was released, and is therefore false in all later
    /// steps.
    Released(Atom),
    /// A proof was requested, and the proof format cannot express this part of the solve.
    Unproven(&'static str),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Redefinition(atom) => {
                write!(f, "atom {} of an earlier step is defined again", atom.number())
            }
            SolveError::Released(atom) => {
                write!(f, "atom {} has been released, and cannot be declared or defined again", atom.number())
            }
            SolveError::Unproven(part) => write!(f, "a proof cannot express {part}"),
        }
    }
}

impl std::error::Error for SolveError {}
