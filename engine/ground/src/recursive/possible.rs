//! The end of a round: recursive literals become possible as soon as their accumulated parts allow it.

use crate::aggregate::guard::{may_hold, possible_values};
use crate::instantiate::join::Join;
use crate::ir::RecursiveId;
use crate::recursive::accumulate::carry;
use crate::recursive::literal::{Collected, Content, RecursiveLiterals, Requirement};
use hamadryad_syntax::ast::Relation;

/// Defines the `#holds` atoms of all changed instances that may hold. Returns whether some instances were
/// opened too recently to be judged.
pub(crate) fn check_changed(recursive: &mut RecursiveLiterals, join: &mut Join<'_>) -> bool {
    let mut is_early = false;
    for id in recursive.ids() {
        let rounds = recursive.get(id).rounds();
        let round = recursive.round;
        for number in std::mem::take(&mut recursive.get_mut(id).changed) {
            let literal = recursive.get_mut(id);
            let instance = &mut literal.instances[number];
            if round < instance.opened + rounds {
                is_early = true;
                literal.changed.push(number);
            } else {
                instance.changed = false;
                check(recursive, join, id, number);
            }
        }
    }
    is_early
}

/// Defines the `#holds` atom of an instance that may hold.
fn check(recursive: &RecursiveLiterals, join: &mut Join<'_>, id: RecursiveId, number: usize) {
    let literal = recursive.get(id);
    let (key, instance) = literal.instances.get_index(number).expect("the instance is open");
    match (&literal.content, &instance.collected) {
        (
            &Content::Aggregate { tests_choice, function, assignments, .. },
            Collected::Tuples(guards, tuples),
        ) => {
            if tests_choice {
                if may_hold(join.evaluator.symbols, function, tuples, guards) {
                    carry(join, literal.holds, key);
                }
            } else if assignments > 0 {
                check_values(recursive, join, id, number);
            } else if may_hold(join.evaluator.symbols, function, tuples, guards) {
                join.atoms.define(join.evaluator.symbols, literal.holds, key);
            }
        }
        (_, Collected::Requirements(requirements)) => {
            if requirements.values().all(Requirement::may_hold) {
                join.atoms.define(join.evaluator.symbols, literal.holds, key);
            }
        }
        (_, Collected::Disjuncts(..) | Collected::Theory(_)) => {}
        (_, Collected::Tuples(..)) => unreachable!("tuples belong to aggregates"),
    }
}

/// Defines a `#holds` atom for each value that an assignment may have.
fn check_values(recursive: &RecursiveLiterals, join: &mut Join<'_>, id: RecursiveId, number: usize) {
    let literal = recursive.get(id);
    let (key, instance) = literal.instances.get_index(number).expect("the instance is open");
    let (&Content::Aggregate { function, assignments, span, .. }, Collected::Tuples(guards, tuples)) =
        (&literal.content, &instance.collected)
    else {
        return;
    };
    let effort = &mut join.effort;
    let values = possible_values(join.evaluator.symbols, function, tuples, &mut || effort.poll());
    join.evaluator.warnings.explosions.note(span, values.len());
    for value in values {
        let mut all = guards.clone();
        all.push((Relation::Equal, value));
        if may_hold(join.evaluator.symbols, function, tuples, &all) {
            let mut arguments = key.clone();
            arguments.extend(std::iter::repeat_n(value, assignments));
            join.atoms.define(join.evaluator.symbols, literal.holds, &arguments);
        }
    }
}
