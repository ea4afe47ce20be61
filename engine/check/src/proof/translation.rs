//! Checks that the constraints of a problem admit an answer set, and computes its cost.
//!
//! A proof shows that the problem has no (better) solution. The program then has no (better) answer set if
//! each answer set is a solution, which can be tested for small programs.

use super::propagate::Propagation;
use super::{Constraint, Literal, Problem};
use hamadryad_aspif::Atom;
use std::collections::BTreeSet;

impl Problem {
    /// The cost of an answer set in the problem; `None` if propagation refutes the answer set, or leaves its
    /// cost open.
    pub fn cost_of(&self, answer: &BTreeSet<Atom>) -> Option<u128> {
        let mut known = Propagation::default();
        self.all_constraints().for_each(|constraint| known.add(constraint.clone()));
        let members: BTreeSet<usize> = answer.iter().map(|atom| atom.index()).collect();
        let named = self.atoms.iter();
        let literals: Vec<Literal> =
            named.map(|(atom, &literal)| if members.contains(atom) { literal } else { !literal }).collect();
        known.while_assumed(&literals, |known| {
            let all = known.constraints().all(|constraint: &Constraint| {
                constraint.terms.iter().all(|&(_, literal)| known.value(literal).is_some())
            });
            let paid = self.objective.iter().filter(|&&(_, literal)| known.value(literal) == Some(true));
            all.then(|| paid.map(|&(weight, _)| weight).sum())
        })?
    }
}
