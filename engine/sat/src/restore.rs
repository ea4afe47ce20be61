//! Restoring eliminated variables, and their values in models.
//!
//! Invariant: after [`Solver::restore_eliminated`] the clauses have the same models as before the
//! elimination.

use crate::eliminated::Gone;
use crate::{Lit, Solver, Theory};

impl Solver {
    /// Gives the eliminated variables their values in the model just found.
    pub(crate) fn complete_model(&mut self) {
        for gone in self.eliminated.gone.iter().rev().filter(|gone| self.eliminated.has(gone.var)) {
            let is_true = self.eliminated.is_true(gone, |lit| self.trail.value(lit) < 0);
            self.trail.set_aside(if is_true { gone.var.positive() } else { gone.var.negative() });
        }
    }

    /// Restores the variables of these literals, so that clauses may contain them. May be called between two
    /// searches of the same assumptions, like [`Solver::add_clause_while_enumerating`].
    pub fn bring_back(&mut self, lits: &[Lit]) {
        let back = self.eliminated.take_back(lits);
        for &number in &back {
            let var = self.eliminated.gone[number].var;
            self.trail.forget_aside(var);
            self.heuristic.bring_back(var);
        }
        for number in back {
            let gone = &self.eliminated.gone[number];
            let gate: Vec<Vec<Lit>> = self.eliminated.gate_clauses(gone).collect();
            for clause in gate {
                self.add_clause_while_enumerating(&clause);
            }
        }
    }

    /// Restores all eliminated variables with all their clauses. Goes back to level 0.
    pub fn restore_eliminated<T: Theory>(&mut self, theory: &mut T) {
        if self.eliminated.gone.is_empty() {
            return;
        }
        self.reset(theory);
        let eliminated = self.eliminated.take_all();
        let is_gone = |gone: &&Gone| eliminated.has(gone.var);
        for Gone { var, .. } in eliminated.gone.iter().filter(is_gone) {
            self.trail.forget_aside(*var);
            self.heuristic.bring_back(*var);
        }
        for gone in eliminated.gone.iter().rev() {
            let gate = eliminated.gate_clauses(gone).filter(|_| is_gone(&gone));
            gate.chain(eliminated.other_clauses(gone)).for_each(|clause| self.put_in_again(&clause));
        }
    }
}
