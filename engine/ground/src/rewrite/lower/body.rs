//! Bodies: aggregates, sets, conditional literals, theory atoms, and the guards of aggregates.
//!
//! ```text
//! 1 < { p(X) : q(X) }     -->     #count { 0,p(X) : p(X), q(X) } > 1
//! ```

use crate::ir::{Aggregate, Atom, Conditional, Element, Literal, Term};
use crate::rewrite::lower::builder::Builder;
use crate::rewrite::lower::literal::{lower_condition, lower_literal};
use crate::rewrite::lower::term::{number_term, side, value};
use crate::rewrite::lower::theory::theory_atom;
use crate::rewrite::theory::built_in::Position;
use crate::rewrite::unpool;
use hamadryad_symbol::Signature;
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{
    self, AggregateFunction, BodyItem, BodyItemKind, ConditionalLiteral, Guard, LiteralKind, Relation, Sign,
};

pub(crate) fn lower_body(builder: &mut Builder<'_, '_>, items: &[BodyItem]) -> Vec<Literal> {
    let mut literals = Vec::new();
    for item in items {
        lower_item(builder, item, &mut literals);
    }
    literals
}

pub(crate) fn lower_item(builder: &mut Builder<'_, '_>, item: &BodyItem, literals: &mut Vec<Literal>) {
    match &item.node {
        BodyItemKind::Literal(literal) => lower_literal(builder, literal, true, literals),
        BodyItemKind::Conditional(conditional) => {
            let conditional = lower_conditional(builder, conditional, item.span);
            literals.push(Literal::Conditional(Box::new(conditional)));
        }
        BodyItemKind::Aggregate { sign, left, function, elements, right } => {
            if left.is_none() && right.is_none() {
                return unguarded(*sign, literals);
            }
            let guards = lower_guards(builder, left.as_ref(), right.as_ref(), literals);
            let tuples = elements.iter().map(|element| element.tuple.as_slice());
            let elements: Vec<Element> =
                elements.iter().map(|element| lower_element(builder, element)).collect();
            builder.warn_of_globals(tuples.zip(&elements));
            let (sign, function) = (*sign, *function);
            let span = item.span;
            let aggregate = Aggregate { tests_choice: false, sign, function, elements, guards, span };
            literals.push(Literal::Aggregate(Box::new(aggregate)));
        }
        BodyItemKind::Set { sign, left, elements, right } => {
            if left.is_none() && right.is_none() {
                return unguarded(*sign, literals);
            }
            let guards = lower_guards(builder, left.as_ref(), right.as_ref(), literals);
            let elements = lower_set(builder, elements, true);
            let (sign, function, span) = (*sign, AggregateFunction::Count, item.span);
            let aggregate = Aggregate { tests_choice: false, sign, function, elements, guards, span };
            literals.push(Literal::Aggregate(Box::new(aggregate)));
        }
        BodyItemKind::Theory(sign, atom) => {
            let theory = theory_atom(builder, *sign, atom, Position::Body, literals);
            literals.extend(theory.map(|theory| Literal::Theory(Box::new(theory))));
        }
    }
}

pub(crate) fn lower_conditional(
    builder: &mut Builder<'_, '_>,
    conditional: &ConditionalLiteral,
    span: Span,
) -> Conditional {
    builder.scoped(|builder| {
        let condition = lower_condition(builder, &conditional.condition);
        let literals = unpool::literals(&conditional.literal);
        let alternatives = literals.into_iter().map(|literal| lower_condition(builder, &[literal])).collect();
        Conditional { alternatives, condition, span }
    })
}

pub(crate) fn lower_element(builder: &mut Builder<'_, '_>, element: &ast::AggregateElement) -> Element {
    builder.scoped(|builder| {
        let mut condition = lower_condition(builder, &element.condition);
        let tuple = element.tuple.iter().map(|term| value(builder, term, &mut condition)).collect();
        Element { tuple, condition, span: element.span.0 }
    })
}

/// The elements of a set of literals: the literal gives the tuple and a part of the condition.
pub(crate) fn lower_set(
    builder: &mut Builder<'_, '_>,
    elements: &[ConditionalLiteral],
    in_body: bool,
) -> Vec<Element> {
    let numbered = elements.iter().enumerate();
    numbered.flat_map(|(number, element)| set_elements(builder, number, element, in_body)).collect()
}

/// One element, or one for each link of a negated chain, of which one must fail. These have the same tuple,
/// which counts once.
pub(crate) fn set_elements(
    builder: &mut Builder<'_, '_>,
    number: usize,
    element: &ConditionalLiteral,
    in_body: bool,
) -> Vec<Element> {
    let links = match &element.literal.node {
        LiteralKind { sign: Sign::Not, atom: ast::Atom::Comparison(_, links) } => links.len(),
        _ => 1,
    };
    let failing = 0..links;
    failing
        .map(|link| builder.scoped(|builder| set_element(builder, number, element, link, in_body)))
        .collect()
}

fn set_element(
    builder: &mut Builder<'_, '_>,
    number: usize,
    element: &ConditionalLiteral,
    failing: usize,
    in_body: bool,
) -> Element {
    // Tuples of literals that are not atoms begin with a number for their position, tuples of atoms with a
    // number for their sign.
    let sign = element.literal.node.sign;
    let (kind, mut tuple, mut condition) = match &element.literal.node.atom {
        ast::Atom::Predicate(_) => {
            let mut condition = Vec::new();
            lower_literal(builder, &element.literal, in_body && sign != Sign::None, &mut condition);
            let Literal::Predicate { atom, .. } = &condition[0] else {
                unreachable!("an atom is lowered first")
            };
            (sign as i32, atom_terms(builder, atom), condition)
        }
        ast::Atom::Comparison(first, rest) => {
            let (sides, condition) = compared(builder, first, rest, (sign == Sign::Not).then_some(failing));
            (number as i32 + 3, sides, condition)
        }
        ast::Atom::Boolean(_) => {
            let mut condition = Vec::new();
            lower_literal(builder, &element.literal, false, &mut condition);
            (number as i32 + 3, Vec::new(), condition)
        }
    };
    tuple.insert(0, number_term(builder, kind));
    condition.append(&mut lower_condition(builder, &element.condition));
    Element { tuple, condition, span: element.literal.span }
}

/// The terms of a chain of comparisons, and its condition: all links, or the inverse of the failing one.
fn compared(
    builder: &mut Builder<'_, '_>,
    first: &ast::Term,
    rest: &[(Relation, ast::Term)],
    failing: Option<usize>,
) -> (Vec<Term>, Vec<Literal>) {
    let mut condition = Vec::new();
    let terms = [first].into_iter().chain(rest.iter().map(|(_, term)| term));
    let sides: Vec<Term> = terms.map(|term| side(builder, term, &mut condition)).collect();
    let links = rest.iter().zip(sides.windows(2)).enumerate();
    for (number, ((relation, _), pair)) in links {
        let relation = match failing {
            Some(failing) if failing != number => continue,
            Some(_) => unpool::inverse(*relation),
            None => *relation,
        };
        condition.push(Literal::Comparison { relation, left: pair[0].clone(), right: pair[1].clone() });
    }
    (sides, condition)
}

/// An atom as a term; an atom of a projection as the number of its predicate and its arguments.
fn atom_terms(builder: &mut Builder<'_, '_>, atom: &Atom) -> Vec<Term> {
    match builder.context.base.domain(atom.predicate).signature {
        Some(Signature { name, positive, .. }) => {
            vec![Term::Function { name, positive, arguments: atom.arguments.clone() }]
        }
        None => {
            let predicate = number_term(builder, atom.predicate.0 as i32);
            [predicate].into_iter().chain(atom.arguments.iter().cloned()).collect()
        }
    }
}

/// The guards, read `aggregate relation term`.
pub(crate) fn lower_guards(
    builder: &mut Builder<'_, '_>,
    left: Option<&Guard>,
    right: Option<&Guard>,
    literals: &mut Vec<Literal>,
) -> Vec<(Relation, Term)> {
    let mut guards = Vec::new();
    if let Some((relation, term)) = left {
        guards.push((converse(*relation), side(builder, term, literals)));
    }
    if let Some((relation, term)) = right {
        guards.push((*relation, side(builder, term, literals)));
    }
    guards
}

/// An aggregate without guards is true for all elements.
fn unguarded(sign: Sign, literals: &mut Vec<Literal>) {
    if sign == Sign::Not {
        literals.push(Literal::Never);
    }
}

/// The relation with its sides exchanged.
fn converse(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::Greater => Relation::Less,
        Relation::GreaterEqual => Relation::LessEqual,
        Relation::Equal | Relation::NotEqual => relation,
    }
}
