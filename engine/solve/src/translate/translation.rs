//! From the statements of a step to clauses, sums and circles.
//!
//! ```text
//! a :- b, not c.      body B = {b, not c}:   B ↔ b ∧ ¬c,   a ↔ B   (one literal for both)
//! a :- d.             a ↔ B ∨ d             (a body of one literal is that literal)
//! {e} :- B.           e → B
//! ```
//!
//! Atoms get literals so that what is equivalent by definition shares one: an atom with a single body has its literal, a
//! body of one literal has that one. A variable is made only where two or more supports, a choice, a sum or a
//! conjunction need it.

use crate::program::circuit_atom::CircuitAtom;
use crate::program::step::{BodyId, Step, Support};
use crate::solver::{AspSolver, Output};
use crate::translate::equivalences::Equivalences;
use crate::translate::loops::PositiveLoops;
use crate::translate::pending::{PendingTranslation, Translation};
use hamadryad_aspif::{Atom, Body, ExternalValue, Literal, WeightedLiteral};
use hamadryad_sat::Lit;
use rustc_hash::FxHashMap;
use std::ops::Range;

impl AspSolver {
    /// Takes the step that has been written, in order.
    pub(crate) fn begin_translation(&mut self) -> PendingTranslation {
        let mut step = std::mem::take(&mut self.step);
        self.statistics.steps += 1;
        let circuits = self.take_theories(&mut step);
        self.statistics.bodies += step.bodies.len();
        self.statistics.sums += step.bodies.iter().filter(|body| matches!(body, Body::Sum { .. })).count();
        step.supports.sort_by_key(|support| support.atom);
        step.supports.dedup();
        PendingTranslation::new(step, circuits)
    }

    pub(crate) fn find_circles(&mut self, pending: &mut PendingTranslation) {
        let step = &mut pending.step;
        let defined = step.supports.chunk_by(|a, b| a.atom == b.atom).count();
        self.statistics.atoms += defined + step.externals.len();
        pending.circles = PositiveLoops::of(step);
        pending.circles.find_head_cycles(step);
        let Translation { body_lits, named_bodies, equal, .. } = &mut pending.translation;
        *body_lits = vec![None; step.bodies.len()];
        named_bodies.clone_from(&pending.circles.bodies);
        *equal = Equivalences::none(step);
    }

    pub(crate) fn find_equivalences(&mut self, pending: &mut PendingTranslation, rounds: Range<usize>) {
        let equal = &mut pending.translation.equal;
        let rounds = rounds.len() as u32;
        equal.look(&pending.step, rounds, |atom| self.known(atom).is_none());
    }

    /// Gives literals to all bodies that need them.
    pub(crate) fn name_bodies(&mut self, pending: &mut PendingTranslation) {
        let PendingTranslation { step, circuits, circles, translation, .. } = pending;
        self.statistics.equal_atoms += translation.equal.equal_atoms;
        self.statistics.equal_bodies += translation.equal.equal_bodies();
        self.name_shared_bodies(step, translation);
        for joint in &circles.joint_rules {
            self.body_lit(step, translation, joint.body);
        }
        let of_circuits = circuits.iter().flat_map(|circuit| &circuit.arcs);
        for condition in of_circuits.map(|arc| arc.2).chain(step.edges.iter().map(|edge| edge.2)) {
            self.body_lit(step, translation, condition);
        }
    }

    /// What there is but one or few of, or costs little.
    pub(crate) fn add_the_rest(&mut self, step: &Step, translation: &Translation) {
        self.add_objective(step);
        self.add_edges(step, translation);
        self.add_heuristic_directive(step, translation);
        self.settle_undefined(step);
        self.add_outputs();
        self.propagators.user.unprepare();
    }

    /// Keeps what the step says of theories. Returns the atoms that are not left to others.
    fn take_theories(&mut self, step: &mut Step) -> Vec<CircuitAtom> {
        let first = self.theories.len();
        std::mem::take(&mut step.theory).into_iter().for_each(|item| self.theories.add(item));
        self.theories.atoms_from(first).filter_map(|atom| CircuitAtom::read(atom, step)).collect()
    }

    /// Externals get variables; atoms that earlier steps have settled lose their new rules.
    pub(crate) fn open_definitions(&mut self, step: &mut Step) {
        let may_hold = self.possible_bodies(step);
        step.supports.retain(|support| may_hold[support.body.index()]);
        let defined: Vec<Atom> = step.supports.iter().map(|support| support.atom).collect();
        for &(atom, value) in &step.externals {
            let is_defined = defined.binary_search(&atom).is_ok();
            let state = self.atom_mut(atom);
            state.declared = false;
            let state = *state;
            if value == ExternalValue::Release {
                // One that the step defines is released by that.
                if !is_defined {
                    self.release_external(atom);
                }
            } else if state.is_released() {
                // It stays so.
            } else if state.external().is_some() {
                self.atom_mut(atom).set_external(Some(value));
            } else if state.lit.is_none() && !is_defined {
                self.open(atom, value);
            }
        }
        self.open_theory_atoms(step, &defined);
        let supports = std::mem::take(&mut step.supports);
        step.supports = supports.into_iter().filter(|support| self.is_definable(support)).collect();
    }

    /// Whether the rule, whose body may hold, defines an atom of this step, or an external atom of an earlier one. A rule
    /// for another atom of an earlier step is refused, unless that is true for good: then it says nothing.
    fn is_definable(&mut self, support: &Support) -> bool {
        let state = *self.atom_mut(support.atom);
        let is_new = state.lit.is_none() || state.external().is_some();
        if let Some(objection) = self.objection_to(support.atom).filter(|_| self.sat.is_consistent()) {
            self.refusal.get_or_insert(objection);
        }
        is_new
    }

    /// Gives an external atom its variable.
    fn open(&mut self, atom: Atom, value: ExternalValue) {
        let lit = self.sat.new_var().positive();
        let state = self.atom_mut(atom);
        state.lit = Some(lit);
        state.set_external(Some(value));
    }

    /// Nobody here knows a theory: its atoms may be true or false, unless they are the head of a rule.
    fn open_theory_atoms(&mut self, step: &Step, defined: &[Atom]) {
        for &atom in &step.theory_atoms {
            let is_head = defined.binary_search(&atom).is_ok() || step.vacuous_heads.contains(&atom);
            if !is_head && self.atom_mut(atom).lit.is_none() {
                self.open(atom, ExternalValue::Free);
            }
        }
    }

    /// Atoms that the step has used and nothing defines are false from now on.
    fn settle_undefined(&mut self, step: &Step) {
        for body in &step.bodies {
            match body {
                Body::Normal(literals) => literals.iter().for_each(|&literal| self.settle(literal)),
                Body::Sum { literals, .. } => {
                    literals.iter().for_each(|summand| self.settle(summand.literal));
                }
            }
        }
        step.minimize.iter().for_each(|(_, summand)| self.settle(summand.literal));
    }

    pub(crate) fn settle(&mut self, literal: Literal) {
        let falsum = !self.truth;
        self.atom_mut(literal.atom()).lit.get_or_insert(falsum);
    }

    /// What is shown. An output waits for its atoms where these may still be defined: it has not been shown yet.
    fn add_outputs(&mut self) {
        let waits = |solver: &AspSolver, literal: &Literal| {
            literal.is_positive() && solver.known(literal.atom()).is_none()
        };
        for (symbol, kind, condition) in std::mem::take(&mut self.pending_outputs) {
            if condition.iter().any(|literal| waits(self, literal)) {
                self.pending_outputs.push((symbol, kind, condition));
                continue;
            }
            condition.iter().for_each(|&literal| self.settle(literal));
            let condition = condition.into_iter().map(|literal| self.lit(literal)).collect();
            self.outputs.push(Output { symbol, kind, condition });
        }
    }

    fn falsify_sum_constraints(&mut self, step: &Step, translation: &mut Translation) {
        for &body in &step.constraints {
            if matches!(step.bodies[body.index()], Body::Sum { .. }) {
                translation.body_lits[body.index()] = Some(!self.truth);
            }
        }
    }

    /// Gives each defined atom its literal, and each supporting body.
    pub(crate) fn give_literals(&mut self, step: &Step, translation: &mut Translation) {
        self.falsify_sum_constraints(step, translation);
        let groups = || step.supports.chunk_by(|a, b| a.atom == b.atom);
        let group_of: FxHashMap<Atom, &[Support]> = groups().map(|group| (group[0].atom, group)).collect();
        for group in groups() {
            let atom = group[0].atom;
            if self.atom_mut(atom).lit.is_some() {
                // An external of an earlier step that is defined now.
                self.atom_mut(atom).set_external(None);
                translation.complete.push(atom);
                continue;
            }
            self.follow_definition(step, translation, &group_of, atom);
        }
    }

    /// Follows definitions by one rule with one body literal to the end of the chain, and gives all on it their literals.
    fn follow_definition(
        &mut self,
        step: &Step,
        translation: &mut Translation,
        group_of: &FxHashMap<Atom, &[Support]>,
        start: Atom,
    ) {
        let mut chain: Vec<(Atom, bool)> = Vec::new();
        let mut atom = start;
        let end = loop {
            if let Some(lit) = self.atom_mut(atom).lit {
                break lit;
            }
            if let Some(equal) = translation.equal.of_atom(atom) {
                chain.push((atom, equal.is_positive()));
                atom = equal.atom();
                continue;
            }
            let Some(group) = group_of.get(&atom) else { break !self.truth };
            let on_chain = chain.iter().any(|&(other, _)| other == atom);
            let fresh = |solver: &mut AspSolver, translation: &mut Translation| {
                let lit = solver.sat.new_var().positive();
                solver.atom_mut(atom).lit = Some(lit);
                translation.complete.push(atom);
                lit
            };
            let [Support { body, choice: false, .. }] = group[..] else { break fresh(self, translation) };
            if on_chain {
                break fresh(self, translation);
            }
            match &step.bodies[body.index()] {
                Body::Normal(literals) if literals.len() == 1 => {
                    chain.push((atom, literals[0].is_positive()));
                    atom = literals[0].atom();
                }
                _ => {
                    let lit = self.body_lit(step, translation, body);
                    self.atom_mut(atom).lit = Some(lit);
                    break lit;
                }
            }
        };
        let mut lit = end;
        for &(atom, positive) in chain.iter().rev() {
            lit = if positive { lit } else { !lit };
            // Where the chain runs into a circle, one atom of it has its own.
            lit = *self.atom_mut(atom).lit.get_or_insert(lit);
        }
    }

    /// The literal of a body that is a conjunction of two or more, a sum, or empty.
    fn body_lit(&mut self, step: &Step, translation: &mut Translation, body: BodyId) -> Lit {
        if let Some(lit) = translation.body_lits[body.index()] {
            return lit;
        }
        let equal = translation.equal.of_body(body);
        let lit = match &step.bodies[body.index()] {
            _ if equal != body => self.body_lit(step, translation, equal),
            Body::Normal(literals) if literals.is_empty() => self.truth,
            Body::Normal(literals) if literals.len() == 1 => self.lit(literals[0]),
            _ => {
                let var = self.sat.new_var();
                // Rules fire rather than not; atoms are false rather than true.
                self.sat.set_phase(var, true);
                var.positive()
            }
        };
        translation.body_lits[body.index()] = Some(lit);
        lit
    }

    /// Bodies get a literal of their own unless they support one choice atom alone, off all circles.
    fn name_shared_bodies(&mut self, step: &Step, translation: &mut Translation) {
        let mut uses = vec![0u32; step.bodies.len()];
        for support in &step.supports {
            uses[support.body.index()] += 1;
        }
        for support in &step.supports {
            let body = support.body;
            let alone = uses[body.index()] == 1 && support.choice && !translation.named_bodies[body.index()];
            let is_sum = matches!(step.bodies[body.index()], Body::Sum { .. });
            if is_sum || !(alone && step.is_only_support(support)) {
                self.body_lit(step, translation, body);
            }
        }
        if self.config.domain_heuristic {
            for advice in &step.advice {
                self.body_lit(step, translation, advice.condition);
            }
        }
    }

    pub(crate) fn add_constraints(&mut self, step: &Step, range: Range<usize>) {
        let mut clause = Vec::new();
        for &body in &step.constraints[range] {
            if let Body::Normal(literals) = &step.bodies[body.index()] {
                clause.clear();
                clause.extend(literals.iter().map(|&literal| !self.lit(literal)));
                self.sat.add_clause(&clause);
            }
        }
    }

    /// Atoms with variables of their own: true only with a support, and with every rule's body.
    pub(crate) fn complete(&mut self, step: &Step, translation: &Translation, range: Range<usize>) {
        for &atom in &translation.complete[range] {
            let lit = self.lit(atom.positive());
            let first = step.supports.partition_point(|support| support.atom < atom);
            let group = step.supports[first..].iter().take_while(|support| support.atom == atom);
            let mut support_clause = vec![!lit];
            for support in group {
                match translation.body_lits[support.body.index()] {
                    Some(body) => {
                        support_clause.push(body);
                        if !support.choice {
                            self.sat.add_clause(&[lit, !body]);
                        }
                    }
                    None => {
                        let Body::Normal(literals) = &step.bodies[support.body.index()] else {
                            unreachable!("sums have literals")
                        };
                        for &literal in literals {
                            let literal = self.lit(literal);
                            self.sat.add_clause(&[!lit, literal]);
                        }
                        support_clause.clear();
                        break;
                    }
                }
            }
            if !support_clause.is_empty() {
                self.sat.add_clause(&support_clause);
            }
        }
    }

    /// Conjunctions with literals of their own are what they say.
    pub(crate) fn define_bodies(&mut self, step: &Step, translation: &Translation, range: Range<usize>) {
        for number in range {
            let (body, lit) = (&step.bodies[number], translation.body_lits[number]);
            let (Body::Normal(literals), Some(lit)) = (body, lit) else { continue };
            if literals.len() < 2 || translation.is_defined_by_another(number) {
                continue;
            }
            let mut clause = vec![lit];
            for &literal in literals {
                let literal = self.lit(literal);
                clause.push(!literal);
                self.sat.add_clause(&[!lit, literal]);
            }
            self.sat.add_clause(&clause);
        }
    }

    pub(crate) fn add_sums(&mut self, step: &Step, translation: &Translation, range: Range<usize>) {
        for number in range {
            let (body, lit) = (&step.bodies[number], translation.body_lits[number]);
            if let (Body::Sum { lower, literals }, Some(lit)) = (body, lit)
                && !translation.is_defined_by_another(number)
                && !translation.is_in_family.get(number).is_some_and(|&is_in_family| is_in_family)
            {
                let terms: Vec<(Lit, i64)> =
                    literals.iter().map(|l| (self.lit(l.literal), i64::from(l.weight))).collect();
                self.propagators.define_sum(&mut self.sat, lit, &terms, i64::from(*lower));
            }
        }
    }

    fn add_objective(&mut self, step: &Step) {
        if step.priorities.is_empty() {
            return;
        }
        for &priority in &step.priorities {
            self.propagators.objective.add_priority(priority);
        }
        for &(priority, WeightedLiteral { literal, weight }) in &step.minimize {
            let lit = self.lit(literal);
            self.propagators.objective.add(priority, lit, i64::from(weight));
        }
        self.propagators.rebuild_objective(&self.sat);
    }

    fn add_edges(&mut self, step: &Step, translation: &Translation) {
        if step.edges.is_empty() {
            return;
        }
        for &(from, to, condition) in &step.edges {
            let lit = translation.body_lits[condition.index()].expect("conditions have literals");
            self.propagators.acyclicity.add(from, to, lit);
        }
        self.propagators.rebuild_acyclicity(&self.sat);
    }

    fn add_heuristic_directive(&mut self, step: &Step, translation: &Translation) {
        if !self.config.domain_heuristic {
            return;
        }
        for advice in &step.advice {
            let lit = self.lit(advice.atom.positive());
            let condition =
                translation.body_lits[advice.condition.index()].expect("conditions have literals");
            let (modifier, bias, priority) = (advice.modifier, advice.bias, advice.priority);
            self.propagators.add_heuristic_directive(&self.sat, lit, modifier, bias, priority, condition);
        }
    }
}
