//! Terms.

use super::{Built, Converter, child, invalid, require};
use crate::ast::kind::{Attribute, Kind};
use crate::ast::node::{Node, Value};
use hamadryad::{Name, View};
use hamadryad_syntax::ast::{BinaryOperator, Spanned, Term, TermKind, UnaryOperator, term_of};
use std::sync::Arc;

fn binary(number: i32) -> Built<BinaryOperator> {
    Ok(match number {
        0 => BinaryOperator::Xor,
        1 => BinaryOperator::Or,
        2 => BinaryOperator::And,
        3 => BinaryOperator::Add,
        4 => BinaryOperator::Subtract,
        5 => BinaryOperator::Multiply,
        6 => BinaryOperator::Divide,
        7 => BinaryOperator::Modulo,
        8 => BinaryOperator::Power,
        _ => return Err(invalid("invalid binary operator")),
    })
}

impl Converter<'_> {
    pub(super) fn terms(&mut self, nodes: &[Arc<Node>]) -> Built<Vec<Term>> {
        nodes.iter().map(|node| self.term(node)).collect()
    }

    /// The term in an attribute.
    pub(super) fn term_in(&mut self, node: &Node, attribute: Attribute) -> Built<Term> {
        self.term(&*child(node, attribute)?)
    }

    pub(super) fn term(&mut self, node: &Node) -> Built<Term> {
        self.deeper(|converter| converter.term_here(node))
    }

    fn term_here(&mut self, node: &Node) -> Built<Term> {
        let span = self.span(node);
        let kind = match node.kind() {
            Kind::Variable if node.text(Attribute::Name) == c"_" => TermKind::Anonymous,
            Kind::Variable => TermKind::Variable(self.name_in(node, Attribute::Name)?),
            Kind::SymbolicTerm => {
                let Ok(Value::Symbol(symbol)) = node.get(Attribute::Symbol) else {
                    return Err(invalid("term expected"));
                };
                let symbol = self.symbol(symbol)?;
                return Ok(term_of(self.symbols, symbol, span));
            }
            Kind::UnaryOperation => self.unary(node)?,
            Kind::BinaryOperation => {
                let operator = binary(node.number(Attribute::OperatorType))?;
                let (left, right) = self.sides(node)?;
                TermKind::Binary(operator, left, right)
            }
            Kind::Interval => {
                let (left, right) = self.sides(node)?;
                TermKind::Interval(left, right)
            }
            Kind::Function => self.function(node)?,
            Kind::Pool => {
                let mut members = self.terms(&node.nodes(Attribute::Arguments))?;
                match members.len() {
                    1 => members.swap_remove(0).node,
                    _ => TermKind::Pool(members),
                }
            }
            _ => return Err(invalid("term expected")),
        };
        Ok(Spanned { node: kind, span })
    }

    fn unary(&mut self, node: &Node) -> Built<TermKind> {
        let argument = self.term_in(node, Attribute::Argument)?;
        let operator = match node.number(Attribute::OperatorType) {
            0 => UnaryOperator::Minus,
            1 => UnaryOperator::Complement,
            2 => return Ok(TermKind::Absolute(Box::new(argument))),
            _ => return Err(invalid("invalid unary operator")),
        };
        // The parser reads a negative number as a symbol.
        if let (UnaryOperator::Minus, TermKind::Symbol(symbol)) = (operator, &argument.node)
            && let Some(number) = self.symbols.as_number(*symbol)
        {
            return Ok(TermKind::Symbol(self.symbols.number(number.wrapping_neg())));
        }
        Ok(TermKind::Unary(operator, Box::new(argument)))
    }

    fn sides(&mut self, node: &Node) -> Built<(Box<Term>, Box<Term>)> {
        let left = self.term_in(node, Attribute::Left)?;
        Ok((Box::new(left), Box::new(self.term_in(node, Attribute::Right)?)))
    }

    fn function(&mut self, node: &Node) -> Built<TermKind> {
        let arguments = self.terms(&node.nodes(Attribute::Arguments))?;
        let is_external = node.number(Attribute::External) != 0;
        let text = node.text(Attribute::Name);
        if text.is_empty() {
            require(!is_external, "external functions must have a name")?;
            return Ok(TermKind::Function(Name::TUPLE, arguments));
        }
        let name = self.name(text);
        Ok(match (is_external, arguments.is_empty()) {
            (true, _) => TermKind::External(name, arguments),
            (false, true) => TermKind::Symbol(self.symbols.function_named(name, &[], true)),
            (false, false) => TermKind::Function(name, arguments),
        })
    }

    /// The term of an atom: a predicate.
    pub(super) fn symbolic_atom(&mut self, node: &Node) -> Built<Term> {
        require(node.kind() == Kind::SymbolicAtom, "symbolic atom expected")?;
        let term = self.term_in(node, Attribute::Symbol)?;
        let predicate = match &term.node {
            TermKind::Unary(UnaryOperator::Minus, argument) => self.predicate(argument),
            _ => self.predicate(&term),
        };
        require(predicate.is_some(), "atom expected")?;
        Ok(term)
    }

    /// The name of a predicate without classical negation; `None` if the term is none.
    pub(super) fn predicate(&self, term: &Term) -> Option<Name> {
        match &term.node {
            TermKind::Symbol(symbol) => match self.symbols.view(*symbol) {
                View::Function { name, positive: true, .. } if !name.is_tuple() => Some(name),
                _ => None,
            },
            TermKind::Function(name, _) => (!name.is_tuple()).then_some(*name),
            TermKind::Pool(members) => {
                let first = self.predicate(members.first()?)?;
                members.iter().all(|member| self.predicate(member) == Some(first)).then_some(first)
            }
            _ => None,
        }
    }
}
