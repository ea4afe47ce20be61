//! Unit propagation with two watched literals and blocking literals, and what theories imply.
//!
//! Invariant: a clause watches its first two literals; where one is false at a fixpoint, the other or the blocker is true.

use crate::arena::ClauseRef;
use crate::trail::Reason;
use crate::{Lit, Solver, Theory};

const BINARY: u32 = u32::MAX;
const LEARNT_BINARY: u32 = u32::MAX - 1;

/// A clause in a watch list, with a literal whose truth spares a look at it. In binary clauses that is all.
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

    /// Whether the clause is a binary one that was not learnt.
    pub(crate) fn is_given_binary(self) -> bool {
        self.clause == BINARY
    }
}

/// What cannot be.
#[derive(Clone, Debug)]
pub(crate) enum Conflict {
    /// All literals of this clause are false.
    Clause(ClauseRef),
    /// Both literals are false.
    Binary(Lit, Lit),
    /// A theory implied this literal, by this handle, and it is false.
    Implied(Lit, u32),
    /// All of these literals are false.
    Literals(Vec<Lit>),
}

/// Passes over the clauses that need no look, because their blockers are true, and moves them to the front: from `read` to
/// `kept`. Returns how many they were. In a long list that is nearly all, so this loop has the registers to itself.
#[inline(never)]
fn pass_satisfied(list: &mut [Watch], values: &[i8], read: usize, kept: usize) -> usize {
    let gap = read - kept;
    if gap == 0 {
        let open = list[read..].iter().position(|watch| values[watch.blocker.index()] <= 0);
        return open.unwrap_or(list.len() - read);
    }
    let list = &mut list[kept..];
    let mut at = 0;
    while let Some(&watch) = list.get(at + gap) {
        if values[watch.blocker.index()] <= 0 {
            break;
        }
        list[at] = watch;
        at += 1;
    }
    at
}

impl Solver {
    /// Propagates clauses and the theory to a common fixpoint. `false` on a conflict.
    pub(crate) fn propagate<T: Theory>(&mut self, theory: &mut T) -> bool {
        loop {
            if !self.propagate_clauses() {
                return false;
            }
            let before = self.trail.literals.len();
            if !theory.propagate(self) {
                debug_assert!(
                    self.conflict.is_some() || self.inconsistent,
                    "a theory said no without a conflict"
                );
                return false;
            }
            let nothing_new = self.trail.literals.len() == before && self.trail.head == before;
            if nothing_new || !self.new_units.is_empty() {
                return true;
            }
        }
    }

    fn propagate_clauses(&mut self) -> bool {
        let start = self.trail.head;
        let mut consistent = true;
        while consistent && self.trail.head < self.trail.literals.len() {
            let lit = self.trail.literals[self.trail.head];
            self.trail.head += 1;
            consistent = self.visit_watches(!lit);
        }
        self.statistics.propagations += (self.trail.head - start) as u64;
        consistent
    }

    /// Looks at all clauses that watch a literal which has become false.
    fn visit_watches(&mut self, falsified: Lit) -> bool {
        let mut list = std::mem::take(&mut self.watches[falsified.index()]);
        let Solver { trail, arena, watches, .. } = self;
        let mut trail = trail.assigner();
        let entries = &mut list[..];
        let (mut read, mut kept) = (0, 0);
        let mut conflict = None;
        loop {
            let satisfied = pass_satisfied(entries, trail.values, read, kept);
            (read, kept) = (read + satisfied, kept + satisfied);
            let Some(&(mut watch)) = entries.get(read) else { break };
            read += 1;
            let blocker_value = trail.value(watch.blocker);
            let Some(clause) = watch.clause() else {
                entries[kept] = watch;
                kept += 1;
                if blocker_value < 0 {
                    conflict = Some(Conflict::Binary(watch.blocker, falsified));
                    break;
                }
                trail.assign(watch.blocker, Reason::Binary(falsified));
                continue;
            };
            let values = &*trail.values;
            let (resume, codes) = arena.parts_mut(clause);
            let other = codes[0] ^ codes[1] ^ falsified.code();
            let other_value = values[other as usize];
            watch.blocker = Lit::from_code(other);
            if other_value > 0 {
                entries[kept] = watch;
                kept += 1;
                continue;
            }
            let start = *resume as usize;
            let not_false = |code: &u32| values[*code as usize] >= 0;
            let replacement = match codes[start..].iter().position(not_false) {
                Some(place) => Some(start + place),
                None => codes[2..start].iter().position(not_false).map(|place| 2 + place),
            };
            if let Some(place) = replacement {
                *resume = place as u32;
                let code = codes[place];
                if values[code as usize] > 0 {
                    // The clause is satisfied: it can stay where it is.
                    entries[kept] = Watch::long(Lit::from_code(code), clause);
                    kept += 1;
                    continue;
                }
                (codes[0], codes[1], codes[place]) = (other, code, falsified.code());
                watches[code as usize].push(watch);
                continue;
            }
            (codes[0], codes[1]) = (other, falsified.code());
            entries[kept] = watch;
            kept += 1;
            if other_value < 0 {
                conflict = Some(Conflict::Clause(clause));
                break;
            }
            trail.assign(Lit::from_code(other), Reason::Clause(clause));
        }
        if kept < read {
            list.drain(kept..read);
        }
        self.watches[falsified.index()] = list;
        if conflict.is_some() {
            self.conflict = conflict;
            return false;
        }
        true
    }

    /// A theory implies a literal; it must be able to explain it by the handle, below 2^30, until it is undone. Where
    /// the literal is false already, this is a conflict: `false`, and the theory is asked to explain it at once.
    pub fn imply(&mut self, lit: Lit, handle: u32) -> bool {
        match self.trail.value(lit) {
            0 => self.trail.assign(lit, Reason::Theory(handle)),
            1 => {}
            _ => {
                self.conflict = Some(Conflict::Implied(lit, handle));
                return false;
            }
        }
        true
    }

    /// A theory has found that these literals, all false, cannot be false together.
    pub fn set_conflict(&mut self, literals: &[Lit]) {
        debug_assert!(literals.iter().all(|&lit| self.is_false(lit)), "a conflict's literals are false");
        self.conflict = Some(Conflict::Literals(literals.to_vec()));
    }

    /// A theory has found a clause that holds always. It is added, and what it implies now is assigned; `false` where all
    /// its literals are false.
    pub fn learn(&mut self, literals: &[Lit]) -> bool {
        self.statistics.lemmas += 1;
        self.take_in(literals, true)
    }

    /// As [`Solver::learn`], for a clause that is never forgotten.
    pub fn learn_for_good(&mut self, literals: &[Lit]) -> bool {
        self.statistics.lemmas += 1;
        self.take_in(literals, false)
    }

    pub(crate) fn take_in(&mut self, literals: &[Lit], is_learnt: bool) -> bool {
        let Some(mut clause) = self.normalize(literals) else { return true };
        self.put_watches_first(&mut clause);
        let (first, last_level) = match clause[..] {
            [] => {
                self.inconsistent = true;
                return false;
            }
            [unit] => {
                self.new_units.push(unit);
                return true;
            }
            [first, second, ..] => (first, self.is_false(second)),
        };
        let glue = clause.len() as u32;
        let reason = self.attach(&clause, is_learnt, glue);
        if self.is_false(first) {
            self.conflict = Some(Conflict::Literals(clause));
            return false;
        }
        if self.is_free(first) && last_level {
            self.trail.assign(first, reason);
        }
        true
    }

    /// Brings the two literals that are to be watched to the front: true or free ones, else those falsified last.
    pub(crate) fn put_watches_first(&self, clause: &mut [Lit]) {
        let worth = |lit: Lit| match self.trail.value(lit) {
            -1 => self.trail.level(lit.var()),
            0 => u32::MAX - 1,
            _ => u32::MAX,
        };
        for front in 0..clause.len().min(2) {
            let best =
                (front..clause.len()).max_by_key(|&i| worth(clause[i])).expect("the range is not empty");
            clause.swap(front, best);
        }
    }
}
