//! `#minimize` and weak constraints: the costs of tuples.

use crate::aggregate::tuples::counts;
use crate::instantiate::evaluator::Evaluator;
use crate::instantiate::join::Join;
use crate::ir::{Rule, Term};
use crate::output::pending::Pending;
use hamadryad_syntax::ast::AggregateFunction;

/// Adds the condition of an instance to its tuple.
pub(crate) fn minimize(
    join: &mut Join<'_>,
    pending: &mut Pending,
    rule: &Rule,
    (weight, priority, tuple): (&Term, &Term, &[Term]),
    negate: bool,
) {
    let evaluator = &mut join.evaluator;
    let values = (evaluator.value(weight), evaluator.value(priority), evaluator.values(tuple));
    let (Some(weight), Some(priority), Some(tuple)) = values else { return };
    let Evaluator { symbols, warnings, .. } = evaluator;
    if !counts(symbols, warnings, AggregateFunction::Sum, Some(weight), rule.span) {
        return;
    }
    let (Some(weight), Some(level)) = (symbols.as_number(weight), symbols.as_number(priority)) else {
        warnings.ignore(rule.span, "priority", symbols.display(priority), "is not a number");
        return;
    };
    let weight = if negate { weight.wrapping_neg() } else { weight };
    let body = join.instance.body(&[]);
    pending.costs.add((level, weight, tuple.to_vec()), &body);
}
