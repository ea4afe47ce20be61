//! Operations at decision level 0: assumptions, returning to the root, propagation, and probing.
//!
//! Invariant: after [`Solver::reset`], no assumption and no decision has a value, and all learnt units are
//! assigned.

use crate::trail::Reason;
use crate::{Lit, Solver, Theory};

impl Solver {
    /// Sets the assumptions of the next search. Goes back to level 0.
    pub fn assume<T: Theory>(&mut self, theory: &mut T, assumptions: &[Lit]) {
        self.reset(theory);
        let is_there = |lit: &Lit| !self.eliminated.has(lit.var());
        debug_assert!(assumptions.iter().all(is_there), "assumptions are not eliminated");
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        self.scoped = None;
    }

    /// Marks an assumption as scoped to the next search: it will be false at level 0 afterwards. Clauses
    /// learnt from it are satisfied then, so in the search, where all assumptions hold, they need not contain
    /// the other assumptions nor literals implied by these.
    ///
    /// This makes the clauses much shorter; but [`Solver::core`] may then contain this assumption alone where
    /// others are needed for the contradiction, too.
    pub fn scope_assumption(&mut self, assumption: Lit) {
        debug_assert!(self.assumptions.contains(&assumption), "a scoped assumption is assumed");
        self.scoped = Some(assumption);
    }

    /// Returns to level 0, where neither decisions nor assumptions have values.
    pub fn reset<T: Theory>(&mut self, theory: &mut T) {
        self.backtrack(theory, 0);
        self.root_level = 0;
        self.backtrack_level = 0;
        self.conflict = None;
        self.new_units.append(&mut self.postponed_units);
        for unit in std::mem::take(&mut self.new_units) {
            match self.value(unit) {
                None => self.trail.assign(unit, Reason::None),
                Some(true) => {}
                Some(false) => self.inconsistent = true,
            }
        }
    }

    /// Undoes all decisions, except those that the enumeration by backtracking has flipped. Assumptions stay.
    pub fn undo_decisions<T: Theory>(&mut self, theory: &mut T) {
        self.backtrack(theory, self.base_level());
    }

    /// Propagates clauses and theory at level 0, and simplifies the clauses if it is due. `false` if the constraints are
    /// unsatisfiable.
    ///
    /// # Panics
    /// At a decision level above 0.
    pub fn propagate_at_root<T: Theory>(&mut self, theory: &mut T) -> bool {
        assert_eq!(self.decision_level(), 0, "the root is level 0");
        while !self.inconsistent {
            self.reset(theory);
            if self.propagate_root_level(theory) && self.new_units.is_empty() {
                self.simplify_if_due();
                break;
            }
        }
        !self.inconsistent
    }

    /// As [`Solver::propagate_at_root`], but simplifies the clauses in any case.
    pub(crate) fn propagate_to_simplified<T: Theory>(&mut self, theory: &mut T) -> bool {
        let is_consistent = self.propagate_at_root(theory);
        if is_consistent {
            self.simplify();
        }
        is_consistent
    }

    /// Propagates the literals on the trail of level 0. A conflict there refutes the constraints.
    fn propagate_root_level<T: Theory>(&mut self, theory: &mut T) -> bool {
        if !self.inconsistent && self.propagate(theory).is_err() {
            if self.conflict.is_some() {
                // The theory explains the conflict to its proof log.
                self.take_conflict(theory);
            }
            self.inconsistent = true;
        }
        !self.inconsistent
    }

    /// Propagates some literals on a temporary level, and undoes it. Returns the literals that became true,
    /// these included; `None` for a conflict. A conflict at level 0 refutes the constraints.
    ///
    /// # Panics
    /// At a decision level above 0.
    pub fn probe<T: Theory>(&mut self, theory: &mut T, literals: &[Lit]) -> Option<Vec<Lit>> {
        assert_eq!(self.decision_level(), 0, "probes begin at level 0");
        if !self.propagate_root_level(theory) {
            return None;
        }
        let start = self.trail.literals.len();
        self.trail.new_level();
        let mut is_possible = true;
        for &lit in literals {
            match self.value(lit) {
                Some(true) => {}
                Some(false) => is_possible = false,
                None => self.trail.assign(lit, Reason::None),
            }
        }
        is_possible = is_possible && self.propagate(theory).is_ok();
        let implied = is_possible.then(|| self.trail.literals[start..].to_vec());
        self.conflict = None;
        self.backtrack(theory, 0);
        implied
    }

    /// Unassigns all literals above a level. Their values are saved as phases if enough levels are undone.
    pub(crate) fn backtrack<T: Theory>(&mut self, theory: &mut T, level: u32) {
        self.undo_levels(theory, level, self.trail.literals.len());
    }

    /// As [`Solver::backtrack`], after a conflict on the current level. The values of this level led to the conflict, so
    /// they are not saved, as in clasp (docs/performance.md, "Restarts, decay, phases").
    pub(crate) fn jump_back<T: Theory>(&mut self, theory: &mut T, level: u32) {
        self.undo_levels(theory, level, self.trail.level_start(self.decision_level()));
    }

    /// Unassigns all literals above a level. Of their values, those before a position of the trail may be saved.
    fn undo_levels<T: Theory>(&mut self, theory: &mut T, level: u32, end_of_saved: usize) {
        let current = self.decision_level();
        if current <= level {
            return;
        }
        theory.undo(self, self.trail.level_start(level + 1));
        let save = current - level >= self.restarts.save_phases_over(&self.config).max(1);
        let mut place = self.trail.literals.len();
        let Solver { trail, heuristic, phases, .. } = self;
        trail.cut(level, |lit| {
            place -= 1;
            if save && place < end_of_saved {
                phases.save(lit);
            }
            heuristic.insert(lit.var());
        });
        self.unchanged = self.unchanged.min(trail.literals.len());
        self.late.assign_again(level, &mut self.trail);
    }
}
