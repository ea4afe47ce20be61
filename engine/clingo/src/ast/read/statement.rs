//! Statements: rules, objectives and directives.

use super::spans::Range;
use super::{Placed, Read, Reader};
use crate::ast::kind::Kind;
use crate::ast::node::{Node, Value};
use crate::symbols::{Symbol, keep_str};
use hamadryad::{Name, Signature};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{OptimizeElement, Statement, StatementKind, Term};
use std::sync::Arc;

impl Reader<'_> {
    /// Appends the nodes of a statement. Objectives and edges have one node for each element.
    pub(super) fn statement(&mut self, statement: &Statement, nodes: &mut Vec<Placed>) -> Read<()> {
        let range: Range = statement.span.into();
        match &statement.node {
            StatementKind::Optimize { maximize, weak, elements } => {
                return self.objective(elements, *maximize, *weak, range, nodes);
            }
            StatementKind::Edge { edges, body } => {
                for (from, to) in edges {
                    let (from, to) = (Value::Node(self.term(from)?), Value::Node(self.term(to)?));
                    let values = vec![self.place(range), from, to, self.body(body)?];
                    nodes.push(Placed { end: range.end, node: Node::new(Kind::Edge, values)? });
                }
                return Ok(());
            }
            _ => {}
        }
        let node = self.single(statement, range)?;
        nodes.push(Placed { end: range.end, node });
        Ok(())
    }

    fn single(&mut self, statement: &Statement, range: Range) -> Read<Arc<Node>> {
        let place = self.place(range);
        match &statement.node {
            StatementKind::Rule { head, body } => self.rule(head, body, range),
            StatementKind::ShowNothing => {
                let values = vec![place, Value::String(c""), Value::Number(0), Value::Number(1)];
                Node::new(Kind::ShowSignature, values)
            }
            StatementKind::ShowSignature(of) => self.signature(Kind::ShowSignature, *of, range),
            StatementKind::Defined(of) => self.signature(Kind::Defined, *of, range),
            StatementKind::ProjectSignature(of) => self.signature(Kind::ProjectSignature, *of, range),
            StatementKind::ShowTerm { term, body } => {
                let values = vec![place, Value::Node(self.term(term)?), self.body(body)?];
                Node::new(Kind::ShowTerm, values)
            }
            StatementKind::Const { name, value, overrides } => {
                let is_default = Value::Number((!overrides).into());
                self.is_constant = true;
                let value = self.term(value);
                self.is_constant = false;
                let values = vec![place, self.name(*name), Value::Node(value?), is_default];
                Node::new(Kind::Definition, values)
            }
            StatementKind::Program { name, parameters } => {
                let parameters = self.parameters(parameters, range)?;
                Node::new(Kind::Program, vec![place, self.name(*name), parameters])
            }
            StatementKind::External { atom, body, value } => {
                let (atom, body) = (Value::Node(self.symbolic_atom(atom)?), self.body(body)?);
                let value = match value {
                    Some(value) => self.term(value)?,
                    None => self.implied(Symbol::function(c"false", &[], true), range)?,
                };
                Node::new(Kind::External, vec![place, atom, body, Value::Node(value)])
            }
            StatementKind::ProjectAtom { atom, body } => {
                let values = vec![place, Value::Node(self.symbolic_atom(atom)?), self.body(body)?];
                Node::new(Kind::ProjectAtom, values)
            }
            StatementKind::Heuristic { atom, body, bias, priority, modifier } => {
                let (atom, body) = (Value::Node(self.symbolic_atom(atom)?), self.body(body)?);
                let (bias, priority) =
                    (Value::Node(self.term(bias)?), self.priority(priority.as_ref(), range)?);
                let modifier = Value::Node(self.term(modifier)?);
                Node::new(Kind::Heuristic, vec![place, atom, body, bias, priority, modifier])
            }
            StatementKind::Theory { name, terms, atoms } => self.theory(name.node, terms, atoms, range),
            StatementKind::Script { language, code } => {
                let is_blank = |letter| matches!(letter, ' ' | '\t' | '\r');
                let code = Value::String(keep_str(code.trim_matches(is_blank)));
                Node::new(Kind::Script, vec![place, Value::String(keep_str(language)), code])
            }
            // Facts are read apart, includes are followed, and the others have nodes of their own.
            _ => Err(crate::message::Failure::logic("this statement has no node")),
        }
    }

    fn signature(&mut self, kind: Kind, of: Signature, range: Range) -> Read<Arc<Node>> {
        let (arity, positive) = (Value::Number(of.arity as i32), Value::Number(of.positive.into()));
        Node::new(kind, vec![self.place(range), self.name(of.name), arity, positive])
    }

    /// The parameters of a program part, which the tree has without places.
    fn parameters(&mut self, parameters: &[Name], range: Range) -> Read<Value> {
        // The tokens `#program name ( a , b`.
        let first = self.text.token_from(range.start) + 3;
        let ids = parameters.iter().enumerate().map(|(position, name)| {
            let place = self.place(self.text.range_of(first + 2 * position));
            Node::new(Kind::Id, vec![place, self.name(*name)])
        });
        ids.collect::<Read<Vec<_>>>().map(Value::Nodes)
    }

    /// A term that is not written.
    fn implied(&self, symbol: Symbol, range: Range) -> Read<Arc<Node>> {
        Node::new(Kind::SymbolicTerm, vec![self.place(range), Value::Symbol(symbol)])
    }

    fn priority(&mut self, priority: Option<&Term>, range: Range) -> Read<Value> {
        Ok(Value::Node(match priority {
            Some(priority) => self.term(priority)?,
            None => self.implied(Symbol::number(0), range)?,
        }))
    }

    fn objective(
        &mut self,
        elements: &[OptimizeElement],
        maximize: bool,
        weak: bool,
        statement: Range,
        nodes: &mut Vec<Placed>,
    ) -> Read<()> {
        for element in elements {
            let Span { start, end, .. } = element.span.0;
            // clingo's places of later elements begin at the first one.
            let start = elements.first().map_or(start, |first| first.span.0.start);
            let range = if weak { statement } else { Range { start, end } };
            let weight_end = element.priority.as_ref().map_or(element.weight.span, |term| term.span).end;
            let weight = Range { start: element.weight.span.start, end: weight_end };
            let mut cost = self.term(&element.weight)?;
            if maximize {
                let values = vec![self.place(weight), Value::Number(0), Value::Node(cost)];
                cost = Node::new(Kind::UnaryOperation, values)?;
            }
            let priority = self.priority(element.priority.as_ref(), weight)?;
            let (tuple, body) = (self.terms(&element.tuple)?, self.body(&element.body)?);
            let values = vec![self.place(range), Value::Node(cost), priority, tuple, body];
            let node = Node::new(Kind::Minimize, values)?;
            // clingo reads the token behind an element before it reports the element.
            let end = if weak { end } else { self.text.range_of(self.text.token_from(end)).start };
            nodes.push(Placed { end, node });
        }
        Ok(())
    }
}
