//! Operations of theories above decision level 0: unit propagation inside a call of the theory, variables for
//! the rest of a search, and the state of the assignment.
//!
//! Invariant: a variable that is made during a search is temporary. The theory's user adds it to clauses with
//! a guard only, so that it can be [released](Solver::release_unused) once the guard is.

use crate::trail::Reason;
use crate::{Conflict, Lit, Solver};

impl Solver {
    /// Propagates the clauses, but not the theory, to a fixpoint.
    ///
    /// # Errors
    /// If a clause is violated.
    pub fn propagate_units(&mut self) -> Result<(), Conflict> {
        self.propagate_clauses()
    }

    /// A temporary variable, as by [`Solver::new_temporary`], at any decision level.
    pub fn new_temporary_in_search(&mut self) -> Lit {
        let Some(var) = self.released_vars.pop() else {
            let var = self.new_var();
            self.is_temporary[var.index()] = true;
            return var.positive();
        };
        self.phases.start_again(var);
        self.heuristic.start_again(var);
        var.positive()
    }

    /// Assigns learnt units at the present level, if the search would not leave this level for them: at level
    /// 0, and at the level below which all models are enumerated. `false` if the search has to jump back.
    pub fn assign_units_here(&mut self) -> bool {
        if self.new_units.is_empty() {
            return true;
        }
        let level = self.decision_level();
        let stays = level == 0 || level <= self.backtrack_level;
        if !stays || self.new_units.iter().any(|&unit| self.is_false(unit)) {
            return false;
        }
        for unit in std::mem::take(&mut self.new_units) {
            if level > 0 {
                self.postponed_units.push(unit);
            }
            if self.is_free(unit) {
                self.trail.assign(unit, Reason::None);
            }
        }
        true
    }

    /// Whether a conflict was found that the search has not handled yet.
    pub fn has_conflict(&self) -> bool {
        self.conflict.is_some() || self.inconsistent
    }

    /// The level of the assumptions: 0 before they are made.
    pub fn root_level(&self) -> u32 {
        self.root_level
    }

    /// The length of the trail when a decision level began.
    pub fn level_start(&self, level: u32) -> usize {
        self.trail.level_start(level)
    }

    /// The number of variables that have no value.
    pub fn num_free_vars(&self) -> usize {
        self.num_used_vars() - self.trail.literals.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoTheory, Outcome, Theory};

    /// At its first total assignment: makes a variable that must be true, as the first one must be.
    struct Late {
        made: Option<Lit>,
        guard: Lit,
    }

    impl Theory for Late {
        fn check(&mut self, solver: &mut Solver, _: &dyn Fn() -> bool) -> crate::Checked {
            if self.made.is_none() {
                let lit = solver.new_temporary_in_search();
                self.made = Some(lit);
                assert!(solver.num_free_vars() == 1 && solver.decision_level() > 0);
                solver.learn(&[lit, !self.guard]).expect("the literal is free");
                assert!(solver.is_true(lit) && solver.propagate_units().is_ok());
            }
            crate::Checked::Fine
        }
    }

    #[test]
    fn a_variable_of_a_search_is_released_with_the_guard_of_its_clauses() {
        let mut sat = Solver::new();
        let [a, b] = [(); 2].map(|()| sat.new_var().positive());
        sat.add_clause(&[a, b]);
        let guard = sat.new_temporary();
        sat.assume(&mut NoTheory, &[guard]);
        let mut theory = Late { made: None, guard };
        assert_eq!(sat.search(&mut theory, &|| false), Outcome::Model);
        let made = theory.made.expect("the assignment was checked");
        assert!(sat.is_true(made));
        sat.release(&mut theory, &[guard], &[made]);
        assert_eq!(sat.num_clauses().iter().sum::<usize>() + sat.num_learnt_clauses(), 1);
        assert!([guard, made].contains(&sat.new_temporary()) && sat.num_vars() == 4);
    }

    #[test]
    fn units_are_assigned_where_the_search_stays() {
        let mut sat = Solver::new();
        let [a, b] = [(); 2].map(|()| sat.new_var().positive());
        sat.learn(&[a]).expect("the literal is free");
        assert!(sat.assign_units_here() && sat.is_fixed_true(a));
        sat.assume(&mut NoTheory, &[]);
        assert_eq!(sat.search(&mut NoTheory, &|| false), Outcome::Model);
        // A jump is needed from a decision, and a unit that is false needs one as well.
        sat.learn(&[b]).expect("the conflict is found after the jump");
        assert!(!sat.assign_units_here() && sat.is_false(b));
    }
}
