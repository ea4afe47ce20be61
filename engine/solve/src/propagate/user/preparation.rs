//! The preparation of a user propagator before a search: for a new step, or for each search.
//!
//! Invariant: only here a propagator makes variables that stay, at decision level 0. A preparation for a new step
//! that fails leaves the propagator and the answer sets unchanged: it runs on a copy, and its requests are carried
//! out when it has succeeded. A propagator that is prepared for each search has its requests carried out at once,
//! as clingo's propagators expect.

use crate::program::atoms::AtomTable;
use crate::program::theory::Theories;
use crate::propagate::propagators::Propagators;
use crate::propagate::user::propagation::Assignment;
use crate::propagate::user::propagator::UserPropagator;
use hamadryad_aspif::{Atom, ExternalValue, Literal};
use hamadryad_sat::{Lit, Solver};
use rustc_hash::FxHashSet;

/// The operations of a user propagator at level 0.
pub struct Preparation<'s> {
    sat: &'s mut Solver,
    propagators: &'s mut Propagators,
    atoms: &'s mut AtomTable,
    theories: &'s Theories,
    user: usize,
    progress: &'s mut Progress,
}

/// The implications between a literal and its weight constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Both imply each other.
    Equivalence,
    /// The weight constraint implies the literal.
    ToLiteral,
    /// The literal implies the weight constraint.
    ToConstraint,
}

/// A literal with its weight constraint: the sum of the weights of true literals is at least the bound.
#[derive(Clone, Debug)]
pub struct WeightConstraint {
    /// The literal.
    pub literal: Lit,
    /// The literals with their weights, which may be negative.
    pub terms: Vec<(Lit, i64)>,
    /// The bound.
    pub bound: i64,
    /// The implications.
    pub direction: Direction,
}

/// A request of a preparation.
enum Request {
    Watch(Lit),
    Unwatch(Lit),
    Clause(Vec<Lit>),
    WeightConstraint(WeightConstraint),
    Cost { priority: i32, lit: Lit, weight: i64 },
}

/// The requests of a preparation, and what they have changed.
#[derive(Default)]
struct Progress {
    /// The requests are carried out at once.
    is_at_once: bool,
    waiting: Vec<Request>,
    /// The literals of new variables.
    new_literals: Vec<Lit>,
    has_new_costs: bool,
}

/// Prepares each propagator that does not know all steps, or that each search prepares.
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
        let is_at_once = user.calls().prepare_always;
        let mut progress = Progress { is_at_once, ..Progress::default() };
        let result = {
            let (sat, propagators, progress) = (&mut *sat, &mut *propagators, &mut progress);
            let preparation = Preparation { sat, propagators, atoms, theories, user: number, progress };
            prepare(user.as_mut(), preparation)
        };
        let mut preparation =
            Preparation { sat, propagators, atoms, theories, user: number, progress: &mut progress };
        if result.is_ok() {
            preparation.carry_out_all();
        } else if !is_at_once {
            preparation.fix_new_literals();
        }
        if progress.has_new_costs {
            propagators.rebuild_objective(sat);
        }
        result?;
        propagators.user.replace(number, user);
    }
    Ok(())
}

impl Preparation<'_> {
    /// Carries out the requests that wait.
    fn carry_out_all(&mut self) {
        let mut is_watched = FxHashSet::default();
        for request in std::mem::take(&mut self.progress.waiting) {
            let is_repeated = matches!(request, Request::Watch(lit) if !is_watched.insert(lit));
            if !is_repeated {
                self.carry_out(request);
            }
        }
    }

    /// Fixes the literals of a preparation that has failed: they occur in no clause, and must not multiply models.
    fn fix_new_literals(&mut self) {
        for lit in std::mem::take(&mut self.progress.new_literals) {
            self.sat.add_clause(&[!lit]);
        }
    }

    /// Carries out a request, now or when the preparation has succeeded. `false` if it is known now that no model
    /// exists.
    fn request(&mut self, request: Request) -> bool {
        if self.progress.is_at_once {
            self.carry_out(request);
        } else {
            self.progress.waiting.push(request);
        }
        self.sat.is_consistent()
    }

    fn carry_out(&mut self, request: Request) {
        match request {
            Request::Watch(lit) => self.propagators.watch_for_user_propagator(self.sat, self.user, lit),
            Request::Unwatch(lit) => self.propagators.user.unwatch(self.user, lit),
            Request::Clause(clause) => {
                self.sat.add_clause(&clause);
            }
            Request::WeightConstraint(constraint) => self.define(&constraint),
            Request::Cost { priority, lit, weight } => {
                self.propagators.objective.add_priority(priority);
                self.propagators.objective.add(priority, lit, weight);
                self.progress.has_new_costs = true;
            }
        }
    }

    /// Adds the implications of a weight constraint.
    fn define(&mut self, constraint: &WeightConstraint) {
        let WeightConstraint { literal, bound, direction, .. } = *constraint;
        // A negative weight is a positive one of the negated literal.
        let mut terms = constraint.terms.clone();
        let mut least = 0;
        for (lit, weight) in terms.iter_mut().filter(|term| term.1 < 0) {
            least += *weight;
            (*lit, *weight) = (!*lit, -*weight);
        }
        let bound = bound - least;
        let (sat, propagators) = (&mut *self.sat, &mut *self.propagators);
        let total: i64 = terms.iter().map(|&(_, weight)| weight).sum();
        let negated: Vec<(Lit, i64)> = terms.iter().map(|&(lit, weight)| (!lit, weight)).collect();
        let (condition, terms, bound) = match direction {
            Direction::Equivalence => {
                return propagators.define_weight_constraint(sat, literal, &terms, bound);
            }
            Direction::ToConstraint => (literal, &terms[..], bound),
            Direction::ToLiteral => (!literal, &negated[..], total - bound + 1),
        };
        match sat.value(condition) {
            Some(false) => {}
            Some(true) => propagators.add_at_least(sat, None, terms, bound),
            None => propagators.add_at_least(sat, Some(condition), terms, bound),
        }
    }
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
        let Preparation { sat, propagators, atoms, .. } = self;
        conjuncts.retain(|&lit| !sat.is_fixed_true(lit));
        conjuncts.sort_unstable();
        conjuncts.dedup();
        let is_false = conjuncts.iter().any(|&lit| sat.is_fixed_true(!lit))
            || conjuncts.windows(2).any(|pair| pair[0] == !pair[1]);
        match conjuncts[..] {
            _ if is_false => !atoms.truth,
            [] => atoms.truth,
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

    /// The literal of a new variable. Models that differ in it are different models, so clauses should define
    /// it.
    pub fn new_literal(&mut self) -> Lit {
        let lit = self.sat.new_var().positive();
        self.progress.new_literals.push(lit);
        lit
    }

    /// Adds a clause for this step and all later steps. `false` if it is known now that no model exists.
    pub fn add_clause(&mut self, clause: &[Lit]) -> bool {
        self.request(Request::Clause(clause.to_vec()))
    }

    /// Adds a weight constraint for this step and all later steps. `false` if it is known now that no model
    /// exists.
    pub fn add_weight_constraint(&mut self, constraint: WeightConstraint) -> bool {
        self.request(Request::WeightConstraint(constraint))
    }

    /// Adds a literal with its weight to the objective, for this step and all later steps.
    pub fn minimize(&mut self, priority: i32, lit: Lit, weight: i64) {
        self.request(Request::Cost { priority, lit, weight });
    }

    /// Watches a literal: the propagator receives it whenever it becomes true. Literals that are true already
    /// are among the first changes.
    pub fn watch(&mut self, lit: Lit) {
        self.request(Request::Watch(lit));
    }

    /// Ends the watch of a literal.
    pub fn unwatch(&mut self, lit: Lit) {
        self.request(Request::Unwatch(lit));
    }

    /// Propagates the program and the requests that were carried out. `false` if no model exists.
    pub fn propagate(&mut self) -> bool {
        if self.progress.has_new_costs {
            self.propagators.rebuild_objective(self.sat);
        }
        self.sat.propagate_at_root(self.propagators)
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
