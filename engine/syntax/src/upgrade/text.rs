//! A statement as tokens, split at separators and brackets, and edits of its text.
//!
//! *Invariant:* an edit changes the given bytes only; all other text is copied byte for byte.

use crate::lex::{Lexer, Token, TokenKind};
use std::ops::Range;

/// A range of tokens, by index.
pub(super) type Piece = Range<usize>;

/// The tokens of a text.
pub(super) struct Tokens<'a> {
    pub(super) text: &'a str,
    tokens: Vec<Token>,
    /// For every opening bracket, the index of its closing bracket, or the number of tokens if it is missing.
    closing: Vec<usize>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Tokens<'a> {
        let mut lexer = Lexer::new(text);
        let mut tokens = Vec::new();
        loop {
            let token = lexer.next();
            if token.kind == TokenKind::End {
                break;
            }
            tokens.push(token);
        }
        let mut closing = vec![tokens.len(); tokens.len()];
        let mut open = Vec::new();
        for (i, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::OpenParenthesis | TokenKind::OpenBrace | TokenKind::OpenBracket => open.push(i),
                TokenKind::CloseParenthesis | TokenKind::CloseBrace | TokenKind::CloseBracket => {
                    if let Some(i_open) = open.pop() {
                        closing[i_open] = i;
                    }
                }
                _ => {}
            }
        }
        Tokens { text, tokens, closing }
    }

    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The kind of a token; `End` after the last token.
    pub(super) fn kind(&self, i: usize) -> TokenKind {
        self.tokens.get(i).map_or(TokenKind::End, |token| token.kind)
    }

    /// The kind of the previous token.
    pub(super) fn before(&self, i: usize) -> TokenKind {
        i.checked_sub(1).map_or(TokenKind::End, |i| self.kind(i))
    }

    pub(super) fn start(&self, i: usize) -> usize {
        self.tokens.get(i).map_or(self.text.len(), |token| token.start as usize)
    }

    pub(super) fn end(&self, i: usize) -> usize {
        self.tokens.get(i).map_or(self.text.len(), |token| token.end as usize)
    }

    /// The text of a token; empty after the last token.
    pub(super) fn word(&self, i: usize) -> &'a str {
        &self.text[self.start(i)..self.end(i)]
    }

    /// The text from the first to the last token of a range.
    pub(super) fn slice(&self, piece: &Piece) -> &'a str {
        if piece.is_empty() { "" } else { &self.text[self.start(piece.start)..self.end(piece.end - 1)] }
    }

    /// Whether the next token follows without a gap.
    pub(super) fn touches_next(&self, i: usize) -> bool {
        i + 1 < self.len() && self.end(i) == self.start(i + 1)
    }

    /// The closing bracket of an opening bracket, or the number of tokens.
    pub(super) fn close(&self, open: usize) -> usize {
        self.closing[open]
    }

    /// The closing bracket of an opening bracket; for any other token, the next token.
    pub(super) fn matching(&self, i: usize) -> usize {
        if self.opens(i) { self.closing[i] } else { i + 1 }
    }

    /// The tokens of a range outside of the brackets in it, including the opening brackets.
    pub(super) fn outer(&self, piece: &Piece) -> impl Iterator<Item = usize> {
        let (mut i, end) = (piece.start, piece.end);
        std::iter::from_fn(move || {
            let at = i;
            if at >= end {
                return None;
            }
            i = if self.opens(at) { self.closing[at].max(at + 1) } else { at + 1 };
            Some(at)
        })
    }

    fn opens(&self, i: usize) -> bool {
        let kind = self.kind(i);
        matches!(kind, TokenKind::OpenParenthesis | TokenKind::OpenBrace | TokenKind::OpenBracket)
    }

    /// The first token of a kind outside of brackets.
    pub(super) fn find(&self, piece: &Piece, kind: TokenKind) -> Option<usize> {
        self.outer(piece).find(|&i| self.kind(i) == kind)
    }

    /// The ranges between tokens of the given kinds, outside of brackets.
    pub(super) fn split(&self, piece: &Piece, kinds: &[TokenKind]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut start = piece.start;
        for i in self.outer(piece) {
            if kinds.contains(&self.kind(i)) {
                pieces.push(start..i);
                start = i + 1;
            }
        }
        pieces.push(start..piece.end);
        pieces
    }

    /// Whether a term can end with the token.
    pub(super) fn ends_term(&self, i: usize) -> bool {
        use TokenKind::*;
        let kind = self.kind(i);
        matches!(kind, Identifier | Variable | Anonymous | Number | String | CloseParenthesis | Bar)
    }

    /// Whether the brace belongs to a theory atom, whose elements have their own grammar.
    pub(super) fn is_of_theory(&self, brace: usize) -> bool {
        let mut i = brace;
        if self.before(i) == TokenKind::CloseParenthesis {
            match (0..i).rev().find(|&open| self.closing[open] == i - 1) {
                Some(open) => i = open,
                None => return false,
            }
        }
        i >= 2 && self.kind(i - 1) == TokenKind::Identifier && self.kind(i - 2) == TokenKind::Ampersand
    }

    /// The variables of a range, in the order of their first occurrence.
    pub(super) fn variables(&self, piece: &Piece) -> Vec<&'a str> {
        let mut names = Vec::new();
        for i in piece.clone().filter(|&i| self.kind(i) == TokenKind::Variable) {
            if !names.contains(&self.word(i)) {
                names.push(self.word(i));
            }
        }
        names
    }

    /// The name and the arguments in parentheses of a range that is an atom; `None` for other ranges.
    pub(super) fn atom(&self, piece: &Piece) -> Option<(&'a str, Piece)> {
        let name = piece.start + usize::from(self.kind(piece.start) == TokenKind::Minus);
        if name >= piece.end || self.kind(name) != TokenKind::Identifier {
            return None;
        }
        let arguments = name + 1..piece.end;
        let whole = arguments.is_empty()
            || self.kind(name + 1) == TokenKind::OpenParenthesis && self.close(name + 1) + 1 == piece.end;
        whole.then(|| (self.word(name), arguments))
    }

    /// The range after a leading `not`, and whether it has a `not`.
    pub(super) fn without_not(&self, piece: &Piece) -> (Piece, bool) {
        let negated = !piece.is_empty() && self.kind(piece.start) == TokenKind::Not;
        (piece.start + usize::from(negated)..piece.end, negated)
    }
}

/// The parts of a rule or constraint.
pub(super) struct Rule {
    pub(super) head: Piece,
    pub(super) body: Piece,
}

impl Rule {
    /// The parts of a statement that is not a directive, up to its dot.
    pub(super) fn of(tokens: &Tokens<'_>) -> Rule {
        let whole = 0..tokens.len();
        let dot = tokens.find(&whole, TokenKind::Dot).unwrap_or(tokens.len());
        let arrow =
            tokens.outer(&(0..dot)).find(|&i| matches!(tokens.kind(i), TokenKind::If | TokenKind::WeakIf));
        match arrow {
            Some(arrow) => Rule { head: 0..arrow, body: arrow + 1..dot },
            None => Rule { head: 0..dot, body: dot..dot },
        }
    }
}

/// Edits of a text.
#[derive(Default)]
pub(super) struct Edits {
    edits: Vec<(usize, usize, String)>,
}

impl Edits {
    /// Replaces the bytes `start..end`.
    pub(super) fn replace(&mut self, start: usize, end: usize, text: impl Into<String>) {
        self.edits.push((start, end, text.into()));
    }

    /// Replaces a token.
    pub(super) fn token(&mut self, tokens: &Tokens<'_>, i: usize, text: impl Into<String>) {
        self.replace(tokens.start(i), tokens.end(i), text);
    }

    pub(super) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at, at, text);
    }

    /// Applies the edits. Of overlapping edits, the first is applied.
    pub(super) fn apply(mut self, text: &str) -> String {
        self.edits.sort_by_key(|&(start, end, _)| (start, end));
        let mut out = String::with_capacity(text.len() + 16);
        let mut at = 0;
        for (start, end, new) in self.edits {
            if start < at {
                continue;
            }
            out.push_str(&text[at..start]);
            out.push_str(&new);
            at = end;
        }
        out.push_str(&text[at..]);
        out
    }
}
