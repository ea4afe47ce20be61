//! Explanations of the word under the cursor.

use crate::features::chapters;
use crate::features::names::Subject;
use crate::index::{Form, Role, Sort};
use crate::workspace::Document;
use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind, Position};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The explanation of the word at a position in the first of the texts.
pub fn hover(documents: &[Arc<Document>], position: Position) -> Option<Hover> {
    let document = documents.first()?;
    let offset = document.offset(position);
    let (text, start, end) = match Subject::at(document, position) {
        Some(subject) => (about(&subject, documents)?, subject.at.start, subject.at.end),
        None => {
            let token = document.index().token_at(offset)?;
            (chapters::about(token.text(&document.text))?, token.start, token.end)
        }
    };
    let contents = Contents::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: text });
    Some(Hover { contents, range: Some(document.range(start, end)) })
}

fn about(subject: &Subject, documents: &[Arc<Document>]) -> Option<String> {
    match subject.at.sort {
        Sort::Predicate => Some(predicate(subject, documents)),
        Sort::Constant => constant(subject, documents),
        Sort::Variable => {
            let number = subject.occurrences(documents).count();
            let times = if number == 1 { "occurs once".to_owned() } else { format!("occurs {number} times") };
            Some(format!("**{}**: a variable that {times} in its statement", subject.name))
        }
        Sort::Theory => {
            let title = format!("**&{}/{}**: a theory atom", subject.name, subject.at.arity);
            let text = chapters::about(&format!("&{}", subject.name));
            Some(text.map_or(title.clone(), |text| format!("{title}\n\n{text}")))
        }
        Sort::Function => Some(format!("**{}/{}**: a function", subject.name, subject.at.arity)),
        Sort::Call => chapters::about("@"),
    }
}

/// A predicate: its arity, the comment above its first definition, and the numbers of its rules and uses.
fn predicate(subject: &Subject, documents: &[Arc<Document>]) -> String {
    let (mut rules, mut facts, mut uses) = (0, 0, 0);
    let (mut files, mut comment) = (BTreeSet::new(), String::new());
    for (document, found) in subject.occurrences(documents) {
        match found.role {
            Role::Use => uses += 1,
            Role::Declaration => {}
            Role::Head => {
                let statement = document.index().statement_at(found.start);
                let is_fact = statement.is_some_and(|statement| statement.form == Form::Facts);
                if is_fact {
                    facts += 1;
                } else {
                    rules += 1;
                }
                files.insert(document.name());
                if comment.is_empty() {
                    let start = statement.map_or(found.start, |statement| statement.start);
                    comment = document.index().comment_above(&document.text, start);
                }
            }
        }
    }
    let mut text = format!("**{}/{}**: a predicate", subject.name, subject.at.arity);
    if !comment.is_empty() {
        text.push_str(&format!("\n\n{comment}"));
    }
    let defined = match (rules, facts) {
        (0, 0) => "no rule derives it".to_owned(),
        (rules, 0) => number(rules, "rule"),
        (0, facts) => number(facts, "fact"),
        (rules, facts) => format!("{} and {}", number(rules, "rule"), number(facts, "fact")),
    };
    let is_elsewhere = files.len() > 1 || files.iter().any(|file| *file != documents[0].name());
    let names: Vec<String> = files.iter().map(|file| format!("`{}`", base_name(file))).collect();
    let place = if is_elsewhere { format!(" in {}", names.join(", ")) } else { String::new() };
    text.push_str(&format!("\n\n{defined}{place}; {} in bodies", number(uses, "occurrence")));
    text
}

/// A constant that a `#const` or a part defines, with its value.
fn constant(subject: &Subject, documents: &[Arc<Document>]) -> Option<String> {
    let declared = subject.occurrences(documents).find(|(_, found)| found.role == Role::Declaration);
    let (document, found) = declared?;
    let statement = document.index().statement_at(found.start)?;
    let definition = document.slice(statement.start, statement.end);
    let comment = document.index().comment_above(&document.text, statement.start);
    Some(format!("```clingo\n{definition}\n```\n\n{comment}").trim().to_owned())
}

fn number(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

fn base_name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}
