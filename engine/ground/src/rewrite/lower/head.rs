//! Rules by their heads.

use super::Lowering;
use super::builder::Builder;
use crate::ir::{
    Action, Aggregate, ChoiceElement, CountedTuple, Disjunct, Element, HeadLiteral, Literal, Member, Rule,
    Term,
};
use crate::rewrite::unpool;
use crate::statement::theory::Position;
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{
    self, AggregateFunction, BodyItem, ConditionalLiteral, Guard, Head, Relation, Sign,
};

/// The tuple of an element of a head aggregate, with the aggregate's function.
pub(crate) type TupleOf<'e> = (AggregateFunction, &'e [ast::Term]);

impl Lowering<'_> {
    pub(crate) fn rule(&mut self, head: &Head, body: &[BodyItem], span: Span) -> Vec<Rule> {
        match head {
            Head::Literal(literal) => vec![self.normal_rule(literal, body, span)],
            Head::Choice { left, elements, right } => {
                let (left, right) = (left.as_ref(), right.as_ref());
                let chosen: Vec<_> = elements.iter().map(|element| (None, element)).collect();
                let mut rules = vec![self.choice_rule(&chosen, left, right, body, span)];
                // Without guards it is there to be checked: elements that are no atoms may have unsafe variables.
                if left.or(right).is_some() || elements.iter().any(|element| !is_plain(element)) {
                    let set = |builder: &mut Builder<'_, '_>| builder.set(elements, false);
                    rules.push(self.bound_rule(AggregateFunction::Count, set, left, right, body, span));
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
                    let elements: Vec<Element> = elements
                        .iter()
                        .map(|(tuple, element)| builder.head_element(tuple, element))
                        .collect();
                    builder.warn_of_globals(tuples.zip(&elements));
                    elements
                };
                vec![
                    self.choice_rule(&chosen, left, right, body, span),
                    self.bound_rule(*function, tuples, left, right, body, span),
                ]
            }
            Head::Disjunction(elements) => {
                let mut builder = Builder::new(self, body, &[], span);
                let literals = builder.body(body);
                let disjuncts = elements.iter().map(|element| builder.disjunct(element)).collect();
                vec![builder.finish(Action::Disjoin(disjuncts), literals)]
            }
            Head::Theory(atom) => {
                let mut builder = Builder::new(self, body, &[], span);
                builder.declare_theory(atom);
                let mut literals = builder.body(body);
                let position = Position::Head { has_body: !body.is_empty() };
                match builder.theory_atom(Sign::None, atom, position, &mut literals) {
                    Some(theory) => vec![builder.finish(Action::Theory(Box::new(theory)), literals)],
                    None => Vec::new(),
                }
            }
        }
    }

    pub(crate) fn normal_rule(&mut self, head: &ast::Literal, body: &[BodyItem], span: Span) -> Rule {
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

    fn choice_rule(
        &mut self,
        elements: &[(Option<TupleOf<'_>>, &ConditionalLiteral)],
        left: Option<&Guard>,
        right: Option<&Guard>,
        body: &[BodyItem],
        span: Span,
    ) -> Rule {
        let guards: Vec<&ast::Term> = left.iter().chain(&right).map(|(_, term)| term).collect();
        let mut builder = Builder::new(self, body, &guards, span);
        let mut literals = builder.body(body);
        for guard in guards {
            let guard = builder.value(guard, &mut literals);
            require_value(&guard, &mut literals);
        }
        // Errors of the elements are reported once, by what derives their atoms.
        if !builder.context.provisional && left.or(right).is_some() {
            let test = builder.choice_test(elements, left, right, span, &mut literals);
            literals.push(Literal::Aggregate(Box::new(test)));
        }
        let chosen = elements.iter();
        let chosen = chosen.filter_map(|&(tuple, element)| builder.choice_element(tuple, element)).collect();
        builder.finish(Action::Choose(chosen), literals)
    }

    /// The bounds of a choice, as a statement of its own about the tuples of its atoms.
    fn bound_rule(
        &mut self,
        function: AggregateFunction,
        elements: impl FnOnce(&mut Builder<'_, '_>) -> Vec<Element>,
        left: Option<&Guard>,
        right: Option<&Guard>,
        body: &[BodyItem],
        span: Span,
    ) -> Rule {
        let terms: Vec<&ast::Term> = left.iter().chain(&right).map(|(_, term)| term).collect();
        let mut builder = Builder::new(self, body, &terms, span);
        let mut literals = builder.body(body);
        let guards = builder.guards(left, right, &mut literals);
        let elements = elements(&mut builder);
        let sign = Sign::None;
        let aggregate = Aggregate { tests_choice: false, sign, function, elements, guards, span };
        builder.finish(Action::Bound(aggregate), literals)
    }
}

impl Builder<'_, '_> {
    fn choice_element(
        &mut self,
        tuple: Option<TupleOf<'_>>,
        element: &ConditionalLiteral,
    ) -> Option<ChoiceElement> {
        let ast::Atom::Predicate(term) = &element.literal.node.atom else { return None };
        if !is_plain(element) {
            return None;
        }
        Some(self.scoped(|builder| {
            let mut condition = builder.condition(&element.condition);
            let atom = builder.head_atom(term, &mut condition);
            let tuple = tuple.map(|(function, terms)| {
                let terms = terms.iter().map(|term| builder.value(term, &mut condition)).collect();
                CountedTuple { function, terms, span: element.literal.span }
            });
            ChoiceElement { atom, condition, tuple }
        }))
    }

    /// A tuple of a head aggregate: it counts where the condition and the literal hold.
    fn head_element(&mut self, tuple: &[ast::Term], element: &ConditionalLiteral) -> Element {
        self.scoped(|builder| {
            let mut condition = builder.condition(&element.condition);
            builder.literal(&element.literal, false, &mut condition);
            let tuple = tuple.iter().map(|term| builder.value(term, &mut condition)).collect();
            Element { tuple, condition, span: element.literal.span }
        })
    }

    fn disjunct(&mut self, element: &ConditionalLiteral) -> Disjunct {
        self.scoped(|builder| {
            let condition = builder.condition(&element.condition);
            let members =
                unpool::pooled(&element.literal).iter().map(|literal| builder.member(literal)).collect();
            Disjunct { members, condition }
        })
    }

    /// A comparison or truth value; intervals are expanded, as those of atoms are.
    fn test(&mut self, literal: &ast::Literal, expansion: &mut Vec<Literal>) -> Vec<Literal> {
        let mut tests = Vec::new();
        match &literal.node.atom {
            ast::Atom::Comparison(first, rest) => {
                let mut left = self.value(first, expansion);
                require_value(&left, expansion);
                for (relation, right) in rest {
                    let right = self.value(right, expansion);
                    require_value(&right, expansion);
                    tests.push(Literal::Comparison { relation: *relation, left, right: right.clone() });
                    left = right;
                }
            }
            _ => self.literal(literal, false, &mut tests),
        }
        tests
    }

    fn member(&mut self, literal: &ast::Literal) -> Member {
        let mut expansion = Vec::new();
        let ast::Atom::Predicate(term) = &literal.node.atom else {
            let alternatives = unpool::literals(literal);
            let tests =
                alternatives.iter().map(|alternative| self.test(alternative, &mut expansion)).collect();
            return Member { literal: HeadLiteral::Tests(tests), expansion };
        };
        let atom = self.head_atom(term, &mut expansion);
        let literal = match literal.node.sign {
            Sign::None => HeadLiteral::Atom(atom),
            sign => {
                atom.arguments.iter().for_each(|argument| require_value(argument, &mut expansion));
                HeadLiteral::Negated(sign, atom, self.occurrence())
            }
        };
        Member { literal, expansion }
    }
}

/// Leaves only the instances in which the operations of the term are defined.
fn require_value(term: &Term, literals: &mut Vec<Literal>) {
    if term.span().is_some() {
        let (left, right) = (term.clone(), term.clone());
        literals.push(Literal::Comparison { relation: Relation::LessEqual, left, right });
    }
}

/// Whether the literal of an element is an atom that can be chosen.
pub(crate) fn is_plain(element: &ConditionalLiteral) -> bool {
    let literal = &element.literal.node;
    literal.sign == Sign::None && matches!(literal.atom, ast::Atom::Predicate(_))
}
