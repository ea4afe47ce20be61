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

use crate::program::body::BodyId;
use crate::translate::pending::PendingTranslation;
use crate::translate::translator::Translator;
use hamadryad_aspif::{Atom, BodyRef};
use hamadryad_sat::Lit;
use std::ops::Range;

impl Translator<'_> {
    /// Adds the constraints in a range.
    pub(super) fn add_constraints(&mut self, pending: &mut PendingTranslation, range: Range<usize>) {
        let step = &pending.step;
        let mut clause = Vec::new();
        for &body in &step.constraints[range] {
            if let BodyRef::Normal(literals) = step.bodies.get(body) {
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
        let (mut support_clause, mut implying) = (vec![!lit], Vec::new());
        for support in step.supports_of(atom) {
            if let Some(body) = literals.of_bodies[support.body.index()] {
                if support.disjunction().is_some() && self.is_contradictory(pending, support.body) {
                    self.sat.add_clause(&[!body]);
                    continue;
                }
                support_clause.push(body);
                if !support.is_choice() {
                    implying.push(!body);
                }
                continue;
            }
            // The only support of a choice atom, whose body has no literal.
            let BodyRef::Normal(body) = step.bodies.get(support.body) else {
                unreachable!("weight constraints have literals")
            };
            for &literal in body {
                let literal = self.lit(literal);
                self.sat.add_clause(&[!lit, literal]);
            }
            return;
        }
        self.sat.add_binary_clauses(lit, &implying);
        self.sat.add_clause(&support_clause);
    }

    /// Whether a conjunction has literals `x` and `not y`, and a rule `y :- x` exists.
    ///
    /// Such a conjunction is false, but propagation finds this only after it has been decided true. The grounder
    /// makes one for each condition in a positive loop (`:` in a body).
    fn is_contradictory(&self, pending: &PendingTranslation, body: BodyId) -> bool {
        let PendingTranslation { step, literals, .. } = pending;
        let BodyRef::Normal(body) = step.bodies.get(body) else { return false };
        let is_in_body = |lit: Lit| body.iter().any(|&literal| self.lit(literal) == lit);
        let negative = body.iter().filter(|literal| !literal.is_positive());
        negative.flat_map(|literal| step.supports_of(literal.atom())).any(|support| {
            !support.is_choice() && literals.of_bodies[support.body.index()].is_some_and(is_in_body)
        })
    }

    /// Defines the conjunctions in a range.
    pub(super) fn define_bodies(&mut self, pending: &mut PendingTranslation, range: Range<usize>) {
        let PendingTranslation { step, literals, .. } = pending;
        for number in range {
            let (body, lit) = (step.bodies.get(BodyId(number as u32)), literals.of_bodies[number]);
            let (BodyRef::Normal(body), Some(lit)) = (body, lit) else { continue };
            if body.len() < 2 || literals.is_defined_by_another[number] {
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
            let (body, lit) = (step.bodies.get(BodyId(number as u32)), literals.of_bodies[number]);
            if let (BodyRef::Sum { lower, literals: terms }, Some(lit)) = (body, lit)
                && !literals.is_defined_by_another[number]
                && !literals.is_in_family.get(number).is_some_and(|&is_in_family| is_in_family)
            {
                let terms: Vec<(Lit, i64)> =
                    terms.iter().map(|term| (self.lit(term.literal), i64::from(term.weight))).collect();
                self.propagators.define_weight_constraint(self.sat, lit, &terms, i64::from(lower));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{AspSolver, SearchOptions};
    use hamadryad_aspif::{Atom, BodyRef, Head, Sink};

    /// `n :- a : c.` as the grounder writes it if `c` depends on `n`: with `{ b }. c :- b. a :- n, c.`
    #[test]
    fn a_condition_in_a_loop_is_decided_by_propagation() {
        let atoms: Vec<Atom> = (1..=6).filter_map(Atom::new).collect();
        let [b, c, n, fails, unnamed, a] = atoms[..] else { panic!("six atoms") };
        let mut solver = AspSolver::default();
        solver.begin_step();
        solver.rule(Head::Choice(&[b]), BodyRef::Normal(&[]));
        solver.rule(Head::Disjunction(&[c]), BodyRef::Normal(&[b.positive()]));
        solver.rule(Head::Disjunction(&[a]), BodyRef::Normal(&[n.positive(), c.positive()]));
        solver.rule(Head::Disjunction(&[fails]), BodyRef::Normal(&[c.negative()]));
        solver.rule(Head::Disjunction(&[fails]), BodyRef::Normal(&[n.positive()]));
        solver.rule(Head::Disjunction(&[unnamed]), BodyRef::Normal(&[n.negative()]));
        solver.rule(Head::Disjunction(&[c, fails]), BodyRef::Normal(&[unnamed.negative()]));
        for literal in [a, fails] {
            solver.rule(Head::Disjunction(&[n]), BodyRef::Normal(&[literal.positive()]));
        }
        solver.end_step();
        // Without b, the condition is false, and n is true.
        let options = SearchOptions { assumptions: vec![b.negative()], ..SearchOptions::default() };
        let mut search = solver.solve(options).expect("the program is accepted");
        let model = search.next_model(&|| false).expect("the program has an answer set");
        let values = atoms.iter().map(|atom| model.is_true(atom.positive())).collect::<Vec<_>>();
        assert_eq!(values, [false, false, true, true, false, false]);
        drop(search);
        assert_eq!(solver.search_statistics().conflicts, 0);
    }
}
