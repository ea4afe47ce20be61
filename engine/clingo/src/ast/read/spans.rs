//! The places of nodes: those of clingo's grammar, found by the tokens of the text.
//!
//! ```text
//! p((a),(b,c)).      a: columns 4-5, without its parentheses
//!                    (b,c): columns 8-11, what stands between the parentheses
//! (a+b)*c            the product begins at the parenthesis
//! ```
//!
//! *Invariant:* the tokens are those of the ordinary mode. In theory mode, operators have other boundaries, but
//! brackets and names are the same.

use crate::ast::node::Location;
use hamadryad_syntax::tokens::{Kind, Token, tokens};
use std::ffi::CStr;

/// A part of the text: the offsets of its first byte and after its last byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub start: u32,
    pub end: u32,
}

impl From<hamadryad_syntax::Span> for Range {
    fn from(span: hamadryad_syntax::Span) -> Range {
        Range { start: span.start, end: span.end }
    }
}

fn closes(open: &str, close: &str) -> bool {
    matches!((open, close), ("(", ")") | ("[", "]") | ("{", "}"))
}

/// A text with its tokens and lines.
pub(super) struct Text<'a> {
    text: &'a str,
    file: &'static CStr,
    /// The offsets of the starts of the lines.
    lines: Vec<u32>,
    /// The tokens without the comments.
    tokens: Vec<Token>,
    /// For each token its partner, if it is a bracket that has one, or else itself.
    partners: Vec<usize>,
    /// The comments.
    pub comments: Vec<Token>,
}

impl<'a> Text<'a> {
    pub(super) fn new(text: &'a str, file: &'static CStr) -> Text<'a> {
        let newlines = text.bytes().zip(1..).filter(|&(byte, _)| byte == b'\n');
        let lines = std::iter::once(0).chain(newlines.map(|(_, after)| after)).collect();
        let is_comment = |token: &Token| matches!(token.kind, Kind::LineComment | Kind::BlockComment);
        let (comments, tokens): (Vec<Token>, Vec<Token>) = tokens(text).into_iter().partition(is_comment);
        let mut partners: Vec<usize> = (0..tokens.len()).collect();
        let mut open = Vec::new();
        for (position, token) in tokens.iter().enumerate() {
            match token.kind {
                Kind::Open => open.push(position),
                Kind::Close => {
                    // A bracket without a partner belongs to a statement with an error.
                    let is_partner = |&partner: &usize| closes(tokens[partner].text(text), token.text(text));
                    if let Some(partner) = open.pop_if(|partner| is_partner(partner)) {
                        (partners[partner], partners[position]) = (position, partner);
                    }
                }
                _ => {}
            }
        }
        Text { text, file, lines, tokens, partners, comments }
    }

    /// The place of a part of the text.
    pub(super) fn location(&self, range: Range) -> Location {
        let position = |offset: u32| {
            let line = self.lines.partition_point(|&start| start <= offset) - 1;
            (line + 1, (offset - self.lines[line]) as usize + 1)
        };
        let ((begin_line, begin_column), (end_line, end_column)) =
            (position(range.start), position(range.end));
        Location {
            begin_file: self.file,
            end_file: self.file,
            begin_line,
            end_line,
            begin_column,
            end_column,
        }
    }

    /// The position of the first token at an offset or behind it.
    pub(super) fn token_from(&self, offset: u32) -> usize {
        self.tokens.partition_point(|token| token.start < offset)
    }

    /// The part of the text under a token; at the end of the text if there are not so many tokens.
    pub(super) fn range_of(&self, token: usize) -> Range {
        let length = self.text.len() as u32;
        let end = Range { start: length, end: length };
        self.tokens.get(token).map_or(end, |token| Range { start: token.start, end: token.end })
    }

    /// The text of a token.
    pub(super) fn slice(&self, token: usize) -> &'a str {
        let Range { start, end } = self.range_of(token);
        &self.text[start as usize..end as usize]
    }

    /// The bracket that closes the bracket of a token.
    pub(super) fn partner(&self, token: usize) -> usize {
        self.partners.get(token).copied().unwrap_or(token)
    }

    /// Whether the token is a name.
    pub(super) fn is_name(&self, token: usize) -> bool {
        self.tokens.get(token).is_some_and(|token| token.kind == Kind::Name)
    }

    /// The last token that ends at an offset or before it.
    fn token_before(&self, offset: u32) -> Option<usize> {
        self.tokens.partition_point(|token| token.end <= offset).checked_sub(1)
    }

    /// The end of the last token before an offset.
    pub(super) fn end_before(&self, offset: u32) -> u32 {
        self.token_before(offset).map_or(0, |token| self.tokens[token].end)
    }

    /// The part without the parentheses that enclose all of it, and the part with the innermost of them, if there are
    /// any.
    pub(super) fn stripped(&self, range: Range) -> (Range, Option<Range>) {
        let Range { start, end } = range;
        if start >= end {
            // An empty tuple in a pool: clingo places it behind the token before it.
            let end = self.end_before(start);
            return (Range { start: end, end }, None);
        }
        let (mut first, Some(mut last)) = (self.token_from(start), self.token_before(end)) else {
            return (range, None);
        };
        let (mut inner, mut enclosed) = (range, None);
        while first < last && self.slice(first) == "(" && self.partners[first] == last {
            enclosed = Some(Range { start: self.tokens[first].start, end: self.tokens[last].end });
            if first + 1 == last {
                let end = self.tokens[first].end;
                return (Range { start: end, end }, enclosed);
            }
            (first, last) = (first + 1, last - 1);
            inner = Range { start: self.tokens[first].start, end: self.tokens[last].end };
        }
        (inner, enclosed)
    }

    /// Whether a part without enclosing parentheses is a call: a name with arguments.
    pub(super) fn is_call(&self, range: Range) -> bool {
        let first = self.token_from(range.start);
        let name = if self.slice(first) == "@" { first + 1 } else { first };
        let last = self.token_before(range.end);
        self.is_name(name) && self.slice(name + 1) == "(" && Some(self.partners[name + 1]) == last
    }

    /// The text of a part.
    pub(super) fn text_of(&self, range: Range) -> &'a str {
        &self.text[range.start as usize..range.end as usize]
    }

    /// The head of the rule that begins at an offset: up to `:-` or the dot.
    pub(super) fn head(&self, start: u32) -> Range {
        let mut token = self.token_from(start);
        while token < self.tokens.len() && ![":-", "."].contains(&self.slice(token)) {
            token = self.partner(token).max(token) + 1;
        }
        Range { start, end: token.checked_sub(1).map_or(start, |last| self.range_of(last).end) }
    }

    /// The part of a comment of one line, up to the end of the line.
    pub(super) fn line_comment(&self, start: u32) -> Range {
        let rest = &self.text[start as usize..];
        let line = rest.split('\n').next().unwrap_or_default().trim_end_matches('\r');
        Range { start, end: start + line.len() as u32 }
    }
}
