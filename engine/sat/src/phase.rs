//! Phases: the value that a decision gives to its variable.
//!
//! Advice has precedence; then the value saved when the variable was last unassigned (Pipatsrisawat,
//! Darwiche: "A Lightweight Component Caching Scheme for Satisfiability Solvers", 2007); then the sign that
//! learnt clauses contain more often, which satisfies most of them; then the default, which is the initial
//! phase unless [`Signs`](crate::Signs) selects another sign.
//!
//! Invariant: every list has one entry for each variable; those of `before` lack variables that were added since.

use crate::{Lit, Var};

/// The phases of all variables.
#[derive(Clone, Default)]
pub(crate) struct Phases {
    /// By variable: the saved or initial value.
    value: Vec<bool>,
    /// By variable: the value was saved from an assignment.
    is_saved: Vec<bool>,
    /// By variable: the value that takes precedence.
    advice: Vec<Option<bool>>,
    /// By variable: positive minus negative occurrences in learnt clauses.
    balance: Vec<i32>,
    /// `value` and `is_saved` before a search saved a whole assignment.
    before: Option<(Vec<bool>, Vec<bool>)>,
}

impl Phases {
    pub(crate) fn reserve(&mut self, vars: usize) {
        self.value.reserve(vars);
        self.is_saved.reserve(vars);
        self.advice.reserve(vars);
        self.balance.reserve(vars);
    }

    /// Adds a variable whose initial phase is false.
    pub(crate) fn new_var(&mut self) {
        self.value.push(false);
        self.is_saved.push(false);
        self.advice.push(None);
        self.balance.push(0);
    }

    /// Resets a variable that gets a new meaning.
    pub(crate) fn start_again(&mut self, var: Var) {
        let i = var.index();
        (self.value[i], self.is_saved[i]) = (false, false);
        (self.advice[i], self.balance[i]) = (None, 0);
    }

    /// Sets the value to try, unless the sign in learnt clauses or advice decides.
    pub(crate) fn set(&mut self, var: Var, value: bool) {
        self.value[var.index()] = value;
    }

    /// Sets or removes advice.
    pub(crate) fn advise(&mut self, var: Var, value: Option<bool>) {
        self.advice[var.index()] = value;
    }

    /// Saves the value of a true literal's variable.
    #[inline]
    pub(crate) fn save(&mut self, lit: Lit) {
        let i = lit.var().index();
        self.value[i] = lit.is_positive();
        self.is_saved[i] = true;
    }

    /// Saves the values of an assignment, until [`Phases::restore`].
    pub(crate) fn save_all(&mut self, literals: &[Lit]) {
        if self.before.is_none() {
            self.before = Some((self.value.clone(), self.is_saved.clone()));
        }
        literals.iter().for_each(|&lit| self.save(lit));
    }

    /// Restores the values before the first assignment that was saved.
    pub(crate) fn restore(&mut self) {
        if let Some((value, is_saved)) = self.before.take() {
            self.value[..value.len()].copy_from_slice(&value);
            self.is_saved[..is_saved.len()].copy_from_slice(&is_saved);
        }
    }

    /// Forgets which values were saved, so that the sign in learnt clauses decides again.
    pub(crate) fn forget_saved(&mut self) {
        self.is_saved.fill(false);
    }

    /// The initial phases of all variables, as long as no value is saved.
    pub(crate) fn initial_values(&self) -> Vec<bool> {
        self.value.clone()
    }

    /// Sets the initial phases of the first variables, and forgets saved values and the signs in learnt clauses.
    pub(crate) fn set_initial_values(&mut self, values: &[bool]) {
        self.value[..values.len()].copy_from_slice(values);
        self.is_saved.fill(false);
        self.balance.fill(0);
    }

    /// Forgets the sign in learnt clauses and the saved value of a variable, so that the default decides again.
    pub(crate) fn forget_sign(&mut self, var: Var) {
        let i = var.index();
        (self.is_saved[i], self.balance[i]) = (false, 0);
    }

    /// Counts the signs of a learnt clause.
    pub(crate) fn note_learnt(&mut self, clause: &[Lit]) {
        for lit in clause {
            self.balance[lit.var().index()] += if lit.is_positive() { 1 } else { -1 };
        }
    }

    /// The advised value.
    pub(crate) fn advice(&self, var: Var) -> Option<bool> {
        self.advice[var.index()]
    }

    /// The value for a decision; `None` if the default decides.
    #[inline]
    pub(crate) fn preferred(&self, var: Var) -> Option<bool> {
        let i = var.index();
        let balance = self.balance[i];
        let saved = if self.is_saved[i] { Some(self.value[i]) } else { None };
        self.advice[i].or(saved).or((balance != 0).then_some(balance > 0))
    }

    /// The initial phase, or a value that was saved and forgotten.
    #[inline]
    pub(crate) fn initial(&self, var: Var) -> bool {
        self.value[var.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_saved_values_signs_and_the_initial_phase_decide_in_this_order() {
        let var = Var::from_index(0);
        let mut phases = Phases::default();
        phases.new_var();
        assert_eq!((phases.preferred(var), phases.initial(var)), (None, false));
        phases.set(var, true);
        assert_eq!((phases.preferred(var), phases.initial(var)), (None, true));
        phases.note_learnt(&[var.negative()]);
        assert_eq!(phases.preferred(var), Some(false));
        phases.save(var.positive());
        assert_eq!(phases.preferred(var), Some(true));
        phases.advise(var, Some(false));
        assert_eq!(phases.preferred(var), Some(false));
        phases.advise(var, None);
        phases.forget_saved();
        assert_eq!(phases.preferred(var), Some(false));
        phases.forget_sign(var);
        assert_eq!(phases.preferred(var), None);
        phases.start_again(var);
        phases.set(var, true);
        assert_eq!((phases.preferred(var), phases.initial(var)), (None, true));
    }
}
