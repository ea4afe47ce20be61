//! Heads, bodies, literals and aggregates.

use super::spans::Range;
use super::{Read, Reader};
use crate::ast::kind::Kind;
use crate::ast::node::{Node, Value};
use hamadryad_syntax::ast::{
    AggregateElement, AggregateFunction, Atom, BodyItem, BodyItemKind, ConditionalLiteral, Guard, Head,
    Literal, Relation, Sign, Term,
};
use std::sync::Arc;

fn relation(relation: Relation) -> i32 {
    match relation {
        Relation::Greater => 0,
        Relation::Less => 1,
        Relation::LessEqual => 2,
        Relation::GreaterEqual => 3,
        Relation::NotEqual => 4,
        Relation::Equal => 5,
    }
}

/// The relation with its sides exchanged.
fn exchanged(relation: Relation) -> Relation {
    match relation {
        Relation::Greater => Relation::Less,
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::GreaterEqual => Relation::LessEqual,
        same => same,
    }
}

fn sign(sign: Sign) -> Value {
    Value::Number(match sign {
        Sign::None => 0,
        Sign::Not => 1,
        Sign::NotNot => 2,
    })
}

fn function(function: AggregateFunction) -> Value {
    Value::Number(match function {
        AggregateFunction::Count => 0,
        AggregateFunction::Sum => 1,
        AggregateFunction::SumPlus => 2,
        AggregateFunction::Min => 3,
        AggregateFunction::Max => 4,
    })
}

impl Reader<'_> {
    /// `head :- body.`, at the place of the statement
    pub(super) fn rule(&mut self, head: &Head, body: &[BodyItem], range: Range) -> Read<Arc<Node>> {
        let head = match head {
            // The head of a constraint is not written; clingo gives it the place of the statement.
            Head::Literal(literal) if self.text.text_of(literal.span.into()) == ":-" => {
                self.literal_at(literal, range)?
            }
            head => self.head(head, range)?,
        };
        let body = self.body(body)?;
        Node::new(Kind::Rule, vec![self.place(range), Value::Node(head), body])
    }

    fn head(&mut self, head: &Head, statement: Range) -> Read<Arc<Node>> {
        let place = self.place(self.text.head(statement.start));
        match head {
            Head::Literal(literal) => self.literal(literal),
            Head::Disjunction(elements) => {
                let elements = self.elements(elements)?;
                Node::new(Kind::Disjunction, vec![place, elements])
            }
            Head::Choice { left, elements, right } => {
                let elements = self.elements(elements)?;
                let (left, right) = self.guards(left.as_ref(), right.as_ref())?;
                Node::new(Kind::Aggregate, vec![place, left, elements, right])
            }
            Head::Aggregate { left, function: of, elements, right } => {
                let elements = elements.iter().map(|(tuple, literal)| {
                    let tuple = self.terms(tuple)?;
                    let literal = Value::Node(self.conditional(literal, literal.literal.span.into())?);
                    Node::new(Kind::HeadAggregateElement, vec![tuple, literal])
                });
                let elements = Value::Nodes(elements.collect::<Read<Vec<_>>>()?);
                let (left, right) = self.guards(left.as_ref(), right.as_ref())?;
                Node::new(Kind::HeadAggregate, vec![place, left, function(*of), elements, right])
            }
            Head::Theory(atom) => self.theory_atom(atom),
        }
    }

    pub(super) fn body(&mut self, body: &[BodyItem]) -> Read<Value> {
        body.iter().map(|item| self.body_item(item)).collect::<Read<Vec<_>>>().map(Value::Nodes)
    }

    fn body_item(&mut self, item: &BodyItem) -> Read<Arc<Node>> {
        let (of, atom) = match &item.node {
            BodyItemKind::Literal(literal) => return self.literal(literal),
            BodyItemKind::Conditional(literal) => return self.conditional(literal, item.span.into()),
            BodyItemKind::Aggregate { sign: of, left, function: by, elements, right } => {
                let elements = elements.iter().map(|element| self.element(element));
                let elements = Value::Nodes(elements.collect::<Read<Vec<_>>>()?);
                let (left, right) = self.guards(left.as_ref(), right.as_ref())?;
                let place = self.place_of_signed(*of, item);
                let values = vec![place, left, function(*by), elements, right];
                (*of, Node::new(Kind::BodyAggregate, values)?)
            }
            BodyItemKind::Set { sign: of, left, elements, right } => {
                let elements = self.elements(elements)?;
                let (left, right) = self.guards(left.as_ref(), right.as_ref())?;
                let values = vec![self.place_of_signed(*of, item), left, elements, right];
                (*of, Node::new(Kind::Aggregate, values)?)
            }
            BodyItemKind::Theory(of, atom) => (*of, self.theory_atom(atom)?),
        };
        let place = self.place_of_signed(of, item);
        Node::new(Kind::Literal, vec![place, sign(of), Value::Node(atom)])
    }

    /// The place of an aggregate or theory atom in a body. With a sign, clingo's place begins behind the sign and ends
    /// at the end of the first `not`.
    fn place_of_signed(&self, sign: Sign, item: &BodyItem) -> Value {
        let range: Range = item.span.into();
        let first = self.text.token_from(range.start);
        let skipped = match sign {
            Sign::None => return self.place(range),
            Sign::Not => 1,
            Sign::NotNot => 2,
        };
        let (start, end) = (self.text.range_of(first + skipped).start, self.text.range_of(first).end);
        self.place(Range { start, end })
    }

    fn guards(&mut self, left: Option<&Guard>, right: Option<&Guard>) -> Read<(Value, Value)> {
        let (left, right) = match (left, right) {
            // As in clingo, a single guard is written on the left.
            (None, Some((of, term))) => (Some(self.guard(exchanged(*of), term)?), None),
            (left, right) => {
                let left = left.map(|(of, term)| self.guard(*of, term)).transpose()?;
                (left, right.map(|(of, term)| self.guard(*of, term)).transpose()?)
            }
        };
        Ok((Value::OptionalNode(left), Value::OptionalNode(right)))
    }

    fn guard(&mut self, of: Relation, term: &Term) -> Read<Arc<Node>> {
        let term = Value::Node(self.term(term)?);
        Node::new(Kind::Guard, vec![Value::Number(relation(of)), term])
    }

    fn element(&mut self, element: &AggregateElement) -> Read<Arc<Node>> {
        let tuple = self.terms(&element.tuple)?;
        let condition = self.condition(&element.condition)?;
        Node::new(Kind::BodyAggregateElement, vec![tuple, condition])
    }

    /// The elements of a set or disjunction; each has the place of its literal.
    fn elements(&mut self, elements: &[ConditionalLiteral]) -> Read<Value> {
        let elements = elements.iter().map(|element| self.conditional(element, element.literal.span.into()));
        elements.collect::<Read<Vec<_>>>().map(Value::Nodes)
    }

    fn conditional(&mut self, literal: &ConditionalLiteral, range: Range) -> Read<Arc<Node>> {
        let condition = self.condition(&literal.condition)?;
        let literal = Value::Node(self.literal(&literal.literal)?);
        Node::new(Kind::ConditionalLiteral, vec![self.place(range), literal, condition])
    }

    pub(super) fn condition(&mut self, literals: &[Literal]) -> Read<Value> {
        literals.iter().map(|literal| self.literal(literal)).collect::<Read<Vec<_>>>().map(Value::Nodes)
    }

    fn literal(&mut self, literal: &Literal) -> Read<Arc<Node>> {
        self.literal_at(literal, literal.span.into())
    }

    fn literal_at(&mut self, literal: &Literal, range: Range) -> Read<Arc<Node>> {
        let mut of = literal.node.sign;
        let atom = match &literal.node.atom {
            Atom::Boolean(value) => {
                // As in clingo, the sign becomes a part of the truth value.
                let value = *value != (of == Sign::Not);
                of = Sign::None;
                Node::new(Kind::BooleanConstant, vec![Value::Number(value.into())])?
            }
            Atom::Predicate(term) => self.symbolic_atom(term)?,
            Atom::Comparison(first, chain) => {
                let first = Value::Node(self.term(first)?);
                let guards = chain.iter().map(|(relation, term)| self.guard(*relation, term));
                let guards = Value::Nodes(guards.collect::<Read<Vec<_>>>()?);
                Node::new(Kind::Comparison, vec![first, guards])?
            }
        };
        Node::new(Kind::Literal, vec![self.place(range), sign(of), Value::Node(atom)])
    }
}
