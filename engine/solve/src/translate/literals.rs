//! The literals of atoms and bodies, shared by equivalent atoms and bodies.
//!
//! ```text
//! a :- b, not c.      body B = {b, not c}:   one variable for B, and a has the literal of B
//! a :- d.             a has the literal of d
//! {e} :- B.           a variable for e
//! ```
//!
//! An atom with a single body has the literal of that body; a body of one literal has that literal. Only an
//! atom with several supports or a choice, a conjunction and a weight constraint need variables.
//!
//! Invariant: the literal of an atom or a body never changes after it is chosen.

use crate::program::body::BodyId;
use crate::program::step::{Step, Support};
use crate::translate::equivalences::{BodyValue, Value};
use crate::translate::pending::{Literals, PendingTranslation};
use crate::translate::translator::Translator;
use hamadryad_aspif::{Atom, BodyRef};
use hamadryad_sat::Lit;
use rustc_hash::FxHashMap;

impl Translator<'_> {
    /// Chooses the literal of each defined atom.
    pub(super) fn choose_literals(&mut self, pending: &mut PendingTranslation) {
        let PendingTranslation { step, literals, .. } = pending;
        self.falsify_weight_constraints(step, literals);
        let groups = || step.supports.chunk_by(|a, b| a.atom == b.atom);
        let group_of: FxHashMap<Atom, &[Support]> = groups().map(|group| (group[0].atom, group)).collect();
        for group in groups() {
            let atom = group[0].atom;
            if self.atoms.state_mut(atom).lit.is_some() {
                // An external atom of an earlier step, which this step defines.
                self.atoms.set_external(atom, None);
                literals.to_complete.push(atom);
                continue;
            }
            self.follow_definition(step, literals, &group_of, atom);
        }
        for &literal in &literals.equal.fixed {
            self.sat.add_clause(&[self.lit(literal)]);
        }
    }

    /// Weight constraints that must be false have the false literal.
    fn falsify_weight_constraints(&mut self, step: &Step, literals: &mut Literals) {
        for &body in &step.constraints {
            if matches!(step.bodies.get(body), BodyRef::Sum { .. }) {
                literals.of_bodies[body.index()] = Some(!self.truth);
            }
        }
    }

    /// Follows a chain of definitions by one literal to its end, and gives all atoms of the chain the literal
    /// there.
    fn follow_definition(
        &mut self,
        step: &Step,
        literals: &mut Literals,
        group_of: &FxHashMap<Atom, &[Support]>,
        start: Atom,
    ) {
        let mut chain: Vec<(Atom, bool)> = Vec::new();
        let mut atom = start;
        let end = loop {
            if let Some(lit) = self.atoms.state_mut(atom).lit {
                break lit;
            }
            match literals.equal.of_atom(atom) {
                Some(Value::Literal(equal)) => {
                    chain.push((atom, equal.is_positive()));
                    atom = equal.atom();
                    continue;
                }
                Some(Value::Constant(is_true)) => {
                    chain.push((atom, is_true));
                    break self.truth;
                }
                None => {}
            }
            let Some(group) = group_of.get(&atom) else { break !self.truth };
            let may_hold = |rule: &&Support| literals.equal.of_body(rule.body) != BodyValue::Constant(false);
            let mut possible = group.iter().filter(may_hold);
            let body = match (possible.next(), possible.next()) {
                (Some(rule), None) if !rule.is_choice() && chain.iter().all(|&(other, _)| other != atom) => {
                    rule.body
                }
                _ => break self.new_atom_variable(literals, atom),
            };
            let literal = match (literals.equal.of_body(body), step.bodies.get(body)) {
                (BodyValue::Literal(literal), _) | (_, BodyRef::Normal(&[literal])) => Some(literal),
                _ => None,
            };
            match literal {
                Some(literal) => {
                    chain.push((atom, literal.is_positive()));
                    atom = literal.atom();
                }
                None => {
                    let lit = self.body_lit(step, literals, body);
                    // Its first value is that of the body, as in clasp. With heuristic directives, false takes
                    // fewer conflicts (docs/design/030-large-programs.md).
                    if !step.heuristics.is_empty() {
                        self.sat.set_phase(lit.var(), false);
                    }
                    self.atoms.state_mut(atom).lit = Some(lit);
                    break lit;
                }
            }
        };
        let mut lit = end;
        for &(atom, positive) in chain.iter().rev() {
            lit = if positive { lit } else { !lit };
            // If the chain is circular, one of its atoms has a variable of its own.
            lit = *self.atoms.state_mut(atom).lit.get_or_insert(lit);
        }
    }

    fn new_atom_variable(&mut self, literals: &mut Literals, atom: Atom) -> Lit {
        let lit = self.sat.new_var().positive();
        self.atoms.state_mut(atom).lit = Some(lit);
        literals.to_complete.push(atom);
        lit
    }

    /// The literal of a body, which is chosen if it has none.
    fn body_lit(&mut self, step: &Step, literals: &mut Literals, body: BodyId) -> Lit {
        if let Some(lit) = literals.of_bodies[body.index()] {
            return lit;
        }
        let lit = match (literals.equal.of_body(body), step.bodies.get(body)) {
            (BodyValue::Body(equal), _) if equal != body => self.body_lit(step, literals, equal),
            (BodyValue::Constant(true), _) | (_, BodyRef::Normal([])) => self.truth,
            (BodyValue::Constant(false), _) => !self.truth,
            (BodyValue::Literal(literal), _) | (_, BodyRef::Normal(&[literal])) => self.lit(literal),
            _ => {
                let var = self.sat.new_var();
                // The first value of a body is true, that of an atom false.
                self.sat.set_phase(var, true);
                var.positive()
            }
        };
        literals.of_bodies[body.index()] = Some(lit);
        lit
    }

    /// Chooses the literals of all bodies that need a literal.
    pub(super) fn name_bodies(&mut self, pending: &mut PendingTranslation) {
        let PendingTranslation { step, circuits, loops, literals, .. } = pending;
        self.statistics.equal_atoms += literals.equal.equal_atoms;
        self.statistics.equal_bodies += literals.equal.equal_bodies(step);
        self.name_supporting_bodies(step, literals);
        if self.config.domain_heuristic {
            for directive in &step.heuristics {
                self.body_lit(step, literals, directive.condition);
            }
        }
        for joint in &loops.joint_rules {
            self.body_lit(step, literals, joint.body);
        }
        let of_circuits = circuits.iter().flat_map(|circuit| &circuit.arcs);
        for condition in of_circuits.map(|arc| arc.2).chain(step.edges.iter().map(|edge| edge.2)) {
            self.body_lit(step, literals, condition);
        }
        literals.drop_equivalences();
    }

    /// A body needs no literal if its only support is the only support of a choice atom outside all positive
    /// loops.
    fn name_supporting_bodies(&mut self, step: &Step, literals: &mut Literals) {
        let mut uses = vec![0u32; step.bodies.len()];
        for support in &step.supports {
            uses[support.body.index()] += 1;
        }
        for support in &step.supports {
            let body = support.body;
            let alone = uses[body.index()] == 1 && support.is_choice() && !literals.is_needed[body.index()];
            let is_weight_constraint = matches!(step.bodies.get(body), BodyRef::Sum { .. });
            if is_weight_constraint || !(alone && step.is_only_support(support)) {
                self.body_lit(step, literals, body);
            }
        }
    }
}
