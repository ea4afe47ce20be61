//! Unit propagation with two watched literals and blocking literals, and the interface for implications of
//! theories.
//!
//! Each literal has a list of the clauses that watch it (Moskewicz et al., "Chaff", 2001); an
//! entry has another literal of the clause, the blocker, whose truth spares a visit of the clause (Sörensson,
//! Eén: "MiniSat 2.1", 2009). Binary clauses live in the watch lists alone.
//!
//! Invariant: a clause watches its first two literals; if one of them is false at a fixpoint, the other or
//! the blocker is true.

use crate::conflict::{Conflict, ConflictClause};
use crate::trail::Reason;
use crate::watch::Watch;
use crate::{Lit, Solver, Theory};

/// Skips the entries whose blockers are true, and moves them forward from `read` to `kept`. Returns their
/// number. In long lists these are nearly all entries, so this loop is a function of its own, with all
/// registers to itself.
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
    /// Propagates clauses and the theory to a common fixpoint.
    pub(crate) fn propagate<T: Theory>(&mut self, theory: &mut T) -> Result<(), Conflict> {
        loop {
            self.propagate_clauses()?;
            let before = self.trail.literals.len();
            theory.propagate(self)?;
            let nothing_new = self.trail.literals.len() == before && self.trail.head == before;
            if nothing_new || !self.new_units.is_empty() {
                return Ok(());
            }
        }
    }

    pub(crate) fn propagate_clauses(&mut self) -> Result<(), Conflict> {
        let start = self.trail.head;
        let mut result = Ok(());
        while result.is_ok() && self.trail.head < self.trail.literals.len() {
            let lit = self.trail.literals[self.trail.head];
            self.trail.head += 1;
            result = self.visit_watches(!lit);
        }
        self.statistics.propagations += (self.trail.head - start) as u64;
        result
    }

    /// Visits all clauses that watch a literal which became false.
    fn visit_watches(&mut self, falsified: Lit) -> Result<(), Conflict> {
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
                    conflict = Some(ConflictClause::Binary(watch.blocker, falsified));
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
                conflict = Some(ConflictClause::Clause(clause));
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
            return Err(Conflict::stored());
        }
        Ok(())
    }

    /// Makes a literal true that a theory implies. The theory must be able to explain it by the handle, a
    /// number below 2^30, until it is undone.
    ///
    /// # Errors
    /// If the literal is false; then [`Theory::explain`] is called at once.
    #[inline]
    pub fn imply(&mut self, lit: Lit, handle: u32) -> Result<(), Conflict> {
        match self.trail.value(lit) {
            0 => self.trail.assign(lit, Reason::Theory(handle)),
            1 => {}
            _ => {
                self.conflict = Some(ConflictClause::Implied(lit, handle));
                return Err(Conflict::stored());
            }
        }
        Ok(())
    }

    /// Reports a conflict of a theory: these literals are false, and one of them must be true.
    pub fn set_conflict(&mut self, literals: &[Lit]) -> Conflict {
        debug_assert!(literals.iter().all(|&lit| self.is_false(lit)), "a conflict's literals are false");
        self.conflict = Some(ConflictClause::Literals(literals.to_vec()));
        Conflict::stored()
    }

    /// Adds a clause that follows from a theory (a lemma), and assigns the literal that it implies now.
    /// The clause may be deleted later, like a learnt one.
    ///
    /// # Errors
    /// If all its literals are false.
    pub fn learn(&mut self, literals: &[Lit]) -> Result<(), Conflict> {
        self.statistics.lemmas += 1;
        self.import_clause(literals, true)
    }

    /// Like [`Solver::learn`], for a loop nogood: a clause that says why the atoms of an unfounded set are false. Its
    /// variables become more active ([`Config::bump_loop_nogoods`](crate::Config::bump_loop_nogoods)).
    ///
    /// # Errors
    /// If all its literals are false.
    pub fn learn_loop_nogood(&mut self, literals: &[Lit]) -> Result<(), Conflict> {
        self.statistics.loop_nogoods += 1;
        self.statistics.loop_literals += literals.len() as u64;
        if self.config.bump_loop_nogoods {
            literals.iter().for_each(|lit| self.heuristic.bump(lit.var()));
        }
        self.import_clause(literals, true)
    }

    /// Like [`Solver::learn`], for a clause that is never deleted.
    ///
    /// # Errors
    /// If all its literals are false.
    pub fn learn_permanently(&mut self, literals: &[Lit]) -> Result<(), Conflict> {
        self.statistics.lemmas += 1;
        self.import_clause(literals, false)
    }

    pub(crate) fn import_clause(&mut self, literals: &[Lit], is_learnt: bool) -> Result<(), Conflict> {
        let Some(mut clause) = self.normalize(literals) else { return Ok(()) };
        self.put_watches_first(&mut clause);
        let (first, last_level) = match clause[..] {
            [] => {
                self.inconsistent = true;
                return Err(Conflict::stored());
            }
            [unit] => {
                self.new_units.push(unit);
                return Ok(());
            }
            [first, second, ..] => (first, self.is_false(second)),
        };
        let glue = clause.len() as u32;
        let reason = self.attach(&clause, is_learnt, glue);
        if self.is_false(first) {
            self.conflict = Some(ConflictClause::Literals(clause));
            return Err(Conflict::stored());
        }
        if self.is_free(first) && last_level {
            self.trail.assign(first, reason);
        }
        Ok(())
    }

    /// Moves the two literals to watch to the front: true or free literals first, then the literals falsified
    /// last.
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
