//! Nodes without pools: one node for each choice of the alternatives.
//!
//! ```text
//! a(1;2) :- b(3;4).     a(1) :- b(3).  a(2) :- b(3).  a(1) :- b(4).  a(2) :- b(4).
//! :- a : b(1;2).        :- a: b(1); a: b(2).
//! ```
//!
//! A pool in the condition of an element gives more elements of the same aggregate or body; a pool elsewhere gives more
//! statements.
//!
//! *Invariant:* the results come in clingo's order.

use super::kind::{Attribute, Kind};
use super::node::{Node, Value};
use std::sync::Arc;

/// The parts of a node whose pools are replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The conditions of conditional literals.
    pub conditions: bool,
    /// All other parts.
    pub others: bool,
}

impl Parts {
    /// All parts.
    pub const ALL: Parts = Parts { conditions: true, others: true };
    const CONDITIONS: Parts = Parts { conditions: true, others: false };
    const OTHERS: Parts = Parts { conditions: false, others: true };
}

/// The nodes without the pools of these parts; the node itself if it has none there.
pub fn unpool(node: &Arc<Node>, parts: Parts) -> Vec<Arc<Node>> {
    alternatives(node, parts).unwrap_or_else(|| vec![Arc::clone(node)])
}

/// The nodes without pools; `None` if the node has no pool in these parts.
fn alternatives(node: &Arc<Node>, parts: Parts) -> Option<Vec<Arc<Node>>> {
    use Attribute::*;
    if !parts.others && node.kind() != Kind::ConditionalLiteral {
        return None;
    }
    match node.kind() {
        Kind::UnaryOperation => product(node, &[Argument]),
        Kind::Comparison => product(node, &[Term, Guards]),
        Kind::Interval | Kind::BinaryOperation => product(node, &[Left, Right]),
        Kind::Function => product(node, &[Arguments]),
        Kind::Pool => {
            Some(node.nodes(Arguments).iter().flat_map(|member| unpool(member, Parts::ALL)).collect())
        }
        Kind::SymbolicAtom => product(node, &[Symbol]),
        Kind::Guard => product(node, &[Term]),
        Kind::ConditionalLiteral => match parts {
            Parts::ALL => product(node, &[Literal, Condition]),
            Parts::OTHERS => product(node, &[Literal]),
            Parts::CONDITIONS => product(node, &[Condition]),
            _ => None,
        },
        Kind::BodyAggregateElement | Kind::HeadAggregateElement => product(node, &[Terms, Condition]),
        Kind::BodyAggregate | Kind::HeadAggregate | Kind::Aggregate => {
            listed(node, Elements, Parts::ALL, &[LeftGuard, RightGuard])
        }
        Kind::Disjunction => listed(node, Elements, Parts::CONDITIONS, &[Elements]),
        Kind::TheoryAtomElement => product(node, &[Condition]),
        Kind::TheoryAtom => listed(node, Elements, Parts::ALL, &[Term]),
        Kind::Literal => product(node, &[Atom]),
        Kind::Rule => with_body(node, &[Body, Head]),
        Kind::ShowTerm => with_body(node, &[Body, Term]),
        Kind::Minimize => with_body(node, &[Body, Weight, Priority, Terms]),
        Kind::External => with_body(node, &[Body, Atom, ExternalType]),
        Kind::Edge => with_body(node, &[Body, NodeU, NodeV]),
        Kind::Heuristic => with_body(node, &[Body, Atom, Bias, Priority, Modifier]),
        Kind::ProjectAtom => with_body(node, &[Body, Atom]),
        _ => None,
    }
}

/// The combinations of the alternatives of some attributes; those of the first attribute change last.
fn product(node: &Arc<Node>, attributes: &[Attribute]) -> Option<Vec<Arc<Node>>> {
    let mut found = None;
    combine(node, attributes, Parts::ALL, &mut Vec::new(), &mut found);
    found
}

fn with_body(node: &Arc<Node>, attributes: &[Attribute]) -> Option<Vec<Arc<Node>>> {
    listed(node, Attribute::Body, Parts::CONDITIONS, attributes)
}

/// The elements of a list are replaced by their alternatives within the list; then the combinations for the attributes
/// follow. If only the conditions of the elements were replaced, the combinations leave conditions alone.
fn listed(
    node: &Arc<Node>,
    list: Attribute,
    parts: Parts,
    attributes: &[Attribute],
) -> Option<Vec<Arc<Node>>> {
    let (mut elements, mut has_pools) = (Vec::new(), false);
    for element in node.nodes(list) {
        match alternatives(&element, parts) {
            Some(found) => {
                elements.extend(found);
                has_pools = true;
            }
            None => elements.push(element),
        }
    }
    let (node, mut found) = match has_pools {
        true => (node.updated(&[(list, Value::Nodes(elements))]), Some(Vec::new())),
        false => (Arc::clone(node), None),
    };
    let parts = if parts == Parts::CONDITIONS { Parts::OTHERS } else { Parts::ALL };
    combine(&node, attributes, parts, &mut Vec::new(), &mut found);
    found
}

/// Appends the node with the chosen values and all combinations for the other attributes.
fn combine(
    node: &Arc<Node>,
    attributes: &[Attribute],
    parts: Parts,
    chosen: &mut Vec<(Attribute, Value)>,
    found: &mut Option<Vec<Arc<Node>>>,
) {
    let Some((&attribute, rest)) = attributes.split_first() else {
        if let Some(found) = found {
            found.push(node.updated(chosen));
        }
        return;
    };
    let Some(values) = node.get(attribute).ok().and_then(|value| of_value(&value, parts)) else {
        return combine(node, rest, parts, chosen, found);
    };
    found.get_or_insert_default();
    for value in values {
        chosen.push((attribute, value));
        combine(node, rest, parts, chosen, found);
        chosen.pop();
    }
}

/// The alternatives of a value; `None` if it has no pool in these parts.
fn of_value(value: &Value, parts: Parts) -> Option<Vec<Value>> {
    match value {
        Value::Node(node) => Some(alternatives(node, parts)?.into_iter().map(Value::Node).collect()),
        Value::OptionalNode(Some(node)) => {
            Some(alternatives(node, parts)?.into_iter().map(|node| Value::OptionalNode(Some(node))).collect())
        }
        Value::Nodes(nodes) => Some(combinations(nodes, parts)?.into_iter().map(Value::Nodes).collect()),
        _ => None,
    }
}

/// The combinations of the alternatives of several nodes; those of the first node change first.
fn combinations(nodes: &[Arc<Node>], parts: Parts) -> Option<Vec<Vec<Arc<Node>>>> {
    let found: Vec<Option<Vec<Arc<Node>>>> = nodes.iter().map(|node| alternatives(node, parts)).collect();
    if found.iter().all(Option::is_none) {
        return None;
    }
    if found.iter().flatten().any(Vec::is_empty) {
        return Some(Vec::new());
    }
    let mut product: Vec<Vec<Arc<Node>>> = vec![Vec::new()];
    for (node, found) in nodes.iter().zip(found) {
        let found = found.unwrap_or_else(|| vec![Arc::clone(node)]);
        let (first, others) = found.split_first()?;
        for row in 0..product.len() {
            for other in others {
                let mut chosen = product[row].clone();
                chosen.push(Arc::clone(other));
                product.push(chosen);
            }
            product[row].push(Arc::clone(first));
        }
    }
    Some(product)
}
