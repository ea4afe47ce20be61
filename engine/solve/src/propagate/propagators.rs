//! What takes part in the search besides clauses: sums, the objective, edges, the unfounded-set check, circuits, the
//! minimality test, propagators of the host program, and advice.
//!
//! Invariant: each part has been told of exactly the first `seen` literals of the trail. The cheap parts come first, and
//! whenever one of them has implied something, clauses are propagated before the next is asked.

use crate::encode::sequential_counter::SequentialCounters;
use crate::proof::{Axiom, ProofLogger};
use crate::propagate::acyclicity::Acyclicity;
use crate::propagate::heuristic::DomainHeuristic;
use crate::propagate::minimality::Minimality;
use crate::propagate::objective::Objective;
use crate::propagate::unfounded::{BodyDescription, UnfoundedCheck};
use crate::propagate::user::propagator::UserPropagators;
use crate::propagate::watched::WatchedVars;
use crate::propagate::weight_constraint::WeightConstraints;
use crate::propagate::weight_constraint_family::Families;
use crate::translate::circuits::Circuits;
use hamadryad_aspif::HeuristicModifier;
use hamadryad_circuit::Circuit;
use hamadryad_sat::{Checked, Lit, Solver, Theory, Var};

// Handles of implied literals: three bits tell the part, the rest belongs to it.
const PART: u32 = 27;
const SUMS: u32 = 0;
const OBJECTIVE: u32 = 1 << PART;
const UNFOUNDED: u32 = 2 << PART;
const EDGES: u32 = 3 << PART;
const CIRCUITS: u32 = 4 << PART;
const GUESTS: u32 = 5 << PART;
const FAMILIES: u32 = 6 << PART;
const PAYLOAD: u32 = (1 << PART) - 1;

#[derive(Clone, Default)]
pub(crate) struct Propagators {
    pub(crate) weight_constraints: WeightConstraints,
    pub(crate) families: Families,
    pub(crate) objective: Objective,
    pub(crate) acyclicity: Acyclicity,
    pub(crate) unfounded: UnfoundedCheck,
    pub(crate) circuits: Circuits,
    pub(crate) minimality: Minimality,
    pub(crate) heuristic: DomainHeuristic,
    pub(crate) user: UserPropagators,
    /// Who is told of what no constraint says.
    pub(crate) proof_logger: ProofLogger,
    pub(crate) counters: SequentialCounters,
    watched: WatchedVars,
    /// The variables that the present search may name besides.
    pub(crate) named: WatchedVars,
    seen: usize,
    /// Nobody but the sums is asked for now.
    pub(crate) is_brief: bool,
}

impl Propagators {
    /// Adds a sum at level 0.
    pub(crate) fn add_weight_constraint(&mut self, solver: &Solver, terms: &[(Lit, i64)], bound: i64) {
        self.proof_logger.log_weight_constraint(terms, bound);
        terms.iter().for_each(|&(lit, _)| self.watched.add(lit));
        self.weight_constraints.add(solver, terms, bound, self.seen);
    }

    /// Adds a family of weight constraints at level 0; see [`Families::add`].
    pub(crate) fn add_family(&mut self, solver: &Solver, terms: Vec<(Lit, i64)>, bounds: Vec<(i64, Lit)>) {
        let literals = terms.iter().map(|&(lit, _)| lit).chain(bounds.iter().map(|&(_, lit)| lit));
        literals.for_each(|lit| self.watched.add(lit));
        self.families.add(solver, terms, bounds, self.seen);
    }

    /// Lets a propagator be told of a literal, at level 0.
    pub(crate) fn watch_for_user_propagator(&mut self, solver: &Solver, guest: usize, lit: Lit) {
        self.watched.add(lit);
        self.user.watch(solver, guest, lit, self.seen);
    }

    /// Tells why literals are true, from a place on the trail on, where no constraint says so. On the lowest levels nobody else
    /// asks.
    fn log_reasons(&self, solver: &Solver, from: usize) {
        let mut reason = Vec::new();
        for &lit in &solver.trail()[from..] {
            let Some(handle) = solver.handle_of(lit) else { continue };
            reason.clear();
            let about = match handle & !PAYLOAD {
                EDGES => {
                    self.acyclicity.explain(solver, lit, handle & PAYLOAD, &mut reason);
                    Axiom::Edge
                }
                UNFOUNDED => {
                    self.unfounded.explain(handle & PAYLOAD, &mut reason);
                    Axiom::Loop
                }
                CIRCUITS => {
                    self.circuits.explain(handle & PAYLOAD, &mut reason);
                    Axiom::Circuit
                }
                _ => continue,
            };
            self.proof_logger.log_reason(about, lit, &reason);
        }
    }

    /// Tells of a conflict that no constraint says.
    fn log_conflict(&self, solver: &Solver, about: Axiom) {
        if self.proof_logger.is_there()
            && let Some(clause) = solver.conflict_literals()
        {
            self.proof_logger.log_axiom(about, clause.to_vec());
        }
    }

    /// Asks the parts in turn, until one has something to say.
    fn propagate_in_turn(&mut self, solver: &mut Solver) -> bool {
        let before = solver.trail().len();
        let is_consistent = self.weight_constraints.propagate(solver, SUMS)
            && self.families.propagate(solver, FAMILIES)
            && self.objective.propagate(solver, OBJECTIVE);
        if !is_consistent {
            return false;
        }
        if solver.trail().len() > before || self.is_brief {
            return true;
        }
        if !self.acyclicity.propagate(solver, EDGES) {
            self.log_conflict(solver, Axiom::Edge);
            return false;
        }
        if solver.trail().len() > before {
            return true;
        }
        if !self.circuits.propagate(solver, &self.objective, CIRCUITS) {
            self.log_conflict(solver, Axiom::Circuit);
            return false;
        }
        if solver.trail().len() > before {
            return true;
        }
        if !self.unfounded.propagate(solver, UNFOUNDED) {
            return false;
        }
        if solver.trail().len() > before {
            return true;
        }
        if !self.user.propagate(solver, GUESTS) {
            return false;
        }
        self.heuristic.apply(solver);
        true
    }

    /// Adds an atom of a positive circle; see [`UnfoundedCheck::add_atom`].
    pub(crate) fn add_loop_atom(&mut self, lit: Lit) -> u32 {
        self.watched.add(lit);
        self.unfounded.add_atom(lit)
    }

    /// Adds a body that supports such atoms.
    pub(crate) fn add_loop_body(&mut self, body: BodyDescription, heads: &[u32]) {
        self.watched.add(body.lit);
        body.sum.iter().flat_map(|(terms, _)| terms).for_each(|&(lit, _)| self.watched.add(lit));
        self.unfounded.add_body(body, heads);
    }

    /// Forgets all atoms of a component of circles: a circuit sees to it that they are founded.
    pub(crate) fn dismiss_loop(&mut self, atoms: &[u32]) {
        self.unfounded.dismiss(atoms);
    }

    /// Adds a circuit.
    pub(crate) fn add_circuit(&mut self, circuit: Circuit) {
        circuit.literals().for_each(|lit| self.watched.add(lit));
        self.circuits.add(circuit.with_backoff(), &self.objective);
    }

    /// Adds advice, at level 0.
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

    /// Takes up new edges, at level 0.
    pub(crate) fn rebuild_acyclicity(&mut self, solver: &Solver) {
        self.acyclicity.literals().for_each(|lit| self.watched.add(lit));
        self.acyclicity.rebuild(solver);
    }

    /// Takes up new summands of the objective, at level 0.
    pub(crate) fn rebuild_objective(&mut self, solver: &Solver) {
        self.objective.rebuild(solver);
        self.objective.literals().for_each(|lit| self.watched.add(lit));
        for &lit in &solver.trail()[..self.seen] {
            self.objective.satisfied(lit);
        }
        self.circuits.set_costs(&self.objective);
    }
}

impl Theory for Propagators {
    fn propagate(&mut self, solver: &mut Solver) -> bool {
        while self.seen < solver.trail().len() {
            let lit = solver.trail()[self.seen];
            self.seen += 1;
            if !self.watched.has(lit) {
                continue;
            }
            self.weight_constraints.falsified(!lit);
            self.families.satisfied(lit);
            self.objective.satisfied(lit);
            self.acyclicity.satisfied(lit);
            self.unfounded.falsified(!lit);
            self.circuits.assigned(lit);
            self.heuristic.satisfied(lit);
            self.user.satisfied(lit, self.seen - 1);
        }
        let before = solver.trail().len();
        let is_consistent = self.propagate_in_turn(solver);
        if self.proof_logger.is_there() && solver.decision_level() <= 1 {
            self.log_reasons(solver, before);
        }
        is_consistent
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, handle: u32, reason: &mut Vec<Lit>) {
        let first = reason.len();
        match handle & !PAYLOAD {
            SUMS => self.weight_constraints.explain(solver, lit, handle & PAYLOAD, reason),
            FAMILIES => self.families.explain(solver, lit, handle & PAYLOAD, reason),
            OBJECTIVE => self.objective.explain(solver, lit, handle & PAYLOAD, reason),
            EDGES => {
                self.acyclicity.explain(solver, lit, handle & PAYLOAD, reason);
                self.proof_logger.log_reason(Axiom::Edge, lit, &reason[first..]);
            }
            UNFOUNDED => {
                self.unfounded.explain(handle & PAYLOAD, reason);
                self.proof_logger.log_reason(Axiom::Loop, lit, &reason[first..]);
            }
            CIRCUITS => {
                self.circuits.explain(handle & PAYLOAD, reason);
                self.proof_logger.log_reason(Axiom::Circuit, lit, &reason[first..]);
            }
            _ => self.user.explain(solver, lit, handle & PAYLOAD, reason),
        }
    }

    fn check(&mut self, solver: &mut Solver, stop: &dyn Fn() -> bool) -> Checked {
        match self.user.check(solver, GUESTS) {
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
        // Counters are variables that were made for clauses to speak of: without them, trees take twice the conflicts.
        for lit in self.circuits.named().chain(self.heuristic.advised()).chain(self.counters.literals()) {
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
            if !self.watched.has(lit) {
                continue;
            }
            self.weight_constraints.restored(!lit);
            self.families.unassigned(lit);
            self.objective.unassigned(lit);
            self.unfounded.restored(!lit);
            self.heuristic.unassigned(lit);
        }
        self.weight_constraints.jumped_back();
        self.families.jumped_back();
        self.unfounded.jumped_back(keep);
        self.circuits.jumped_back(solver, keep);
        self.user.undo(keep);
    }
}
