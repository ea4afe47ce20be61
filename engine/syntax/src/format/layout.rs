//! The layout of a statement: a single line if it fits, several lines otherwise.
//!
//! ```text
//! head :-
//!     part,
//!     1 <= #sum {
//!         1,X : p(X);
//!         2,Y : q(Y)
//!     },
//!     part.
//! ```
//!
//! *Invariant:* the pieces are written in their order, and no text changes.

use super::WIDTH;
use super::pieces::{Kind, Piece};
use super::spacing::{self, Break, Spacing};

const INDENT: usize = 4;

/// The text of a statement in lines.
pub(super) fn statement(pieces: &[Piece<'_>]) -> String {
    let spacing = spacing::of(pieces);
    let mut writer = Writer { pieces, spacing: &spacing, out: String::new(), indent: 0, column: 0 };
    let has_line_comment = pieces.iter().any(|piece| piece.kind == Kind::LineComment);
    if !has_line_comment && writer.width(0, pieces.len()) <= WIDTH {
        writer.run(0, pieces.len());
        return writer.out;
    }
    let mut start = 0;
    while start < pieces.len() {
        let end = writer.segment(start, |kind| kind == Break::Body);
        writer.indent = if start == 0 { 0 } else { INDENT };
        writer.part(start, end);
        start = end;
    }
    writer.out
}

struct Writer<'a> {
    pieces: &'a [Piece<'a>],
    spacing: &'a [Spacing],
    out: String,
    indent: usize,
    /// The width of the current line.
    column: usize,
}

impl Writer<'_> {
    /// The end of the segment up to the next break, including the comments after the break on its line.
    fn segment(&self, start: usize, breaks: impl Fn(Break) -> bool) -> usize {
        let is_end = |&i: &usize| breaks(self.spacing[i].break_after) && !self.pieces[i].kind.is_comment();
        let Some(last) = (start..self.pieces.len()).find(is_end) else { return self.pieces.len() };
        let behind = self.pieces[last + 1..].iter();
        last + 1 + behind.take_while(|piece| piece.kind.is_comment() && piece.newlines == 0).count()
    }

    /// The width of a range of pieces on a single line; very large if a comment contains a line break.
    fn width(&self, start: usize, end: usize) -> usize {
        let mut width = 0;
        for i in start..end {
            let piece = &self.pieces[i];
            if piece.text.contains('\n') {
                return usize::MAX / 2;
            }
            width += piece.text.chars().count() + usize::from(i > start && self.spacing[i].apart);
        }
        width
    }

    /// Writes a part of a statement on its own line, and its elements on further lines if they do not fit.
    fn part(&mut self, start: usize, end: usize) {
        let has_braces = (start..end).any(|i| self.spacing[i].break_after == Break::Open);
        let breaks_inside = (start..end).any(|i| i + 1 < end && self.is_broken_inside(i));
        let fits = self.indent + self.width(start, end) <= WIDTH && !breaks_inside;
        self.new_line();
        if fits || !has_braces {
            return self.run(start, end);
        }
        let indent = self.indent;
        let mut at = start;
        while at < end {
            let next = self.segment(at, |kind| kind != Break::None).min(end);
            self.run(at, next);
            let last = (at..next).rev().find(|&i| !self.pieces[i].kind.is_comment());
            match last.map(|i| self.spacing[i].break_after) {
                Some(Break::Open | Break::Element) => self.indent = indent + INDENT,
                Some(Break::BeforeClose) => self.indent = indent,
                _ => {}
            }
            at = next;
            if at < end {
                self.new_line();
            }
        }
        self.indent = indent;
    }

    /// Whether a comment ends the line inside a part.
    fn is_broken_inside(&self, i: usize) -> bool {
        self.pieces[i].kind == Kind::LineComment
    }

    /// Writes consecutive pieces; comments on their own lines stay on their own lines.
    fn run(&mut self, start: usize, end: usize) {
        let indent = self.indent;
        for i in start..end {
            let piece = &self.pieces[i];
            let behind_line = i > 0 && self.pieces[i - 1].kind == Kind::LineComment;
            let own_line = piece.kind == Kind::LineComment && piece.newlines > 0;
            if i > start && (behind_line || own_line) {
                self.new_line();
            } else if i > start && self.spacing[i].apart {
                self.write(" ");
            }
            self.write(piece.text);
            // Lines after a comment inside a part are indented further.
            if !piece.kind.is_comment() {
                self.indent = indent + INDENT;
            }
        }
        self.indent = indent;
    }

    fn write(&mut self, text: &str) {
        if self.column == 0 && self.indent > 0 {
            self.out.push_str(&" ".repeat(self.indent));
            self.column = self.indent;
        }
        self.out.push_str(text);
        self.column += text.len();
    }

    fn new_line(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.column = 0;
    }
}
