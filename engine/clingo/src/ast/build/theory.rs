//! Theory atoms and theories.

use super::{Built, Converter, child, invalid, natural, require};
use crate::ast::kind::{Attribute, Kind};
use crate::ast::node::{Node, Value};
use hamadryad::{Name, Span, View};
use hamadryad_syntax::ast::{
    Brackets, Place, Spanned, StatementKind, TheoryAtom, TheoryAtomDefinition, TheoryElement, TheoryGuard,
    TheoryGuardDefinition, TheoryOperand, TheoryOperatorDefinition, TheoryOperatorKind, TheoryPlace,
    TheoryTerm, TheoryTermDefinition, TheoryTermKind,
};
use std::sync::Arc;

impl Converter<'_> {
    pub(super) fn theory_atom(&mut self, node: &Node) -> Built<TheoryAtom> {
        let name = self.term_in(node, Attribute::Term)?;
        require(self.predicate(&name).is_some(), "the name of a theory atom expected")?;
        let mut elements = Vec::new();
        for element in node.nodes(Attribute::Elements) {
            require(element.kind() == Kind::TheoryAtomElement, "theory atom element expected")?;
            let tuple = self.theory_terms(&element.nodes(Attribute::Terms))?;
            let (condition, span) = (self.condition(&element)?, Place(self.span(&element)));
            elements.push(TheoryElement { tuple, condition, span });
        }
        let guard = node.node(Attribute::Guard).map(|guard| {
            require(guard.kind() == Kind::TheoryGuard, "theory guard expected")?;
            let operator = self.spanned_name(&guard, Attribute::OperatorName)?;
            Ok(TheoryGuard { operator, term: self.theory_term(&*child(&guard, Attribute::Term)?)? })
        });
        Ok(TheoryAtom { name, elements, guard: guard.transpose()? })
    }

    fn spanned_name(&mut self, node: &Node, attribute: Attribute) -> Built<Spanned<Name>> {
        Ok(Spanned { node: self.name_in(node, attribute)?, span: self.span(node) })
    }

    fn theory_terms(&mut self, nodes: &[Arc<Node>]) -> Built<Vec<TheoryTerm>> {
        nodes.iter().map(|node| self.theory_term(node)).collect()
    }

    fn theory_term(&mut self, node: &Node) -> Built<TheoryTerm> {
        self.deeper(|converter| converter.theory_term_here(node))
    }

    fn theory_term_here(&mut self, node: &Node) -> Built<TheoryTerm> {
        let span = self.span(node);
        let kind = match node.kind() {
            Kind::SymbolicTerm => {
                let Ok(Value::Symbol(symbol)) = node.get(Attribute::Symbol) else {
                    return Err(invalid("theory term expected"));
                };
                let symbol = self.symbol(symbol)?;
                return Ok(self.theory_symbol(symbol, span));
            }
            Kind::Variable => TheoryTermKind::Variable(self.name_in(node, Attribute::Name)?),
            Kind::TheorySequence => {
                let brackets = match node.number(Attribute::SequenceType) {
                    0 => Brackets::Round,
                    1 => Brackets::Curly,
                    2 => Brackets::Square,
                    _ => return Err(invalid("invalid theory sequence type")),
                };
                TheoryTermKind::Sequence(brackets, self.theory_terms(&node.nodes(Attribute::Terms))?)
            }
            Kind::TheoryFunction => {
                let arguments = self.theory_terms(&node.nodes(Attribute::Arguments))?;
                TheoryTermKind::Function(self.name_in(node, Attribute::Name)?, arguments)
            }
            Kind::TheoryUnparsedTerm => return self.theory_operation(node, span),
            _ => return Err(invalid("theory term expected")),
        };
        Ok(Spanned { node: kind, span })
    }

    fn theory_operation(&mut self, node: &Node, span: Span) -> Built<TheoryTerm> {
        let elements = node.nodes(Attribute::Elements);
        require(!elements.is_empty(), "unparsed term list must not be empty")?;
        let mut operands = Vec::with_capacity(elements.len());
        for element in elements {
            require(
                element.kind() == Kind::TheoryUnparsedTermElement,
                "element of an unparsed theory term expected",
            )?;
            let names = element.strings(Attribute::Operators);
            require(
                operands.is_empty() || !names.is_empty(),
                "at least one operator necessary on right-hand-side of unparsed theory term",
            )?;
            let operators = names.into_iter().map(|name| Spanned { node: self.name(name), span }).collect();
            operands.push(TheoryOperand {
                operators,
                term: self.theory_term(&*child(&element, Attribute::Term)?)?,
            });
        }
        if operands.len() == 1 && operands[0].operators.is_empty() {
            return Ok(operands.swap_remove(0).term);
        }
        Ok(Spanned { node: TheoryTermKind::Operation(operands), span })
    }

    /// A symbol as a theory term. Symbols with arguments are functions and tuples.
    fn theory_symbol(&mut self, symbol: hamadryad::Symbol, span: Span) -> TheoryTerm {
        let node = match self.symbols.view(symbol) {
            View::Function { name, arguments, positive: false } => {
                let arguments = arguments.to_vec();
                let positive = self.symbols.function_named(name, &arguments, true);
                let operators = vec![Spanned { node: self.symbols.name("-"), span }];
                let term = self.theory_symbol(positive, span);
                TheoryTermKind::Operation(vec![TheoryOperand { operators, term }])
            }
            View::Function { name, arguments, .. } if name.is_tuple() || !arguments.is_empty() => {
                let arguments = arguments.to_vec();
                let terms = arguments.into_iter().map(|part| self.theory_symbol(part, span)).collect();
                match name.is_tuple() {
                    true => TheoryTermKind::Sequence(Brackets::Round, terms),
                    false => TheoryTermKind::Function(name, terms),
                }
            }
            _ => TheoryTermKind::Symbol(symbol),
        };
        Spanned { node, span }
    }

    /// `#theory name { … }.`
    pub(super) fn theory(&mut self, node: &Node) -> Built<StatementKind> {
        let name = self.spanned_name(node, Attribute::Name)?;
        let terms = node.nodes(Attribute::Terms);
        let terms = terms.iter().map(|definition| self.term_definition(definition)).collect::<Built<_>>()?;
        let atoms = node.nodes(Attribute::Atoms);
        let atoms = atoms.iter().map(|definition| self.atom_definition(definition)).collect::<Built<_>>()?;
        Ok(StatementKind::Theory { name, terms, atoms })
    }

    fn term_definition(&mut self, node: &Node) -> Built<TheoryTermDefinition> {
        require(node.kind() == Kind::TheoryTermDefinition, "theory term definition expected")?;
        let name = self.spanned_name(node, Attribute::Name)?;
        let mut operators = Vec::new();
        for definition in node.nodes(Attribute::Operators) {
            require(
                definition.kind() == Kind::TheoryOperatorDefinition,
                "theory operator definition expected",
            )?;
            let kind = match definition.number(Attribute::OperatorType) {
                0 => TheoryOperatorKind::Unary,
                1 => TheoryOperatorKind::BinaryLeft,
                2 => TheoryOperatorKind::BinaryRight,
                _ => return Err(invalid("invalid theory operator type")),
            };
            let operator = self.spanned_name(&definition, Attribute::Name)?;
            let priority = natural(&definition, Attribute::Priority)?;
            operators.push(TheoryOperatorDefinition { operator, priority, kind });
        }
        Ok(TheoryTermDefinition { name, operators })
    }

    fn atom_definition(&mut self, node: &Node) -> Built<TheoryAtomDefinition> {
        require(node.kind() == Kind::TheoryAtomDefinition, "theory atom definition expected")?;
        let guard = node.node(Attribute::Guard).map(|guard| {
            require(guard.kind() == Kind::TheoryGuardDefinition, "theory guard definition expected")?;
            let span = self.span(node);
            let operators = guard.strings(Attribute::Operators);
            let operators =
                operators.into_iter().map(|name| Spanned { node: self.name(name), span }).collect();
            let grammar = self.name_in(&guard, Attribute::Term)?;
            Ok(TheoryGuardDefinition { operators, grammar: Spanned { node: grammar, span } })
        });
        let guard = guard.transpose()?;
        let place = match node.number(Attribute::AtomType) {
            0 => TheoryPlace::Head,
            1 => TheoryPlace::Body,
            2 => TheoryPlace::Any,
            3 => TheoryPlace::Directive,
            _ => return Err(invalid("invalid theory atom type")),
        };
        Ok(TheoryAtomDefinition {
            name: self.spanned_name(node, Attribute::Name)?,
            arity: natural(node, Attribute::Arity)?,
            elements: self.spanned_name(node, Attribute::Term)?,
            guard,
            place,
        })
    }
}
