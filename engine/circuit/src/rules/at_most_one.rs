//! The literals `one_start` and `one_stop` are equivalent to "at most one of these starts (stops) is true".
//!
//! This rule runs first, and also while `one_start` is false: it is the rule that makes `one_start` true.

use crate::context::Context;
use crate::graph::Node;
use hamadryad_sat::{Conflict, Lit};

/// The equivalence of one literal with "at most one of the others".
#[derive(Clone)]
pub(crate) struct AtMostOne {
    literals: Vec<(Node, Lit)>,
    /// True if at most one of `literals` is.
    at_most_one: Lit,
}

impl AtMostOne {
    #[cfg(test)]
    pub(crate) const NAME: &'static str = "at_most_one";

    pub(crate) fn new(literals: Vec<(Node, Lit)>, at_most_one: Lit) -> AtMostOne {
        AtMostOne { literals, at_most_one }
    }

    /// The literals of which at most one may be true, with their nodes.
    pub(crate) fn literals(&self) -> &[(Node, Lit)] {
        &self.literals
    }

    /// The literal of "at most one".
    pub(crate) fn gate(&self) -> Lit {
        self.at_most_one
    }

    /// Implies the value of the gate once it follows from the values of the literals.
    pub(crate) fn propagate(&self, context: &mut Context<'_>) -> Result<(), Conflict> {
        let AtMostOne { literals, at_most_one } = self;
        let all = || literals.iter().map(|&(_, lit)| lit);
        let mut chosen = all().filter(|&lit| context.solver.is_true(lit));
        if let (Some(first), Some(second)) = (chosen.next(), chosen.next()) {
            if context.solver.is_false(*at_most_one) {
                return Ok(());
            }
            let reason = context.reason(&[first, second]);
            return context.imply(!*at_most_one, reason);
        }
        let is_known = context.solver.is_true(*at_most_one);
        if !is_known && all().filter(|&lit| !context.solver.is_false(lit)).count() <= 1 {
            let absent: Vec<Lit> =
                all().filter(|&lit| context.solver.is_false(lit)).map(|lit| !lit).collect();
            let reason = context.reason(&absent);
            return context.imply(*at_most_one, reason);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::{Handles, Reasons};
    use hamadryad_random::Random;
    use hamadryad_sat::{NoTheory, Solver};

    /// The naive version: counts.
    fn naive(solver: &Solver, literals: &[Lit]) -> Option<bool> {
        let chosen = literals.iter().filter(|&&lit| solver.is_true(lit)).count();
        let possible = literals.iter().filter(|&&lit| !solver.is_false(lit)).count();
        if chosen > 1 { Some(false) } else { (possible <= 1).then_some(true) }
    }

    #[test]
    fn it_agrees_with_counting() {
        let mut random = Random::new(0xa7_0000_0001);
        for _ in 0..500 {
            let mut solver = Solver::new();
            let lits: Vec<Lit> = (0..random.below(6)).map(|_| solver.new_var().positive()).collect();
            let gate = solver.new_var().positive();
            for &lit in &lits {
                if random.percent(60) {
                    solver.add_clause(&[if random.percent(30) { lit } else { !lit }]);
                }
            }
            solver.propagate_at_root(&mut NoTheory);
            let nodes = lits.iter().enumerate().map(|(i, &lit)| (Node::new(i), lit)).collect();
            let (rule, mut reasons) = (AtMostOne::new(nodes, gate), Reasons::default());
            let mut context = Context::new(&mut solver, &mut reasons, Handles { first: 0, step: 1 });
            context.rule = AtMostOne::NAME;
            assert!(rule.propagate(&mut context).is_ok());
            let expected = naive(&solver, &lits);
            assert_eq!(solver.value(gate), expected);
            // The reason alone is enough.
            for inference in &reasons.log {
                let mut other = Solver::new();
                other.reserve(solver.num_vars());
                (0..solver.num_vars()).for_each(|_| _ = other.new_var());
                inference.reason.iter().for_each(|&lit| _ = other.add_clause(&[lit]));
                assert_eq!(naive(&other, &lits), expected);
            }
        }
    }
}
