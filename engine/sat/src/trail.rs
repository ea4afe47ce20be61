//! The assignment: values, and for each assigned variable its level, its reason, and its position on the
//! trail.
//!
//! Invariant: a literal has a value exactly if it or its negation is on the trail; positions of literals
//! ascend with their levels; the reason of an implied literal consists of literals at lower positions. The
//! values of eliminated variables in a model are the exception: they are not on the trail (`restore.rs`).

use crate::arena::{ClauseRef, Moves};
use crate::{Lit, Var};

/// The reason of a true literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// It was decided, assumed, flipped by enumeration, or is true at level 0.
    None,
    /// The other literals of a clause are false.
    Clause(ClauseRef),
    /// The other literal of a binary clause is false.
    Binary(Lit),
    /// A theory implied it by this handle.
    Theory(u32),
}

impl Reason {
    /// The reason after a garbage collection.
    pub(crate) fn moved(self, moves: &Moves) -> Reason {
        match self {
            Reason::Clause(clause) => moves.place(clause).map_or(Reason::None, Reason::Clause),
            other => other,
        }
    }
}

/// A reason in a single word: two bits of tag, 30 bits of payload.
#[derive(Clone, Copy)]
#[repr(transparent)]
struct PackedReason(u32);

impl PackedReason {
    fn pack(reason: Reason) -> PackedReason {
        PackedReason(match reason {
            Reason::None => 0,
            Reason::Clause(clause) => clause.0 << 2 | 1,
            Reason::Binary(lit) => lit.code() << 2 | 2,
            Reason::Theory(handle) => {
                debug_assert!(handle < 1 << 30, "a theory's handles have 30 bits");
                handle << 2 | 3
            }
        })
    }

    fn unpack(self) -> Reason {
        match self.0 & 3 {
            0 => Reason::None,
            1 => Reason::Clause(ClauseRef(self.0 >> 2)),
            2 => Reason::Binary(Lit::from_code(self.0 >> 2)),
            _ => Reason::Theory(self.0 >> 2),
        }
    }
}

#[derive(Clone, Copy)]
struct Assigned {
    level: u32,
    reason: PackedReason,
    position: u32,
}

#[derive(Clone, Default)]
pub(crate) struct Trail {
    /// By literal: 1 true, -1 false, 0 free.
    values: Vec<i8>,
    assigned: Vec<Assigned>,
    pub(crate) literals: Vec<Lit>,
    /// The position where each decision level starts.
    limits: Vec<u32>,
    /// The position of the first literal that is not yet propagated through the clauses.
    pub(crate) head: usize,
}

impl Trail {
    pub(crate) fn reserve(&mut self, vars: usize) {
        self.values.reserve(2 * vars);
        self.assigned.reserve(vars);
        self.literals.reserve(vars);
    }

    pub(crate) fn new_var(&mut self) -> Var {
        let var = Var::from_index(self.assigned.len());
        self.values.extend([0, 0]);
        self.assigned.push(Assigned { level: 0, reason: PackedReason(0), position: 0 });
        var
    }

    pub(crate) fn num_vars(&self) -> usize {
        self.assigned.len()
    }

    #[inline]
    pub(crate) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    #[inline]
    pub(crate) fn values(&self) -> &[i8] {
        &self.values
    }

    /// A view for loops that read values and assign: the compiler can keep the addresses of the lists in
    /// registers.
    #[inline]
    pub(crate) fn assigner(&mut self) -> Assigner<'_> {
        Assigner {
            values: &mut self.values,
            assigned: &mut self.assigned,
            literals: &mut self.literals,
            level: self.limits.len() as u32,
        }
    }

    #[inline]
    pub(crate) fn level(&self, var: Var) -> u32 {
        self.assigned[var.index()].level
    }

    #[inline]
    pub(crate) fn reason(&self, var: Var) -> Reason {
        self.assigned[var.index()].reason.unpack()
    }

    pub(crate) fn set_reason(&mut self, var: Var, reason: Reason) {
        self.assigned[var.index()].reason = PackedReason::pack(reason);
    }

    #[inline]
    pub(crate) fn position(&self, var: Var) -> usize {
        self.assigned[var.index()].position as usize
    }

    #[inline]
    pub(crate) fn decision_level(&self) -> u32 {
        self.limits.len() as u32
    }

    pub(crate) fn new_level(&mut self) {
        self.limits.push(self.literals.len() as u32);
    }

    /// The length of the trail when a level began.
    pub(crate) fn level_start(&self, level: u32) -> usize {
        if level == 0 { 0 } else { self.limits[level as usize - 1] as usize }
    }

    #[inline]
    pub(crate) fn assign(&mut self, lit: Lit, reason: Reason) {
        self.assigner().assign(lit, reason);
    }

    /// Gives the variable of a literal a value without a level and without a place on the trail.
    pub(crate) fn set_aside(&mut self, lit: Lit) {
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.assigned[lit.var().index()].level = u32::MAX;
    }

    /// Removes the value that [`Trail::set_aside`] gave.
    pub(crate) fn forget_aside(&mut self, var: Var) {
        self.values[var.positive().index()] = 0;
        self.values[var.negative().index()] = 0;
    }

    /// Unassigns all literals above `level`, the last one first, and calls `undone` for each.
    pub(crate) fn cut(&mut self, level: u32, mut undone: impl FnMut(Lit)) {
        let keep = self.limits[level as usize] as usize;
        for i in (keep..self.literals.len()).rev() {
            let lit = self.literals[i];
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            undone(lit);
        }
        self.literals.truncate(keep);
        self.limits.truncate(level as usize);
        self.head = self.head.min(keep);
    }
}

/// The trail while literals are added to it, all on the same level.
pub(crate) struct Assigner<'t> {
    pub(crate) values: &'t mut [i8],
    assigned: &'t mut [Assigned],
    literals: &'t mut Vec<Lit>,
    level: u32,
}

impl Assigner<'_> {
    #[inline]
    pub(crate) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    #[inline]
    pub(crate) fn assign(&mut self, lit: Lit, reason: Reason) {
        debug_assert_eq!(self.value(lit), 0);
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.assigned[lit.var().index()] = Assigned {
            level: self.level,
            reason: PackedReason::pack(reason),
            position: self.literals.len() as u32,
        };
        self.literals.push(lit);
    }
}
