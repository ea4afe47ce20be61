//! Labels: the words of the author about a rule, from comments beside it.
//!
//! ```text
//! % A room holds one lesson at a time.
//! :- at(L,S,R), at(M,S,R), L < M.
//!
//! %!trace_rule {"% shares % with %", L, R, M}.           (xclingo)
//! :- at(L,S,R), at(M,S,R), L < M.
//! ```

use hamadryad_symbol::{Name, Symbol, Symbols};
use hamadryad_syntax::{Sources, Span};

/// The longest comment that is used as a label.
const LONGEST: usize = 160;

/// The words of the author about a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Label {
    /// A comment.
    Comment(String),
    /// A text of xclingo: its parts, and the terms between them.
    Template(Vec<String>, Vec<String>),
}

impl Label {
    /// The label of an instance. Terms that are no variables of the instance are shown as they are.
    pub fn text(&self, symbols: &Symbols, bindings: &[(Name, Symbol)]) -> String {
        match self {
            Label::Comment(text) => text.clone(),
            Label::Template(parts, terms) => {
                let mut text = String::new();
                for (at, part) in parts.iter().enumerate() {
                    text.push_str(part);
                    if let Some(term) = terms.get(at).filter(|_| at + 1 < parts.len()) {
                        let bound = bindings.iter().find(|(name, _)| symbols.text(*name) == term);
                        match bound {
                            Some(&(_, value)) => text.push_str(&symbols.display(value).to_string()),
                            None => text.push_str(term),
                        }
                    }
                }
                text
            }
        }
    }
}

/// The label of a statement: a `%!trace_rule` or `%!trace` line or a comment directly above it, or a comment
/// behind it on its last line.
pub fn label(sources: &Sources, span: Span) -> Option<Label> {
    let text = sources.text(span.file);
    let (start, end) = (span.start as usize, (span.end as usize).min(text.len()));
    let before = text.get(..start)?;
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    // A statement behind another one on the same line has no comment of its own above it.
    if before[line_start..].trim().is_empty()
        && let Some(label) = above(&before[..line_start])
    {
        return Some(label);
    }
    let behind = text.get(end..)?.lines().next()?.trim();
    comment(behind.strip_prefix('%')?).map(Label::Comment)
}

/// The label in the comment lines at the end of a text.
fn above(before: &str) -> Option<Label> {
    let mut lines: Vec<&str> = Vec::new();
    for line in before.lines().rev() {
        match line.trim().strip_prefix('%') {
            Some(content) => lines.push(content),
            None => break,
        }
    }
    if let Some(template) = lines.iter().find_map(|line| template(line)) {
        return Some(template);
    }
    // The lines of the last sentence: from the end up to an empty or ruled line, or the end of a sentence.
    let mut sentence: Vec<&str> = Vec::new();
    for line in lines {
        let Some(text) = comment(line) else { break };
        let ends_before = !sentence.is_empty() && text.ends_with(['.', ':', '!', '?']);
        if ends_before {
            break;
        }
        sentence.push(line.trim_matches(['%', ' ', '\t', '*']));
    }
    sentence.reverse();
    Some(sentence.join(" ")).filter(|text| !text.is_empty() && text.len() <= LONGEST).map(Label::Comment)
}

/// The words of a comment; `None` for rules of signs and for statements that were commented out.
fn comment(content: &str) -> Option<String> {
    let text = content.trim_matches(['%', ' ', '\t', '*', '-', '=', '#']);
    let has_words = text.chars().filter(|character| character.is_alphabetic()).count() >= 3;
    let is_statement =
        content.contains(":-") || text.ends_with(").") || content.trim_start().starts_with('!');
    (has_words && !is_statement && text.len() <= LONGEST)
        .then(|| content.trim_matches(['%', ' ', '\t', '*']).to_owned())
}

/// A label of xclingo: `!trace_rule {"text with %", X}.` or `!trace {…} …`.
fn template(content: &str) -> Option<Label> {
    let rest = content.trim().strip_prefix('!')?;
    let rest = rest.strip_prefix("trace_rule").or_else(|| rest.strip_prefix("trace"))?.trim_start();
    let rest = rest.strip_prefix('{')?.trim_start().strip_prefix('"')?;
    let (text, rest) = rest.split_once('"')?;
    let (terms, _) = rest.split_once('}')?;
    let parts = text.split('%').map(str::to_owned).collect();
    let terms = terms.split(',').map(|term| term.trim().to_owned()).filter(|term| !term.is_empty()).collect();
    Some(Label::Template(parts, terms))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The labels of the statements that begin with the given text.
    fn label_of(program: &str, statement: &str) -> Option<String> {
        let (mut sources, mut symbols) = (Sources::new(), Symbols::new());
        let file = sources.add("a.lp", program);
        let start = program.find(statement).expect("the statement is there") as u32;
        let span = Span { file, start, end: start + statement.len() as u32 };
        let (name, value) = (symbols.name("X"), symbols.number(3));
        label(&sources, span).map(|label| label.text(&symbols, &[(name, value)]))
    }

    #[test]
    fn comments_above_and_behind_are_labels() {
        let program = "% Rooms.\n\n% A room holds\n% one lesson.\n:- a(X).\nb. c.  % never both\n% :- old(X).\n:- d.\n%----\n:- e.\n";
        assert_eq!(label_of(program, ":- a(X).").as_deref(), Some("A room holds one lesson."));
        assert_eq!(label_of(program, "c.").as_deref(), Some("never both"));
        assert_eq!(label_of(program, ":- d."), None);
        assert_eq!(label_of(program, ":- e."), None);
    }

    #[test]
    fn only_the_last_sentence_above_counts() {
        let program = "% What the file is about.\n% Teachers are never away.\n:- t(X).";
        assert_eq!(label_of(program, ":- t(X).").as_deref(), Some("Teachers are never away."));
    }

    #[test]
    fn texts_of_xclingo_have_the_values_of_the_instance() {
        let program = "%!trace_rule {\"% is away, not %\", X, Y}.\n:- t(X).";
        assert_eq!(label_of(program, ":- t(X).").as_deref(), Some("3 is away, not Y"));
    }
}
