//! Explanations as JSON; docs/explain.md describes the schema.

use crate::explain::conflict::Answers;
use hamadryad::explain::{
    CostCondition, CostGroup, CostGroups, Element, ElementKind, Outcome, Repairs, label,
};
use hamadryad::{Control, Name, Span, Symbol};
use hamadryad_present::explanation::{Explanations, Reason};
use hamadryad_present::justification::{Places, failure_json};
use serde_json::{Map, Value, json};

/// The version of the schema.
const VERSION: u32 = 1;

/// The answers to the question why there is no answer.
pub fn answers(control: &Control, answers: &Answers, groups: Option<&CostGroups>) -> Value {
    let outcome = match answers.outcome {
        Outcome::Found(()) => "conflict",
        Outcome::Satisfiable => "satisfiable",
        Outcome::OutsideBlame => "outside-blame",
        Outcome::Interrupted => "interrupted",
    };
    let conflicts: Vec<Value> = answers
        .conflicts
        .iter()
        .map(|Reason { conflict, facts, lacks, elements: of_statements }| {
            let parts: Vec<Value> = conflict.parts.iter().map(|part| elements(control, part)).collect();
            let failures = lacks.failures.iter().map(|failure| failure_json(Places(control), failure));
            let of_statements = of_statements.iter().map(|(span, atoms)| {
                let mut place = Places(control).json(*span);
                place["atoms"] = texts(control, atoms);
                place
            });
            json!({
                "parts": parts,
                "elements": of_statements.collect::<Vec<Value>>(),
                "absent": facts.as_ref().map(|facts| texts(control, &facts.absent)),
                "lacks": failures.collect::<Vec<Value>>(),
                "otherLacks": lacks.others,
                "facts": facts.as_ref().map(|facts| elements(control, &facts.elements)),
                "minimal": conflict.is_minimal,
                "smallest": conflict.is_smallest,
                "verified": conflict.is_verified,
            })
        })
        .collect();
    let mut object = Map::new();
    object.insert("version".into(), json!(VERSION));
    object.insert("question".into(), json!("no-answer"));
    object.insert("outcome".into(), json!(outcome));
    object.insert("conflicts".into(), json!(conflicts));
    if let Some(complete) = answers.are_all {
        object.insert("complete".into(), json!(complete));
    }
    if let Some(Outcome::Found(found)) = &answers.repairs {
        object.insert("repairs".into(), repairs(control, found));
    }
    if let Some(groups) = groups {
        object.insert("groups".into(), cost_groups(control, groups));
    }
    object.insert("statistics".into(), json!({ "tests": answers.tests }));
    Value::Object(object)
}

/// Atoms as texts.
fn texts(control: &Control, atoms: &[Symbol]) -> Value {
    atoms.iter().map(|&atom| control.symbols().display(atom).to_string()).collect()
}

fn repairs(control: &Control, repairs: &Repairs) -> Value {
    let sets: Vec<Value> = repairs
        .repairs
        .iter()
        .map(|repair| {
            let changes: Vec<Value> = repair.changes.iter().map(|part| elements(control, part)).collect();
            json!({ "changes": changes, "weight": repair.weight, "verified": repair.is_verified })
        })
        .collect();
    json!({ "sets": sets, "smallest": repairs.is_smallest, "complete": repairs.is_complete })
}

fn cost_groups(control: &Control, groups: &CostGroups) -> Value {
    let condition = |CostCondition { literals, cost }: &CostCondition| {
        let literals = literals.iter().map(|&(atom, sign)| {
            format!("{}{}", if sign { "" } else { "not " }, control.symbols().display(atom))
        });
        json!({ "literals": literals.collect::<Vec<_>>(), "cost": cost })
    };
    let group = |group: &CostGroup| {
        let conditions: Vec<Value> = group.conditions.iter().map(condition).collect();
        let parts = group.conflict.as_ref().map(|conflict| {
            conflict.parts.iter().map(|part| elements(control, part)).collect::<Vec<Value>>()
        });
        json!({ "least": group.least, "conditions": conditions, "parts": parts })
    };
    let list: Vec<Value> = groups.groups.iter().map(group).collect();
    json!({ "base": groups.base, "least": groups.least(), "list": list })
}

/// Elements as an array.
pub fn elements(control: &Control, elements: &[Element]) -> Value {
    elements.iter().map(|one| element(control, one)).collect()
}

/// An element as an object.
pub fn element(control: &Control, element: &Element) -> Value {
    let sources = control.sources();
    let mut object = Map::new();
    object.insert("kind".into(), json!(element.kind.name()));
    let span = Explanations { control, lists_all: true }.fact_span(element);
    if let Some(span) = span {
        let (start, end) = (sources.location(span.file, span.start), sources.location(span.file, span.end));
        object.insert("file".into(), json!(sources.name(span.file)));
        object.insert("line".into(), json!(start.line));
        object.insert("column".into(), json!(start.column));
        object.insert("endLine".into(), json!(end.line));
        object.insert("endColumn".into(), json!(end.column));
        object.insert("text".into(), json!(sources.slice(span)));
        if let Some(label) = label(sources, span).filter(|_| element.fact.is_none()) {
            object.insert("label".into(), json!(label.text(control.symbols(), &element.bindings)));
        }
    }
    if !element.bindings.is_empty() {
        object.insert("bindings".into(), bindings(control, &element.bindings));
    }
    if element.instances != 1 {
        object.insert("instances".into(), json!(element.instances));
    }
    if let Some(atom) = element.atom {
        object.insert("atom".into(), json!(control.symbols().display(atom).to_string()));
    }
    let closed = element.atom.filter(|_| element.kind == ElementKind::Closed);
    if let Some(signature) = closed.and_then(|atom| control.symbols().signature(atom)) {
        let place = |span: Span| {
            let (start, end) =
                (sources.location(span.file, span.start), sources.location(span.file, span.end));
            json!({ "file": sources.name(span.file), "line": start.line, "endLine": end.line })
        };
        let rules = control.statements_deriving(signature).into_iter().map(place);
        object.insert("rules".into(), rules.collect());
    }
    if matches!(element.kind.name(), "external" | "assumption") {
        object.insert("value".into(), json!(element.value));
    }
    if let Some((priority, greatest)) = element.bound {
        object.insert("priority".into(), json!(priority));
        object.insert("greatest".into(), json!(greatest));
    }
    Value::Object(object)
}

fn bindings(control: &Control, bindings: &[(Name, Symbol)]) -> Value {
    let symbols = control.symbols();
    let pairs = bindings
        .iter()
        .map(|&(name, value)| (symbols.text(name).to_owned(), json!(symbols.display(value).to_string())));
    Value::Object(pairs.collect())
}
