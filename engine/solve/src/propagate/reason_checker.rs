//! The reason checker: random searches in which every inference of one propagator is compared with a naive
//! version of its constraint.
//!
//! The naive version decides whether a total assignment satisfies the constraint; all models of a small
//! instance are found by enumeration. Then a search runs under random assumptions: no model may contain a
//! reason without the literal that it implies, no model may falsify the clause of a conflict, every total
//! assignment that the propagator accepts must be a model, and the search must find a model exactly if a
//! model exists. If the propagator is complete, every literal that has the same value in all models of the
//! constraint under the current assignment must have been implied.

use crate::propagate::propagator::{Context, Propagator};
use hamadryad_sat::{Checked, Config, Conflict, Lit, Outcome, Restarts, Solver, Theory};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A generator of random instances; the same for the same seed.
pub(crate) fn random(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A random literal of the variables.
pub(crate) fn random_literal(random: &mut ChaCha8Rng, vars: &[Lit]) -> Lit {
    let &lit = vars.choose(random).expect("there are variables");
    if random.random() { lit } else { !lit }
}

/// The literals of new variables.
pub(crate) fn new_vars(solver: &mut Solver, number: usize) -> Vec<Lit> {
    (0..number).map(|_| solver.new_var().positive()).collect()
}

/// The constraint of a propagator, as a predicate over total assignments.
pub(crate) type Holds<'a> = dyn Fn(&dyn Fn(Lit) -> bool) -> bool + 'a;

/// The inferences that a propagator promises.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strength {
    /// Some consequences; a total assignment that violates the constraint is a conflict.
    Sound,
    /// All consequences of the constraint for single literals, at each fixpoint.
    Complete,
}

/// A propagator whose inferences are checked.
struct Checker<P> {
    propagator: P,
    /// All models of constraint and clauses; a model has a bit for each variable.
    models: Vec<u32>,
    /// All models of the constraint alone, if the propagator is complete.
    of_constraint: Option<Vec<u32>>,
    seen: usize,
    /// The numbers of checked implications and conflicts.
    implications: usize,
    conflicts: usize,
}

fn is_true_in(model: u32, lit: Lit) -> bool {
    (model >> lit.var().index() & 1 == 1) == lit.is_positive()
}

impl<P: Propagator> Checker<P> {
    /// No model makes all literals of the clause false.
    fn follows(&self, clause: &[Lit]) -> bool {
        self.models.iter().all(|&model| clause.iter().any(|&lit| is_true_in(model, lit)))
    }

    /// At a fixpoint: every free literal is true in some model of the constraint that extends the assignment.
    fn check_completeness(&self, solver: &Solver) {
        let Some(models) = &self.of_constraint else { return };
        let extends = |&&model: &&u32| solver.trail().iter().all(|&lit| is_true_in(model, lit));
        let models: Vec<u32> = models.iter().filter(extends).copied().collect();
        for var in (0..solver.num_vars()).map(hamadryad_sat::Var::from_index) {
            for lit in [var.positive(), !var.positive()].into_iter().filter(|&lit| solver.is_free(lit)) {
                let is_possible = models.iter().any(|&model| is_true_in(model, lit));
                assert!(is_possible, "{lit:?} is not implied to be false under {:?}", solver.trail());
            }
        }
    }

    fn check_reason(&self, solver: &Solver, lit: Lit, reason: &[Lit]) {
        let before = if solver.is_true(lit) { solver.position(lit.var()) } else { usize::MAX };
        let is_earlier = |&lit: &Lit| solver.is_true(lit) && solver.position(lit.var()) < before;
        assert!(reason.iter().all(is_earlier), "a reason was true before {lit:?}: {reason:?}");
        let clause: Vec<Lit> = reason.iter().map(|&lit| !lit).chain([lit]).collect();
        assert!(self.follows(&clause), "{lit:?} does not follow from {reason:?}");
    }
}

impl<P: Propagator> Theory for Checker<P> {
    fn propagate(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
        while self.seen < solver.trail().len() {
            let lit = solver.trail()[self.seen];
            self.propagator.assigned(lit, self.seen);
            self.seen += 1;
        }
        let before = solver.trail().len();
        let result = self.propagator.propagate(&mut Context::new(solver, 0, None));
        for place in before..solver.trail().len() {
            let lit = solver.trail()[place];
            if let Some(handle) = solver.handle_of(lit) {
                let mut reason = Vec::new();
                self.propagator.explain(solver, lit, handle, &mut reason);
                self.check_reason(solver, lit, &reason);
            } else {
                // A clause that the propagator has learnt implies the literal.
                let earlier: Vec<Lit> = solver.trail()[..place].to_vec();
                self.check_reason(solver, lit, &earlier);
            }
            self.implications += 1;
        }
        if result.is_err() {
            self.conflicts += 1;
            if let Some(clause) = solver.conflict_literals() {
                assert!(self.follows(clause), "the conflict {clause:?} does not follow");
            }
        }
        if result.is_ok() && solver.trail().len() == before {
            self.check_completeness(solver);
        }
        result
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, handle: u32, reason: &mut Vec<Lit>) {
        let first = reason.len();
        self.propagator.explain(solver, lit, handle, reason);
        self.check_reason(solver, lit, &reason[first..]);
    }

    fn check(&mut self, solver: &mut Solver, _: &dyn Fn() -> bool) -> Checked {
        let is_model = |&model: &u32| solver.trail().iter().all(|&lit| is_true_in(model, lit));
        assert!(self.models.iter().any(is_model), "the propagator accepts {:?}", solver.trail());
        Checked::Fine
    }

    fn undo(&mut self, solver: &Solver, keep: usize) {
        while self.seen > keep {
            self.seen -= 1;
            self.propagator.unassigned(solver.trail()[self.seen]);
        }
        self.propagator.backjumped(solver, keep);
    }
}

/// Runs random searches with a propagator that was added at level 0 of the solver, and returns the numbers of
/// checked implications and conflicts. `clauses` are the clauses of the solver.
///
/// # Panics
/// Panics if an inference is wrong, or if a search has the wrong outcome.
pub(crate) fn check<P: Propagator>(
    random: &mut ChaCha8Rng,
    mut solver: Solver,
    propagator: P,
    clauses: &[Vec<Lit>],
    holds: &Holds<'_>,
    strength: Strength,
) -> (usize, usize) {
    let number = solver.num_vars();
    assert!(number <= 16, "all models are enumerated");
    let satisfies = |model: u32| holds(&|lit: Lit| is_true_in(model, lit));
    let of_constraint: Vec<u32> = (0..1 << number).filter(|&model| satisfies(model)).collect();
    let satisfies_clauses =
        |&&model: &&u32| clauses.iter().all(|clause| clause.iter().any(|&lit| is_true_in(model, lit)));
    let models: Vec<u32> = of_constraint.iter().filter(satisfies_clauses).copied().collect();
    let of_constraint = (strength == Strength::Complete).then_some(of_constraint);
    let vars: Vec<Lit> = (0..number).map(|var| hamadryad_sat::Var::from_index(var).positive()).collect();
    let mut checker = Checker { propagator, models, of_constraint, seen: 0, implications: 0, conflicts: 0 };
    for _ in 0..20 {
        let assumed = random.random_range(0..=number);
        let assumptions: Vec<Lit> = (0..assumed).map(|_| random_literal(random, &vars)).collect();
        solver.assume(&mut checker, &assumptions);
        let outcome = solver.search(&mut checker, &|| false);
        let has_model =
            checker.models.iter().any(|&model| assumptions.iter().all(|&lit| is_true_in(model, lit)));
        assert_eq!(outcome == Outcome::Model, has_model, "under {assumptions:?}");
        for &var in &vars {
            solver.set_phase(var.var(), random.random());
        }
    }
    (checker.implications, checker.conflicts)
}

/// A solver that restarts often, so that propagators see many backjumps.
pub(crate) fn restless() -> Solver {
    Solver::with_config(Config { restarts: Restarts::Luby(2), ..Config::default() })
}

/// Random clauses of three literals, added to the solver.
pub(crate) fn random_clauses(random: &mut ChaCha8Rng, solver: &mut Solver, vars: &[Lit]) -> Vec<Vec<Lit>> {
    let number = random.random_range(0..=2 * vars.len());
    let clause = |random: &mut ChaCha8Rng| (0..3).map(|_| random_literal(random, vars)).collect::<Vec<Lit>>();
    let clauses: Vec<Vec<Lit>> = (0..number).map(|_| clause(random)).collect();
    clauses.iter().for_each(|clause| {
        solver.add_clause(clause);
    });
    clauses
}
