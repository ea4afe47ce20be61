//! Chronological backtracking (Nadel, Ryvchin 2018): a backjump that would undo very many literals undoes
//! only the level of the conflict.
//!
//! The literal of the learnt clause then becomes true on a higher level than the one where its clause is unit:
//! it is *late*. Nadel and Ryvchin give it the level of its clause, so that levels are mixed on the trail.
//! Here it gets the current level, and the trail keeps its order; a jump that removes the literal, but not
//! the level of its clause, assigns it again.
//!
//! Invariant: after each jump, a late literal is true if the level of its clause is not undone.

use crate::arena::Moves;
use crate::trail::{Reason, Trail};
use crate::{Lit, Solver, Theory};

/// A literal that was implied on a higher level than its clause became unit.
#[derive(Clone, Copy, Debug)]
struct Late {
    lit: Lit,
    reason: Reason,
    /// The level where the clause is unit.
    level: u32,
}

/// The late literals on the trail.
#[derive(Clone, Default)]
pub(crate) struct LateLiterals(Vec<Late>);

impl LateLiterals {
    /// Adds a literal that became true above the level where its reason is unit.
    pub(crate) fn push(&mut self, lit: Lit, reason: Reason, level: u32) {
        self.0.push(Late { lit, reason, level });
    }

    /// The level where the clause of a late literal is unit.
    fn level(&self, lit: Lit) -> Option<u32> {
        self.0.iter().find(|late| late.lit == lit).map(|late| late.level)
    }

    /// After a jump to `level`: assigns the late literals again that are still implied.
    pub(crate) fn assign_again(&mut self, level: u32, trail: &mut Trail) {
        self.0.retain(|late| late.level <= level);
        for late in &self.0 {
            if trail.value(late.lit) == 0 {
                trail.assign(late.lit, late.reason);
            }
        }
    }

    /// Updates the reasons after a garbage collection.
    pub(crate) fn move_reasons(&mut self, moves: &Moves) {
        self.0.iter_mut().for_each(|late| late.reason = late.reason.moved(moves));
    }
}

impl Solver {
    /// The level to which the search goes back for a learnt clause that is unit on level `unit`.
    pub(crate) fn level_after_conflict(&self, unit: u32) -> u32 {
        let undone = self.trail.literals.len() - self.trail.level_start(unit + 1);
        if undone > self.config.longest_jump { self.decision_level() - 1 } else { unit }
    }

    /// Jumps back to the level of a conflict, and returns it. If its only literal on that level is late, the
    /// conflict belongs to a lower level.
    pub(crate) fn backtrack_to_conflict<T: Theory>(&mut self, theory: &mut T, conflict: &[Lit]) -> u32 {
        loop {
            let level = conflict.iter().map(|lit| self.trail.level(lit.var())).max().unwrap_or(0);
            if level <= self.base_level() {
                return level;
            }
            // A theory may detect a conflict on a lower level than the current one.
            self.backtrack(theory, level);
            let mut highest = conflict.iter().filter(|lit| self.trail.level(lit.var()) == level);
            let (only, None) = (highest.next(), highest.next()) else { return level };
            let own = only.and_then(|&lit| self.late.level(!lit)).filter(|&own| own < level);
            let Some(own) = own else { return level };
            let others =
                conflict.iter().map(|lit| self.trail.level(lit.var())).filter(|&other| other < level);
            self.backtrack(theory, own.max(others.max().unwrap_or(0)).max(self.base_level()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoTheory;

    /// Five levels with one decision each, and on the last one a literal whose clause is unit on level 2.
    fn solver_with_a_late_literal() -> (Solver, Vec<Lit>, Lit) {
        let mut solver = Solver::new();
        let lits: Vec<Lit> = (0..6).map(|_| solver.new_var().positive()).collect();
        for &lit in &lits[..5] {
            solver.trail.new_level();
            solver.trail.assign(lit, Reason::None);
        }
        let late = lits[5];
        let reason = solver.attach(&[late, !lits[1]], true, 1);
        solver.trail.assign(late, reason);
        solver.late.push(late, reason, 2);
        (solver, lits, late)
    }

    #[test]
    fn a_late_literal_stays_true_until_its_own_level_is_undone() {
        let (mut solver, lits, late) = solver_with_a_late_literal();
        for level in [4, 3, 2] {
            solver.backtrack(&mut NoTheory, level);
            assert!(solver.is_true(late));
            assert_eq!((solver.level(late.var()), solver.decision_level()), (level, level));
        }
        assert_eq!(solver.trail.reason(late.var()), Reason::Binary(!lits[1]));
        solver.backtrack(&mut NoTheory, 1);
        assert!(solver.is_free(late) && solver.late.level(late).is_none());
    }

    #[test]
    fn the_conflict_of_a_late_literal_belongs_to_a_lower_level() {
        let (mut solver, lits, late) = solver_with_a_late_literal();
        assert_eq!(solver.backtrack_to_conflict(&mut NoTheory, &[!late, !lits[2]]), 3);
        assert_eq!((solver.decision_level(), solver.level(late.var())), (3, 3));
        // Two literals of the conflict are on one level now.
        assert_eq!(solver.backtrack_to_conflict(&mut NoTheory, &[!late, !lits[2]]), 3);
        assert_eq!(solver.backtrack_to_conflict(&mut NoTheory, &[!late, !lits[0]]), 2);
    }

    #[test]
    fn an_added_clause_is_unit_beside_a_late_literal() {
        let (mut solver, lits, late) = solver_with_a_late_literal();
        solver.root_level = 1;
        // Both literals of level 5 are true; after the jump the late one is true on level 4.
        assert!(solver.add_clause_in_search(&mut NoTheory, &[!late, !lits[4], !lits[0]]));
        assert_eq!((solver.decision_level(), solver.level(late.var())), (4, 4));
        assert!(solver.is_false(lits[4]));
    }

    #[test]
    fn only_long_jumps_are_shortened() {
        let (mut solver, ..) = solver_with_a_late_literal();
        solver.config.longest_jump = 3;
        // Level 1 has one literal, the levels above it have five.
        assert_eq!([1, 2, 3, 4].map(|unit| solver.level_after_conflict(unit)), [4, 4, 3, 4]);
    }
}
