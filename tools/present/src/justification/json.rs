//! Reasons as JSON; `docs/explain.md` describes the fields.

use super::place::Places;
use hamadryad::explain::{
    Attempt, Deeper, Failure, InstanceLiteral, LiteralKind, NodeId, Regime, Status, Tree, WhyNot,
};
use hamadryad::{Name, Symbol};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// The tree of a true atom. A node that several others share is written in full once; elsewhere it has `see`.
pub fn tree_json(places: Places<'_>, tree: &Tree) -> Value {
    let mut shown = HashSet::new();
    node_json(places, tree, NodeId(0), &mut shown)
}

fn node_json(places: Places<'_>, tree: &Tree, id: NodeId, shown: &mut HashSet<NodeId>) -> Value {
    let node = tree.node(id);
    let atom = places.0.symbols().display(node.atom).to_string();
    if !shown.insert(id) {
        return json!({ "atom": atom, "see": id.0 });
    }
    let literals: Vec<Value> = node
        .literals
        .iter()
        .map(|literal| {
            let children: Vec<Value> =
                literal.children.iter().map(|&child| node_json(places, tree, child, shown)).collect();
            let mut fields =
                literal_fields(places, &literal.text, literal.kind, literal.status, literal.value);
            fields.insert("children".to_owned(), children.into());
            fields.into()
        })
        .collect();
    json!({
        "id": id.0,
        "atom": atom,
        "because": node.because.name(),
        "place": places.of_node(node).map(|span| places.json(span)),
        "bindings": bindings(places, &node.bindings),
        "literals": literals,
    })
}

fn bindings(places: Places<'_>, bindings: &[(Name, Symbol)]) -> Value {
    let symbols = places.0.symbols();
    let values = bindings.iter();
    let values = values
        .map(|&(name, value)| (symbols.text(name).to_owned(), symbols.display(value).to_string().into()));
    Value::Object(values.collect())
}

fn literal_fields(
    places: Places<'_>,
    text: &str,
    kind: LiteralKind,
    status: Option<Status>,
    value: Option<Symbol>,
) -> Map<String, Value> {
    let kind = match kind {
        LiteralKind::Atom => "atom",
        LiteralKind::Negation => "negation",
        LiteralKind::Comparison => "comparison",
        LiteralKind::Aggregate => "aggregate",
        LiteralKind::Conditional => "conditional",
        LiteralKind::Theory => "theory",
    };
    let status = match status {
        Some(Status::True) => "true",
        Some(Status::False) => "false",
        Some(Status::Open) => "possible",
        None => "unknown",
    };
    let mut fields = Map::new();
    fields.insert("text".to_owned(), text.into());
    fields.insert("kind".to_owned(), kind.into());
    fields.insert("truth".to_owned(), status.into());
    if let Some(value) = value {
        fields.insert("value".to_owned(), places.0.symbols().display(value).to_string().into());
    }
    fields
}

/// The reasons of a false atom.
pub fn why_not_json(places: Places<'_>, why_not: &WhyNot) -> Value {
    let (regime, nearest) = match &why_not.regime {
        Regime::NeverPossible => ("never possible", Value::Null),
        Regime::InNoAnswer => ("in no answer", Value::Null),
        Regime::InOthers(nearest) => {
            let atoms = |atoms: &[Symbol]| -> Vec<String> {
                atoms.iter().map(|&atom| places.0.symbols().display(atom).to_string()).collect()
            };
            let nearest = json!({
                "atom": places.0.symbols().display(nearest.atom).to_string(),
                "added": atoms(&nearest.added),
                "removed": atoms(&nearest.removed),
                "costs": nearest.costs,
                "proven": nearest.is_proven,
            });
            ("in others", nearest)
        }
        Regime::Interrupted => ("interrupted", Value::Null),
    };
    let mut fields = Map::new();
    fields.insert("regime".to_owned(), regime.into());
    fields.insert("failure".to_owned(), failure_json(places, &why_not.failure));
    fields.insert("nearest".to_owned(), nearest);
    fields.into()
}

/// Why an atom is false: the field `failure` of a reason.
pub fn failure_json(places: Places<'_>, failure: &Failure) -> Value {
    let attempts: Vec<Value> = failure.attempts.iter().map(|attempt| attempt_json(places, attempt)).collect();
    json!({
        "atom": failure.goal.display(places.0.symbols()).to_string(),
        "statements": failure.statements,
        "complete": !failure.is_cut,
        "attempts": attempts,
    })
}

fn attempt_json(places: Places<'_>, Attempt { instance, deeper }: &Attempt) -> Value {
    let literals: Vec<Value> = instance
        .literals
        .iter()
        .map(|literal: &InstanceLiteral| {
            literal_fields(places, &literal.text, literal.kind, literal.status, literal.value).into()
        })
        .collect();
    let (reason, more) = match deeper {
        Deeper::Evident => ("evident", Value::Null),
        Deeper::Undefined => ("undefined", Value::Null),
        Deeper::Failure(failure) => ("false", failure_json(places, failure)),
        Deeper::Circular => ("circular", Value::Null),
        Deeper::SeenBefore => ("seen before", Value::Null),
        Deeper::Derived(tree) => ("true", tree_json(places, tree)),
        Deeper::NotChosen => ("not chosen", Value::Null),
        Deeper::Omitted => ("omitted", Value::Null),
    };
    json!({
        "place": places.json(instance.span),
        "head": instance.head.map(|head| places.0.symbols().display(head).to_string()),
        "bindings": bindings(places, &instance.bindings),
        "literals": literals,
        "failing": instance.failing,
        "alike": instance.alike,
        "reason": reason,
        "because": more,
    })
}
