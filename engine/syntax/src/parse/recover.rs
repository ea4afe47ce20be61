//! Errors, and recovery after an error.
//!
//! *Invariant:* an error costs a single statement. The parser continues after the next token that is a dot,
//! or before a token that begins another statement: a directive, or the first token of a line after a
//! statement without its dot.

use super::{MAX_ERRORS, Parser, hint};
use crate::ast::{Term, TermKind};
use crate::lex::{Flaw, Token, TokenKind};
use crate::upgrade::{self, Old};
use crate::{Code, Diagnostic, Span};
use std::ops::Range;

/// An expected construct is missing; the error is already reported.
pub(super) enum Refused {
    /// The parser is inside a statement.
    Inside,
    /// The next token seems to begin a statement, because the statement before lacks its dot.
    BeforeStatement,
}

impl Parser<'_> {
    pub(super) fn refuse(&mut self, diagnostic: Diagnostic) -> Refused {
        self.diagnostics.push(diagnostic);
        self.errors += 1;
        Refused::Inside
    }

    pub(super) fn warn(&mut self, code: Code, span: Span, message: String) {
        if self.diagnostics.len() - self.errors < MAX_ERRORS {
            self.diagnostics.push(Diagnostic::warning(code, span, message));
        }
    }

    fn refuse_with(&mut self, span: Span, message: impl Into<String>, hint: Option<String>) -> Refused {
        let diagnostic = Diagnostic::error(Code::Syntax, span, message);
        self.refuse(Diagnostic { hint, ..diagnostic })
    }

    /// Reports that the next token was not expected.
    pub(super) fn unexpected(&mut self, expected: &str) -> Refused {
        let fraction = self.at(TokenKind::Dot) && self.is_decimal_point(self.token);
        let hint = if fraction { Some(hint::NO_FRACTIONS) } else { hint::between(self.last, self.token) };
        self.unexpected_with_hint(expected, hint)
    }

    pub(super) fn unexpected_with_hint(&mut self, expected: &str, hint: Option<&str>) -> Refused {
        let token = self.token;
        if let TokenKind::Bad(flaw) = token.kind {
            return self.refuse_flaw(token, flaw);
        }
        let (span, found) = match token.kind {
            TokenKind::End => {
                let end = self.last.end;
                (Span { start: end, end, ..self.span(token) }, "the end of the text".to_owned())
            }
            _ => (self.span(token), hint::quote(self.slice(token))),
        };
        self.refuse_with(span, format!("expected {expected}, found {found}"), hint.map(str::to_owned))
    }

    /// Reports that a statement lacks the brackets after its dot; the next token begins another statement.
    pub(super) fn missing_brackets(&mut self, expected: &str) -> Refused {
        self.unexpected(expected);
        Refused::BeforeStatement
    }

    /// Reports that a statement continues after its end, or ends without a dot.
    pub(super) fn unexpected_after_statement(&mut self, expected: &str) -> Refused {
        let (last, token) = (self.last, self.token);
        let refused = match token.kind {
            TokenKind::If => self.unexpected_with_hint(expected, Some(hint::ONE_IF)),
            TokenKind::OpenBracket => self.unexpected_with_hint(expected, Some(hint::DOT_BEFORE_BRACKET)),
            TokenKind::Colon => self.unexpected_with_hint(expected, Some(hint::CONDITION)),
            _ => self.unexpected(expected),
        };
        if let TokenKind::Bad(_) = token.kind {
            return refused;
        }
        let gap = &self.text[last.end as usize..token.start as usize];
        let indented = self.column(token.start) > self.column(self.statement_start);
        let (mark, missing) = match token.kind {
            TokenKind::If => (self.end_of_line_before(token), "`.`"),
            TokenKind::End => (Some(self.span(last)), "`.`"),
            _ if gap.contains('\n') => (Some(self.span(last)), if indented { "separator" } else { "`.`" }),
            _ => (None, ""),
        };
        let in_comment = self.dot_in_comment();
        let Some(diagnostic) = self.diagnostics.last_mut() else { return refused };
        if let Some(span) = mark {
            diagnostic.labels.push((span, format!("a {missing} may be missing behind this")));
        }
        if in_comment {
            diagnostic.hint = Some(hint::DOT_IN_COMMENT.to_owned());
        }
        let follows = gap.contains('\n') && begins_statement(token.kind) && !indented;
        if follows { Refused::BeforeStatement } else { refused }
    }

    /// The number of bytes between the start of the line and this byte.
    fn column(&self, at: u32) -> usize {
        let before = &self.text[..at as usize];
        before.len() - before.rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// The last character of the statement on the lines before a token; `None` if the statement begins on the
    /// token's line.
    fn end_of_line_before(&self, token: Token) -> Option<Span> {
        let line = self.text[..token.start as usize].rfind('\n')?;
        let before = self.text[..line].trim_end();
        let last = before.chars().next_back()?;
        let span = Span {
            file: self.file,
            start: (before.len() - last.len_utf8()) as u32,
            end: before.len() as u32,
        };
        (span.start >= self.statement_start).then_some(span)
    }

    /// Whether a comment that ends with a dot follows the last token on its line, and the next token is on a
    /// later line.
    fn dot_in_comment(&self) -> bool {
        let gap = &self.text[self.last.end as usize..self.token.start as usize];
        gap.lines().next().is_some_and(|rest| rest.contains('%') && rest.trim_end().ends_with('.'))
    }

    fn refuse_flaw(&mut self, token: Token, flaw: Flaw) -> Refused {
        let (text, span) = (self.slice(token), self.span(token));
        match flaw {
            Flaw::UnclosedString => {
                let hint =
                    "a string ends with `\"` on the line it begins on; a line break in it is written `\\n`";
                self.refuse_with(span, "this string does not end on its line", Some(hint.to_owned()))
            }
            Flaw::UnknownEscape => {
                let (at, escape) = hint::unknown_escape(text);
                let start = token.start + at as u32;
                let span = Span { start, end: start + escape.len() as u32, ..span };
                let hint =
                    "a string may contain `\\\"`, `\\\\` and `\\n`; a backslash itself is written `\\\\`";
                self.refuse_with(span, format!("`{escape}` is no escape"), Some(hint.to_owned()))
            }
            Flaw::UnclosedComment => {
                let span = Span { end: token.start + 2, ..span };
                let hint = "`*%` ends it, one for each `%*` inside, and none behind a `%` on the same line";
                self.refuse_with(span, "this comment does not end", Some(hint.to_owned()))
            }
            Flaw::UnknownDirective => self.refuse_with(
                span,
                format!("there is no {}", hint::quote(text)),
                hint::for_directive(text),
            ),
            Flaw::UnknownCharacter => {
                let (message, hint) = hint::for_character(text);
                self.refuse_with(span, message, hint.map(str::to_owned))
            }
        }
    }

    pub(super) fn refuse_uppercase_function(&mut self, name: Token) -> Refused {
        let message = format!("{} is a variable and cannot have arguments", hint::quote(self.slice(name)));
        self.refuse_with(self.span(name), message, Some(hint::LOWER_CASE.to_owned()))
    }

    pub(super) fn refuse_leading_zero(&mut self, zero: Token) -> Refused {
        let span = Span { end: self.token.end, ..self.span(zero) };
        self.refuse_with(span, "a number cannot have leading zeros", None)
    }

    pub(super) fn refuse_third_not(&mut self) -> Refused {
        let hint = "`not not not a` means the same as `not a`";
        self.refuse_with(self.span(self.token), "a literal has at most two `not`", Some(hint.to_owned()))
    }

    pub(super) fn refuse_second_condition(&mut self) -> Refused {
        let hint = "all parts of a condition stand behind one `:`, as in `a : b, c`";
        self.refuse_with(self.span(self.token), "a literal has one condition", Some(hint.to_owned()))
    }

    /// Reports a term in place of a literal.
    pub(super) fn refuse_bare_term(&mut self, term: &Term) -> Refused {
        if let TokenKind::Bad(_) = self.token.kind {
            return self.unexpected("a relation");
        }
        let text = self.slice(Token { kind: TokenKind::Bar, start: term.span.start, end: term.span.end });
        let hint = match &term.node {
            _ if self.dot_in_comment() => Some(hint::DOT_IN_COMMENT),
            _ if self.text[self.token.start as usize..].starts_with(":=") => Some(hint::ASSIGNMENT),
            TermKind::Variable(_) => Some(hint::LOWER_CASE),
            TermKind::Interval(..) => Some(hint::INTERVAL),
            TermKind::Binary(..) => hint::between(self.last, self.token),
            _ if text.starts_with('(') && text.contains(|c: char| c.is_ascii_lowercase()) => {
                Some(hint::PARENTHESES)
            }
            _ => hint::between(self.last, self.token),
        };
        let message = format!("{} is a term, where an atom or a comparison is needed", hint::quote(text));
        self.refuse_with(term.span, message, hint.map(str::to_owned))
    }

    /// Reports a token that begins no statement.
    pub(super) fn refuse_statement(&mut self) -> Refused {
        if !self.at(TokenKind::Dot) {
            return self.unexpected("a rule or a directive");
        }
        let hint = (self.last.kind == TokenKind::CloseBracket)
            .then(|| "no `.` comes behind the `]` that ends a statement".to_owned());
        self.refuse_with(self.span(self.token), "this `.` ends no statement", hint)
    }

    /// Adds the current form to the error of a statement if the statement is correct in gringo 3. `known` is
    /// the number of diagnostics before the statement.
    pub(super) fn explain_old(&mut self, known: usize, place: Range<usize>) {
        let (text, start) = (self.text, place.start as u32);
        let Some(statement) = text.get(place) else { return };
        let Some(old) = upgrade::old_form(statement) else { return };
        let mine = self.diagnostics[known..].iter_mut();
        let Some(diagnostic) =
            mine.filter(|diagnostic| diagnostic.span.start >= start).find(|d| d.is_error())
        else {
            return;
        };
        diagnostic.code = Code::OldSyntax;
        if let Old::Form(form) = old {
            diagnostic.hint = Some(hint::for_old_form(statement, &form));
        }
    }

    /// Searches for the next statement after an error. Returns true if the next token is the end of the
    /// dropped statement, and false if it begins another statement or is the end of the text.
    pub(super) fn recover(&mut self, refused: Refused) -> bool {
        if let Refused::BeforeStatement = refused {
            return false;
        }
        let reported = self.token;
        loop {
            match self.token.kind {
                TokenKind::End => return false,
                kind if is_directive(kind) => return false,
                TokenKind::Dot if !self.is_decimal_point(self.token) => {
                    self.skip_brackets_after_dot();
                    return true;
                }
                TokenKind::Bad(flaw @ (Flaw::UnclosedString | Flaw::UnclosedComment)) => {
                    if self.token != reported {
                        self.refuse_flaw(self.token, flaw);
                    }
                    // The dot of the statement is most likely inside the string.
                    if self.slice(self.token).trim_end().ends_with('.') {
                        return true;
                    }
                    self.advance();
                }
                _ => self.advance(),
            }
        }
    }

    /// Whether a dot is between two digits.
    fn is_decimal_point(&self, dot: Token) -> bool {
        let bytes = self.text.as_bytes();
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        self.last.kind == TokenKind::Number && self.last.end == dot.start && digit(dot.end as usize)
    }

    /// Skips `[…]` after the dot of a weak constraint if it is on the same line.
    fn skip_brackets_after_dot(&mut self) {
        let dot = self.token;
        self.advance();
        if self.at(TokenKind::OpenBracket) {
            let rest = &self.text[self.token.end as usize..];
            let line = rest.find('\n').unwrap_or(rest.len());
            if let Some(close) = rest[..line].find(']') {
                self.lexer.seek(self.token.end as usize + close);
                self.advance();
                return;
            }
        }
        self.put_back(dot);
    }
}

/// Whether a statement can begin with a token of this kind.
fn begins_statement(kind: TokenKind) -> bool {
    use TokenKind::*;
    is_directive(kind) || matches!(kind, Identifier | If | WeakIf | OpenBrace | Number | Variable | Ampersand)
}

/// Whether the token is a keyword that occurs only at the start of a statement.
fn is_directive(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(
        kind,
        Const
            | Defined
            | Edge
            | External
            | Heuristic
            | Include
            | Maximize
            | Minimize
            | Program
            | Project
            | Script
            | Show
            | Theory
    )
}
