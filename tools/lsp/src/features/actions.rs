//! Diagnostics for clients, and their fixes as code actions.

use crate::check::Checked;
use crate::lines::Lines;
use crate::uri;
use gen_lsp_types::{
    Code, CodeAction, CodeActionKind, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location,
    Message, Position, Range, TextEdit, Uri, WorkspaceEdit,
};
use hamadryad_syntax::{FileId, Severity, Span};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// A diagnostic with its fix, if it has one: the range, and the new text.
#[derive(Clone, Debug)]
pub struct Published {
    /// The diagnostic.
    pub diagnostic: Diagnostic,
    /// The edit.
    pub fix: Option<(Range, String)>,
}

/// The diagnostics of a check by URI. The text `root` keeps the URI of its client.
pub fn by_file(checked: &Checked, root: (&str, &str)) -> BTreeMap<String, Vec<Published>> {
    let mut lines: HashMap<FileId, Lines> = HashMap::new();
    let uri = |file: FileId| {
        let name = checked.sources.name(file);
        if name == root.0 { root.1.to_owned() } else { uri::of_path(Path::new(name)) }
    };
    let mut range = |span: Span| {
        let text = checked.sources.text(span.file);
        lines.entry(span.file).or_insert_with(|| Lines::new(text)).range(text, span.start, span.end)
    };
    let mut files: BTreeMap<String, Vec<Published>> = BTreeMap::new();
    files.entry(root.1.to_owned()).or_default();
    for found in &checked.diagnostics {
        let related = found.labels.iter().map(|(span, text)| DiagnosticRelatedInformation {
            location: Location { uri: Uri(uri(span.file)), range: range(*span) },
            message: text.clone(),
        });
        let related: Vec<_> = related.collect();
        let message = match &found.hint {
            Some(hint) => format!("{}\nhint: {hint}", found.message),
            None => found.message.clone(),
        };
        let diagnostic = Diagnostic {
            range: range(found.span),
            severity: Some(match found.severity {
                Severity::Error => DiagnosticSeverity::Error,
                Severity::Warning => DiagnosticSeverity::Warning,
            }),
            code: Some(Code::String(found.code.name().to_owned())),
            code_description: None,
            source: Some("hamadryad".to_owned()),
            message: Message::String(message),
            tags: None,
            related_information: (!related.is_empty()).then_some(related),
            data: None,
        };
        let fix = found.fix.as_ref().filter(|fix| fix.span.file == found.span.file);
        let fix = fix.map(|fix| (range(fix.span), fix.text.clone()));
        files.entry(uri(found.span.file)).or_default().push(Published { diagnostic, fix });
    }
    if let Some(failure) = &checked.failure {
        let start = Position { line: 0, character: 0 };
        let diagnostic = Diagnostic {
            range: Range { start, end: start },
            severity: Some(DiagnosticSeverity::Error),
            code: None,
            code_description: None,
            source: Some("hamadryad".to_owned()),
            message: Message::String(failure.clone()),
            tags: None,
            related_information: None,
            data: None,
        };
        files.entry(root.1.to_owned()).or_default().push(Published { diagnostic, fix: None });
    }
    files
}

/// The fixes of the diagnostics that touch a range.
pub fn actions(uri: &Uri, published: &[Published], range: Range) -> Vec<CodeAction> {
    let before = |a: Position, b: Position| (a.line, a.character) <= (b.line, b.character);
    let touches = |other: Range| before(other.start, range.end) && before(range.start, other.end);
    let fixable = published.iter().filter_map(|found| Some((found, found.fix.as_ref()?)));
    let near = fixable.filter(|(found, (place, _))| touches(found.diagnostic.range) || touches(*place));
    let action = |(found, (range, text)): (&Published, &(Range, String))| {
        let edit = TextEdit { range: *range, new_text: text.clone() };
        let changes = HashMap::from([(uri.clone(), vec![edit])]);
        CodeAction {
            title: title(*range, text),
            kind: Some(CodeActionKind::QuickFix),
            diagnostics: Some(vec![found.diagnostic.clone()]),
            is_preferred: Some(true),
            edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
            ..CodeAction::default()
        }
    };
    near.map(action).collect()
}

fn title(range: Range, text: &str) -> String {
    let is_insertion = range.start == range.end;
    let line = text.lines().next().unwrap_or_default();
    match (is_insertion, text.is_empty()) {
        (_, true) => "remove it".to_owned(),
        (true, _) => format!("insert `{line}`"),
        (false, _) => format!("replace by `{line}`"),
    }
}
