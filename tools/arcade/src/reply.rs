//! Replies: an envelope around results, parts and errors.

use serde::Serialize;
use serde_json::Value;
use std::fmt::Display;
use std::time::Duration;

/// An error of a call.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Failure {
    /// A word for programs: `request`, `game`, `step` and so on.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The number of the step that the error concerns, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// Errors and warnings of a program.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<crate::program::DiagnosticView>,
}

impl Failure {
    /// An error with this code.
    pub(crate) fn new(code: &'static str, message: impl Display) -> Self {
        Self { code, message: message.to_string(), step: None, diagnostics: Vec::new() }
    }
}

#[derive(Serialize)]
struct Envelope<'a> {
    #[serde(skip_serializing_if = "is_missing")]
    id: &'a Value,
    #[serde(flatten)]
    content: Content<'a>,
    /// The time of the call in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<f64>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Content<'a> {
    Value(&'a Value),
    Error(&'a Failure),
    Part(&'a Value),
}

fn is_missing(id: &&Value) -> bool {
    id.is_null()
}

/// The last reply of a call.
pub(crate) fn last(id: &Value, result: &Result<Value, Failure>, time: Duration) -> String {
    let content = match result {
        Ok(value) => Content::Value(value),
        Err(failure) => Content::Error(failure),
    };
    // Tenths of milliseconds.
    let ms = Some((time.as_secs_f64() * 10_000.0).round() / 10.0);
    text(&Envelope { id, content, ms })
}

/// A part of a result.
pub(crate) fn part(id: &Value, part: &Value) -> String {
    text(&Envelope { id, content: Content::Part(part), ms: None })
}

/// A result as a value.
pub(crate) fn value(result: &impl Serialize) -> Value {
    serde_json::to_value(result).expect("all keys of replies are texts")
}

fn text(envelope: &Envelope<'_>) -> String {
    serde_json::to_string(envelope).expect("all keys of replies are texts")
}
