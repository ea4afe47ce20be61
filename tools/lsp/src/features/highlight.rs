//! Semantic tokens: the classes of the words of a text.
//!
//! A large text has hundreds of thousands of them, so that after the first reply a client gets the differences to
//! the tokens that it has ([`Colours`]).

use crate::index::{Role, Sort};
use crate::workspace::Document;
use gen_lsp_types::{
    SemanticToken, SemanticTokens, SemanticTokensDelta, SemanticTokensEdit, SemanticTokensLegend,
};
use hamadryad_syntax::tokens::Kind;
use serde::Serialize;
use std::collections::HashMap;

/// The classes, in the order of their numbers.
const CLASSES: [&str; 10] = [
    "comment",
    "string",
    "number",
    "keyword",
    "operator",
    "variable",
    "function",
    "enumMember",
    "struct",
    "macro",
];

/// The classes and modifiers of the server.
pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: CLASSES.map(str::to_owned).to_vec(),
        token_modifiers: vec!["definition".to_owned(), "declaration".to_owned()],
    }
}

/// The tokens of the bytes `start..end`, each on a line of its own.
pub fn tokens(document: &Document, start: u32, end: u32) -> Vec<SemanticToken> {
    let index = document.index();
    let first = index.tokens.partition_point(|token| token.end <= start);
    let mut occurrences =
        index.occurrences[index.occurrences.partition_point(|found| found.start < start)..].iter().peekable();
    let mut writer = Writer { document, data: Vec::new(), line: 0, start: 0, character: 0 };
    for token in index.tokens[first..].iter().take_while(|token| token.start < end) {
        while occurrences.next_if(|found| found.start < token.start).is_some() {}
        let found = occurrences.peek().filter(|found| found.start == token.start);
        let (class, modifiers) = match (token.kind, found) {
            (Kind::LineComment | Kind::BlockComment, _) => (0, 0),
            (Kind::String, _) => (1, 0),
            (Kind::Number, _) => (2, 0),
            (Kind::Keyword, _) => (3, 0),
            (Kind::Operator, _) => (4, 0),
            (Kind::Variable, _) => (5, 0),
            (Kind::Name, Some(found)) => {
                let class = match found.sort {
                    Sort::Predicate => 6,
                    Sort::Constant => 7,
                    Sort::Function => 8,
                    Sort::Theory | Sort::Call => 9,
                    Sort::Variable => 5,
                };
                let modifiers = match found.role {
                    Role::Head => 1,
                    Role::Declaration => 2,
                    Role::Use => 0,
                };
                (class, modifiers)
            }
            _ => continue,
        };
        writer.token(token.start, token.end, class, modifiers);
    }
    writer.data
}

/// Writes tokens in the order of the text.
struct Writer<'a> {
    document: &'a Document,
    data: Vec<SemanticToken>,
    /// The line of the last token, and the offset of its start.
    line: u32,
    start: u32,
    character: u32,
}

impl Writer<'_> {
    fn token(&mut self, start: u32, end: u32, class: u32, modifiers: u32) {
        let mut at = start;
        for line in self.document.slice(start, end).split('\n') {
            let length = units(line.trim_end_matches('\r'));
            if length > 0 {
                self.part(at, length, class, modifiers);
            }
            at += line.len() as u32 + 1;
        }
    }

    /// A part of a token on one line.
    fn part(&mut self, at: u32, length: u32, token_type: u32, token_modifiers_bitset: u32) {
        let (before, character) = (self.line, self.character);
        while let Some(next) = self.document.lines.start(self.line + 1).filter(|&next| next <= at) {
            (self.line, self.start) = (self.line + 1, next);
        }
        self.character = units(self.document.slice(self.start, at));
        let delta_line = self.line - before;
        let delta_start = if delta_line == 0 { self.character - character } else { self.character };
        self.data.push(SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset });
    }
}

/// The length of a text in UTF-16 units.
fn units(text: &str) -> u32 {
    if text.is_ascii() { text.len() as u32 } else { text.encode_utf16().count() as u32 }
}

/// The tokens that the client has, by the URIs of their texts, each with its number.
#[derive(Default)]
pub struct Colours {
    known: HashMap<String, (u64, Vec<SemanticToken>)>,
    number: u64,
}

/// The reply to a request for differences.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Changes {
    /// The differences.
    Edits(SemanticTokensDelta),
    /// All tokens, for a client whose last reply is not known here.
    All(SemanticTokens),
}

impl Colours {
    /// All tokens of a text.
    pub fn all(&mut self, document: &Document) -> SemanticTokens {
        let data = tokens(document, 0, document.text.len() as u32);
        SemanticTokens { result_id: Some(self.keep(document, data.clone())), data }
    }

    /// The differences between the tokens of a text and those of the reply `previous`.
    pub fn changes(&mut self, document: &Document, previous: &str) -> Changes {
        let known = self.known.remove(&document.uri);
        let Some((_, old)) = known.filter(|(number, _)| number.to_string() == previous) else {
            return Changes::All(self.all(document));
        };
        let new = tokens(document, 0, document.text.len() as u32);
        let edits = edit(&old, &new).into_iter().collect();
        Changes::Edits(SemanticTokensDelta { result_id: Some(self.keep(document, new)), edits })
    }

    /// Forgets a closed text.
    pub fn forget(&mut self, uri: &str) {
        self.known.remove(uri);
    }

    fn keep(&mut self, document: &Document, data: Vec<SemanticToken>) -> String {
        self.number += 1;
        self.known.insert(document.uri.clone(), (self.number, data));
        self.number.to_string()
    }
}

/// The edit that turns one list into another: the tokens between their common beginning and their common end.
fn edit(old: &[SemanticToken], new: &[SemanticToken]) -> Option<SemanticTokensEdit> {
    let first = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[first..], &new[first..]);
    let last = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[..old.len() - last], &new[..new.len() - last]);
    let numbers = |token: &SemanticToken| {
        [token.delta_line, token.delta_start, token.length, token.token_type, token.token_modifiers_bitset]
    };
    // Offsets count numbers, five for each token.
    let edit = SemanticTokensEdit {
        start: first as u32 * 5,
        delete_count: old.len() as u32 * 5,
        data: Some(new.iter().flat_map(numbers).collect()),
    };
    (!old.is_empty() || !new.is_empty()).then_some(edit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document::new("untitled:a".to_owned(), Some(0), text)
    }

    fn numbers(tokens: &[SemanticToken]) -> Vec<u32> {
        let value = serde_json::to_value(SemanticTokens { result_id: None, data: tokens.to_vec() }).unwrap();
        serde_json::from_value(value["data"].clone()).unwrap()
    }

    #[test]
    fn tokens_are_counted_from_their_predecessors_in_utf16() {
        let text = document("p(\"ä\",X). %*\n b*%\nq.");
        let all = tokens(&text, 0, text.text.len() as u32);
        let places: Vec<_> =
            all.iter().map(|token| (token.delta_line, token.delta_start, token.length)).collect();
        assert_eq!(places, [(0, 0, 1), (0, 2, 3), (0, 4, 1), (0, 4, 2), (1, 0, 4), (1, 0, 1)]);
    }

    #[test]
    fn differences_turn_the_old_tokens_into_the_new_ones() {
        let texts = ["a. b(X) :- c(X).", "a. b(X) :- c(X), d.", "a. b(X) :- c(X), d.", "% x\na.", "", "a."];
        let mut colours = Colours::default();
        let first = colours.all(&document(texts[0]));
        let (mut known, mut id) = (numbers(&first.data), first.result_id.unwrap());
        for text in &texts[1..] {
            let Changes::Edits(delta) = colours.changes(&document(text), &id) else { panic!("{text}: all") };
            for edit in delta.edits {
                let range = edit.start as usize..(edit.start + edit.delete_count) as usize;
                known.splice(range, edit.data.unwrap());
            }
            let text = document(text);
            assert_eq!(known, numbers(&tokens(&text, 0, text.text.len() as u32)));
            id = delta.result_id.unwrap();
        }
        assert!(matches!(colours.changes(&document("a."), "0"), Changes::All(_)));
    }
}
