//! A text as tokens and comments, with the white space before each.
//!
//! *Invariant:* the pieces and the white space between them are the whole text.

use crate::lex::{Lexer, TokenKind};
use crate::tokens::block_comment;
use std::ops::Range;

/// The kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Token(TokenKind),
    /// `% …`, `#! …`
    LineComment,
    /// `%* … *%`
    BlockComment,
}

/// A token or comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) kind: Kind,
    /// The number of line breaks before the piece.
    pub(super) newlines: usize,
    /// Whether white space precedes the piece.
    pub(super) spaced: bool,
}

/// The pieces of a range of a text.
#[derive(Default)]
pub(super) struct Pieces<'a> {
    pub(super) all: Vec<Piece<'a>>,
    /// The comments only.
    pub(super) comments: Vec<Piece<'a>>,
    /// The number of line breaks after the last piece.
    pub(super) newlines: usize,
}

/// Splits a range of a text, which begins and ends at the end of a token or comment.
pub(super) fn of(text: &str, place: Range<usize>) -> Pieces<'_> {
    let mut pieces = Pieces::default();
    let mut lexer = Lexer::new(&text[..place.end]);
    let mut at = place.start.max(lexer.position());
    loop {
        lexer.seek(at);
        let token = lexer.next();
        let start = token.start as usize;
        comments(text, at..start, &mut pieces);
        if token.kind == TokenKind::End {
            return pieces;
        }
        let piece = &text[start..token.end as usize];
        push(&mut pieces, piece, Kind::Token(token.kind), text[at..start].ends_with(char::is_whitespace));
        at = token.end as usize;
    }
}

fn push<'a>(pieces: &mut Pieces<'a>, text: &'a str, kind: Kind, spaced: bool) {
    let newlines = std::mem::take(&mut pieces.newlines);
    let piece = Piece { text, kind, newlines, spaced };
    pieces.all.push(piece);
    if kind.is_comment() {
        pieces.comments.push(piece);
    }
}

/// Appends the comments between two tokens, and counts line breaks.
fn comments<'a>(text: &'a str, gap: Range<usize>, pieces: &mut Pieces<'a>) {
    let mut at = gap.start;
    while at < gap.end {
        let rest = &text[at..gap.end];
        if rest.starts_with("%*") {
            // The lexer skipped this gap, so every block comment in it has an end.
            let length = block_comment(rest);
            push(pieces, &rest[..length], Kind::BlockComment, true);
            at += length;
        } else if rest.starts_with('%') || rest.starts_with("#!") {
            let length = rest.find('\n').unwrap_or(rest.len());
            push(pieces, rest[..length].trim_end(), Kind::LineComment, true);
            at += length;
        } else {
            pieces.newlines += usize::from(rest.starts_with('\n'));
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
}

/// The positions of consecutive facts.
pub(super) fn facts(text: &str, place: Range<usize>) -> Vec<Range<usize>> {
    let mut lexer = Lexer::new(&text[..place.end]);
    lexer.seek(place.start);
    let mut facts = Vec::new();
    let mut start = None;
    loop {
        let token = lexer.next();
        match token.kind {
            TokenKind::End => return facts,
            TokenKind::Dot => {
                let from = start.take().unwrap_or(token.start as usize);
                facts.push(from..token.end as usize);
            }
            _ => {
                start.get_or_insert(token.start as usize);
            }
        }
    }
}
