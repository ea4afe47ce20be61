//! The end of a component: definitions of the atoms that represent recursive literals.
//!
//! Invariant: definitions are written after all instances of the component, when the positive dependencies
//! between its atoms are known: inside of a positive loop, an aggregate is defined differently
//! (`aggregate/writer.rs`).

use crate::aggregate::conditional::implication;
use crate::aggregate::guard::guards;
use crate::aggregate::loops::{Loop, Loops};
use crate::aggregate::writer::{LiteralWriter, Truth};
use crate::atoms::base::Base;
use crate::instantiate::join::Join;
use crate::ir::RecursiveId;
use crate::output::emitter::Emitter;
use crate::recursive::literal::{Collected, Content, RecursiveLiteral, RecursiveLiterals, Requirements};
use crate::statement::disjunction::write_conjuncts;
use hamadryad_aspif as aspif;
use hamadryad_symbol::Symbol;
use hamadryad_syntax::ast::{Relation, Sign};
use smallvec::SmallVec;
use std::rc::Rc;

/// An atom that represents an instance of a recursive literal, or a value of it.
struct Definition {
    id: RecursiveId,
    number: usize,
    atom: aspif::Atom,
    /// The value of an assignment.
    value: Option<Symbol>,
}

/// Writes the definitions of all recursive literals of a complete component.
pub(crate) fn define(mut recursive: RecursiveLiterals, join: &mut Join<'_>) {
    recursive.all.iter_mut().for_each(|literal| write_disjunctions(literal, join));
    let mut definitions = Vec::new();
    for id in recursive.ids() {
        collect_definitions(id, recursive.get(id), join.atoms.base, &mut definitions);
    }
    let emitter = &mut join.atoms.emitter;
    let mut edges = Vec::new();
    for definition in &definitions {
        for literal in body_literals(recursive.get(definition.id), definition.number, emitter) {
            if literal.is_positive() {
                edges.push((definition.atom, literal.atom()));
            }
        }
    }
    edges.extend(emitter.written.recorded());
    let loops = Rc::new(Loops::new(&edges));
    for definition in &definitions {
        let positive_loop = Loop::of(&loops, definition.atom);
        write_definition(recursive.get(definition.id), definition, positive_loop.as_ref(), join);
    }
}

/// Writes the disjunctive rules whose disjuncts were accumulated.
fn write_disjunctions(literal: &mut RecursiveLiteral, join: &mut Join<'_>) {
    for instance in literal.instances.values_mut() {
        let Collected::Disjuncts(bodies, conjuncts) = &mut instance.collected else { return };
        bodies.sort_unstable();
        bodies.dedup();
        for body in std::mem::take(bodies) {
            join.instance.literals = body;
            write_conjuncts(join, conjuncts.clone());
        }
    }
    join.instance.literals.clear();
}

/// Adds the atoms that represent instances of the literal in the output.
fn collect_definitions(
    id: RecursiveId,
    literal: &RecursiveLiteral,
    base: &Base,
    definitions: &mut Vec<Definition>,
) {
    if matches!(literal.content, Content::Disjunction | Content::Aggregate { tests_choice: true, .. }) {
        return;
    }
    let domain = base.domain(literal.holds);
    if let Content::Aggregate { assignments: 1.., .. } = literal.content {
        for (position, entry) in domain.entries().iter().enumerate() {
            let arguments = domain.arguments(position as u32);
            let key = literal.instances.keys().next().map_or(0, SmallVec::len);
            let number = literal.instances.get_index_of(&arguments[..key]).expect("the instance is open");
            definitions.push(Definition { id, number, atom: entry.atom, value: arguments.last().copied() });
        }
        return;
    }
    for (number, key) in literal.instances.keys().enumerate() {
        let defined = domain.find(key).map(|position| domain.entry(position).atom);
        if let Some(atom) = defined.or_else(|| domain.reserved(key)) {
            definitions.push(Definition { id, number, atom, value: None });
        }
    }
}

/// The literals in the definition of an instance.
fn body_literals(
    literal: &RecursiveLiteral,
    number: usize,
    emitter: &mut Emitter<'_>,
) -> Vec<aspif::Literal> {
    match &literal.instances[number].collected {
        Collected::Tuples(_, tuples) => {
            let open = (0..tuples.len()).filter(|&tuple| !tuples.is_fact(tuple));
            open.map(|tuple| tuples.literal(tuple, emitter)).collect()
        }
        Collected::Disjuncts(..) | Collected::Theory(_) => Vec::new(),
        Collected::Requirements(requirements) => {
            let parts = requirements.values();
            let all = parts.flat_map(|part| part.conditions.iter().chain(&part.alternatives));
            all.flatten().copied().collect()
        }
    }
}

fn write_definition(
    literal: &RecursiveLiteral,
    definition: &Definition,
    positive_loop: Option<&Loop>,
    join: &mut Join<'_>,
) {
    let atom = definition.atom;
    match (&literal.content, &literal.instances[definition.number].collected) {
        (&Content::Aggregate { sign, function, .. }, Collected::Tuples(wanted, tuples)) => {
            let mut wanted = wanted.clone();
            wanted.extend(definition.value.map(|value| (Relation::Equal, value)));
            // No positive dependency leads through a negated aggregate.
            let positive_loop = positive_loop.filter(|_| sign == Sign::None);
            let mut writer = LiteralWriter { positive_loop, ..join.writer() };
            match guards(&mut writer, function, tuples, &wanted) {
                Truth::False => {}
                Truth::True => writer.emitter.fact(atom),
                Truth::All(literals) => writer.emitter.derive(atom, &literals),
            }
        }
        (_, Collected::Requirements(requirements)) => {
            write_requirements(&mut LiteralWriter { positive_loop, ..join.writer() }, atom, requirements);
        }
        (&Content::Theory(sign, ..), Collected::Theory(content)) => {
            let mut content = content.clone();
            content.sort();
            // Under `not not`, another atom represents the literal in bodies.
            join.theory.complete(&mut join.atoms.emitter, atom, content, sign == Sign::NotNot);
        }
        _ => unreachable!("the collected parts are of the kind of their literal"),
    }
}

fn write_requirements(writer: &mut LiteralWriter<'_, '_>, atom: aspif::Atom, requirements: &Requirements) {
    let mut body = Vec::new();
    for requirement in requirements.values() {
        for condition in &requirement.conditions {
            match implication(writer, condition, requirement.alternatives.clone()) {
                Some(literals) => body.extend(literals),
                None => return,
            }
        }
    }
    body.sort_unstable();
    body.dedup();
    writer.emitter.derive(atom, &body);
}
