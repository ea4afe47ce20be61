//! What a propagator of the host program may look at and do before a search, when there is a new step.
//!
//! Invariant: this is the only place where a propagator makes variables, at decision level 0. A preparation that fails
//! leaves the propagator and the answer sets as they were: it works on a copy, and what it wants done waits for its end.

use crate::program::theory::Theories;
use crate::propagate::user::propagation::Assignment;
use crate::propagate::user::propagator::UserPropagator;
use crate::solver::AspSolver;
use hamadryad_aspif::{Atom, ExternalValue, Literal};
use hamadryad_sat::Lit;
use rustc_hash::FxHashSet;

/// The solver at level 0, in the hands of a propagator.
pub struct Preparation<'s> {
    solver: &'s mut AspSolver,
    theories: &'s Theories,
    wishes: &'s mut Wishes,
}

/// What counts when all has gone well.
#[derive(Default)]
struct Wishes {
    watched: Vec<Lit>,
    clauses: Vec<Vec<Lit>>,
    /// The literals that were made.
    made: Vec<Lit>,
}

impl AspSolver {
    /// Takes in a propagator; gives its number.
    pub fn add_user_propagator(&mut self, user: Box<dyn UserPropagator>) -> usize {
        self.propagators.user.add(user)
    }

    /// The propagator of a number.
    pub fn user_propagator(&self, number: usize) -> Option<&(dyn UserPropagator + 'static)> {
        self.propagators.user.get(number)
    }

    /// The same, to be changed between searches.
    pub fn user_propagator_mut(&mut self, number: usize) -> Option<&mut (dyn UserPropagator + 'static)> {
        self.propagators.user.get_mut(number)
    }

    /// Lets each propagator that does not know all steps prepare itself. Nothing where the program is refused.
    ///
    /// # Errors
    /// The first that a propagator makes: that one is as it was before, and will be asked again.
    pub fn prepare_user_propagators<E>(
        &mut self,
        mut prepare: impl FnMut(&mut (dyn UserPropagator + 'static), Preparation<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.translate_waiting();
        if self.refusal.is_some() || self.propagators.user.are_prepared() {
            return Ok(());
        }
        self.sat.reset(&mut self.propagators);
        let theories = std::mem::take(&mut self.theories);
        let mut result = Ok(());
        for number in self.propagators.user.unprepared() {
            let Some(mut user) = self.propagators.user.copy(number) else { continue };
            let mut wishes = Wishes::default();
            let preparation = Preparation { solver: self, theories: &theories, wishes: &mut wishes };
            result = prepare(user.as_mut(), preparation);
            if result.is_err() {
                // Nobody will speak of the literals that were made.
                for lit in wishes.made {
                    self.sat.add_clause(&[!lit]);
                }
                break;
            }
            self.carry_out(number, wishes);
            self.propagators.user.replace(number, user);
        }
        self.theories = theories;
        result
    }

    fn carry_out(&mut self, user: usize, wishes: Wishes) {
        let mut is_watched = FxHashSet::default();
        for lit in wishes.watched.into_iter().filter(|&lit| is_watched.insert(lit)) {
            self.propagators.watch_for_user_propagator(&self.sat, user, lit);
        }
        for clause in wishes.clauses {
            self.sat.add_clause(&clause);
        }
    }
}

impl<'s> Preparation<'s> {
    /// The theory atoms of all steps.
    pub fn theories(&self) -> &'s Theories {
        self.theories
    }

    /// The solver's literal of a literal of the program; they are the same for atoms that are equivalent. An atom that
    /// nothing derives is false, from now on.
    pub fn literal(&mut self, literal: Literal) -> Lit {
        self.solver.settle(literal);
        self.solver.lit(literal)
    }

    /// A literal that is true where all of these are. The same for the same literals.
    pub fn conjunction(&mut self, literals: &[Literal]) -> Lit {
        let mut conjuncts: Vec<Lit> = literals.iter().map(|&literal| self.literal(literal)).collect();
        let AspSolver { sat, propagators, truth, .. } = &mut *self.solver;
        conjuncts.retain(|&lit| !sat.is_fixed_true(lit));
        conjuncts.sort_unstable();
        conjuncts.dedup();
        let is_false = conjuncts.iter().any(|&lit| sat.is_fixed_true(!lit))
            || conjuncts.windows(2).any(|pair| pair[0] == !pair[1]);
        match conjuncts[..] {
            _ if is_false => !*truth,
            [] => *truth,
            [lit] => lit,
            _ => *propagators.user.conjunctions.entry(conjuncts.clone()).or_insert_with(|| {
                let all = sat.new_var().positive();
                let mut clause = vec![all];
                for &lit in &conjuncts {
                    sat.add_clause(&[!all, lit]);
                    clause.push(!lit);
                }
                sat.add_clause(&clause);
                all
            }),
        }
    }

    /// A literal of a new variable. Models that differ in it alone are different models: clauses should say what it is.
    pub fn new_literal(&mut self) -> Lit {
        let lit = self.solver.sat.new_var().positive();
        self.wishes.made.push(lit);
        lit
    }

    /// Adds a clause that holds in all answer sets of this step and all to come.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.wishes.clauses.push(clause.to_vec());
    }

    /// Lets the propagator be told whenever the literal becomes true. Those that are true already are among what it is first
    /// told of.
    pub fn watch(&mut self, lit: Lit) {
        self.wishes.watched.push(lit);
    }

    /// The value of an external atom, see [`AspSolver::external_value`].
    pub fn external_value(&self, atom: Atom) -> Option<ExternalValue> {
        self.solver.external_value(atom)
    }

    /// The values that are known to hold for good.
    pub fn assignment(&self) -> Assignment<'_> {
        Assignment::of(&self.solver.sat)
    }
}
