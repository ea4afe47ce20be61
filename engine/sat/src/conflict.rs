//! The conflict that the search found last, until it is analysed.

use crate::Lit;
use crate::arena::ClauseRef;

/// A conflict: the assignment violates a constraint, and the solver has its clause.
///
/// The methods of [`Solver`](crate::Solver) alone make values of this type, so that a theory cannot report a
/// conflict without a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict(());

impl Conflict {
    /// The conflict that the solver has stored.
    pub(crate) fn stored() -> Conflict {
        Conflict(())
    }
}

/// A violated constraint.
#[derive(Clone, Debug)]
pub(crate) enum ConflictClause {
    /// All literals of this clause are false.
    Clause(ClauseRef),
    /// Both literals are false.
    Binary(Lit, Lit),
    /// A theory implied this literal by this handle, and it is false.
    Implied(Lit, u32),
    /// All of these literals are false.
    Literals(Vec<Lit>),
}
