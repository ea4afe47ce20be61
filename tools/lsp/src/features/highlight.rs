//! Semantic tokens: the classes of the words of a text.

use crate::index::{Role, Sort};
use crate::workspace::Document;
use gen_lsp_types::{SemanticToken, SemanticTokens, SemanticTokensLegend};
use hamadryad_syntax::tokens::Kind;

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
pub fn tokens(document: &Document, start: u32, end: u32) -> SemanticTokens {
    let index = document.index();
    let first = index.tokens.partition_point(|token| token.end <= start);
    let mut occurrences =
        index.occurrences[index.occurrences.partition_point(|found| found.start < start)..].iter().peekable();
    let mut writer = Writer { document, data: Vec::new(), line: 0, character: 0 };
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
    SemanticTokens { result_id: None, data: writer.data }
}

struct Writer<'a> {
    document: &'a Document,
    data: Vec<SemanticToken>,
    line: u32,
    character: u32,
}

impl Writer<'_> {
    fn token(&mut self, start: u32, end: u32, class: u32, modifiers: u32) {
        let mut at = start;
        for line in self.document.slice(start, end).split('\n') {
            let length = line.trim_end_matches('\r').encode_utf16().count() as u32;
            if length > 0 {
                let position = self.document.lines.position(&self.document.text, at);
                let delta_line = position.line - self.line;
                let delta_start =
                    if delta_line == 0 { position.character - self.character } else { position.character };
                (self.line, self.character) = (position.line, position.character);
                let (token_type, token_modifiers_bitset) = (class, modifiers);
                self.data.push(SemanticToken {
                    delta_line,
                    delta_start,
                    length,
                    token_type,
                    token_modifiers_bitset,
                });
            }
            at += line.len() as u32 + 1;
        }
    }
}
