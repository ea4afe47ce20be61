//! Clauses of a step: constraints, Clark's completion, and the definitions of bodies.
//!
//! ```text
//! a :- B.  a :- C.        a ↔ B ∨ C
//! {e} :- B.               e → B
//! B = {b, not c}          B ↔ b ∧ ¬c
//! :- b, d.                ¬b ∨ ¬d
//! ```
//!
//! Invariant: the portions of a pass are independent; each body has one definition, and bodies with an equal
//! body share its definition (Clark: "Negation as Failure", 1978).

use crate::translate::pending::PendingTranslation;
use crate::translate::translator::Translator;
use hamadryad_aspif::{Atom, Body};
use hamadryad_sat::Lit;
use std::ops::Range;

impl Translator<'_> {
    /// Adds the constraints in a range.
    pub(super) fn add_constraints(&mut self, pending: &mut PendingTranslation, range: Range<usize>) {
        let step = &pending.step;
        let mut clause = Vec::new();
        for &body in &step.constraints[range] {
            if let Body::Normal(literals) = &step.bodies[body.index()] {
                clause.clear();
                clause.extend(literals.iter().map(|&literal| !self.lit(literal)));
                self.sat.add_clause(&clause);
            }
        }
    }

    /// Completes the atoms in a range.
    pub(super) fn complete_atoms(&mut self, pending: &mut PendingTranslation, range: Range<usize>) {
        for place in range {
            self.complete_atom(pending, pending.literals.to_complete[place]);
        }
    }

    /// An atom implies one of its bodies; the body of a rule that is no choice implies the atom.
    fn complete_atom(&mut self, pending: &PendingTranslation, atom: Atom) {
        let PendingTranslation { step, literals, .. } = pending;
        let lit = self.lit(atom.positive());
        let mut support_clause = vec![!lit];
        for support in step.supports_of(atom) {
            if let Some(body) = literals.of_bodies[support.body.index()] {
                support_clause.push(body);
                if !support.choice {
                    self.sat.add_clause(&[lit, !body]);
                }
                continue;
            }
            // The only support of a choice atom, whose body has no literal.
            let Body::Normal(body) = &step.bodies[support.body.index()] else {
                unreachable!("weight constraints have literals")
            };
            for &literal in body {
                let literal = self.lit(literal);
                self.sat.add_clause(&[!lit, literal]);
            }
            return;
        }
        self.sat.add_clause(&support_clause);
    }

    /// Defines the conjunctions in a range.
    pub(super) fn define_bodies(&mut self, pending: &mut PendingTranslation, range: Range<usize>) {
        let PendingTranslation { step, literals, .. } = pending;
        for number in range {
            let (body, lit) = (&step.bodies[number], literals.of_bodies[number]);
            let (Body::Normal(body), Some(lit)) = (body, lit) else { continue };
            if body.len() < 2 || literals.is_defined_by_another(number) {
                continue;
            }
            let mut clause = vec![lit];
            for &literal in body {
                let literal = self.lit(literal);
                clause.push(!literal);
                self.sat.add_clause(&[!lit, literal]);
            }
            self.sat.add_clause(&clause);
        }
    }

    /// Defines the weight constraints in a range, except for members of families.
    pub(super) fn define_weight_constraints(
        &mut self,
        pending: &mut PendingTranslation,
        range: Range<usize>,
    ) {
        let PendingTranslation { step, literals, .. } = pending;
        for number in range {
            let (body, lit) = (&step.bodies[number], literals.of_bodies[number]);
            if let (Body::Sum { lower, literals: terms }, Some(lit)) = (body, lit)
                && !literals.is_defined_by_another(number)
                && !literals.is_in_family.get(number).is_some_and(|&is_in_family| is_in_family)
            {
                let terms: Vec<(Lit, i64)> =
                    terms.iter().map(|term| (self.lit(term.literal), i64::from(term.weight))).collect();
                self.propagators.define_weight_constraint(self.sat, lit, &terms, i64::from(*lower));
            }
        }
    }
}
