//! Symbols of a text, and the ranges that can be folded.

use crate::index::{Form, Role, Sort, Statement};
use crate::workspace::Document;
use gen_lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind};
use hamadryad_syntax::tokens::Kind;
use std::collections::HashMap;

/// The longest name of a symbol, in characters.
const LONGEST: usize = 60;

/// The largest number of symbols that follow the order of the statements.
const MOST: usize = 2000;

/// Consecutive statements with the same symbol.
struct Group {
    statement: Statement,
    name: String,
    kind: SymbolKind,
    number: u32,
}

/// The symbols of a text: predicates, each for consecutive statements that derive it, constraints and
/// directives; those of a part below its `#program`. A long text has each predicate once in a part, at its first
/// statement, and its constraints as one symbol: an editor asks for all symbols after each key.
pub fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let mut groups: Vec<Group> = Vec::new();
    for statement in &document.index().statements {
        let (name, kind) = describe(document, statement);
        match groups.last_mut() {
            Some(last) if (kind, last.kind) == (SymbolKind::Function, kind) && last.name == name => {
                last.statement.end = statement.end;
                last.number += 1;
            }
            _ => groups.push(Group { statement: *statement, name, kind, number: 1 }),
        }
    }
    if groups.len() > MOST {
        groups = merged(groups);
    }
    let mut symbols: Vec<DocumentSymbol> = Vec::new();
    let mut in_part = false;
    for group in groups {
        let is_part = group.statement.form == Form::Part;
        let symbol = symbol(document, group);
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

/// The first groups of all names of a part, with the numbers of all their statements.
fn merged(groups: Vec<Group>) -> Vec<Group> {
    let mut first: HashMap<String, usize> = HashMap::new();
    let mut kept: Vec<Group> = Vec::new();
    for mut group in groups {
        match group.kind {
            SymbolKind::Module => first.clear(),
            SymbolKind::Event => "constraints".clone_into(&mut group.name),
            _ => {}
        }
        match first.get(&group.name) {
            Some(&at) => kept[at].number += group.number,
            None => {
                first.insert(group.name.clone(), kept.len());
                kept.push(group);
            }
        }
    }
    kept
}

fn symbol(document: &Document, group: Group) -> DocumentSymbol {
    let Group { statement, name, kind, number } = group;
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    fn names(text: &str) -> Vec<String> {
        let document = Document::new("untitled:a".to_owned(), Some(0), text);
        let show =
            |symbol: &DocumentSymbol| format!("{} {}", symbol.name, symbol.detail.as_deref().unwrap_or("-"));
        let of = |symbol: &DocumentSymbol| {
            let children = symbol.children.iter().flatten().map(show);
            [show(symbol)].into_iter().chain(children).collect::<Vec<_>>()
        };
        symbols(&document).iter().flat_map(of).collect()
    }

    #[test]
    fn symbols_follow_the_statements_and_their_parts() {
        let text = "a(1) :- x. a(2) :- x. b :- a(1). a(3). :- b. #program step(t). c(t). #show c/1.";
        let expected =
            ["a/1 2 statements", "b/0 -", "a/1 -", ":- b. -", "#program step(t). -", "c/1 -", "#show c/1. -"];
        assert_eq!(names(text), expected);
    }

    #[test]
    fn long_texts_have_each_predicate_once_in_a_part() {
        let mut text = String::new();
        for i in 0..1000 {
            write!(text, "a({i}) :- x. b({i}) :- x. :- a({i}), b({i}). ").unwrap();
        }
        text.push_str("#program step(t). a(t).");
        let expected = ["a/1 1000 statements", "b/1 1000 statements", "constraints 1000 statements"];
        assert_eq!(names(&text), [&expected[..], &["#program step(t). -", "a/1 -"]].concat());
    }
}
