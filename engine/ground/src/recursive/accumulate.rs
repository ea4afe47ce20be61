//! Accumulation: the instances and parts of recursive literals, while their component is instantiated.
//!
//! Each function adds the part that an instance of an accumulating rule gives, with the literals of this
//! instance as its condition. No ground rule is written before the end of the component.

use crate::aggregate::tuples::{Tuples, counts};
use crate::atoms::domain::PredicateId;
use crate::instantiate::evaluator::Evaluator;
use crate::instantiate::join::Join;
use crate::instantiate::theory_terms::{theory_element, theory_frame};
use crate::ir::{Accumulate, Disjunct, Part, RecursiveId, Role, Slot, Term, TheoryTerm};
use crate::plan::{ActionPlan, DisjunctPlan};
use crate::recursive::literal::{Collected, Content, Guards, Instance, Key, RecursiveLiterals};
use crate::statement::disjunction::{conjunct, define_members};
use hamadryad_symbol::Symbol;
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::Relation;
use indexmap::IndexMap;

/// Adds the part of a recursive literal that the instance of a rule gives.
pub(crate) fn accumulate(
    recursive: &mut RecursiveLiterals,
    join: &mut Join<'_>,
    accumulate: &Accumulate,
    plan: &ActionPlan,
) {
    let id = accumulate.literal;
    let key = join.evaluator.key(&accumulate.key);
    match (&accumulate.part, plan) {
        (Part::Instance, _) => open(recursive, join, id, key),
        (Part::Tuple(tuple, span), _) => add_tuple(recursive, join, id, &key, tuple, *span),
        (Part::Element(tuple), _) => add_element(recursive, join, id, &key, tuple),
        (Part::Disjunct(number, disjunct), ActionPlan::Disjoin(plans)) => {
            add_disjunct(recursive, join, id, &key, (*number, disjunct, &plans[0]));
        }
        (Part::Condition(instance), _) => add_condition(recursive, join, id, &key, instance),
        (Part::Alternative(instance), _) => {
            let instance = join.evaluator.key(instance);
            let alternatives = &mut recursive.get_mut(id).requirement(&key, instance).alternatives;
            alternatives.push(join.instance.literals.clone());
        }
        (Part::Disjunct(..), _) => unreachable!("a plan is made for its action"),
    }
}

/// Opens the instance of a recursive literal for the present values of its global variables.
fn open(recursive: &mut RecursiveLiterals, join: &mut Join<'_>, id: RecursiveId, key: Key) {
    if let Some(instance) = recursive.get_mut(id).instances.get_mut(&key) {
        if let Collected::Disjuncts(bodies, _) = &mut instance.collected {
            bodies.push(join.instance.literals.clone());
        }
        return;
    }
    let Some(collected) = nothing_collected(&recursive.get(id).content, join) else { return };
    // A theory atom may hold at once, because any set of elements is possible.
    let holds = matches!(collected, Collected::Theory(_));
    let instance = Instance { opened: recursive.round, changed: false, collected };
    let literal = recursive.get_mut(id);
    literal.instances.insert(key.clone(), instance);
    literal.change(&key);
    carry(join, literal.opened, &key);
    if holds {
        join.atoms.define(join.evaluator.symbols, literal.holds, &key);
    }
}

/// The content of a new instance; `None` if a guard or the name of a theory atom is undefined.
fn nothing_collected(content: &Content, join: &mut Join<'_>) -> Option<Collected> {
    match content {
        Content::Aggregate { guards, .. } => {
            let guard = |(relation, term): &(Relation, Term)| Some((*relation, join.evaluator.value(term)?));
            let guards = guards.iter().map(guard).collect::<Option<Guards>>()?;
            Some(Collected::Tuples(guards, Tuples::default()))
        }
        Content::Theory(_, name, guard) => {
            join.theory.accumulate();
            let Join { evaluator, theory, atoms, .. } = join;
            let frame = theory_frame(evaluator, theory, &mut atoms.emitter, Role::Body, name, guard.as_ref());
            frame.map(Collected::Theory)
        }
        Content::Disjunction => Some(Collected::Disjuncts(vec![join.instance.literals.clone()], Vec::new())),
        Content::Conditional => Some(Collected::Requirements(IndexMap::default())),
    }
}

/// Defines an atom of an internal predicate that only carries the values of variables.
pub(crate) fn carry(join: &mut Join<'_>, predicate: PredicateId, arguments: &[Symbol]) {
    let id = join.atoms.define(join.evaluator.symbols, predicate, arguments);
    join.atoms.base.domain_mut(predicate).entry_mut(id).fact = true;
}

fn add_tuple(
    recursive: &mut RecursiveLiterals,
    join: &mut Join<'_>,
    id: RecursiveId,
    key: &Key,
    tuple: &[Term],
    span: Span,
) {
    let Some(tuple) = join.evaluator.values(tuple) else { return };
    let Content::Aggregate { tests_choice, function, .. } = recursive.get(id).content else {
        unreachable!("tuples belong to aggregates")
    };
    let Evaluator { symbols, warnings, .. } = &mut join.evaluator;
    if !counts(symbols, warnings, function, tuple.first().copied(), span) {
        return;
    }
    match &mut recursive.get_mut(id).change(key).collected {
        Collected::Tuples(_, tuples) if tests_choice => tuples.insert_open(&tuple),
        Collected::Tuples(_, tuples) => tuples.insert(&tuple, &join.instance.literals),
        _ => unreachable!("tuples belong to aggregates"),
    }
}

fn add_element(
    recursive: &mut RecursiveLiterals,
    join: &mut Join<'_>,
    id: RecursiveId,
    key: &Key,
    tuple: &[TheoryTerm],
) {
    let condition = join.instance.literals.clone();
    let Join { evaluator, theory, atoms, .. } = join;
    let Some(element) = theory_element(evaluator, theory, &mut atoms.emitter, tuple, condition) else {
        return;
    };
    if let Collected::Theory(content) = &mut recursive.get_mut(id).change(key).collected {
        content.elements.push(element);
    }
}

fn add_disjunct(
    recursive: &mut RecursiveLiterals,
    join: &mut Join<'_>,
    id: RecursiveId,
    key: &Key,
    (number, disjunct, plan): (usize, &Disjunct, &DisjunctPlan),
) {
    let Some(conjunct) = conjunct(join, number, disjunct, plan) else { return };
    define_members(join, &conjunct);
    let instance = recursive.get_mut(id).instances.get_mut(key);
    let instance = instance.expect("an instance is opened before its parts");
    if let Collected::Disjuncts(_, conjuncts) = &mut instance.collected {
        conjuncts.push(conjunct);
    }
}

fn add_condition(
    recursive: &mut RecursiveLiterals,
    join: &mut Join<'_>,
    id: RecursiveId,
    key: &Key,
    instance: &[Slot],
) {
    let instance = join.evaluator.key(instance);
    let all: Key = key.iter().chain(&instance).copied().collect();
    let literal = recursive.get_mut(id);
    literal.requirement(key, instance).conditions.push(join.instance.literals.clone());
    carry(join, literal.required, &all);
}
