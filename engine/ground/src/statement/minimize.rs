//! `#minimize` and weak constraints: the costs of tuples.

use crate::instantiate::join::Instantiator;
use crate::ir::{Rule, Term};
use hamadryad_syntax::ast::AggregateFunction;

impl Instantiator<'_> {
    pub(crate) fn minimize(
        &mut self,
        rule: &Rule,
        weight: &Term,
        priority: &Term,
        tuple: &[Term],
        negate: bool,
    ) {
        let (Some(weight), Some(priority), Some(tuple)) =
            (self.value(weight), self.value(priority), self.values(tuple))
        else {
            return;
        };
        if !self.counts(AggregateFunction::Sum, Some(weight), rule.span) {
            return;
        }
        let (Some(weight), Some(level)) = (self.symbols.as_number(weight), self.symbols.as_number(priority))
        else {
            self.ignore(rule.span, "priority", priority, "is not a number");
            return;
        };
        let weight = if negate { weight.wrapping_neg() } else { weight };
        let body = self.instance_body(&[]);
        self.pending.costs.add((level, weight, tuple.to_vec()), &body);
    }
}
