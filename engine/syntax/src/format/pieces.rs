//! A text as tokens and comments, with what stood before each.

use crate::lex::{Lexer, TokenKind};
use std::ops::Range;

/// What a piece is.
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
    /// How many line breaks stand before it.
    pub(super) newlines: usize,
    /// Whether white space stands before it.
    pub(super) spaced: bool,
}

/// The pieces of a stretch of text.
#[derive(Default)]
pub(super) struct Pieces<'a> {
    pub(super) all: Vec<Piece<'a>>,
    /// The comments alone.
    pub(super) comments: Vec<Piece<'a>>,
    /// How many line breaks stand behind the last.
    pub(super) newlines: usize,
}

/// Takes a stretch apart, which begins and ends at the end of a token or comment.
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

/// The comments between two tokens; line breaks are counted on.
fn comments<'a>(text: &'a str, gap: Range<usize>, pieces: &mut Pieces<'a>) {
    let mut at = gap.start;
    while at < gap.end {
        let rest = &text[at..gap.end];
        if rest.starts_with("%*") {
            // The lexer knows where it ends: in front of it nothing else may stand.
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

/// The length of a block comment that ends, with those inside it.
fn block_comment(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0);
    while at < bytes.len() {
        match &bytes[at..] {
            [b'%', b'*', ..] => (at, depth) = (at + 2, depth + 1),
            [b'*', b'%', ..] => {
                (at, depth) = (at + 2, depth - 1);
                if depth == 0 {
                    return at;
                }
            }
            [b'%', ..] => at += text[at..].find('\n').unwrap_or(text.len() - at),
            _ => at += 1,
        }
    }
    text.len()
}

/// The facts of a run of facts.
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
