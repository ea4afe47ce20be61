//! Terms and atoms.

use super::spans::Range;
use super::{Read, Reader};
use crate::ast::kind::Kind;
use crate::ast::node::{Node, Value};
use hamadryad::{Name, View};
use hamadryad_syntax::ast::{BinaryOperator, Term, TermKind, UnaryOperator};
use std::sync::Arc;

const MINUS: i32 = 0;
const COMPLEMENT: i32 = 1;
const ABSOLUTE: i32 = 2;

fn binary(operator: BinaryOperator) -> i32 {
    match operator {
        BinaryOperator::Xor => 0,
        BinaryOperator::Or => 1,
        BinaryOperator::And => 2,
        BinaryOperator::Add => 3,
        BinaryOperator::Subtract => 4,
        BinaryOperator::Multiply => 5,
        BinaryOperator::Divide => 6,
        BinaryOperator::Modulo => 7,
        BinaryOperator::Power => 8,
    }
}

impl Reader<'_> {
    pub(super) fn terms(&mut self, terms: &[Term]) -> Read<Value> {
        terms.iter().map(|term| self.term(term)).collect::<Read<Vec<_>>>().map(Value::Nodes)
    }

    pub(super) fn term(&mut self, term: &Term) -> Read<Arc<Node>> {
        let (inner, enclosed) = self.text.stripped(term.span.into());
        let place = self.place(inner);
        match &term.node {
            TermKind::Symbol(symbol) => self.symbol(*symbol, inner),
            TermKind::Variable(name) => Node::new(Kind::Variable, vec![place, self.name(*name)]),
            TermKind::Anonymous => Node::new(Kind::Variable, vec![place, Value::String(c"_")]),
            TermKind::Unary(operator, argument) => {
                let operator = if *operator == UnaryOperator::Minus { MINUS } else { COMPLEMENT };
                let argument = self.term(argument)?;
                self.unary(inner, operator, argument)
            }
            TermKind::Absolute(argument) => {
                let argument = match &argument.node {
                    TermKind::Pool(members) if !self.is_pool_in_parentheses(argument) => {
                        let members = self.terms(members)?;
                        Node::new(Kind::Pool, vec![place, members])?
                    }
                    _ => self.term(argument)?,
                };
                self.unary(inner, ABSOLUTE, argument)
            }
            TermKind::Binary(operator, left, right) => {
                let (left, right) = (Value::Node(self.term(left)?), Value::Node(self.term(right)?));
                let operator = Value::Number(binary(*operator));
                Node::new(Kind::BinaryOperation, vec![place, operator, left, right])
            }
            TermKind::Interval(left, right) => {
                let (left, right) = (Value::Node(self.term(left)?), Value::Node(self.term(right)?));
                Node::new(Kind::Interval, vec![place, left, right])
            }
            TermKind::Function(name, _) if name.is_tuple() && self.is_constant => {
                self.call(term, enclosed.unwrap_or(inner))
            }
            TermKind::Function(..) | TermKind::External(..) => self.call(term, inner),
            TermKind::Pool(members) if self.text.is_call(inner) => self.calls(members, inner),
            TermKind::Pool(members) => {
                let place = self.place(enclosed.unwrap_or(inner));
                let members = self.terms(members)?;
                Node::new(Kind::Pool, vec![place, members])
            }
        }
    }

    /// Whether a pool between `|` has parentheses of its own, or is `f(a;b)`.
    fn is_pool_in_parentheses(&self, pool: &Term) -> bool {
        let (inner, enclosed) = self.text.stripped(pool.span.into());
        enclosed.is_some() || self.text.is_call(inner)
    }

    fn unary(&mut self, range: Range, operator: i32, argument: Arc<Node>) -> Read<Arc<Node>> {
        let values = vec![self.place(range), Value::Number(operator), Value::Node(argument)];
        Node::new(Kind::UnaryOperation, values)
    }

    /// A symbol. The parser reads `-1` as one symbol, and `f()` as the symbol `f`.
    fn symbol(&mut self, symbol: hamadryad::Symbol, range: Range) -> Read<Arc<Node>> {
        let text = self.text.text_of(range);
        match self.symbols.view(symbol) {
            View::Number(number) if text.starts_with('-') => {
                let digits = self.text.range_of(self.text.token_from(range.start) + 1);
                let positive = crate::symbols::Symbol::number(number.wrapping_neg());
                let values = vec![self.place(digits), Value::Symbol(positive)];
                let argument = Node::new(Kind::SymbolicTerm, values)?;
                self.unary(range, MINUS, argument)
            }
            View::Function { name, .. } if text.ends_with(')') => self.function(name, &[], false, range),
            _ => {
                let symbol = Value::Symbol(self.translation.outwards(self.symbols, symbol));
                Node::new(Kind::SymbolicTerm, vec![self.place(range), symbol])
            }
        }
    }

    fn function(
        &mut self,
        name: Name,
        arguments: &[Term],
        is_external: bool,
        range: Range,
    ) -> Read<Arc<Node>> {
        let arguments = self.terms(arguments)?;
        let external = Value::Number(is_external.into());
        Node::new(Kind::Function, vec![self.place(range), self.name(name), arguments, external])
    }

    /// A function with its arguments; a constant is a function without arguments.
    fn call(&mut self, term: &Term, range: Range) -> Read<Arc<Node>> {
        match &term.node {
            TermKind::Function(name, arguments) => self.function(*name, arguments, false, range),
            TermKind::External(name, arguments) => self.function(*name, arguments, true, range),
            TermKind::Symbol(symbol) if let View::Function { name, .. } = self.symbols.view(*symbol) => {
                self.function(name, &[], false, range)
            }
            TermKind::Pool(members) => self.calls(members, range),
            _ => self.term(term),
        }
    }

    /// `f(a;b)`: all functions have the place of the pool.
    fn calls(&mut self, members: &[Term], range: Range) -> Read<Arc<Node>> {
        let members = members.iter().map(|member| self.call(member, range)).collect::<Read<Vec<_>>>()?;
        Node::new(Kind::Pool, vec![self.place(range), Value::Nodes(members)])
    }

    /// An atom: a predicate, which may be classically negated. The function has the place of the atom.
    pub(super) fn symbolic_atom(&mut self, term: &Term) -> Read<Arc<Node>> {
        let range = term.span.into();
        let symbol = match &term.node {
            TermKind::Unary(UnaryOperator::Minus, argument) => {
                let argument = self.call(argument, range)?;
                self.unary(range, MINUS, argument)?
            }
            _ => self.call(term, range)?,
        };
        Node::new(Kind::SymbolicAtom, vec![Value::Node(symbol)])
    }

    /// The name of a theory atom with its arguments.
    pub(super) fn theory_name(&mut self, term: &Term) -> Read<Arc<Node>> {
        self.call(term, term.span.into())
    }
}
