//! Heads, bodies, literals and aggregates.

use super::{Built, Converter, child, invalid, require};
use crate::ast::kind::{Attribute, Kind};
use crate::ast::node::Node;
use hamadryad_syntax::ast::{
    AggregateElement, AggregateFunction, Atom, BodyItem, BodyItemKind, ConditionalLiteral, Guard, Head,
    Literal, LiteralKind, Place, Relation, Sign, Spanned, Term,
};
use std::sync::Arc;

fn sign(node: &Node) -> Built<Sign> {
    match node.number(Attribute::Sign) {
        0 => Ok(Sign::None),
        1 => Ok(Sign::Not),
        2 => Ok(Sign::NotNot),
        _ => Err(invalid("invalid sign")),
    }
}

fn relation(node: &Node) -> Built<Relation> {
    match node.number(Attribute::Comparison) {
        0 => Ok(Relation::Greater),
        1 => Ok(Relation::Less),
        2 => Ok(Relation::LessEqual),
        3 => Ok(Relation::GreaterEqual),
        4 => Ok(Relation::NotEqual),
        5 => Ok(Relation::Equal),
        _ => Err(invalid("invalid relation")),
    }
}

fn aggregate_function(node: &Node) -> Built<AggregateFunction> {
    match node.number(Attribute::Function) {
        0 => Ok(AggregateFunction::Count),
        1 => Ok(AggregateFunction::Sum),
        2 => Ok(AggregateFunction::SumPlus),
        3 => Ok(AggregateFunction::Min),
        4 => Ok(AggregateFunction::Max),
        _ => Err(invalid("invalid aggregate function")),
    }
}

impl Converter<'_> {
    pub(super) fn head(&mut self, node: &Node) -> Built<Head> {
        match node.kind() {
            Kind::Literal => Ok(Head::Literal(self.literal(node)?)),
            Kind::Disjunction => self.disjunction(node),
            Kind::Aggregate => {
                let elements = self.set(node)?;
                let (left, right) = self.guards(node)?;
                Ok(Head::Choice { left, elements, right })
            }
            Kind::HeadAggregate => {
                let function = aggregate_function(node)?;
                let elements = node.nodes(Attribute::Elements);
                let elements =
                    elements.iter().map(|element| self.head_element(element)).collect::<Built<_>>()?;
                let (left, right) = self.guards(node)?;
                Ok(Head::Aggregate { left, function, elements, right })
            }
            Kind::TheoryAtom => Ok(Head::Theory(self.theory_atom(node)?)),
            _ => Err(invalid("head literal expected")),
        }
    }

    fn disjunction(&mut self, node: &Node) -> Built<Head> {
        let elements = self.set(node)?;
        if elements.is_empty() {
            let literal = LiteralKind { sign: Sign::None, atom: Atom::Boolean(false) };
            return Ok(Head::Literal(Spanned { node: literal, span: self.span(node) }));
        }
        Ok(Head::Disjunction(elements))
    }

    fn head_element(&mut self, node: &Node) -> Built<(Vec<Term>, ConditionalLiteral)> {
        require(node.kind() == Kind::HeadAggregateElement, "head aggregate element expected")?;
        let terms = self.terms(&node.nodes(Attribute::Terms))?;
        Ok((terms, self.conditional(&*child(node, Attribute::Condition)?)?))
    }

    /// The elements of a set or disjunction.
    fn set(&mut self, node: &Node) -> Built<Vec<ConditionalLiteral>> {
        node.nodes(Attribute::Elements).iter().map(|element| self.conditional(element)).collect()
    }

    fn conditional(&mut self, node: &Node) -> Built<ConditionalLiteral> {
        require(node.kind() == Kind::ConditionalLiteral, "conditional literal expected")?;
        let literal = self.literal(&*child(node, Attribute::Literal)?)?;
        Ok(ConditionalLiteral { literal, condition: self.condition(node)? })
    }

    pub(super) fn condition(&mut self, node: &Node) -> Built<Vec<Literal>> {
        node.nodes(Attribute::Condition).iter().map(|literal| self.literal(literal)).collect()
    }

    pub(super) fn guards(&mut self, node: &Node) -> Built<(Option<Guard>, Option<Guard>)> {
        let left = node.node(Attribute::LeftGuard).map(|guard| self.guard(&guard)).transpose()?;
        let right = node.node(Attribute::RightGuard).map(|guard| self.guard(&guard)).transpose()?;
        Ok((left, right))
    }

    fn guard(&mut self, node: &Node) -> Built<Guard> {
        require(node.kind() == Kind::Guard, "guard expected")?;
        Ok((relation(node)?, self.term_in(node, Attribute::Term)?))
    }

    pub(super) fn body(&mut self, node: &Node) -> Built<Vec<BodyItem>> {
        node.nodes(Attribute::Body).iter().map(|item| self.body_item(item)).collect()
    }

    fn body_item(&mut self, node: &Arc<Node>) -> Built<BodyItem> {
        let kind = match node.kind() {
            Kind::ConditionalLiteral => BodyItemKind::Conditional(self.conditional(node)?),
            Kind::Literal => {
                let atom = child(node, Attribute::Atom)?;
                match atom.kind() {
                    Kind::Aggregate => {
                        let (sign, elements) = (sign(node)?, self.set(&atom)?);
                        let (left, right) = self.guards(&atom)?;
                        BodyItemKind::Set { sign, left, elements, right }
                    }
                    Kind::BodyAggregate => self.body_aggregate(sign(node)?, &atom)?,
                    Kind::TheoryAtom => BodyItemKind::Theory(sign(node)?, self.theory_atom(&atom)?),
                    _ => BodyItemKind::Literal(self.literal(node)?),
                }
            }
            _ => return Err(invalid("body literal expected")),
        };
        Ok(Spanned { node: kind, span: self.span(node) })
    }

    fn body_aggregate(&mut self, sign: Sign, node: &Node) -> Built<BodyItemKind> {
        let function = aggregate_function(node)?;
        let mut elements = Vec::new();
        for element in node.nodes(Attribute::Elements) {
            require(element.kind() == Kind::BodyAggregateElement, "body aggregate element expected")?;
            let tuple = self.terms(&element.nodes(Attribute::Terms))?;
            let (condition, span) = (self.condition(&element)?, Place(self.span(&element)));
            elements.push(AggregateElement { tuple, condition, span });
        }
        let (left, right) = self.guards(node)?;
        Ok(BodyItemKind::Aggregate { sign, left, function, elements, right })
    }

    fn literal(&mut self, node: &Node) -> Built<Literal> {
        require(node.kind() == Kind::Literal, "literal expected")?;
        let atom = child(node, Attribute::Atom)?;
        let sign = sign(node)?;
        let atom = match atom.kind() {
            Kind::BooleanConstant => Atom::Boolean(atom.number(Attribute::Value) != 0),
            Kind::SymbolicAtom => Atom::Predicate(self.symbolic_atom(&atom)?),
            Kind::Comparison => {
                let first = self.term_in(&atom, Attribute::Term)?;
                let guards = atom.nodes(Attribute::Guards);
                require(!guards.is_empty(), "a comparison must have at least one guard")?;
                let guards = guards.iter().map(|guard| self.guard(guard)).collect::<Built<_>>()?;
                Atom::Comparison(first, guards)
            }
            _ => return Err(invalid("atom expected")),
        };
        Ok(Spanned { node: LiteralKind { sign, atom }, span: self.span(node) })
    }
}
