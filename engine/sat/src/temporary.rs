//! Temporary variables: guards of bounds and variables of counters, for a single search.
//!
//! A program that is solved ten thousand times must not keep the variables of single searches. A temporary
//! variable is released when all clauses that contain it can be deleted: the clauses of a counter contain a
//! guard, and so do the clauses learnt from them. The next search uses released variables again.
//!
//! Invariant: a released variable occurs in no clause, has no value, and is never decided.

use crate::arena::ClauseRef;
use crate::{Lit, Solver, Theory};

impl Solver {
    /// A temporary variable: a released one, or a new one. See [`Solver::release`].
    ///
    /// # Panics
    /// At a decision level above 0.
    pub fn new_temporary(&mut self) -> Lit {
        assert_eq!(self.decision_level(), 0, "temporary variables are made at level 0");
        let Some(var) = self.released_vars.pop() else {
            let var = self.new_var();
            self.is_temporary[var.index()] = true;
            return var.positive();
        };
        self.phases.start_again(var);
        self.heuristic.start_again(var);
        var.positive()
    }

    /// Deletes all clauses with the negation of a guard, and releases the guards and other variables, which
    /// occur in these clauses only. No theory may use the variables. Backtracks to level 0.
    pub fn release<T: Theory>(&mut self, theory: &mut T, guards: &[Lit], others: &[Lit]) {
        let negations: Vec<Lit> = guards.iter().map(|&guard| !guard).collect();
        self.remove_clauses(theory, &negations);
        for &lit in others.iter().chain(guards) {
            self.release_unused(lit);
        }
    }

    /// Deletes all clauses with some variables, and releases the variables. No theory may use them, and their
    /// clauses must be definitions, so that all learnt clauses without the variables follow from the other
    /// clauses. Backtracks to level 0.
    pub fn release_vars<T: Theory>(&mut self, theory: &mut T, vars: &[Lit]) {
        let literals: Vec<Lit> = vars.iter().flat_map(|&lit| [lit, !lit]).collect();
        self.remove_clauses(theory, &literals);
        for &lit in vars {
            self.release_unused(lit);
        }
    }

    /// Deletes all clauses with one of the literals.
    fn remove_clauses<T: Theory>(&mut self, theory: &mut T, literals: &[Lit]) {
        self.reset(theory);
        let Solver { watches, arena, .. } = self;
        let mut is_named = vec![false; watches.len()];
        let mut partners = Vec::new();
        for &lit in literals {
            is_named[lit.index()] = true;
            let binary = watches[lit.index()].iter().filter(|watch| watch.clause().is_none());
            partners.extend(binary.map(|watch| watch.blocker));
        }
        // A binary clause is in two lists, and must be deleted from both.
        partners.sort_unstable();
        partners.dedup();
        for lit in partners {
            watches[lit.index()].retain(|watch| watch.clause().is_some() || !is_named[watch.blocker.index()]);
        }
        for &lit in literals {
            watches[lit.index()].retain(|watch| watch.clause().is_some());
        }
        let is_tied = |clause: &ClauseRef| arena.lits(*clause).any(|lit| is_named[lit.index()]);
        let tied: Vec<ClauseRef> = arena.clauses().filter(is_tied).collect();
        if !tied.is_empty() {
            tied.into_iter().for_each(|clause| self.arena.discard(clause));
            self.collect_garbage(|_| false);
        }
        self.assumptions.clear();
        self.scoped = None;
        self.core.clear();
    }

    /// Releases a variable that occurs in no clause, at level 0.
    pub fn release_unused(&mut self, lit: Lit) {
        // A variable with a fixed value cannot be used again.
        if self.is_free(lit) {
            self.heuristic.remove(lit.var());
            self.released_vars.push(lit.var());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoTheory, Outcome};

    #[test]
    fn definitions_are_deleted_with_their_variables() {
        let mut sat = Solver::new();
        let [a, b, c] = [(); 3].map(|()| sat.new_var().positive());
        sat.add_clause(&[a, b, c]);
        let both = sat.new_temporary();
        sat.add_clause(&[both, !a, !b]);
        sat.add_clause(&[both, !c]);
        sat.release_vars(&mut NoTheory, &[both]);
        assert_eq!(sat.num_clauses(), [0, 1, 0]);
        // The variable is used again, with another meaning.
        let other = sat.new_temporary();
        assert_eq!(other, both);
        sat.assume(&mut NoTheory, &[a, b, c, !other]);
        assert_eq!(sat.search(&mut NoTheory, &|| false), Outcome::Model);
    }
}
