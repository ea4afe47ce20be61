//! Symbols of a text, and the ranges that can be folded.

use crate::index::{Form, Role, Sort, Statement};
use crate::workspace::Document;
use gen_lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind};
use hamadryad_syntax::tokens::Kind;

/// The longest name of a symbol, in characters.
const LONGEST: usize = 60;

/// The symbols of a text: predicates, each for consecutive statements that derive it, constraints and
/// directives; those of a part below its `#program`.
pub fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let mut groups: Vec<(Statement, String, SymbolKind, u32)> = Vec::new();
    for statement in &document.index().statements {
        let (name, kind) = describe(document, statement);
        match groups.last_mut() {
            Some((last, known, SymbolKind::Function, number))
                if kind == SymbolKind::Function && *known == name =>
            {
                last.end = statement.end;
                *number += 1;
            }
            _ => groups.push((*statement, name, kind, 1)),
        }
    }
    let mut symbols: Vec<DocumentSymbol> = Vec::new();
    let mut in_part = false;
    for (statement, name, kind, number) in groups {
        let is_part = statement.form == Form::Part;
        let symbol = symbol(document, statement, name, kind, number);
        match symbols.last_mut() {
            Some(part) if in_part && !is_part => {
                part.range.end = symbol.range.end;
                part.children.get_or_insert_default().push(symbol);
            }
            _ => symbols.push(symbol),
        }
        in_part |= is_part;
    }
    symbols
}

fn symbol(
    document: &Document,
    statement: Statement,
    name: String,
    kind: SymbolKind,
    number: u32,
) -> DocumentSymbol {
    let heads = document.index().within(statement.start, statement.end);
    let head = heads.iter().find(|found| found.role == Role::Head);
    let (start, end) = head.map_or((statement.start, statement.start + 1), |head| (head.start, head.end));
    #[allow(deprecated, reason = "the field must be given")]
    DocumentSymbol {
        name,
        detail: (number > 1).then(|| format!("{number} statements")),
        kind,
        tags: None,
        deprecated: None,
        range: document.range(statement.start, statement.end),
        selection_range: document.range(start, end),
        children: None,
    }
}

fn describe(document: &Document, statement: &Statement) -> (String, SymbolKind) {
    let first_line = || {
        let text = document.slice(statement.start, statement.end).lines().next().unwrap_or_default();
        text.chars().take(LONGEST).collect::<String>()
    };
    match statement.form {
        Form::Facts | Form::Rule => {
            let mut names: Vec<String> = Vec::new();
            for found in document.index().within(statement.start, statement.end) {
                if found.role == Role::Head && found.sort == Sort::Predicate && names.len() < 4 {
                    let name = format!("{}/{}", document.slice(found.start, found.end), found.arity);
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
            }
            let name = if names.is_empty() { first_line() } else { names.join(", ") };
            (name, SymbolKind::Function)
        }
        Form::Constraint => (first_line(), SymbolKind::Event),
        Form::Objective => (first_line(), SymbolKind::Operator),
        Form::Part => (first_line(), SymbolKind::Module),
        Form::Directive => (first_line(), SymbolKind::Property),
    }
}

/// The ranges of lines that can be folded: statements, comments, and parts.
pub fn foldings(document: &Document) -> Vec<FoldingRange> {
    let mut ranges = Vec::new();
    let mut add = |start: u32, end: u32, kind: Option<FoldingRangeKind>| {
        let (start_line, end_line) =
            (document.lines.line(start), document.lines.line(end.saturating_sub(1).max(start)));
        if end_line > start_line {
            ranges.push(FoldingRange { start_line, end_line, kind, ..FoldingRange::default() });
        }
    };
    let index = document.index();
    let mut comment: Option<(u32, u32)> = None;
    for token in &index.tokens {
        if token.kind == Kind::BlockComment {
            add(token.start, token.end, Some(FoldingRangeKind::Comment));
        }
        let follows = |end: u32| document.lines.line(token.start) == document.lines.line(end) + 1;
        comment = match (token.kind, comment) {
            (Kind::LineComment, Some((start, end))) if follows(end) => Some((start, token.end)),
            (kind, before) => {
                if let Some((start, end)) = before {
                    add(start, end, Some(FoldingRangeKind::Comment));
                }
                (kind == Kind::LineComment).then_some((token.start, token.end))
            }
        };
    }
    if let Some((start, end)) = comment {
        add(start, end, Some(FoldingRangeKind::Comment));
    }
    let mut part: Option<u32> = None;
    let mut last = 0;
    for statement in &index.statements {
        if statement.form == Form::Part {
            if let Some(start) = part.replace(statement.start) {
                add(start, last, Some(FoldingRangeKind::Region));
            }
        } else {
            add(statement.start, statement.end, None);
        }
        last = statement.end;
    }
    if let Some(start) = part {
        add(start, last, Some(FoldingRangeKind::Region));
    }
    ranges
}
