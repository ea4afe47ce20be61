//! Variables that are borrowed for a while: guards of bounds, counters of sums.
//!
//! What a single search needs, a program that is solved ten thousand times must not keep. A variable is given back when
//! each clause that has it can go: those of a counter are all tied to a guard, and so is whatever was learnt from them.
//! It then has no value, nobody decides it, and the next search borrows it again.
//!
//! Invariant: a variable that has been given back stands in no clause and has no value.

use crate::arena::ClauseRef;
use crate::{Lit, Solver, Theory};

impl Solver {
    /// A variable for a while, as if it were new: see [`Solver::give_back`].
    ///
    /// # Panics
    /// At a decision level above 0.
    pub fn borrow_var(&mut self) -> Lit {
        assert_eq!(self.decision_level(), 0, "variables are borrowed at level 0");
        let Some(var) = self.spare_vars.pop() else {
            let var = self.new_var();
            self.was_borrowed[var.index()] = true;
            return var.positive();
        };
        self.phases.start_again(var);
        self.heuristic.start_again(var);
        var.positive()
    }

    /// Removes all clauses that are tied to a guard, the clauses with its negation, and gives it back with other variables,
    /// which stand in clauses of the guard alone. No theory may speak of any of them. Goes back to level 0.
    pub fn give_back<T: Theory>(&mut self, theory: &mut T, guard: Lit, others: &[Lit]) {
        self.remove_clauses(theory, |lit| lit == !guard);
        for &lit in others.iter().chain([&guard]) {
            self.give_back_unused(lit);
        }
    }

    /// Removes all clauses that speak of some variables, and gives these back. No theory may speak of any of them, and what was
    /// learnt from their clauses must hold without them: they define these variables, and say nothing else. Goes back to level 0.
    pub fn give_back_vars<T: Theory>(&mut self, theory: &mut T, vars: &[Lit]) {
        let mut is_named = vec![false; self.num_vars()];
        for lit in vars {
            is_named[lit.var().index()] = true;
        }
        self.remove_clauses(theory, |lit| is_named[lit.var().index()]);
        for &lit in vars {
            self.give_back_unused(lit);
        }
    }

    fn remove_clauses<T: Theory>(&mut self, theory: &mut T, is_named: impl Fn(Lit) -> bool) {
        self.reset(theory);
        let Solver { watches, arena, .. } = self;
        // A binary clause stands in two lists: it goes as a whole.
        for (code, list) in watches.iter_mut().enumerate() {
            let all = is_named(Lit::from_code(code as u32));
            list.retain(|watch| watch.clause().is_some() || !(all || is_named(watch.blocker)));
        }
        let tied: Vec<ClauseRef> =
            arena.clauses().filter(|&clause| arena.lits(clause).any(&is_named)).collect();
        for clause in tied {
            arena.discard(clause);
        }
        self.collect_garbage(|_| false);
        self.assumptions.clear();
        self.retiring = None;
        self.core.clear();
    }

    /// Gives a variable back that stands in no clause, at level 0.
    pub fn give_back_unused(&mut self, lit: Lit) {
        // One that has got a value for good is lost.
        if self.is_free(lit) {
            self.heuristic.remove(lit.var());
            self.spare_vars.push(lit.var());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoTheory, Outcome};

    #[test]
    fn what_defines_a_variable_goes_with_it() {
        let mut sat = Solver::new();
        let [a, b, c] = [(); 3].map(|()| sat.new_var().positive());
        sat.add_clause(&[a, b, c]);
        let both = sat.borrow_var();
        sat.add_clause(&[both, !a, !b]);
        sat.add_clause(&[both, !c]);
        sat.give_back_vars(&mut NoTheory, &[both]);
        assert_eq!(sat.num_clauses(), [0, 1, 0]);
        // The next one to borrow it may use it for something else.
        let other = sat.borrow_var();
        assert_eq!(other, both);
        sat.assume(&mut NoTheory, &[a, b, c, !other]);
        assert_eq!(sat.search(&mut NoTheory, &|| false), Outcome::Model);
    }
}
