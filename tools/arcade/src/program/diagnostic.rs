//! Diagnostics as data, each with its rendered text.

use crate::reply::Failure;
use hamadryad::{Diagnostic, Error, Sources, Span};
use hamadryad_present::diagnostics::Style;
use hamadryad_syntax::Code;
use serde::Serialize;

/// The number of diagnostics of a reply.
const MOST: usize = 100;

/// An error or a warning at a place of a program.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DiagnosticView {
    /// `error`, `warning` or, for a statement that an explanation names, `reason`.
    pub severity: &'static str,
    /// The code, such as `unsafe`.
    pub code: &'static str,
    /// A sentence.
    pub message: String,
    /// The remedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The name of the file.
    pub file: String,
    /// Line and column of the beginning, from 1; columns count characters.
    pub begin: (u32, u32),
    /// Line and column after the end.
    pub end: (u32, u32),
    /// The whole message with its source line, as on a terminal.
    pub text: String,
}

/// Diagnostics, errors before warnings, at most 100.
pub(super) fn views(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<DiagnosticView> {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    let warnings = diagnostics.iter().filter(|diagnostic| !diagnostic.is_error());
    errors.chain(warnings).take(MOST).map(|diagnostic| view(diagnostic, sources)).collect()
}

/// The place of a statement that an explanation names, with a text.
pub(super) fn reason(span: Span, text: String, sources: &Sources) -> DiagnosticView {
    let diagnostic = Diagnostic::error(Code::Syntax, span, text.clone());
    DiagnosticView { severity: "reason", code: "reason", text, ..view(&diagnostic, sources) }
}

fn view(diagnostic: &Diagnostic, sources: &Sources) -> DiagnosticView {
    let span = diagnostic.span;
    let longest = sources.text(span.file).len() as u32;
    let place = |offset: u32| {
        let location = sources.location(span.file, offset.min(longest));
        (location.line, location.column)
    };
    DiagnosticView {
        severity: if diagnostic.is_error() { "error" } else { "warning" },
        code: diagnostic.code.name(),
        message: diagnostic.message.clone(),
        hint: diagnostic.hint.clone(),
        file: sources.name(span.file).to_owned(),
        begin: place(span.start),
        end: place(span.end),
        text: Style::plain().render(diagnostic, sources),
    }
}

/// A failure with the diagnostics of a program.
pub(super) fn failure(diagnostics: &[Diagnostic], sources: &Sources, message: &str) -> Failure {
    Failure { diagnostics: views(diagnostics, sources), ..Failure::new("program", message) }
}

/// A failure of the engine.
pub(super) fn failure_of(error: &Error, sources: &Sources) -> Failure {
    match error {
        Error::Program(diagnostics) => failure(diagnostics, sources, "the program has errors"),
        other => Failure::new("program", other),
    }
}
