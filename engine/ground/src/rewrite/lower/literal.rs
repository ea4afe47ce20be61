//! Bodies and conditions: literals, comparisons, aggregates, conditional literals.

use super::builder::Builder;
use crate::instantiate::domain::PredicateId;
use crate::ir::{Aggregate, Atom, Conditional, Element, Literal, Term};
use crate::rewrite::undefined_terms;
use crate::rewrite::unpool;
use crate::statement::theory::Position;
use hamadryad_symbol::{Signature, View};
use hamadryad_syntax::ast::{
    self, AggregateFunction, BodyItem, BodyItemKind, ConditionalLiteral, Guard, Relation, Sign, TermKind,
    UnaryOperator,
};
use hamadryad_syntax::{Compat, Span};

impl Builder<'_, '_> {
    /// The signature and the arguments of an atom.
    pub(crate) fn predicate<'t>(&mut self, term: &'t ast::Term) -> (PredicateId, &'t [ast::Term]) {
        let (mut positive, mut inner) = (true, term);
        while let TermKind::Unary(UnaryOperator::Minus, operand) = &inner.node {
            (positive, inner) = (!positive, operand);
        }
        let (name, arguments) = match &inner.node {
            TermKind::Function(name, arguments) => (*name, arguments.as_slice()),
            TermKind::Symbol(symbol) => match self.context.symbols.view(*symbol) {
                View::Function { name, positive: sign, .. } => {
                    positive ^= !sign;
                    (name, [].as_slice())
                }
                _ => unreachable!("the parser takes only functions and constants for atoms"),
            },
            _ => unreachable!("the parser takes only functions and constants for atoms"),
        };
        let signature = Signature { name, arity: arguments.len() as u32, positive };
        (self.context.base.predicate(signature), arguments)
    }

    pub(crate) fn head_atom(&mut self, term: &ast::Term, extra: &mut Vec<Literal>) -> Atom {
        let (predicate, arguments) = self.predicate(term);
        let arguments = arguments.iter().map(|argument| self.value(argument, extra)).collect();
        Atom { predicate, arguments, span: term.span }
    }

    /// An atom that a directive speaks of: it is matched like one in the body, so that it binds variables.
    pub(crate) fn matched_atom(&mut self, term: &ast::Term, literals: &mut Vec<Literal>) -> Atom {
        let (predicate, arguments) = self.predicate(term);
        let arguments = arguments.iter().map(|argument| self.pattern(argument, false, literals)).collect();
        let atom = Atom { predicate, arguments, span: term.span };
        literals.push(Literal::Predicate {
            sign: Sign::None,
            atom: atom.clone(),
            occurrence: self.occurrence(),
        });
        atom
    }

    pub(crate) fn body(&mut self, items: &[BodyItem]) -> Vec<Literal> {
        let mut literals = Vec::new();
        for item in items {
            self.item(item, &mut literals);
        }
        literals
    }

    pub(crate) fn item(&mut self, item: &BodyItem, literals: &mut Vec<Literal>) {
        match &item.node {
            BodyItemKind::Literal(literal) => self.literal(literal, true, literals),
            BodyItemKind::Conditional(conditional) => {
                let conditional = self.conditional(conditional, item.span);
                literals.push(Literal::Conditional(Box::new(conditional)));
            }
            BodyItemKind::Aggregate { sign, left, function, elements, right } => {
                if left.is_none() && right.is_none() {
                    return unguarded(*sign, literals);
                }
                let guards = self.guards(left.as_ref(), right.as_ref(), literals);
                let tuples = elements.iter().map(|element| element.tuple.as_slice());
                let elements: Vec<Element> = elements.iter().map(|element| self.element(element)).collect();
                self.warn_of_globals(tuples.zip(&elements));
                let (sign, function) = (*sign, *function);
                let span = item.span;
                let aggregate = Aggregate { tests_choice: false, sign, function, elements, guards, span };
                literals.push(Literal::Aggregate(Box::new(aggregate)));
            }
            BodyItemKind::Set { sign, left, elements, right } => {
                if left.is_none() && right.is_none() {
                    return unguarded(*sign, literals);
                }
                let guards = self.guards(left.as_ref(), right.as_ref(), literals);
                let elements = self.set(elements, true);
                let (sign, function, span) = (*sign, AggregateFunction::Count, item.span);
                let aggregate = Aggregate { tests_choice: false, sign, function, elements, guards, span };
                literals.push(Literal::Aggregate(Box::new(aggregate)));
            }
            BodyItemKind::Theory(sign, atom) => {
                let theory = self.theory_atom(*sign, atom, Position::Body, literals);
                literals.extend(theory.map(|theory| Literal::Theory(Box::new(theory))));
            }
        }
    }

    pub(crate) fn literal(&mut self, literal: &ast::Literal, anonymous: bool, literals: &mut Vec<Literal>) {
        match &literal.node.atom {
            ast::Atom::Boolean(true) => {}
            ast::Atom::Boolean(false) => literals.push(Literal::Never),
            ast::Atom::Comparison(first, rest) => self.comparison(first, rest, literals),
            ast::Atom::Predicate(term) => {
                let sign = literal.node.sign;
                let (predicate, arguments) = self.predicate(term);
                let mut extra = Vec::new();
                // For clingo 6 a negated `_` is a variable, which nothing binds.
                let anonymous = anonymous && (sign == Sign::None || self.context.compat == Compat::Five);
                let arguments: Vec<Term> = match sign {
                    Sign::None => arguments.iter().map(|t| self.pattern(t, anonymous, &mut extra)).collect(),
                    _ => arguments.iter().map(|t| self.term(t, anonymous, &mut extra)).collect(),
                };
                let mut atom = Atom { predicate, arguments, span: term.span };
                if sign != Sign::None && atom.arguments.iter().any(Term::has_anonymous) {
                    atom = self.context.projections.project(self.context.base, atom);
                }
                literals.push(Literal::Predicate { sign, atom, occurrence: self.occurrence() });
                literals.append(&mut extra);
            }
        }
    }

    pub(crate) fn comparison(
        &mut self,
        first: &ast::Term,
        rest: &[(Relation, ast::Term)],
        literals: &mut Vec<Literal>,
    ) {
        if let [(Relation::Equal, second)] = rest {
            match (&first.node, &second.node) {
                (_, TermKind::Interval(low, high)) => {
                    return self.range(first, low, high, second.span, literals);
                }
                (TermKind::Interval(low, high), _) => {
                    return self.range(second, low, high, first.span, literals);
                }
                _ => {}
            }
        }
        let mut left = self.side(first, literals);
        for (relation, right) in rest {
            let right = self.side(right, literals);
            literals.push(Literal::Comparison { relation: *relation, left, right: right.clone() });
            left = right;
        }
    }

    pub(crate) fn range(
        &mut self,
        pattern: &ast::Term,
        low: &ast::Term,
        high: &ast::Term,
        span: Span,
        literals: &mut Vec<Literal>,
    ) {
        let (low, high) = (self.value(low, literals), self.value(high, literals));
        let pattern = self.pattern(pattern, false, literals);
        if undefined_terms::is_no_number(&pattern, self.context.symbols) {
            // It is no value of any interval, so that nobody asks for those of this one.
            literals.push(Literal::Never);
        } else {
            self.note_interval(&low, &high, span);
        }
        literals.push(Literal::Range { pattern, low, high, span });
    }

    pub(crate) fn condition(&mut self, condition: &[ast::Literal]) -> Vec<Literal> {
        let mut literals = Vec::new();
        for literal in condition {
            self.literal(literal, true, &mut literals);
        }
        literals
    }

    pub(crate) fn conditional(&mut self, conditional: &ConditionalLiteral, span: Span) -> Conditional {
        self.scoped(|builder| {
            let condition = builder.condition(&conditional.condition);
            let literals = unpool::literals(&conditional.literal);
            let alternatives = literals.into_iter().map(|literal| builder.condition(&[literal])).collect();
            Conditional { alternatives, condition, span }
        })
    }

    pub(crate) fn element(&mut self, element: &ast::AggregateElement) -> Element {
        self.scoped(|builder| {
            let mut condition = builder.condition(&element.condition);
            let tuple = element.tuple.iter().map(|term| builder.value(term, &mut condition)).collect();
            Element { tuple, condition, span: element.span.0 }
        })
    }

    /// The elements of a set of literals: the literal is both the tuple and a part of the condition.
    pub(crate) fn set(&mut self, elements: &[ConditionalLiteral], in_body: bool) -> Vec<Element> {
        let numbered = elements.iter().enumerate();
        numbered
            .map(|(number, element)| self.scoped(|builder| builder.set_element(number, element, in_body)))
            .collect()
    }

    pub(crate) fn set_element(
        &mut self,
        number: usize,
        element: &ConditionalLiteral,
        in_body: bool,
    ) -> Element {
        let mut condition = Vec::new();
        let projected = in_body && element.literal.node.sign != Sign::None;
        self.literal(&element.literal, projected, &mut condition);
        // Literals that are no atoms differ from each other by their place, and from atoms by a number of their own.
        let kind = match &element.literal.node.atom {
            ast::Atom::Predicate(_) => element.literal.node.sign as i32,
            _ => number as i32 + 3,
        };
        let mut tuple = vec![self.number_term(kind)];
        match &condition[..] {
            [Literal::Predicate { atom, .. }, ..] => self.push_atom(atom, &mut tuple),
            [Literal::Comparison { left, right, .. }, ..] => tuple.extend([left.clone(), right.clone()]),
            [Literal::Range { pattern, .. }, ..] => tuple.push(pattern.clone()),
            _ => {}
        }
        condition.append(&mut self.condition(&element.condition));
        Element { tuple, condition, span: element.literal.span }
    }

    /// Adds an atom as a term, or what tells a projection from others.
    pub(crate) fn push_atom(&mut self, atom: &Atom, tuple: &mut Vec<Term>) {
        match self.context.base.domain(atom.predicate).signature {
            Some(Signature { name, positive, .. }) => {
                tuple.push(Term::Function { name, positive, arguments: atom.arguments.clone() });
            }
            None => {
                tuple.push(self.number_term(atom.predicate.0 as i32));
                tuple.extend(atom.arguments.iter().cloned());
            }
        }
    }

    /// The guards, read `aggregate relation term`.
    pub(crate) fn guards(
        &mut self,
        left: Option<&Guard>,
        right: Option<&Guard>,
        literals: &mut Vec<Literal>,
    ) -> Vec<(Relation, Term)> {
        let mut guards = Vec::new();
        if let Some((relation, term)) = left {
            guards.push((converse(*relation), self.side(term, literals)));
        }
        if let Some((relation, term)) = right {
            guards.push((*relation, self.side(term, literals)));
        }
        guards
    }
}

/// An aggregate without guards is true, whatever its elements are.
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
