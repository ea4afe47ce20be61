//! Objective, acyclicity edges, heuristic directives and outputs: the statements of a step that refer to its
//! atoms.
//!
//! Invariant: afterwards every atom that the step mentions has a literal; an atom without a definition is
//! false.

use crate::program::step::Step;
use crate::translate::pending::{Literals, PendingTranslation};
use crate::translate::translator::Translator;
use hamadryad_aspif::{BodyRef, WeightedLiteral};

impl Translator<'_> {
    /// Adds objective, edges, heuristic directives and outputs. They are few or cheap, so the pass has no
    /// interruption.
    pub(super) fn add_directives(&mut self, pending: &mut PendingTranslation) {
        let PendingTranslation { step, literals, .. } = pending;
        self.add_objective(step);
        self.add_edges(step, literals);
        self.add_heuristics(step, literals);
        self.settle_undefined(step);
        self.outputs.translate(self.atoms);
        self.propagators.user.unprepare();
    }

    /// Makes atoms false that the step mentions and no rule defines.
    fn settle_undefined(&mut self, step: &Step) {
        for body in step.bodies.iter() {
            match body {
                BodyRef::Normal(literals) => literals.iter().for_each(|&literal| self.atoms.settle(literal)),
                BodyRef::Sum { literals, .. } => {
                    literals.iter().for_each(|term| self.atoms.settle(term.literal));
                }
            }
        }
        step.minimize.iter().for_each(|(_, term)| self.atoms.settle(term.literal));
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
        self.propagators.rebuild_objective(self.sat);
    }

    fn add_edges(&mut self, step: &Step, literals: &Literals) {
        if step.edges.is_empty() {
            return;
        }
        for &(from, to, condition) in &step.edges {
            self.propagators.acyclicity.add(from, to, literals.of_condition(condition));
        }
        self.propagators.rebuild_acyclicity(self.sat);
    }

    fn add_heuristics(&mut self, step: &Step, literals: &Literals) {
        if !self.config.domain_heuristic {
            return;
        }
        for directive in &step.heuristics {
            let lit = self.lit(directive.atom.positive());
            let condition = literals.of_condition(directive.condition);
            let (modifier, bias, priority) = (directive.modifier, directive.bias, directive.priority);
            self.propagators.add_heuristic_directive(self.sat, lit, modifier, bias, priority, condition);
        }
    }
}
