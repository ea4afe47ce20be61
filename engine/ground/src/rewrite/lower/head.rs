//! Rules, by the kind of their heads.
//!
//! ```text
//! 1 { p(X) : q(X) } 2 :- r.     -->     { p(X) : q(X) } :- r.
//!                                       :- r, not 1 <= #count { p(X) : q(X) } <= 2.
//! ```

use crate::ir::{
    Action, Aggregate, ChoiceElement, CountedTuple, Disjunct, Element, HeadLiteral, Literal, Member, Rule,
    Term,
};
use crate::rewrite::lower::body::{lower_body, lower_guards, lower_set};
use crate::rewrite::lower::builder::Builder;
use crate::rewrite::lower::choice_test::{TupleOf, choice_test, is_plain};
use crate::rewrite::lower::context::Lowering;
use crate::rewrite::lower::literal::{head_atom, lower_condition, lower_literal, predicate};
use crate::rewrite::lower::term::value;
use crate::rewrite::lower::theory::theory_atom;
use crate::rewrite::theory::built_in::Position;
use crate::rewrite::unpool;
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{
    self, AggregateFunction, BodyItem, ConditionalLiteral, Guard, Head, Relation, Sign,
};

pub(crate) fn lower_rule(
    context: &mut Lowering<'_>,
    head: &Head,
    body: &[BodyItem],
    span: Span,
) -> Vec<Rule> {
    match head {
        Head::Literal(literal) => vec![normal_rule(context, literal, body, span)],
        Head::Choice { left, elements, right } => {
            let (left, right) = (left.as_ref(), right.as_ref());
            let chosen: Vec<_> = elements.iter().map(|element| (None, element)).collect();
            let mut rules = vec![choice_rule(context, &chosen, left, right, body, span)];
            // Without guards, the rule exists for the safety check: elements that are not atoms may have
            // unsafe variables.
            if left.or(right).is_some() || elements.iter().any(|element| !is_plain(element)) {
                let set = |builder: &mut Builder<'_, '_>| lower_set(builder, elements, false);
                rules.push(bound_rule(context, AggregateFunction::Count, set, left, right, body, span));
            }
            rules
        }
        Head::Aggregate { left, function, elements, right } => {
            let (left, right) = (left.as_ref(), right.as_ref());
            let chosen = elements.iter();
            let chosen: Vec<_> =
                chosen.map(|(tuple, element)| (Some((*function, tuple.as_slice())), element)).collect();
            let tuples = |builder: &mut Builder<'_, '_>| {
                let tuples = elements.iter().map(|(tuple, _)| tuple.as_slice());
                let elements: Vec<Element> =
                    elements.iter().map(|(tuple, element)| head_element(builder, tuple, element)).collect();
                builder.warn_of_globals(tuples.zip(&elements));
                elements
            };
            vec![
                choice_rule(context, &chosen, left, right, body, span),
                bound_rule(context, *function, tuples, left, right, body, span),
            ]
        }
        Head::Disjunction(elements) => {
            let builder = &mut Builder::new(context, body, &[], span);
            let literals = lower_body(builder, body);
            let disjuncts = elements.iter().map(|element| lower_disjunct(builder, element)).collect();
            vec![builder.finish(Action::Disjoin(disjuncts), literals)]
        }
        Head::Theory(atom) => {
            let builder = &mut Builder::new(context, body, &[], span);
            builder.declare_theory(atom);
            let mut literals = lower_body(builder, body);
            let position = Position::Head { has_body: !body.is_empty() };
            match theory_atom(builder, Sign::None, atom, position, &mut literals) {
                Some(theory) => vec![builder.finish(Action::Theory(Box::new(theory)), literals)],
                None => Vec::new(),
            }
        }
    }
}

pub(crate) fn normal_rule(
    context: &mut Lowering<'_>,
    head: &ast::Literal,
    body: &[BodyItem],
    span: Span,
) -> Rule {
    let ast::Atom::Predicate(atom) = &head.node.atom else {
        let builder = &mut Builder::new(context, body, &[], span);
        let literals = lower_body(builder, body);
        return builder.finish(Action::Constrain, literals);
    };
    let builder = &mut Builder::new(context, body, &[atom], span);
    let mut literals = lower_body(builder, body);
    let atom = head_atom(builder, atom, &mut literals);
    builder.finish(Action::Derive(atom), literals)
}

fn choice_rule(
    context: &mut Lowering<'_>,
    elements: &[(Option<TupleOf<'_>>, &ConditionalLiteral)],
    left: Option<&Guard>,
    right: Option<&Guard>,
    body: &[BodyItem],
    span: Span,
) -> Rule {
    let guards: Vec<&ast::Term> = left.iter().chain(&right).map(|(_, term)| term).collect();
    let builder = &mut Builder::new(context, body, &guards, span);
    let mut literals = lower_body(builder, body);
    for guard in guards {
        let guard = value(builder, guard, &mut literals);
        require_value(&guard, &mut literals);
    }
    if left.or(right).is_some() {
        number_predicates(builder, elements);
        let test = choice_test(builder, elements, left, right, span, &mut literals);
        literals.push(Literal::Aggregate(Box::new(test)));
    }
    let chosen = elements.iter();
    let chosen = chosen.filter_map(|&(tuple, element)| choice_element(builder, tuple, element)).collect();
    builder.finish(Action::Choose(chosen), literals)
}

/// Adds the predicates of the elements in the order in which they are lowered: conditions before atoms.
fn number_predicates(builder: &mut Builder<'_, '_>, elements: &[(Option<TupleOf<'_>>, &ConditionalLiteral)]) {
    for (_, element) in elements.iter().filter(|(_, element)| is_plain(element)) {
        for literal in element.condition.iter().chain([&element.literal]) {
            if let ast::Atom::Predicate(term) = &literal.node.atom {
                predicate(builder, term);
            }
        }
    }
}

/// The bounds of a choice, as a rule about the tuples of its elements.
fn bound_rule(
    context: &mut Lowering<'_>,
    function: AggregateFunction,
    elements: impl FnOnce(&mut Builder<'_, '_>) -> Vec<Element>,
    left: Option<&Guard>,
    right: Option<&Guard>,
    body: &[BodyItem],
    span: Span,
) -> Rule {
    let terms: Vec<&ast::Term> = left.iter().chain(&right).map(|(_, term)| term).collect();
    let builder = &mut Builder::new(context, body, &terms, span);
    let mut literals = lower_body(builder, body);
    let guards = lower_guards(builder, left, right, &mut literals);
    let elements = elements(builder);
    let sign = Sign::None;
    let aggregate = Aggregate { tests_choice: false, sign, function, elements, guards, span };
    builder.finish(Action::Bound(aggregate), literals)
}

fn choice_element(
    builder: &mut Builder<'_, '_>,
    tuple: Option<TupleOf<'_>>,
    element: &ConditionalLiteral,
) -> Option<ChoiceElement> {
    let ast::Atom::Predicate(term) = &element.literal.node.atom else { return None };
    if !is_plain(element) {
        return None;
    }
    Some(builder.scoped(|builder| {
        let mut condition = lower_condition(builder, &element.condition);
        let atom = head_atom(builder, term, &mut condition);
        let tuple = tuple.map(|(function, terms)| {
            let terms = terms.iter().map(|term| value(builder, term, &mut condition)).collect();
            CountedTuple { function, terms, span: element.literal.span }
        });
        ChoiceElement { atom, condition, tuple }
    }))
}

/// A tuple of a head aggregate: it counts if the condition and the literal hold.
fn head_element(builder: &mut Builder<'_, '_>, tuple: &[ast::Term], element: &ConditionalLiteral) -> Element {
    builder.scoped(|builder| {
        let mut condition = lower_condition(builder, &element.condition);
        lower_literal(builder, &element.literal, false, &mut condition);
        let tuple = tuple.iter().map(|term| value(builder, term, &mut condition)).collect();
        Element { tuple, condition, span: element.literal.span }
    })
}

fn lower_disjunct(builder: &mut Builder<'_, '_>, element: &ConditionalLiteral) -> Disjunct {
    builder.scoped(|builder| {
        let condition = lower_condition(builder, &element.condition);
        let members =
            unpool::pooled(&element.literal).iter().map(|literal| lower_member(builder, literal)).collect();
        Disjunct { members, condition }
    })
}

/// A comparison or truth value; intervals are expanded as in atoms.
fn test(builder: &mut Builder<'_, '_>, literal: &ast::Literal, expansion: &mut Vec<Literal>) -> Vec<Literal> {
    let mut tests = Vec::new();
    match &literal.node.atom {
        ast::Atom::Comparison(first, rest) => {
            let mut left = value(builder, first, expansion);
            require_value(&left, expansion);
            for (relation, right) in rest {
                let right = value(builder, right, expansion);
                require_value(&right, expansion);
                tests.push(Literal::Comparison { relation: *relation, left, right: right.clone() });
                left = right;
            }
        }
        _ => lower_literal(builder, literal, false, &mut tests),
    }
    tests
}

fn lower_member(builder: &mut Builder<'_, '_>, literal: &ast::Literal) -> Member {
    let mut expansion = Vec::new();
    let ast::Atom::Predicate(term) = &literal.node.atom else {
        let alternatives = unpool::literals(literal);
        let tests =
            alternatives.iter().map(|alternative| test(builder, alternative, &mut expansion)).collect();
        return Member { literal: HeadLiteral::Tests(tests), expansion };
    };
    let atom = head_atom(builder, term, &mut expansion);
    let literal = match literal.node.sign {
        Sign::None => HeadLiteral::Atom(atom),
        sign => {
            atom.arguments.iter().for_each(|argument| require_value(argument, &mut expansion));
            HeadLiteral::Negated(sign, atom, builder.occurrence())
        }
    };
    Member { literal, expansion }
}

/// Adds a test that the operations of the term are defined.
fn require_value(term: &Term, literals: &mut Vec<Literal>) {
    if term.span().is_some() {
        let (left, right) = (term.clone(), term.clone());
        literals.push(Literal::Comparison { relation: Relation::LessEqual, left, right });
    }
}
