//! Diagnostics for machines: one JSON object on each line, or a SARIF log.
//!
//! ```text
//! {"severity":"error","code":"unsafe","message":"…","file":"a.lp","start":{"line":1,"column":7,"offset":6},…}
//! ```
//!
//! Lines and columns count from 1, columns in characters; offsets count bytes from 0.

use hamadryad::{Code, Diagnostic, Severity, Sources, Span};
use serde_json::{Map, Value, json};

/// A diagnostic as a JSON object on one line, without a line break.
pub fn line(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let mut object = Map::new();
    object.insert("severity".to_owned(), json!(severity(diagnostic.severity)));
    object.insert("code".to_owned(), json!(diagnostic.code.name()));
    object.insert("message".to_owned(), json!(diagnostic.message));
    object.extend(place(diagnostic.span, sources));
    let labels = diagnostic.labels.iter().map(|(span, text)| {
        let mut label = place(*span, sources);
        label.insert("message".to_owned(), json!(text));
        Value::Object(label)
    });
    object.insert("labels".to_owned(), labels.collect());
    object.insert("hint".to_owned(), json!(diagnostic.hint));
    let fix = diagnostic.fix.as_ref().map(|fix| {
        let mut object = place(fix.span, sources);
        object.insert("text".to_owned(), json!(fix.text));
        Value::Object(object)
    });
    object.insert("fix".to_owned(), json!(fix));
    Value::Object(object).to_string()
}

/// A message without a place as a JSON object on one line, without a line break.
pub fn line_without_place(severity: Severity, code: Option<&str>, message: &str) -> String {
    json!({ "severity": self::severity(severity), "code": code, "message": message }).to_string()
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn place(span: Span, sources: &Sources) -> Map<String, Value> {
    let location = |offset: u32| {
        let location = sources.location(span.file, offset);
        json!({ "line": location.line, "column": location.column, "offset": offset })
    };
    let mut object = Map::new();
    object.insert("file".to_owned(), json!(sources.name(span.file)));
    object.insert("start".to_owned(), location(span.start));
    object.insert("end".to_owned(), location(span.end));
    object
}

/// A message without a place in a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unplaced {
    /// Its severity.
    pub severity: Severity,
    /// Its kind, if it has one.
    pub code: Option<Code>,
    /// The sentence.
    pub message: String,
}

/// All messages as a SARIF log (version 2.1.0), which code hosts and editors read.
pub fn sarif(diagnostics: &[Diagnostic], sources: &Sources, others: &[Unplaced]) -> String {
    let codes =
        diagnostics.iter().map(|found| found.code).chain(others.iter().filter_map(|other| other.code));
    let mut rules: Vec<&str> = codes.map(Code::name).collect();
    rules.sort_unstable();
    rules.dedup();
    let results = diagnostics.iter().map(|found| {
        let text = match &found.hint {
            Some(hint) => format!("{}\nhint: {hint}", found.message),
            None => found.message.clone(),
        };
        let mut result = json!({
            "ruleId": found.code.name(),
            "level": severity(found.severity),
            "message": { "text": text },
            "locations": [{ "physicalLocation": physical(found.span, sources) }],
        });
        if !found.labels.is_empty() {
            let related = found.labels.iter().map(|(span, text)| {
                json!({ "message": { "text": text }, "physicalLocation": physical(*span, sources) })
            });
            result["relatedLocations"] = related.collect();
        }
        if let Some(fix) = &found.fix {
            let replacement = json!({
                "deletedRegion": region(fix.span, sources),
                "insertedContent": { "text": fix.text },
            });
            let change = json!({
                "artifactLocation": { "uri": sources.name(fix.span.file) },
                "replacements": [replacement],
            });
            result["fixes"] = json!([{ "artifactChanges": [change] }]);
        }
        result
    });
    let others = others.iter().map(|other| {
        let mut result = json!({ "level": severity(other.severity), "message": { "text": other.message } });
        if let Some(code) = other.code {
            result["ruleId"] = json!(code.name());
        }
        result
    });
    let results: Vec<Value> = results.chain(others).collect();
    let rules: Vec<Value> = rules.into_iter().map(|rule| json!({ "id": rule })).collect();
    let driver = json!({ "name": "hamadryad", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": results }],
    });
    format!("{log:#}\n")
}

fn physical(span: Span, sources: &Sources) -> Value {
    json!({ "artifactLocation": { "uri": sources.name(span.file) }, "region": region(span, sources) })
}

fn region(span: Span, sources: &Sources) -> Value {
    let (start, end) = (sources.location(span.file, span.start), sources.location(span.file, span.end));
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> (Diagnostic, Sources) {
        let mut sources = Sources::new();
        let file = sources.add("a.lp", "ä.\nb :- =/= c.\n");
        let span = |start, end| Span { file, start, end };
        let diagnostic = Diagnostic::error(Code::Syntax, span(9, 12), "expected a literal")
            .with_label(span(4, 5), "in this rule")
            .with_hint("unequal is written `!=`")
            .with_fix(span(9, 12), "!=");
        (diagnostic, sources)
    }

    #[test]
    fn lines_are_json_with_places() {
        let (diagnostic, sources) = example();
        let value: Value = serde_json::from_str(&line(&diagnostic, &sources)).unwrap();
        assert_eq!(value["start"], json!({ "line": 2, "column": 6, "offset": 9 }));
        assert_eq!(value["labels"][0]["message"], "in this rule");
        assert_eq!(value["fix"]["text"], "!=");
        assert!(!line(&diagnostic, &sources).contains('\n'));
    }

    #[test]
    fn sarif_has_regions_and_fixes() {
        let (diagnostic, sources) = example();
        let value: Value = serde_json::from_str(&sarif(&[diagnostic], &sources, &[])).unwrap();
        let result = &value["runs"][0]["results"][0];
        assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startColumn"], 6);
        let replacement = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
        assert_eq!(replacement["insertedContent"]["text"], "!=");
        assert_eq!(value["runs"][0]["tool"]["driver"]["rules"][0]["id"], "syntax");
    }
}
