//! Access and patterns of an atom: the known parts give the key of an index, the other parts bind variables.

use crate::atoms::index::{Inside, Path};
use crate::ir::{Atom, SlotSet, Term};
use crate::plan::step::{Pattern, Step};
use hamadryad_syntax::ast::{Relation, UnaryOperator};

/// Whether a step binds one of the marked variables.
pub(crate) fn binds_any(step: &Step, marked: &SlotSet) -> bool {
    match step {
        Step::Match(found) => found.patterns.iter().any(|(_, pattern)| pattern_binds(pattern, marked)),
        Step::Assign { pattern, .. } | Step::Range { pattern, .. } => pattern_binds(pattern, marked),
        Step::Call(call) => pattern_binds(&call.pattern, marked),
        Step::Either { slot, .. } => marked.contains(*slot),
        Step::Aggregate(aggregate) => {
            aggregate.assignments.iter().any(|pattern| pattern_binds(pattern, marked))
        }
        Step::Negative { .. }
        | Step::Compare { .. }
        | Step::Conditional(_)
        | Step::Theory(_)
        | Step::Never => false,
    }
}

fn pattern_binds(pattern: &Pattern, marked: &SlotSet) -> bool {
    match pattern {
        Pattern::Bind(slot) | Pattern::Linear { slot, bound: false, .. } => marked.contains(*slot),
        Pattern::Negated(inner) => pattern_binds(inner, marked),
        Pattern::Function { arguments, .. } => arguments.iter().any(|part| pattern_binds(part, marked)),
        _ => false,
    }
}

/// The paths of an atom to parts with known values, and the terms of these values.
pub(crate) fn access(atom: &Atom, bound: &SlotSet) -> (Vec<Path>, Vec<Term>) {
    let (mut paths, mut key) = (Vec::new(), Vec::new());
    for (argument, term) in atom.arguments.iter().enumerate() {
        known_parts(term, Path { argument, inside: Vec::new() }, bound, &mut paths, &mut key);
    }
    (paths, key)
}

fn known_parts(term: &Term, path: Path, bound: &SlotSet, paths: &mut Vec<Path>, key: &mut Vec<Term>) {
    if !term.has_anonymous() && bound.binds(term) {
        paths.push(path);
        key.push(term.clone());
        return;
    }
    let Term::Function { name, positive, arguments } = term else { return };
    for (argument, part) in arguments.iter().enumerate() {
        let mut path = path.clone();
        path.inside.push(Inside { name: *name, positive: *positive, arity: arguments.len(), argument });
        known_parts(part, path, bound, paths, key);
    }
}

/// Compiles a term for matching, and adds the variables that it binds.
pub(crate) fn compile(term: &Term, bound: &mut SlotSet) -> Pattern {
    match term {
        Term::Constant(symbol) => Pattern::Equal(*symbol),
        Term::Anonymous => Pattern::Ignore,
        Term::Variable(slot) if bound.contains(*slot) => Pattern::Check(*slot),
        Term::Variable(slot) => {
            bound.insert(*slot);
            Pattern::Bind(*slot)
        }
        Term::Linear { slot, factor, offset, .. } => {
            let was_bound = bound.contains(*slot);
            bound.insert(*slot);
            Pattern::Linear { slot: *slot, factor: *factor, offset: *offset, bound: was_bound }
        }
        term if !term.has_anonymous() && bound.binds(term) => Pattern::Value(term.clone()),
        Term::Unary(UnaryOperator::Minus, operand, _) => Pattern::Negated(Box::new(compile(operand, bound))),
        Term::Function { name, positive, arguments } => Pattern::Function {
            name: *name,
            positive: *positive,
            arguments: arguments.iter().map(|argument| compile(argument, bound)).collect(),
        },
        Term::Unary(..) | Term::Absolute(..) | Term::Binary(..) => Pattern::Value(term.clone()),
    }
}

pub(crate) fn comparison(relation: Relation, left: &Term, right: &Term, bound: &SlotSet) -> Step {
    if relation == Relation::Equal {
        for (known, matched) in [(left, right), (right, left)] {
            if bound.binds(known) && !bound.binds(matched) {
                let pattern = compile(matched, &mut bound.clone());
                return Step::Assign { pattern, term: known.clone() };
            }
        }
    }
    Step::Compare { relation, left: left.clone(), right: right.clone() }
}
