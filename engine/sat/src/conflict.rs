//! The conflict that the search found last, until it is analysed.

use crate::Lit;
use crate::arena::ClauseRef;

/// A violated constraint.
#[derive(Clone, Debug)]
pub(crate) enum Conflict {
    /// All literals of this clause are false.
    Clause(ClauseRef),
    /// Both literals are false.
    Binary(Lit, Lit),
    /// A theory implied this literal by this handle, and it is false.
    Implied(Lit, u32),
    /// All of these literals are false.
    Literals(Vec<Lit>),
}
