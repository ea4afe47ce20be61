//! Places of statements in reasons: file and line, and the statement in one line.

use hamadryad::explain::Node;
use hamadryad::{Control, Span};
use hamadryad_syntax::fact_span;
use serde_json::{Value, json};

/// The greatest length of a statement beside an atom, in characters.
const STATEMENT: usize = 72;

/// The sources and symbols that reasons refer to.
#[derive(Clone, Copy)]
pub struct Places<'a>(
    /// The control of the program.
    pub &'a Control,
);

impl Places<'_> {
    /// File and line.
    pub fn line(self, span: Span) -> String {
        let sources = self.0.sources();
        format!("{}:{}", sources.name(span.file), sources.location(span.file, span.start).line)
    }

    /// File and line, without the folders of the file.
    pub(super) fn short_line(self, span: Span) -> String {
        let line = self.line(span);
        line.rsplit(['/', '\\']).next().unwrap_or(&line).to_owned()
    }

    /// File and line, then the statement in one line.
    pub fn statement(self, span: Span) -> String {
        format!("{}  {}", self.line(span), self.text(span))
    }

    /// The statement in one line, which may be cut.
    pub fn text(self, span: Span) -> String {
        let mut words = String::new();
        for line in self.0.sources().slice(span).lines() {
            let code = if line.contains('"') { line } else { line.split('%').next().unwrap_or(line) };
            for word in code.split_whitespace() {
                words.push_str(if words.is_empty() { "" } else { " " });
                words.push_str(word);
            }
        }
        if words.chars().count() <= STATEMENT {
            return words;
        }
        let cut: String = words.chars().take(STATEMENT - 1).collect();
        format!("{cut}…")
    }

    /// The span of the statement of a node; for a fact in a run of facts, the fact alone.
    pub fn of_node(self, node: &Node) -> Option<Span> {
        let span = node.span?;
        let is_in_run = node.bindings.is_empty() && node.literals.is_empty();
        Some(if is_in_run { fact_span(self.0.sources(), span, node.position as u32) } else { span })
    }

    /// The place as JSON.
    pub fn json(self, span: Span) -> Value {
        let sources = self.0.sources();
        let (start, end) = (sources.location(span.file, span.start), sources.location(span.file, span.end));
        json!({
            "file": sources.name(span.file),
            "line": start.line,
            "column": start.column,
            "end": { "line": end.line, "column": end.column },
            "text": sources.slice(span),
        })
    }
}
