//! Theory atoms and theories.

use super::spans::Range;
use super::{Read, Reader};
use crate::ast::kind::Kind;
use crate::ast::node::{Node, Value};
use hamadryad::Name;
use hamadryad_syntax::ast::{
    Brackets, Spanned, TheoryAtom, TheoryAtomDefinition, TheoryOperatorDefinition, TheoryOperatorKind,
    TheoryPlace, TheoryTerm, TheoryTermDefinition, TheoryTermKind,
};
use std::sync::Arc;

impl Reader<'_> {
    pub(super) fn theory_atom(&mut self, atom: &TheoryAtom) -> Read<Arc<Node>> {
        let elements = atom.elements.iter().map(|element| {
            let tuple = self.theory_terms(&element.tuple)?;
            let condition = self.condition(&element.condition)?;
            Node::new(Kind::TheoryAtomElement, vec![tuple, condition])
        });
        let elements = Value::Nodes(elements.collect::<Read<Vec<_>>>()?);
        let guard = atom.guard.as_ref().map(|guard| {
            let term = Value::Node(self.theory_term(&guard.term)?);
            Node::new(Kind::TheoryGuard, vec![self.name(guard.operator.node), term])
        });
        let guard = Value::OptionalNode(guard.transpose()?);
        let place = self.place(atom.name.span.into());
        let name = Value::Node(self.theory_name(&atom.name)?);
        Node::new(Kind::TheoryAtom, vec![place, name, elements, guard])
    }

    fn theory_terms(&mut self, terms: &[TheoryTerm]) -> Read<Value> {
        terms.iter().map(|term| self.theory_term(term)).collect::<Read<Vec<_>>>().map(Value::Nodes)
    }

    fn theory_term(&mut self, term: &TheoryTerm) -> Read<Arc<Node>> {
        let (inner, enclosed) = self.text.stripped(term.span.into());
        let place = self.place(inner);
        // Tuples and operations in parentheses have the place with the parentheses, in contrast to other terms.
        let enclosed = self.place(enclosed.unwrap_or(inner));
        match &term.node {
            TheoryTermKind::Symbol(symbol) => {
                let symbol = self.translation.outwards(self.symbols, *symbol);
                Node::new(Kind::SymbolicTerm, vec![place, Value::Symbol(symbol)])
            }
            TheoryTermKind::Variable(name) => Node::new(Kind::Variable, vec![place, self.name(*name)]),
            TheoryTermKind::Function(name, arguments) => {
                let arguments = self.theory_terms(arguments)?;
                Node::new(Kind::TheoryFunction, vec![place, self.name(*name), arguments])
            }
            TheoryTermKind::Sequence(brackets, terms) => {
                let terms = self.theory_terms(terms)?;
                let (place, number) = match brackets {
                    Brackets::Round => (enclosed, 0),
                    Brackets::Curly => (place, 1),
                    Brackets::Square => (place, 2),
                };
                Node::new(Kind::TheorySequence, vec![place, Value::Number(number), terms])
            }
            TheoryTermKind::Operation(operands) => {
                let elements = operands.iter().map(|operand| {
                    let operators = self.operators(&operand.operators);
                    let term = Value::Node(self.theory_term(&operand.term)?);
                    Node::new(Kind::TheoryUnparsedTermElement, vec![operators, term])
                });
                let elements = Value::Nodes(elements.collect::<Read<Vec<_>>>()?);
                Node::new(Kind::TheoryUnparsedTerm, vec![enclosed, elements])
            }
        }
    }

    fn operators(&mut self, operators: &[Spanned<Name>]) -> Value {
        Value::Strings(operators.iter().map(|operator| self.text_of_name(operator.node)).collect())
    }

    pub(super) fn theory(
        &mut self,
        name: Name,
        terms: &[TheoryTermDefinition],
        atoms: &[TheoryAtomDefinition],
        range: Range,
    ) -> Read<Arc<Node>> {
        let terms = terms.iter().map(|definition| self.term_definition(definition));
        let terms = Value::Nodes(terms.collect::<Read<Vec<_>>>()?);
        let atoms = atoms.iter().map(|definition| self.atom_definition(definition));
        let atoms = Value::Nodes(atoms.collect::<Read<Vec<_>>>()?);
        Node::new(Kind::TheoryDefinition, vec![self.place(range), self.name(name), terms, atoms])
    }

    /// `name { operators }`
    fn term_definition(&mut self, definition: &TheoryTermDefinition) -> Read<Arc<Node>> {
        let operators = definition.operators.iter().map(|operator| self.operator_definition(operator));
        let operators = Value::Nodes(operators.collect::<Read<Vec<_>>>()?);
        let open = self.text.token_from(definition.name.span.end);
        let end = self.text.range_of(self.text.partner(open)).end;
        let place = self.place(Range { start: definition.name.span.start, end });
        Node::new(Kind::TheoryTermDefinition, vec![place, self.name(definition.name.node), operators])
    }

    /// `operator : priority, kind`
    fn operator_definition(&mut self, definition: &TheoryOperatorDefinition) -> Read<Arc<Node>> {
        // The tokens `: 1 , unary` or `: 1 , binary , left`.
        let (kind, length) = match definition.kind {
            TheoryOperatorKind::Unary => (0, 4),
            TheoryOperatorKind::BinaryLeft => (1, 6),
            TheoryOperatorKind::BinaryRight => (2, 6),
        };
        let operator = definition.operator;
        let last = self.text.token_from(operator.span.end) + length - 1;
        let place = self.place(Range { start: operator.span.start, end: self.text.range_of(last).end });
        let priority = Value::Number(definition.priority as i32);
        let values = vec![place, self.name(operator.node), priority, Value::Number(kind)];
        Node::new(Kind::TheoryOperatorDefinition, values)
    }

    /// `&name/arity : elements, { operators }, guard, place`
    fn atom_definition(&mut self, definition: &TheoryAtomDefinition) -> Read<Arc<Node>> {
        let guard = definition.guard.as_ref().map(|guard| {
            let operators = self.operators(&guard.operators);
            Node::new(Kind::TheoryGuardDefinition, vec![operators, self.name(guard.grammar.node)])
        });
        let guard = Value::OptionalNode(guard.transpose()?);
        let last_grammar =
            definition.guard.as_ref().map_or(definition.elements.span, |guard| guard.grammar.span);
        // A comma and the word for the place follow the last grammar; `&` stands before the name.
        let last = self.text.token_from(last_grammar.end) + 1;
        let first = self.text.token_from(definition.name.span.start).saturating_sub(1);
        let range = Range { start: self.text.range_of(first).start, end: self.text.range_of(last).end };
        let kind = Value::Number(match definition.place {
            TheoryPlace::Head => 0,
            TheoryPlace::Body => 1,
            TheoryPlace::Any => 2,
            TheoryPlace::Directive => 3,
        });
        let arity = Value::Number(definition.arity as i32);
        let (name, elements) = (self.name(definition.name.node), self.name(definition.elements.node));
        let values = vec![self.place(range), kind, name, arity, elements, guard];
        Node::new(Kind::TheoryAtomDefinition, values)
    }
}
