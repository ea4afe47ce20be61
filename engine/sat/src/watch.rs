//! Entries of watch lists.
//!
//! Invariant: every clause has an entry in the lists of its first two literals, and in no others.

use crate::Lit;
use crate::arena::ClauseRef;

const BINARY: u32 = u32::MAX;
const LEARNT_BINARY: u32 = u32::MAX - 1;

/// An entry of a watch list: a clause, and a blocker, another literal of it. A binary clause consists of both
/// literals.
#[derive(Clone, Copy)]
pub(crate) struct Watch {
    pub(crate) blocker: Lit,
    clause: u32,
}

impl Watch {
    pub(crate) fn binary(other: Lit, learnt: bool) -> Watch {
        Watch { blocker: other, clause: if learnt { LEARNT_BINARY } else { BINARY } }
    }

    pub(crate) fn long(blocker: Lit, clause: ClauseRef) -> Watch {
        Watch { blocker, clause: clause.0 }
    }

    #[inline]
    pub(crate) fn clause(self) -> Option<ClauseRef> {
        if self.clause >= LEARNT_BINARY { None } else { Some(ClauseRef(self.clause)) }
    }

    /// Whether the clause is binary and given, not learnt.
    pub(crate) fn is_given_binary(self) -> bool {
        self.clause == BINARY
    }
}
