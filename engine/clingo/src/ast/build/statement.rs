//! Statements: rules, objectives and directives.

use super::{Built, Converter, child, invalid, natural, require};
use crate::ast::kind::{Attribute, Kind};
use crate::ast::node::Node;
use hamadryad::Signature;
use hamadryad_syntax::ast::{OptimizeElement, Place, Spanned, Statement, StatementKind};
use hamadryad_syntax::{is_constant, rule_or_fact};

impl Converter<'_> {
    pub(super) fn statement(&mut self, node: &Node) -> Built<Statement> {
        let kind = match node.kind() {
            Kind::Rule => {
                let head = self.head(&*child(node, Attribute::Head)?)?;
                let body = self.body(node)?;
                rule_or_fact(self.symbols, head, body)
            }
            Kind::Definition => {
                let value = self.term_in(node, Attribute::Value)?;
                require(
                    is_constant(&value),
                    "the value of a constant has no variables, pools and intervals",
                )?;
                let name = self.name_in(node, Attribute::Name)?;
                StatementKind::Const { name, value, overrides: node.number(Attribute::IsDefault) == 0 }
            }
            Kind::ShowSignature if node.text(Attribute::Name).is_empty() => StatementKind::ShowNothing,
            Kind::ShowSignature => StatementKind::ShowSignature(self.signature(node)?),
            Kind::Defined => StatementKind::Defined(self.signature(node)?),
            Kind::ProjectSignature => StatementKind::ProjectSignature(self.signature(node)?),
            Kind::ShowTerm => {
                let term = self.term_in(node, Attribute::Term)?;
                StatementKind::ShowTerm { term, body: self.body(node)? }
            }
            Kind::Minimize => self.minimize(node)?,
            Kind::Script => StatementKind::Script {
                language: node.text(Attribute::Name).to_string_lossy().into_owned(),
                code: node.text(Attribute::Code).to_string_lossy().into_owned(),
            },
            Kind::Program => {
                let mut parameters = Vec::new();
                for parameter in node.nodes(Attribute::Parameters) {
                    require(parameter.kind() == Kind::Id, "id required")?;
                    parameters.push(self.name_in(&parameter, Attribute::Name)?);
                }
                StatementKind::Program { name: self.name_in(node, Attribute::Name)?, parameters }
            }
            Kind::TheoryDefinition => self.theory(node)?,
            _ => self.directive_with_body(node)?,
        };
        Ok(Spanned { node: kind, span: self.whole })
    }

    fn directive_with_body(&mut self, node: &Node) -> Built<StatementKind> {
        Ok(match node.kind() {
            Kind::External => {
                let atom = self.symbolic_atom(&*child(node, Attribute::Atom)?)?;
                let body = self.body(node)?;
                let value = Some(self.term_in(node, Attribute::ExternalType)?);
                StatementKind::External { atom, body, value }
            }
            Kind::Edge => {
                let from = self.term_in(node, Attribute::NodeU)?;
                let edges = vec![(from, self.term_in(node, Attribute::NodeV)?)];
                StatementKind::Edge { edges, body: self.body(node)? }
            }
            Kind::Heuristic => StatementKind::Heuristic {
                atom: self.symbolic_atom(&*child(node, Attribute::Atom)?)?,
                body: self.body(node)?,
                bias: self.term_in(node, Attribute::Bias)?,
                priority: Some(self.term_in(node, Attribute::Priority)?),
                modifier: self.term_in(node, Attribute::Modifier)?,
            },
            Kind::ProjectAtom => {
                let atom = self.symbolic_atom(&*child(node, Attribute::Atom)?)?;
                StatementKind::ProjectAtom { atom, body: self.body(node)? }
            }
            _ => return Err(invalid("statement expected")),
        })
    }

    fn minimize(&mut self, node: &Node) -> Built<StatementKind> {
        let element = OptimizeElement {
            weight: self.term_in(node, Attribute::Weight)?,
            priority: Some(self.term_in(node, Attribute::Priority)?),
            tuple: self.terms(&node.nodes(Attribute::Terms))?,
            body: self.body(node)?,
            span: Place(self.whole),
        };
        Ok(StatementKind::Optimize { maximize: false, weak: true, elements: vec![element] })
    }

    fn signature(&mut self, node: &Node) -> Built<Signature> {
        Ok(Signature {
            name: self.name_in(node, Attribute::Name)?,
            arity: natural(node, Attribute::Arity)?,
            positive: node.number(Attribute::Positive) != 0,
        })
    }
}
