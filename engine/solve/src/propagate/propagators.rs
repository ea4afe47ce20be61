//! All propagators, as the theory of the Boolean solver.
//!
//! Invariant: every propagator has seen exactly the first `seen` literals of the trail, as far as their variables are
//! watched. Cheap propagators come first; as soon as one has implied a literal, clauses are propagated before the next
//! one runs.

use crate::encode::sequential_counter::SequentialCounters;
use crate::proof::log::{Axiom, ProofLogger};
use crate::propagate::acyclicity::Acyclicity;
use crate::propagate::circuits::Circuits;
use crate::propagate::heuristic::DomainHeuristic;
use crate::propagate::minimality::Minimality;
use crate::propagate::objective::Objective;
use crate::propagate::propagator::{Conflict, Context, Propagator};
use crate::propagate::unfounded::{BodyDescription, UnfoundedCheck};
use crate::propagate::user::propagator::UserPropagators;
use crate::propagate::watched::WatchedVars;
use crate::propagate::weight_constraint::WeightConstraints;
use crate::propagate::weight_constraint_family::Families;
use hamadryad_aspif::HeuristicModifier;
use hamadryad_circuit::Circuit;
use hamadryad_sat::{Checked, Lit, Solver, Theory, Var};

/// The list of propagators, in the order in which they propagate. The number of a propagator is the part of a handle
/// that tells whose implication it is.
///
/// `for_each!(self, |propagator, number| …)` runs the code once for each of them, with static dispatch;
/// `for_each!(expensive self, …)` leaves out those that are as cheap as unit propagation.
macro_rules! for_each {
    ($self:ident, |$propagator:ident, $number:ident| $code:expr) => {
        for_each!(@ $self, $propagator, $number, $code,
            WEIGHT_CONSTRAINTS weight_constraints, FAMILIES families, OBJECTIVE objective);
        for_each!(expensive $self, |$propagator, $number| $code)
    };
    (expensive $self:ident, |$propagator:ident, $number:ident| $code:expr) => {
        for_each!(@ $self, $propagator, $number, $code,
            ACYCLICITY acyclicity, CIRCUITS circuits, UNFOUNDED unfounded, USER user, HEURISTIC heuristic)
    };
    (@ $self:ident, $propagator:ident, $number:ident, $code:expr, $($constant:ident $field:ident),*) => {
        $({
            let ($propagator, $number) = (&mut $self.$field, $constant);
            $code;
        })*
    };
}

const WEIGHT_CONSTRAINTS: u32 = 0;
const OBJECTIVE: u32 = 1;
const ACYCLICITY: u32 = 2;
const CIRCUITS: u32 = 3;
const UNFOUNDED: u32 = 4;
const USER: u32 = 5;
const HEURISTIC: u32 = 6;
const FAMILIES: u32 = 7;

/// Handles of implied literals: the high bits are the number of the propagator, the low bits its own id.
const ID_BITS: u32 = 27;

#[derive(Clone, Default)]
pub(crate) struct Propagators {
    pub(crate) weight_constraints: WeightConstraints,
    pub(crate) families: Families,
    pub(crate) objective: Objective,
    pub(crate) acyclicity: Acyclicity,
    pub(crate) circuits: Circuits,
    pub(crate) unfounded: UnfoundedCheck,
    pub(crate) user: UserPropagators,
    pub(crate) heuristic: DomainHeuristic,
    /// The minimality test, which runs on total assignments only.
    pub(crate) minimality: Minimality,
    pub(crate) proof_logger: ProofLogger,
    pub(crate) counters: SequentialCounters,
    watched: WatchedVars,
    /// Further variables that the current search must not eliminate.
    pub(crate) named: WatchedVars,
    /// The number of literals on the trail that the propagators have seen.
    seen: usize,
    /// Only weight constraints and the objective propagate.
    pub(crate) is_brief: bool,
}

impl Propagators {
    /// Adds a weight constraint, at level 0.
    pub(crate) fn add_weight_constraint(&mut self, solver: &Solver, terms: &[(Lit, i64)], bound: i64) {
        self.proof_logger.log_weight_constraint(terms, bound);
        terms.iter().for_each(|&(lit, _)| self.watched.add(lit));
        self.weight_constraints.add(solver, terms, bound, self.seen);
    }

    /// Adds a family of weight constraints, at level 0; see [`Families::add`].
    pub(crate) fn add_family(&mut self, solver: &Solver, terms: Vec<(Lit, i64)>, bounds: Vec<(i64, Lit)>) {
        let literals = terms.iter().map(|&(lit, _)| lit).chain(bounds.iter().map(|&(_, lit)| lit));
        literals.for_each(|lit| self.watched.add(lit));
        self.families.add(solver, terms, bounds, self.seen);
    }

    /// Adds a literal to the watched literals of a user propagator, at level 0.
    pub(crate) fn watch_for_user_propagator(&mut self, solver: &Solver, number: usize, lit: Lit) {
        self.watched.add(lit);
        self.user.watch(solver, number, lit, self.seen);
    }

    /// Logs the reasons of literals implied from a position of the trail on. On the lowest levels no conflict analysis
    /// explains them.
    fn log_reasons(&mut self, solver: &Solver, from: usize) {
        for &lit in &solver.trail()[from..] {
            if let Some(handle) = solver.handle_of(lit) {
                self.explain(solver, lit, handle, &mut Vec::new());
            }
        }
    }

    /// Logs a conflict that an axiom justifies.
    fn log_conflict(&self, solver: &Solver, axiom: Axiom) {
        if self.proof_logger.is_there()
            && let Some(clause) = solver.conflict_literals()
        {
            self.proof_logger.log_axiom(axiom, clause.to_vec());
        }
    }

    /// Runs the propagators in turn, until one of them has implied a literal.
    fn propagate_in_turn(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
        let before = solver.trail().len();
        self.weight_constraints.propagate(&mut Context::new(
            solver,
            first_handle(WEIGHT_CONSTRAINTS),
            None,
        ))?;
        self.families.propagate(&mut Context::new(solver, first_handle(FAMILIES), None))?;
        self.objective.propagate(&mut Context::new(solver, first_handle(OBJECTIVE), None))?;
        if self.is_brief {
            return Ok(());
        }
        for_each!(expensive self, |propagator, number| {
            if solver.trail().len() > before {
                return Ok(());
            }
            let mut context = Context::new(solver, first_handle(number), Some(&self.objective));
            if let Err(conflict) = propagator.propagate(&mut context) {
                if let Some(axiom) = propagator.axiom() {
                    self.log_conflict(solver, axiom);
                }
                return Err(conflict);
            }
        });
        Ok(())
    }

    /// Adds an atom of a positive circle; see [`UnfoundedCheck::add_atom`].
    pub(crate) fn add_loop_atom(&mut self, lit: Lit) -> u32 {
        self.watched.add(lit);
        self.unfounded.add_atom(lit)
    }

    /// Adds a body that supports atoms of a positive loop.
    pub(crate) fn add_loop_body(&mut self, body: BodyDescription, heads: &[u32]) {
        self.watched.add(body.lit);
        body.sum.iter().flat_map(|(terms, _)| terms).for_each(|&(lit, _)| self.watched.add(lit));
        self.unfounded.add_body(body, heads);
    }

    /// Removes all atoms of a component from the unfounded-set check, because a circuit ensures that they are founded.
    pub(crate) fn dismiss_loop(&mut self, atoms: &[u32]) {
        self.unfounded.dismiss(atoms);
    }

    /// Adds a circuit.
    pub(crate) fn add_circuit(&mut self, circuit: Circuit) {
        circuit.literals().for_each(|lit| self.watched.add(lit));
        self.circuits.add(circuit.with_backoff(), &self.objective);
    }

    /// Adds a heuristic directive, at level 0.
    pub(crate) fn add_heuristic_directive(
        &mut self,
        solver: &Solver,
        lit: Lit,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: Lit,
    ) {
        self.watched.add(condition);
        self.heuristic.add(solver, lit, modifier, bias, priority, condition);
    }

    /// Includes the new edges, at level 0.
    pub(crate) fn rebuild_acyclicity(&mut self, solver: &Solver) {
        self.acyclicity.literals().for_each(|lit| self.watched.add(lit));
        self.acyclicity.rebuild(solver);
    }

    /// Includes the new terms of the objective, at level 0.
    pub(crate) fn rebuild_objective(&mut self, solver: &Solver) {
        self.objective.rebuild(solver);
        self.objective.literals().for_each(|lit| self.watched.add(lit));
        for &lit in &solver.trail()[..self.seen] {
            self.objective.assigned(lit, 0);
        }
        self.circuits.set_costs(&self.objective);
    }
}

/// The handle of id 0 of a propagator.
const fn first_handle(number: u32) -> u32 {
    number << ID_BITS
}

impl Theory for Propagators {
    fn propagate(&mut self, solver: &mut Solver) -> bool {
        while self.seen < solver.trail().len() {
            let (lit, position) = (solver.trail()[self.seen], self.seen);
            self.seen += 1;
            if self.watched.has(lit) {
                for_each!(self, |propagator, _number| propagator.assigned(lit, position));
            }
        }
        let before = solver.trail().len();
        let is_consistent = self.propagate_in_turn(solver).is_ok();
        if self.proof_logger.is_there() && solver.decision_level() <= 1 {
            self.log_reasons(solver, before);
        }
        is_consistent
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, handle: u32, reason: &mut Vec<Lit>) {
        let first = reason.len();
        for_each!(self, |propagator, number| if handle >> ID_BITS == number {
            propagator.explain(solver, lit, handle - first_handle(number), reason);
            if let Some(axiom) = propagator.axiom() {
                self.proof_logger.log_reason(axiom, lit, &reason[first..]);
            }
        });
    }

    fn check(&mut self, solver: &mut Solver, stop: &dyn Fn() -> bool) -> Checked {
        match self.user.check(solver, first_handle(USER)) {
            Checked::Fine => self.minimality.check(solver, &self.proof_logger, stop),
            otherwise => otherwise,
        }
    }

    fn may_name(&self, solver: &Solver) -> Vec<bool> {
        let anything = self.user.are_there() || self.minimality.is_there();
        let mut named: Vec<bool> = (0..solver.num_vars())
            .map(|var| Var::from_index(var).positive())
            .map(|lit| anything || self.watched.has(lit) || self.named.has(lit))
            .collect();
        // Variables of counters stay as well: without them, trees take twice the conflicts.
        for lit in self.circuits.named().chain(self.heuristic.modified()).chain(self.counters.literals()) {
            named[lit.var().index()] = true;
        }
        named
    }

    fn decide(&mut self, solver: &Solver) -> Option<Lit> {
        self.user.decide(solver)
    }

    fn undo(&mut self, solver: &Solver, keep: usize) {
        while self.seen > keep {
            self.seen -= 1;
            let lit = solver.trail()[self.seen];
            if self.watched.has(lit) {
                for_each!(self, |propagator, _number| propagator.unassigned(lit));
            }
        }
        for_each!(self, |propagator, _number| propagator.backjumped(solver, keep));
    }
}
