//! Choice rules: the atoms that an instance may derive, and the bounds on their number.

use crate::aggregate::guard::guards;
use crate::aggregate::tuples::counts;
use crate::aggregate::writer::Truth;
use crate::instantiate::evaluator::Evaluator;
use crate::instantiate::join::Join;
use crate::ir::{Atom, ChoiceElement, CountedTuple};
use crate::plan::{AggregatePlan, Conjunction};
use crate::rewrite::unpool::inverse;
use crate::statement::rule::constrain;
use hamadryad_aspif::{self as aspif, BodyRef, Head};
use hamadryad_syntax::ast::{AggregateFunction, Relation};

/// Writes the choice rules of an instance: a rule for all elements without conditions, and a rule for each
/// other element.
pub(crate) fn choose(join: &mut Join<'_>, elements: &[ChoiceElement], conditions: &[Conjunction]) {
    let depth = join.instance.literals.len();
    let mut free: Vec<aspif::Atom> = Vec::new();
    for (element, condition) in elements.iter().zip(conditions) {
        join.run(condition, &mut |join| {
            if !element.tuple.as_ref().is_none_or(|tuple| is_choice(&mut join.evaluator, tuple)) {
                return;
            }
            let Some(atom) = chosen(join, &element.atom) else { return };
            if join.instance.literals.len() == depth {
                free.push(atom);
            } else {
                let body = join.instance.body(&[]);
                join.atoms.emitter.rule(Head::Choice(&[atom]), BodyRef::Normal(&body));
            }
        });
    }
    if free.is_empty() {
        return;
    }
    free.sort_unstable();
    free.dedup();
    let body = join.instance.body(&[]);
    join.atoms.emitter.rule(Head::Choice(&free), BodyRef::Normal(&body));
}

/// Whether the atom with this tuple may be chosen: not if the tuple is undefined or has no weight. A negative
/// weight of `#sum+` is ignored, but its atom is chosen, as in clingo.
fn is_choice(evaluator: &mut Evaluator<'_>, tuple: &CountedTuple) -> bool {
    let Some(terms) = evaluator.values(&tuple.terms) else { return false };
    let weight = terms.first().copied();
    let counts = counts(evaluator.symbols, evaluator.warnings, tuple.function, weight, tuple.span);
    let is_number = weight.is_some_and(|weight| evaluator.symbols.as_number(weight).is_some());
    counts || tuple.function == AggregateFunction::SumPlus && is_number
}

/// The atom of an element; `None` if it is undefined or a fact.
fn chosen(join: &mut Join<'_>, atom: &Atom) -> Option<aspif::Atom> {
    let arguments = join.evaluator.values(&atom.arguments)?;
    let id = join.atoms.define(join.evaluator.symbols, atom.predicate, &arguments);
    let entry = join.atoms.base.domain_mut(atom.predicate).entry_mut(id);
    entry.derived = true;
    if entry.fact { None } else { Some(entry.atom) }
}

/// Writes the bounds of a choice: constraints that exclude the violation of a guard in an instance of its
/// body.
pub(crate) fn bound(join: &mut Join<'_>, aggregate: &AggregatePlan) {
    let Some(wanted) = join.guard_values(aggregate) else { return };
    let tuples = join.tuples(aggregate);
    for (relation, value) in wanted {
        let violations = match relation {
            Relation::Equal => &[Relation::Less, Relation::Greater][..],
            _ => &[inverse(relation)][..],
        };
        for &violation in violations {
            match guards(&mut join.writer(), aggregate.function, &tuples, &[(violation, value)]) {
                Truth::False => {}
                Truth::True => constrain(join, &[]),
                Truth::All(literals) => constrain(join, &literals),
            }
        }
    }
}
