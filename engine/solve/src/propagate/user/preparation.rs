//! The preparation of a user propagator for a new step, before a search.
//!
//! Invariant: only here a propagator makes variables, at decision level 0. A preparation that fails leaves
//! the propagator and the answer sets unchanged: it runs on a copy, and its clauses and watches are added
//! when it has succeeded.

use crate::program::atoms::AtomTable;
use crate::program::theory::Theories;
use crate::propagate::propagators::Propagators;
use crate::propagate::user::propagation::Assignment;
use crate::propagate::user::propagator::{UserPropagator, UserPropagators};
use hamadryad_aspif::{Atom, ExternalValue, Literal};
use hamadryad_sat::{Lit, Solver};
use rustc_hash::FxHashSet;

/// The operations of a user propagator at level 0.
pub struct Preparation<'s> {
    sat: &'s mut Solver,
    users: &'s mut UserPropagators,
    atoms: &'s mut AtomTable,
    theories: &'s Theories,
    requests: &'s mut Requests,
}

/// The requests of a preparation, carried out after its success.
#[derive(Default)]
struct Requests {
    watched: Vec<Lit>,
    clauses: Vec<Vec<Lit>>,
    /// The literals of new variables.
    new_literals: Vec<Lit>,
}

/// Prepares each propagator that does not know all steps.
///
/// # Errors
/// Returns the first error of a preparation.
pub(crate) fn prepare_all<E>(
    sat: &mut Solver,
    propagators: &mut Propagators,
    atoms: &mut AtomTable,
    theories: &Theories,
    mut prepare: impl FnMut(&mut (dyn UserPropagator + 'static), Preparation<'_>) -> Result<(), E>,
) -> Result<(), E> {
    if propagators.user.are_prepared() {
        return Ok(());
    }
    sat.reset(propagators);
    for number in propagators.user.unprepared() {
        let Some(mut user) = propagators.user.copy(number) else { continue };
        let mut requests = Requests::default();
        let users = &mut propagators.user;
        let result =
            prepare(user.as_mut(), Preparation { sat, users, atoms, theories, requests: &mut requests });
        if result.is_err() {
            // The new literals occur in no clause; fixed, they do not multiply models.
            for lit in requests.new_literals {
                sat.add_clause(&[!lit]);
            }
            return result;
        }
        let mut is_watched = FxHashSet::default();
        for lit in requests.watched.into_iter().filter(|&lit| is_watched.insert(lit)) {
            propagators.watch_for_user_propagator(sat, number, lit);
        }
        for clause in requests.clauses {
            sat.add_clause(&clause);
        }
        propagators.user.replace(number, user);
    }
    Ok(())
}

impl<'s> Preparation<'s> {
    /// The theory atoms of all steps.
    pub fn theories(&self) -> &'s Theories {
        self.theories
    }

    /// The solver's literal of a literal of the program. Equivalent atoms may have the same literal. An atom
    /// without a rule is false from now on.
    pub fn literal(&mut self, literal: Literal) -> Lit {
        self.atoms.settle(literal);
        self.atoms.lit(literal)
    }

    /// A literal that is equivalent to a conjunction. Equal conjunctions have the same literal.
    pub fn conjunction(&mut self, literals: &[Literal]) -> Lit {
        let mut conjuncts: Vec<Lit> = literals.iter().map(|&literal| self.literal(literal)).collect();
        let Preparation { sat, users, atoms, .. } = self;
        conjuncts.retain(|&lit| !sat.is_fixed_true(lit));
        conjuncts.sort_unstable();
        conjuncts.dedup();
        let is_false = conjuncts.iter().any(|&lit| sat.is_fixed_true(!lit))
            || conjuncts.windows(2).any(|pair| pair[0] == !pair[1]);
        match conjuncts[..] {
            _ if is_false => !atoms.truth,
            [] => atoms.truth,
            [lit] => lit,
            _ => *users.conjunctions.entry(conjuncts.clone()).or_insert_with(|| {
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

    /// The literal of a new variable. Models that differ in it are different models, so clauses should define
    /// it.
    pub fn new_literal(&mut self) -> Lit {
        let lit = self.sat.new_var().positive();
        self.requests.new_literals.push(lit);
        lit
    }

    /// Adds a clause for this step and all later steps.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.requests.clauses.push(clause.to_vec());
    }

    /// Watches a literal: the propagator receives it whenever it becomes true. Literals that are true already
    /// are among the first changes.
    pub fn watch(&mut self, lit: Lit) {
        self.requests.watched.push(lit);
    }

    /// The value of an external atom; see [`AspSolver::external_value`](crate::AspSolver::external_value).
    pub fn external_value(&self, atom: Atom) -> Option<ExternalValue> {
        self.atoms.state(atom)?.external()
    }

    /// The literals that are fixed at level 0.
    pub fn assignment(&self) -> Assignment<'_> {
        Assignment::of(self.sat)
    }
}
