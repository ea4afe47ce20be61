//! Completion: predicates with their arities, constants, variables of the statement, directives, theory atoms
//! and theory operators.

use crate::index::{Role, Sort};
use crate::workspace::Document;
use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTextEdit, CompletionList, InsertTextFormat, Position,
    TextEdit,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The largest number of proposals in a reply.
const MOST: usize = 300;
const DIRECTIVES: [&str; 15] = [
    "#const",
    "#defined",
    "#edge",
    "#external",
    "#heuristic",
    "#include",
    "#maximize",
    "#minimize",
    "#program",
    "#project",
    "#show",
    "#theory",
    "#script",
    "#true",
    "#false",
];
const AGGREGATES: [&str; 7] = ["#count", "#sum", "#sum+", "#min", "#max", "#inf", "#sup"];

/// The proposals at a position in the first of the texts; with `snippets`, arguments become fields to fill in.
///
/// A list with more than [`MOST`] proposals has those that begin with the typed word first, and is incomplete: the client
/// asks again after the next key.
pub fn complete(documents: &[Arc<Document>], position: Position, snippets: bool) -> CompletionList {
    let Some(document) = documents.first() else { return CompletionList::default() };
    let offset = document.offset(position);
    let before = &document.text[..offset as usize];
    let length =
        before.chars().rev().take_while(|&c| c.is_ascii_alphanumeric() || c == '_' || c == '\'').count();
    let start = offset - length as u32;
    let sign = before[..start as usize].chars().next_back();
    let word = document.slice(start, offset).to_lowercase();
    let list = Proposals { document, start, end: offset, word, snippets };
    let mut items = match sign {
        Some('#') => {
            let words = DIRECTIVES.iter().chain(&AGGREGATES);
            words.map(|word| list.item(word, word, CompletionItemKind::Keyword, 1)).collect()
        }
        Some('&') => list.named(documents, Sort::Theory),
        _ => {
            let mut items = list.variables();
            items.extend(list.named(documents, Sort::Predicate));
            items.extend(list.named(documents, Sort::Constant));
            items.extend(list.named(documents, Sort::Function));
            items.push(list.item("not", "not", CompletionItemKind::Keyword, 0));
            let words = DIRECTIVES.iter().chain(&AGGREGATES);
            items.extend(words.map(|word| list.item(word, word, CompletionItemKind::Keyword, 0)));
            items.extend(list.operators(documents));
            items
        }
    };
    let is_incomplete = items.len() > MOST;
    if is_incomplete {
        items.sort_by_cached_key(|item| {
            (!item.label.to_lowercase().starts_with(&list.word), item.sort_text.clone(), item.label.clone())
        });
        items.truncate(MOST);
    }
    CompletionList { is_incomplete, items, ..CompletionList::default() }
}

/// Whether a label has the letters of a word in their order: clients select by this or a stronger rule.
fn matches(label: &str, word: &str) -> bool {
    let mut letters = label.chars().flat_map(char::to_lowercase);
    word.chars().all(|wanted| letters.any(|letter| letter == wanted))
}

struct Proposals<'a> {
    document: &'a Document,
    /// The start and end of the word that is replaced.
    start: u32,
    end: u32,
    /// The word in lower case.
    word: String,
    snippets: bool,
}

impl Proposals<'_> {
    /// A proposal that replaces the word and `sign` characters before it.
    fn item(&self, label: &str, text: &str, kind: CompletionItemKind, sign: u32) -> CompletionItem {
        let range = self.document.range(self.start - sign, self.end);
        let edit = TextEdit { range, new_text: text.to_owned() };
        CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            filter_text: Some(text.to_owned()),
            text_edit: Some(CompletionItemTextEdit::TextEdit(edit)),
            ..CompletionItem::default()
        }
    }

    /// The names of a kind in all texts, except the word that is being typed.
    fn named(&self, documents: &[Arc<Document>], sort: Sort) -> Vec<CompletionItem> {
        let mut found: BTreeMap<(&str, u32), bool> = BTreeMap::new();
        for document in documents {
            for occurrence in document.index().occurrences.iter().filter(|found| found.sort == sort) {
                let is_typed = occurrence.end == self.end && std::ptr::eq(&**document, self.document);
                if !is_typed {
                    let name = document.slice(occurrence.start, occurrence.end);
                    *found.entry((name, occurrence.arity)).or_default() |= occurrence.role == Role::Head;
                }
            }
        }
        let kind = match sort {
            Sort::Predicate => CompletionItemKind::Function,
            Sort::Theory => CompletionItemKind::Interface,
            Sort::Function => CompletionItemKind::Struct,
            _ => CompletionItemKind::Constant,
        };
        let found = found.into_iter().filter(|((name, _), _)| matches(name, &self.word));
        let items = found.map(|((name, arity), is_derived)| {
            let label = if sort == Sort::Constant { name.to_owned() } else { format!("{name}/{arity}") };
            let mut item = self.item(&label, name, kind, 0);
            // Predicates that a rule derives come first.
            item.sort_text = Some(format!("{}{label}", if is_derived { 0 } else { 1 }));
            if arity > 0 && self.snippets && !self.is_followed_by_parenthesis() {
                let fields: Vec<String> = (1..=arity).map(|field| format!("${field}")).collect();
                let text = format!("{name}({})", fields.join(","));
                let range = self.document.range(self.start, self.end);
                item.text_edit = Some(CompletionItemTextEdit::TextEdit(TextEdit { range, new_text: text }));
                item.insert_text_format = Some(InsertTextFormat::Snippet);
            }
            item
        });
        items.collect()
    }

    fn is_followed_by_parenthesis(&self) -> bool {
        self.document.text[self.end as usize..].starts_with('(')
    }

    /// The start of the statement that is being written: after the last dot that ends a statement.
    fn statement(&self) -> (u32, u32) {
        use hamadryad_syntax::tokens::Kind;
        let tokens = &self.document.index().tokens;
        let here = tokens.partition_point(|token| token.start < self.end);
        let before = tokens[..here].iter().rev().find(|token| token.kind == Kind::Dot);
        let after = tokens[here..].iter().find(|token| token.kind == Kind::Dot);
        (before.map_or(0, |dot| dot.end), after.map_or(self.document.text.len() as u32, |dot| dot.end))
    }

    /// The variables of the statement.
    fn variables(&self) -> Vec<CompletionItem> {
        let (start, end) = self.statement();
        let variables = self.document.index().within(start, end).iter();
        let mut names: Vec<&str> = variables
            .filter(|found| found.sort == Sort::Variable && found.end != self.end)
            .map(|found| self.document.slice(found.start, found.end))
            .collect();
        names.sort_unstable();
        names.dedup();
        names.into_iter().map(|name| self.item(name, name, CompletionItemKind::Variable, 0)).collect()
    }

    /// The operators of all theories, inside of a statement with a theory atom.
    fn operators(&self, documents: &[Arc<Document>]) -> Vec<CompletionItem> {
        let (start, _) = self.statement();
        if !self.document.slice(start, self.end).contains('&') {
            return Vec::new();
        }
        let mut operators: Vec<&String> =
            documents.iter().flat_map(|found| &found.index().operators).collect();
        operators.sort_unstable();
        operators.dedup();
        operators.into_iter().map(|name| self.item(name, name, CompletionItemKind::Operator, 0)).collect()
    }
}
