//! What takes part in the search besides clauses: sums, the objective, edges, the unfounded-set check, circuits, the
//! minimality test, propagators of the host program, and advice.
//!
//! Invariant: each part has been told of exactly the first `seen` literals of the trail. The cheap parts come first, and
//! whenever one of them has implied something, clauses are propagated before the next is asked.

use crate::advice::AdviceTable;
use crate::circuits::Circuits;
use crate::edges::Edges;
use crate::families::Families;
use crate::guests::Guests;
use crate::interest::Interest;
use crate::minimality::Minimality;
use crate::objective::Objective;
use crate::proof::{Axiom, Notary};
use crate::sequential::SequentialCounters;
use crate::sums::Sums;
use crate::unfounded::{BodyDescription, UnfoundedCheck};
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
pub(crate) struct Reasoner {
    pub(crate) sums: Sums,
    pub(crate) families: Families,
    pub(crate) objective: Objective,
    pub(crate) edges: Edges,
    pub(crate) unfounded: UnfoundedCheck,
    pub(crate) circuits: Circuits,
    pub(crate) minimality: Minimality,
    pub(crate) advice: AdviceTable,
    pub(crate) guests: Guests,
    /// Who is told of what no constraint says.
    pub(crate) notary: Notary,
    pub(crate) counters: SequentialCounters,
    interest: Interest,
    /// The variables that the present search may name besides.
    pub(crate) named: Interest,
    seen: usize,
    /// Nobody but the sums is asked for now.
    pub(crate) is_brief: bool,
}

impl Reasoner {
    /// Adds a sum at level 0.
    pub(crate) fn add_sum(&mut self, solver: &Solver, terms: &[(Lit, i64)], bound: i64) {
        self.notary.give_sum(terms, bound);
        terms.iter().for_each(|&(lit, _)| self.interest.add(lit));
        self.sums.add(solver, terms, bound, self.seen);
    }

    /// Adds a family of weight constraints at level 0; see [`Families::add`].
    pub(crate) fn add_family(&mut self, solver: &Solver, terms: Vec<(Lit, i64)>, bounds: Vec<(i64, Lit)>) {
        let literals = terms.iter().map(|&(lit, _)| lit).chain(bounds.iter().map(|&(_, lit)| lit));
        literals.for_each(|lit| self.interest.add(lit));
        self.families.add(solver, terms, bounds, self.seen);
    }

    /// Lets a propagator be told of a literal, at level 0.
    pub(crate) fn watch_for_guest(&mut self, solver: &Solver, guest: usize, lit: Lit) {
        self.interest.add(lit);
        self.guests.watch(solver, guest, lit, self.seen);
    }

    /// Tells why literals are true, from a place on the trail on, where no constraint says so. On the lowest levels nobody else
    /// asks.
    fn justify(&self, solver: &Solver, from: usize) {
        let mut reason = Vec::new();
        for &lit in &solver.trail()[from..] {
            let Some(handle) = solver.handle_of(lit) else { continue };
            reason.clear();
            let about = match handle & !PAYLOAD {
                EDGES => {
                    self.edges.explain(solver, lit, handle & PAYLOAD, &mut reason);
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
            self.notary.give_reason(about, lit, &reason);
        }
    }

    /// Tells of a conflict that no constraint says.
    fn testify(&self, solver: &Solver, about: Axiom) {
        if self.notary.is_there()
            && let Some(clause) = solver.conflict_literals()
        {
            self.notary.give_axiom(about, clause.to_vec());
        }
    }

    /// Asks the parts in turn, until one has something to say.
    fn ask_parts(&mut self, solver: &mut Solver) -> bool {
        let before = solver.trail().len();
        let is_consistent = self.sums.propagate(solver, SUMS)
            && self.families.propagate(solver, FAMILIES)
            && self.objective.propagate(solver, OBJECTIVE);
        if !is_consistent {
            return false;
        }
        if solver.trail().len() > before || self.is_brief {
            return true;
        }
        if !self.edges.propagate(solver, EDGES) {
            self.testify(solver, Axiom::Edge);
            return false;
        }
        if solver.trail().len() > before {
            return true;
        }
        if !self.circuits.propagate(solver, &self.objective, CIRCUITS) {
            self.testify(solver, Axiom::Circuit);
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
        if !self.guests.propagate(solver, GUESTS) {
            return false;
        }
        self.advice.apply(solver);
        true
    }

    /// Adds an atom of a positive circle; see [`UnfoundedCheck::add_atom`].
    pub(crate) fn add_circle_atom(&mut self, lit: Lit) -> u32 {
        self.interest.add(lit);
        self.unfounded.add_atom(lit)
    }

    /// Adds a body that supports such atoms.
    pub(crate) fn add_circle_body(&mut self, body: BodyDescription, heads: &[u32]) {
        self.interest.add(body.lit);
        body.sum.iter().flat_map(|(terms, _)| terms).for_each(|&(lit, _)| self.interest.add(lit));
        self.unfounded.add_body(body, heads);
    }

    /// Forgets all atoms of a component of circles: a circuit sees to it that they are founded.
    pub(crate) fn dismiss_circle(&mut self, atoms: &[u32]) {
        self.unfounded.dismiss(atoms);
    }

    /// Adds a circuit.
    pub(crate) fn add_circuit(&mut self, circuit: Circuit) {
        circuit.literals().for_each(|lit| self.interest.add(lit));
        self.circuits.add(circuit.with_backoff(), &self.objective);
    }

    /// Adds advice, at level 0.
    pub(crate) fn add_advice(
        &mut self,
        solver: &Solver,
        lit: Lit,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: Lit,
    ) {
        self.interest.add(condition);
        self.advice.add(solver, lit, modifier, bias, priority, condition);
    }

    /// Takes up new edges, at level 0.
    pub(crate) fn rebuild_edges(&mut self, solver: &Solver) {
        self.edges.literals().for_each(|lit| self.interest.add(lit));
        self.edges.rebuild(solver);
    }

    /// Takes up new summands of the objective, at level 0.
    pub(crate) fn rebuild_objective(&mut self, solver: &Solver) {
        self.objective.rebuild(solver);
        self.objective.literals().for_each(|lit| self.interest.add(lit));
        for &lit in &solver.trail()[..self.seen] {
            self.objective.satisfied(lit);
        }
        self.circuits.set_costs(&self.objective);
    }
}

impl Theory for Reasoner {
    fn propagate(&mut self, solver: &mut Solver) -> bool {
        while self.seen < solver.trail().len() {
            let lit = solver.trail()[self.seen];
            self.seen += 1;
            if !self.interest.has(lit) {
                continue;
            }
            self.sums.falsified(!lit);
            self.families.satisfied(lit);
            self.objective.satisfied(lit);
            self.edges.satisfied(lit);
            self.unfounded.falsified(!lit);
            self.circuits.assigned(lit);
            self.advice.satisfied(lit);
            self.guests.satisfied(lit, self.seen - 1);
        }
        let before = solver.trail().len();
        let is_consistent = self.ask_parts(solver);
        if self.notary.is_there() && solver.decision_level() <= 1 {
            self.justify(solver, before);
        }
        is_consistent
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, handle: u32, reason: &mut Vec<Lit>) {
        let first = reason.len();
        match handle & !PAYLOAD {
            SUMS => self.sums.explain(solver, lit, handle & PAYLOAD, reason),
            FAMILIES => self.families.explain(solver, lit, handle & PAYLOAD, reason),
            OBJECTIVE => self.objective.explain(solver, lit, handle & PAYLOAD, reason),
            EDGES => {
                self.edges.explain(solver, lit, handle & PAYLOAD, reason);
                self.notary.give_reason(Axiom::Edge, lit, &reason[first..]);
            }
            UNFOUNDED => {
                self.unfounded.explain(handle & PAYLOAD, reason);
                self.notary.give_reason(Axiom::Loop, lit, &reason[first..]);
            }
            CIRCUITS => {
                self.circuits.explain(handle & PAYLOAD, reason);
                self.notary.give_reason(Axiom::Circuit, lit, &reason[first..]);
            }
            _ => self.guests.explain(solver, lit, handle & PAYLOAD, reason),
        }
    }

    fn check(&mut self, solver: &mut Solver, stop: &dyn Fn() -> bool) -> Checked {
        match self.guests.check(solver, GUESTS) {
            Checked::Fine => self.minimality.check(solver, &self.notary, stop),
            otherwise => otherwise,
        }
    }

    fn may_name(&self, solver: &Solver) -> Vec<bool> {
        let anything = self.guests.are_there() || self.minimality.is_there();
        let mut named: Vec<bool> = (0..solver.num_vars())
            .map(|var| Var::from_index(var).positive())
            .map(|lit| anything || self.interest.has(lit) || self.named.has(lit))
            .collect();
        // Counters are variables that were made for clauses to speak of: without them, trees take twice the conflicts.
        for lit in self.circuits.named().chain(self.advice.advised()).chain(self.counters.literals()) {
            named[lit.var().index()] = true;
        }
        named
    }

    fn decide(&mut self, solver: &Solver) -> Option<Lit> {
        self.guests.decide(solver)
    }

    fn undo(&mut self, solver: &Solver, keep: usize) {
        while self.seen > keep {
            self.seen -= 1;
            let lit = solver.trail()[self.seen];
            if !self.interest.has(lit) {
                continue;
            }
            self.sums.restored(!lit);
            self.families.unassigned(lit);
            self.objective.unassigned(lit);
            self.unfounded.restored(!lit);
            self.advice.unassigned(lit);
        }
        self.sums.jumped_back();
        self.families.jumped_back();
        self.unfounded.jumped_back(keep);
        self.circuits.jumped_back(solver, keep);
        self.guests.undo(keep);
    }
}
