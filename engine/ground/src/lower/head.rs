//! Rules by their heads.

use super::Lowering;
use super::builder::Builder;
use crate::ir::{Action, Aggregate, ChoiceElement, Rule};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{self, AggregateFunction, BodyItem, ConditionalLiteral, Guard, Head, Sign};

impl Lowering<'_> {
    pub(super) fn rule(&mut self, head: &Head, body: &[BodyItem], span: Span) -> Vec<Rule> {
        match head {
            Head::Literal(literal) => vec![self.normal_rule(literal, body, span)],
            Head::Choice { left, elements, right } => {
                let guards: Vec<&ast::Term> = left.iter().chain(right).map(|(_, term)| term).collect();
                let mut rules = vec![self.choice_rule(&guards, elements, body, span)];
                // Without guards it is there to be checked: elements that are no atoms may have unsafe variables.
                if !guards.is_empty() || elements.iter().any(|element| !is_plain(element)) {
                    rules.push(self.bound_rule(left.as_ref(), elements, right.as_ref(), body, span));
                }
                rules
            }
            Head::Disjunction(_) => {
                self.refuse("a disjunction in a head", span);
                Vec::new()
            }
            Head::Aggregate { .. } => {
                self.refuse("an aggregate with tuples in a head", span);
                Vec::new()
            }
            Head::Theory(_) => {
                self.refuse("a theory atom", span);
                Vec::new()
            }
        }
    }

    pub(super) fn normal_rule(&mut self, head: &ast::Literal, body: &[BodyItem], span: Span) -> Rule {
        let ast::Atom::Predicate(atom) = &head.node.atom else {
            let mut builder = Builder::new(self, body, &[], span);
            let literals = builder.body(body);
            return builder.finish(Action::Constrain, literals);
        };
        let mut builder = Builder::new(self, body, &[atom], span);
        let mut literals = builder.body(body);
        let atom = builder.head_atom(atom, &mut literals);
        builder.finish(Action::Derive(atom), literals)
    }

    pub(super) fn choice_rule(
        &mut self,
        guards: &[&ast::Term],
        elements: &[ConditionalLiteral],
        body: &[BodyItem],
        span: Span,
    ) -> Rule {
        let mut builder = Builder::new(self, body, guards, span);
        let mut literals = builder.body(body);
        for guard in guards {
            builder.value(guard, &mut literals);
        }
        let chosen = elements.iter().filter_map(|element| builder.choice_element(element)).collect();
        builder.finish(Action::Choose(chosen), literals)
    }

    /// The bounds of a choice, as a statement of its own about the set of its atoms.
    pub(super) fn bound_rule(
        &mut self,
        left: Option<&Guard>,
        elements: &[ConditionalLiteral],
        right: Option<&Guard>,
        body: &[BodyItem],
        span: Span,
    ) -> Rule {
        let terms: Vec<&ast::Term> = left.iter().chain(&right).map(|(_, term)| term).collect();
        let mut builder = Builder::new(self, body, &terms, span);
        let mut literals = builder.body(body);
        let guards = builder.guards(left, right, &mut literals);
        let elements = builder.set(elements, false);
        let aggregate =
            Aggregate { sign: Sign::None, function: AggregateFunction::Count, elements, guards, span };
        builder.finish(Action::Bound(aggregate), literals)
    }
}

impl Builder<'_, '_> {
    pub(super) fn choice_element(&mut self, element: &ConditionalLiteral) -> Option<ChoiceElement> {
        let ast::Atom::Predicate(term) = &element.literal.node.atom else { return None };
        if !is_plain(element) {
            return None;
        }
        Some(self.scoped(|builder| {
            let mut condition = builder.condition(&element.condition);
            let atom = builder.head_atom(term, &mut condition);
            ChoiceElement { atom, condition }
        }))
    }
}

/// Whether the literal of an element is an atom that can be chosen.
fn is_plain(element: &ConditionalLiteral) -> bool {
    let literal = &element.literal.node;
    literal.sign == Sign::None && matches!(literal.atom, ast::Atom::Predicate(_))
}
