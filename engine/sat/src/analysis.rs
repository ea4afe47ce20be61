//! The state of conflict analysis: marks of variables, stamps of levels, and the learnt clause.
//!
//! Invariant: between analyses no variable is marked; `marked` lists all marked variables.

use crate::trail::Trail;
use crate::{Lit, Var};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Not visited.
    None,
    /// In the clause, or resolved away.
    Seen,
    /// Implied by literals of the clause.
    Removable,
    /// Not implied by literals of the clause.
    Needed,
}

/// Scratch space of the analysis, and its result.
#[derive(Clone, Default)]
pub(crate) struct Analysis {
    /// By variable.
    pub(crate) marks: Vec<Mark>,
    marked: Vec<Var>,
    /// By level: the stamp of the last clause that counted it.
    pub(crate) level_stamps: Vec<u32>,
    pub(crate) stamp: u32,
    pub(crate) antecedents: Vec<Lit>,
    /// Literals true on levels up to this one are left out of the clause.
    pub(crate) known_level: u32,
    pub(crate) stack: Vec<Frame>,
    /// The learnt clause, the asserting literal first, then a literal of the highest other level.
    pub(crate) clause: Vec<Lit>,
}

/// A literal during minimisation: its antecedents are at `start..` of the shared list, and `next` is the next
/// to visit.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) lit: Lit,
    pub(crate) next: usize,
    pub(crate) start: usize,
}

impl Analysis {
    pub(crate) fn reserve(&mut self, vars: usize) {
        self.marks.reserve(vars);
    }

    pub(crate) fn new_var(&mut self) {
        self.marks.push(Mark::None);
    }

    pub(crate) fn mark(&mut self, var: Var, mark: Mark) {
        if self.marks[var.index()] == Mark::None {
            self.marked.push(var);
        }
        self.marks[var.index()] = mark;
    }

    /// The number of decision levels of some literals. The levels get the current stamp.
    pub(crate) fn count_levels(&mut self, trail: &Trail, literals: impl Iterator<Item = Lit>) -> u32 {
        self.stamp += 1;
        let mut count = 0;
        for lit in literals {
            let level = trail.level(lit.var()) as usize;
            if self.level_stamps.len() <= level {
                self.level_stamps.resize(level + 1, 0);
            }
            if std::mem::replace(&mut self.level_stamps[level], self.stamp) != self.stamp {
                count += 1;
            }
        }
        count
    }

    pub(crate) fn clear(&mut self) {
        for var in self.marked.drain(..) {
            self.marks[var.index()] = Mark::None;
        }
    }
}
