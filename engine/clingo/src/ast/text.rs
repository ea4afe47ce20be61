//! Nodes as text, in clingo's form.
//!
//! ```text
//! a(X+1):-not b,1{c}.     a((X+1)) :- not b; 1 <= { c }.
//! ```
//!
//! *Invariant:* clingo writes the same text.

use super::build::Ranges;
use super::kind::{Attribute, Kind};
use super::node::{Location, Node, Value};
use crate::print;
use std::ffi::CStr;
use std::sync::Arc;

/// The text of a node.
pub fn text(node: &Node) -> Vec<u8> {
    let mut writer = Writer { placed: Placed::default(), keeps_places: false };
    writer.node(node);
    writer.placed.text
}

/// A text with the places of the nodes that were written.
#[derive(Default)]
pub(super) struct Placed {
    /// The text.
    pub text: Vec<u8>,
    /// Offsets in the text with the place of the node that begins or ends there: line and column.
    pub places: Vec<(u32, (usize, usize))>,
    /// The parts of the text where the nodes were written.
    pub ranges: Ranges,
}

/// Appends the text of a node, with the places of the nodes in it.
pub(super) fn append(node: &Node, placed: &mut Placed) {
    let mut writer = Writer { placed: std::mem::take(placed), keeps_places: true };
    writer.node(node);
    *placed = writer.placed;
}

struct Writer {
    placed: Placed,
    keeps_places: bool,
}

fn unary_operator(number: i32) -> (&'static str, &'static str) {
    match number {
        0 => ("-", ""),
        1 => ("~", ""),
        2 => ("|", "|"),
        _ => ("", ""),
    }
}

fn binary_operator(number: i32) -> &'static str {
    usize::try_from(number)
        .ok()
        .and_then(|number| ["^", "?", "&", "+", "-", "*", "/", "\\", "**"].get(number))
        .copied()
        .unwrap_or("")
}

fn relation(number: i32) -> &'static str {
    let relations = [">", "<", "<=", ">=", "!=", "="];
    usize::try_from(number).ok().and_then(|number| relations.get(number)).copied().unwrap_or("")
}

fn sign(number: i32) -> &'static str {
    match number {
        1 => "not ",
        2 => "not not ",
        _ => "",
    }
}

fn aggregate_function(number: i32) -> &'static str {
    let functions = ["#count", "#sum", "#sum+", "#min", "#max"];
    usize::try_from(number).ok().and_then(|number| functions.get(number)).copied().unwrap_or("")
}

fn brackets(number: i32) -> (&'static str, &'static str) {
    match number {
        0 => ("(", ")"),
        1 => ("{", "}"),
        2 => ("[", "]"),
        _ => ("", ""),
    }
}

/// The name that all functions of a pool share; `None` if there is none, or a member is no function.
fn common_function(nodes: &[Arc<Node>]) -> Option<(&'static CStr, bool)> {
    let function = |node: &Arc<Node>| {
        let is_external = node.number(Attribute::External) != 0;
        (node.kind() == Kind::Function).then(|| (node.text(Attribute::Name), is_external))
    };
    let first = function(nodes.first()?)?;
    nodes.iter().all(|node| function(node) == Some(first)).then_some(first)
}

impl Writer {
    fn put(&mut self, text: &str) {
        self.placed.text.extend_from_slice(text.as_bytes());
    }

    fn node(&mut self, node: &Node) {
        if !self.keeps_places {
            return self.bare(node);
        }
        let location = node.location();
        let start = self.placed.text.len() as u32;
        if let Some(Location { begin_line, begin_column, .. }) = location {
            self.placed.places.push((start, (begin_line, begin_column)));
        }
        self.bare(node);
        let end = self.placed.text.len() as u32;
        if let Some(Location { end_line, end_column, .. }) = location {
            self.placed.places.push((end, (end_line, end_column)));
        }
        self.placed.ranges.insert(std::ptr::from_ref(node), (start, end));
    }

    fn bare(&mut self, node: &Node) {
        match node.kind() {
            kind if kind as i32 <= Kind::Pool as i32 => self.term(node),
            kind if kind as i32 <= Kind::Comparison as i32 => self.atom(node),
            kind if kind as i32 <= Kind::Disjunction as i32 => self.aggregate(node),
            kind if kind as i32 <= Kind::TheoryAtom as i32 => self.theory_atom(node),
            Kind::Literal => {
                self.put(sign(node.number(Attribute::Sign)));
                self.at(node, Attribute::Atom);
            }
            kind if kind as i32 <= Kind::TheoryAtomDefinition as i32 => self.theory_definition(node),
            _ => self.statement(node),
        }
    }

    /// Writes the value of an attribute; lists with commas.
    fn at(&mut self, node: &Node, attribute: Attribute) {
        match node.get(attribute) {
            Ok(Value::Number(number)) => self.put(&number.to_string()),
            Ok(Value::Symbol(symbol)) => print::write(symbol, &mut self.placed.text),
            Ok(Value::String(text)) => self.placed.text.extend_from_slice(text.to_bytes()),
            Ok(Value::Node(node) | Value::OptionalNode(Some(node))) => self.node(&node),
            Ok(Value::Strings(strings)) => self.strings(&strings, ","),
            Ok(Value::Nodes(nodes)) => self.nodes(&nodes, ","),
            _ => {}
        }
    }

    fn nodes(&mut self, nodes: &[Arc<Node>], separator: &str) {
        for (position, node) in nodes.iter().enumerate() {
            if position > 0 {
                self.put(separator);
            }
            self.node(node);
        }
    }

    fn strings(&mut self, strings: &[&CStr], separator: &str) {
        for (position, string) in strings.iter().enumerate() {
            if position > 0 {
                self.put(separator);
            }
            self.placed.text.extend_from_slice(string.to_bytes());
        }
    }

    /// Writes a list with a text before it; nothing if the list is empty.
    fn list(&mut self, node: &Node, attribute: Attribute, before: &str, separator: &str) {
        let nodes = node.nodes(attribute);
        if !nodes.is_empty() {
            self.put(before);
            self.nodes(&nodes, separator);
        }
    }

    fn condition(&mut self, node: &Node) {
        self.list(node, Attribute::Condition, ": ", ", ");
    }

    fn term(&mut self, node: &Node) {
        match node.kind() {
            Kind::SymbolicTerm => self.at(node, Attribute::Symbol),
            Kind::UnaryOperation => {
                let (before, after) = unary_operator(node.number(Attribute::OperatorType));
                self.put(before);
                self.at(node, Attribute::Argument);
                self.put(after);
            }
            Kind::BinaryOperation => {
                self.infix(node, binary_operator(node.number(Attribute::OperatorType)));
            }
            Kind::Interval => self.infix(node, ".."),
            Kind::Function => self.function(node),
            Kind::Pool => self.pool(&node.nodes(Attribute::Arguments)),
            _ => self.at(node, Attribute::Name),
        }
    }

    fn infix(&mut self, node: &Node, operator: &str) {
        self.put("(");
        self.at(node, Attribute::Left);
        self.put(operator);
        self.at(node, Attribute::Right);
        self.put(")");
    }

    fn function(&mut self, node: &Node) {
        let is_tuple = node.text(Attribute::Name).is_empty();
        let arguments = node.nodes(Attribute::Arguments);
        if node.number(Attribute::External) != 0 {
            self.put("@");
        }
        self.at(node, Attribute::Name);
        if is_tuple || !arguments.is_empty() {
            self.put("(");
            self.nodes(&arguments, ",");
            self.put(if is_tuple && arguments.len() == 1 { ",)" } else { ")" });
        }
    }

    fn pool(&mut self, members: &[Arc<Node>]) {
        match members {
            [] => self.put("(1/0)"),
            [only] => self.node(only),
            _ => self.members(members),
        }
    }

    fn members(&mut self, members: &[Arc<Node>]) {
        let Some((name, is_external)) = common_function(members) else {
            self.put("(");
            self.nodes(members, ";");
            return self.put(")");
        };
        if is_external {
            self.put("@");
        }
        self.placed.text.extend_from_slice(name.to_bytes());
        self.put("(");
        for (position, member) in members.iter().enumerate() {
            if position > 0 {
                self.put(";");
            }
            let arguments = member.nodes(Attribute::Arguments);
            self.nodes(&arguments, ",");
            if name.is_empty() && arguments.len() == 1 {
                self.put(",");
            }
        }
        self.put(")");
    }

    fn atom(&mut self, node: &Node) {
        match node.kind() {
            Kind::BooleanConstant => {
                self.put(if node.number(Attribute::Value) != 0 { "#true" } else { "#false" });
            }
            Kind::SymbolicAtom => self.at(node, Attribute::Symbol),
            _ => {
                self.at(node, Attribute::Term);
                self.nodes(&node.nodes(Attribute::Guards), "");
            }
        }
    }

    fn aggregate(&mut self, node: &Node) {
        match node.kind() {
            Kind::Guard => {
                self.relation(node);
                self.at(node, Attribute::Term);
            }
            Kind::ConditionalLiteral => {
                self.at(node, Attribute::Literal);
                self.condition(node);
            }
            Kind::BodyAggregateElement => self.element(node),
            Kind::HeadAggregateElement => {
                self.at(node, Attribute::Terms);
                self.put(": ");
                self.at(node, Attribute::Condition);
            }
            Kind::Disjunction => self.list(node, Attribute::Elements, "", "; "),
            kind => {
                if let Some(guard) = node.node(Attribute::LeftGuard) {
                    self.at(&guard, Attribute::Term);
                    self.relation(&guard);
                }
                if kind != Kind::Aggregate {
                    self.put(aggregate_function(node.number(Attribute::Function)));
                    self.put(" ");
                }
                self.put("{");
                self.list(node, Attribute::Elements, " ", "; ");
                self.put(" }");
                if let Some(guard) = node.node(Attribute::RightGuard) {
                    self.relation(&guard);
                    self.at(&guard, Attribute::Term);
                }
            }
        }
    }

    fn relation(&mut self, guard: &Node) {
        self.put(" ");
        self.put(relation(guard.number(Attribute::Comparison)));
        self.put(" ");
    }

    /// `terms: condition`
    fn element(&mut self, node: &Node) {
        self.at(node, Attribute::Terms);
        self.condition(node);
    }

    fn theory_atom(&mut self, node: &Node) {
        match node.kind() {
            Kind::TheorySequence => {
                let (open, close) = brackets(node.number(Attribute::SequenceType));
                let terms = node.nodes(Attribute::Terms);
                self.put(open);
                self.nodes(&terms, ",");
                self.put(if open == "(" && terms.len() == 1 { "," } else { "" });
                self.put(close);
            }
            Kind::TheoryFunction => {
                self.at(node, Attribute::Name);
                let arguments = node.nodes(Attribute::Arguments);
                if !arguments.is_empty() {
                    self.put("(");
                    self.nodes(&arguments, ",");
                    self.put(")");
                }
            }
            Kind::TheoryUnparsedTermElement => {
                let operators = node.strings(Attribute::Operators);
                self.strings(&operators, " ");
                self.put(if operators.is_empty() { "" } else { " " });
                self.at(node, Attribute::Term);
            }
            Kind::TheoryUnparsedTerm => {
                let elements = node.nodes(Attribute::Elements);
                let is_plain = elements.len() == 1 && elements[0].strings(Attribute::Operators).is_empty();
                self.put(if is_plain { "" } else { "(" });
                self.nodes(&elements, " ");
                self.put(if is_plain { "" } else { ")" });
            }
            Kind::TheoryGuard => {
                self.at(node, Attribute::OperatorName);
                self.put(" ");
                self.at(node, Attribute::Term);
            }
            Kind::TheoryAtomElement => self.element(node),
            _ => {
                self.put("&");
                self.at(node, Attribute::Term);
                self.put(" {");
                self.list(node, Attribute::Elements, " ", "; ");
                self.put(" }");
                if let Some(guard) = node.node(Attribute::Guard) {
                    self.put(" ");
                    self.node(&guard);
                }
            }
        }
    }

    fn theory_definition(&mut self, node: &Node) {
        match node.kind() {
            Kind::TheoryOperatorDefinition => {
                self.at(node, Attribute::Name);
                self.put(" : ");
                self.at(node, Attribute::Priority);
                self.put(match node.number(Attribute::OperatorType) {
                    0 => ", unary",
                    1 => ", binary, left",
                    2 => ", binary, right",
                    _ => ", ",
                });
            }
            Kind::TheoryTermDefinition => {
                self.at(node, Attribute::Name);
                self.put(" {\n  ");
                self.nodes(&node.nodes(Attribute::Operators), ";\n");
                self.put("\n}");
            }
            Kind::TheoryGuardDefinition => {
                let operators = node.strings(Attribute::Operators);
                self.put(if operators.is_empty() { "{" } else { "{ " });
                self.strings(&operators, ", ");
                self.put(" }, ");
                self.at(node, Attribute::Term);
            }
            _ => {
                self.put("&");
                self.at(node, Attribute::Name);
                self.put("/");
                self.at(node, Attribute::Arity);
                self.put(": ");
                self.at(node, Attribute::Term);
                if let Some(guard) = node.node(Attribute::Guard) {
                    self.put(", ");
                    self.node(&guard);
                }
                self.put(match node.number(Attribute::AtomType) {
                    0 => ", head",
                    1 => ", body",
                    2 => ", any",
                    3 => ", directive",
                    _ => ", ",
                });
            }
        }
    }

    /// Writes a body and the dot; the text before the body only if there is one.
    fn body(&mut self, node: &Node, before: &str) {
        self.list(node, Attribute::Body, before, "; ");
        self.put(".");
    }

    fn signature(&mut self, node: &Node) {
        self.put(if node.number(Attribute::Positive) != 0 { "" } else { "-" });
        self.at(node, Attribute::Name);
        self.put("/");
        self.at(node, Attribute::Arity);
        self.put(".");
    }

    fn statement(&mut self, node: &Node) {
        match node.kind() {
            Kind::Rule => {
                self.at(node, Attribute::Head);
                self.body(node, " :- ");
            }
            Kind::Definition => {
                self.put("#const ");
                self.at(node, Attribute::Name);
                self.put(" = ");
                self.at(node, Attribute::Value);
                self.put(if node.number(Attribute::IsDefault) != 0 { "." } else { ". [override]" });
            }
            Kind::ShowSignature if node.text(Attribute::Name).is_empty() => self.put("#show."),
            Kind::ShowSignature => {
                self.put("#show ");
                self.signature(node);
            }
            Kind::ShowTerm => {
                self.put("#show ");
                self.at(node, Attribute::Term);
                self.body(node, " : ");
            }
            Kind::Minimize => {
                self.put(":~ ");
                self.body(node, "");
                self.put(" [");
                self.at(node, Attribute::Weight);
                self.put("@");
                self.at(node, Attribute::Priority);
                self.list(node, Attribute::Terms, ",", ",");
                self.put("]");
            }
            Kind::Script => {
                self.put("#script (");
                self.at(node, Attribute::Name);
                self.put(")");
                self.at(node, Attribute::Code);
                self.put("#end.");
            }
            Kind::Program => {
                self.put("#program ");
                self.at(node, Attribute::Name);
                let parameters = node.nodes(Attribute::Parameters);
                if !parameters.is_empty() {
                    self.put("(");
                    self.nodes(&parameters, ", ");
                    self.put(")");
                }
                self.put(".");
            }
            Kind::Defined => {
                self.put("#defined ");
                self.signature(node);
            }
            Kind::ProjectSignature => {
                self.put("#project ");
                self.signature(node);
            }
            Kind::TheoryDefinition => self.theory(node),
            Kind::Comment => self.at(node, Attribute::Value),
            _ => self.directive_with_body(node),
        }
    }

    fn directive_with_body(&mut self, node: &Node) {
        match node.kind() {
            Kind::External => {
                self.put("#external ");
                self.at(node, Attribute::Atom);
                self.body(node, " : ");
                self.put(" [");
                self.at(node, Attribute::ExternalType);
                self.put("]");
            }
            Kind::Edge => {
                self.put("#edge (");
                self.at(node, Attribute::NodeU);
                self.put(",");
                self.at(node, Attribute::NodeV);
                self.put(")");
                self.body(node, " : ");
            }
            Kind::Heuristic => {
                self.put("#heuristic ");
                self.at(node, Attribute::Atom);
                self.body(node, " : ");
                self.put(" [");
                self.at(node, Attribute::Bias);
                self.put("@");
                self.at(node, Attribute::Priority);
                self.put(",");
                self.at(node, Attribute::Modifier);
                self.put("]");
            }
            _ => {
                self.put("#project ");
                self.at(node, Attribute::Atom);
                self.body(node, " : ");
            }
        }
    }

    fn theory(&mut self, node: &Node) {
        self.put("#theory ");
        self.at(node, Attribute::Name);
        self.put(" {\n");
        let (terms, atoms) = (node.nodes(Attribute::Terms), node.nodes(Attribute::Atoms));
        for (position, definition) in terms.iter().chain(&atoms).enumerate() {
            self.put(if position > 0 { ";\n  " } else { "  " });
            if position >= terms.len() {
                self.node(definition);
                continue;
            }
            self.at(definition, Attribute::Name);
            self.put(" {\n    ");
            self.nodes(&definition.nodes(Attribute::Operators), ";\n    ");
            self.put("\n  }");
        }
        self.put(if terms.is_empty() && atoms.is_empty() { "}." } else { "\n}." });
    }
}
