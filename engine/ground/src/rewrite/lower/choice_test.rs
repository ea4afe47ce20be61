//! The test of a choice: whether some set of its elements satisfies its guards.
//!
//! ```text
//! p(1).  { p(X+1) } = 5 :- p(X).     -- one atom cannot have five elements: p(2) is impossible
//! ```
//!
//! The test is a body aggregate over the elements without their atoms. Each of its tuples may be in the set
//! or not, even if it is a fact, as in clingo. An instance of the rule that fails the test derives no atom;
//! the rule for the bounds (`Action::Bound`) excludes its body. The test stays only in rules whose body or
//! conditions depend recursively on their head (`component/prepare.rs`): in other rules it would rarely save
//! an atom, and costs a second join of the conditions.

use crate::ir::{Aggregate, Element, Literal};
use crate::rewrite::lower::body::{lower_guards, set_elements};
use crate::rewrite::lower::builder::Builder;
use crate::rewrite::lower::literal::{lower_condition, lower_literal};
use crate::rewrite::lower::term::value;
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{self, AggregateFunction, ConditionalLiteral, Guard, Sign};

/// The tuple of an element of a head aggregate, with the aggregate's function.
pub(crate) type TupleOf<'e> = (AggregateFunction, &'e [ast::Term]);

pub(crate) fn choice_test(
    builder: &mut Builder<'_, '_>,
    elements: &[(Option<TupleOf<'_>>, &ConditionalLiteral)],
    left: Option<&Guard>,
    right: Option<&Guard>,
    span: Span,
    literals: &mut Vec<Literal>,
) -> Aggregate {
    let function = elements.iter().find_map(|(tuple, _)| tuple.map(|(function, _)| function));
    let function = function.unwrap_or(AggregateFunction::Count);
    let guards = lower_guards(builder, left, right, literals);
    let elements = elements.iter().enumerate();
    let elements = elements.flat_map(|(number, &(tuple, element))| match tuple {
        Some((_, terms)) => vec![builder.scoped(|builder| possible_tuple(builder, terms, element))],
        None => possible_literal(builder, number, element),
    });
    let elements = elements.collect();
    Aggregate { tests_choice: true, sign: Sign::None, function, elements, guards, span }
}

fn possible_tuple(
    builder: &mut Builder<'_, '_>,
    terms: &[ast::Term],
    element: &ConditionalLiteral,
) -> Element {
    let mut condition = lower_condition(builder, &element.condition);
    let mut of_literal = Vec::new();
    lower_literal(builder, &element.literal, false, &mut of_literal);
    condition.extend(of_literal.into_iter().skip(usize::from(is_plain(element))));
    let tuple = terms.iter().map(|term| value(builder, term, &mut condition)).collect();
    Element { tuple, condition, span: element.literal.span }
}

fn possible_literal(
    builder: &mut Builder<'_, '_>,
    number: usize,
    element: &ConditionalLiteral,
) -> Vec<Element> {
    let mut possible = set_elements(builder, number, element, false);
    if is_plain(element) {
        // The literal is the first part of the condition.
        possible.iter_mut().for_each(|element| drop(element.condition.remove(0)));
    }
    possible
}

/// Whether the literal of an element is an atom that can be chosen.
pub(crate) fn is_plain(element: &ConditionalLiteral) -> bool {
    let literal = &element.literal.node;
    literal.sign == Sign::None && matches!(literal.atom, ast::Atom::Predicate(_))
}
