//! Errors, and recovery after an error.
//!
//! *Invariant:* an error costs a single statement. The parser continues after the next token that is a dot,
//! or before a token that begins another statement: a directive, or the first token of a line after a
//! statement without its dot.

use super::{MAX_WARNINGS, Parser, hint};
use crate::ast::{Atom, Head, Literal, Relation, Sign, Term, TermKind};
use crate::lex::{LexicalError, Token, TokenKind};
use crate::upgrade::{self, Old};
use crate::{Code, Diagnostic, Fix, Span};
use std::ops::Range;

/// An expected construct is missing; the error is already reported.
pub(super) enum SyntaxError {
    /// The parser is inside a statement.
    Inside,
    /// The next token seems to begin a statement, because the statement before lacks its dot.
    BeforeStatement,
}

/// The term after the first `<` of a comparison that is not negated.
fn compared(literal: &Literal) -> Option<&Term> {
    match &literal.node.atom {
        Atom::Comparison(_, chain) if literal.node.sign == Sign::None => match chain.as_slice() {
            [(Relation::Less, right)] => Some(right),
            _ => None,
        },
        _ => None,
    }
}

impl Parser<'_> {
    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> SyntaxError {
        self.diagnostics.push(diagnostic);
        self.errors += 1;
        SyntaxError::Inside
    }

    pub(super) fn warn(&mut self, warning: Diagnostic) {
        if self.diagnostics.len() - self.errors < MAX_WARNINGS {
            self.diagnostics.push(warning);
        }
    }

    fn report_with_hint(
        &mut self,
        span: Span,
        message: impl Into<String>,
        hint: Option<String>,
    ) -> SyntaxError {
        let diagnostic = Diagnostic::error(Code::Syntax, span, message);
        self.report(Diagnostic { hint, ..diagnostic })
    }

    /// Gives the last diagnostic an edit.
    fn fix(&mut self, start: u32, end: u32, text: impl Into<String>) {
        let span = Span { file: self.file, start, end };
        if let Some(diagnostic) = self.diagnostics.last_mut() {
            diagnostic.fix = Some(Box::new(Fix { span, text: text.into() }));
        }
    }

    /// Gives the last diagnostic an edit that replaces an operator or word of another language at the next
    /// token.
    fn fix_foreign(&mut self) {
        let (last, token) = (self.last, self.token);
        if self.is_after_arrow() {
            return self.fix(last.start - 1, last.end, ":-");
        }
        let rest = &self.text[token.start as usize..];
        if let Some((before, after, text)) = hint::replacement(last, token, rest) {
            self.fix(token.start - before, token.start + after, text);
        }
    }

    /// Reports that the next token was not expected.
    pub(super) fn unexpected(&mut self, expected: &str) -> SyntaxError {
        let fraction = self.at(TokenKind::Dot) && self.is_decimal_point(self.token);
        let hint = if fraction { Some(hint::NO_FRACTIONS) } else { self.hint_for_token() };
        self.unexpected_with_hint(expected, hint)
    }

    /// The hint for the unexpected next token.
    fn hint_for_token(&self) -> Option<&'static str> {
        if self.is_after_arrow() {
            return Some(hint::HEAD_FIRST);
        }
        let rest = &self.text[self.token.start as usize..];
        hint::between(self.last, self.token).or_else(|| hint::for_foreign(rest))
    }

    /// Whether the last two tokens are `<-`, the arrow of textbooks, and stand where `:-` may stand.
    fn is_after_arrow(&self) -> bool {
        let before = &self.text[..self.last.start as usize];
        let is_arrow = self.last.kind == TokenKind::Minus && before.ends_with('<');
        is_arrow && !before.rsplit('.').next().is_some_and(|head| head.contains(":-"))
    }

    /// Warns about `a <- b`, which compares `a` with `-b`. In the head of a rule, the names `a` and `b` on both
    /// sides of these signs are rather an atom and a body.
    pub(super) fn warn_of_arrow(&mut self, head: &Head, start: u32) {
        let right = match head {
            Head::Literal(literal) => compared(literal),
            Head::Disjunction(alternatives) => {
                alternatives.first().and_then(|first| compared(&first.literal))
            }
            Head::Choice { right: Some((Relation::Less, right)), .. } => Some(right),
            _ => None,
        };
        let Some(right) = right else { return };
        let (left, body) = self.text.split_at(right.span.start as usize);
        let Some(left) = left[start as usize..].strip_suffix('<') else { return };
        let Some(name) = body.strip_prefix('-') else { return };
        let is_name = |text: &str| text.starts_with(|c: char| c.is_ascii_lowercase());
        if !is_name(name.trim_start()) || !(is_name(left) || left.starts_with('{')) {
            return;
        }
        let arrow = Span { start: right.span.start - 1, end: right.span.start + 1, ..right.span };
        let message = format!(
            "`<-` is `<` and `-`: the head of this rule compares with {}",
            hint::quote(self.text_of(right))
        );
        let warning = Diagnostic::warning(Code::Other, arrow, message).with_hint(hint::HEAD_FIRST);
        self.warn(warning.with_fix(arrow, ":-"));
    }

    fn text_of(&self, term: &Term) -> &str {
        &self.text[term.span.start as usize..term.span.end as usize]
    }

    pub(super) fn unexpected_with_hint(&mut self, expected: &str, hint: Option<&str>) -> SyntaxError {
        let token = self.token;
        if let TokenKind::Bad(error) = token.kind {
            return self.report_bad_token(token, error);
        }
        let (span, found) = match token.kind {
            TokenKind::End => {
                let end = self.last.end;
                (Span { start: end, end, ..self.span(token) }, "the end of the text".to_owned())
            }
            _ => (self.span(token), hint::quote(self.slice(token))),
        };
        let message = format!("expected {expected}, found {found}");
        let error = self.report_with_hint(span, message, hint.map(str::to_owned));
        self.fix_foreign();
        error
    }

    /// Reports that a statement lacks the brackets after its dot; the next token begins another statement.
    pub(super) fn missing_brackets(&mut self, expected: &str) -> SyntaxError {
        self.unexpected(expected);
        SyntaxError::BeforeStatement
    }

    /// Reports that a statement continues after its end, or ends without a dot.
    pub(super) fn unexpected_after_statement(&mut self, expected: &str) -> SyntaxError {
        let (last, token) = (self.last, self.token);
        let error = match token.kind {
            TokenKind::If => self.unexpected_with_hint(expected, Some(hint::ONE_IF)),
            TokenKind::OpenBracket => self.unexpected_with_hint(expected, Some(hint::DOT_BEFORE_BRACKET)),
            TokenKind::Colon => self.unexpected_with_hint(expected, Some(hint::CONDITION)),
            _ => self.unexpected(expected),
        };
        if let TokenKind::Bad(_) = token.kind {
            return error;
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
        let Some(diagnostic) = self.diagnostics.last_mut() else { return error };
        if let Some(span) = mark {
            if missing == "`.`" {
                let span = Span { start: span.end, ..span };
                diagnostic.fix = Some(Box::new(Fix { span, text: ".".to_owned() }));
            }
            diagnostic.labels.push((span, format!("a {missing} may be missing behind this")));
        }
        if in_comment {
            diagnostic.hint = Some(hint::DOT_IN_COMMENT.to_owned());
        }
        let follows = gap.contains('\n') && begins_statement(token.kind) && !indented;
        if follows { SyntaxError::BeforeStatement } else { error }
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

    fn report_bad_token(&mut self, token: Token, error: LexicalError) -> SyntaxError {
        let (text, span) = (self.slice(token), self.span(token));
        match error {
            LexicalError::UnclosedString => {
                let hint =
                    "a string ends with `\"` on the line it begins on; a line break in it is written `\\n`";
                self.report_with_hint(span, "this string does not end on its line", Some(hint.to_owned()))
            }
            LexicalError::UnknownEscape => {
                let (at, escape) = hint::unknown_escape(text);
                let start = token.start + at as u32;
                let span = Span { start, end: start + escape.len() as u32, ..span };
                let hint =
                    "a string may contain `\\\"`, `\\\\` and `\\n`; a backslash itself is written `\\\\`";
                self.report_with_hint(
                    span,
                    format!("`{escape}` is not an escape sequence"),
                    Some(hint.to_owned()),
                )
            }
            LexicalError::UnclosedComment => {
                let span = Span { end: token.start + 2, ..span };
                let hint = "each `%*` needs a `*%`, which must not follow a `%` on the same line";
                self.report_with_hint(span, "this comment does not end", Some(hint.to_owned()))
            }
            LexicalError::UnknownDirective => {
                let hint = hint::for_directive(text);
                let is_similar = hint.as_ref().is_some_and(|hint| hint.starts_with("did you mean"));
                let error = self.report_with_hint(span, format!("there is no {}", hint::quote(text)), hint);
                if is_similar && let Some(meant) = hint::similar_keyword(text) {
                    self.fix(span.start, span.end, format!("#{meant}"));
                }
                error
            }
            LexicalError::UnknownCharacter => {
                let (message, hint) = hint::for_character(text);
                let error = self.report_with_hint(span, message, hint.map(str::to_owned));
                if let Some(text) = hint::replacement_of_character(text) {
                    self.fix(span.start, span.end, text);
                }
                error
            }
        }
    }

    pub(super) fn report_uppercase_function(&mut self, name: Token) -> SyntaxError {
        let text = self.slice(name);
        let message = format!("{} is a variable and cannot have arguments", hint::quote(text));
        let error = self.report_with_hint(self.span(name), message, Some(hint::LOWER_CASE.to_owned()));
        self.fix(name.start, name.end, lower_case(text));
        error
    }

    pub(super) fn report_leading_zero(&mut self, zero: Token) -> SyntaxError {
        let span = Span { end: self.token.end, ..self.span(zero) };
        self.report_with_hint(span, "a number cannot have leading zeros", None)
    }

    pub(super) fn report_third_not(&mut self) -> SyntaxError {
        let hint = "`not not not a` means the same as `not a`";
        self.report_with_hint(self.span(self.token), "a literal has at most two `not`", Some(hint.to_owned()))
    }

    pub(super) fn report_second_condition(&mut self) -> SyntaxError {
        let hint = "all parts of a condition follow a single `:`, as in `a : b, c`";
        self.report_with_hint(self.span(self.token), "a literal has one condition", Some(hint.to_owned()))
    }

    /// Reports a term in place of a literal.
    pub(super) fn report_bare_term(&mut self, term: &Term) -> SyntaxError {
        if let TokenKind::Bad(_) = self.token.kind {
            return self.unexpected("a relation");
        }
        let text = self.slice(Token { kind: TokenKind::Bar, start: term.span.start, end: term.span.end });
        let hint = match &term.node {
            _ if self.dot_in_comment() => Some(hint::DOT_IN_COMMENT),
            _ if self.text[self.token.start as usize..].starts_with(":=") => Some(hint::ASSIGNMENT),
            _ if hint::for_foreign(&self.text[self.token.start as usize..]).is_some() => {
                self.hint_for_token()
            }
            TermKind::Variable(_) => Some(hint::LOWER_CASE),
            TermKind::Interval(..) => Some(hint::INTERVAL),
            TermKind::Binary(..) => self.hint_for_token(),
            _ if text.starts_with('(') && text.contains(|c: char| c.is_ascii_lowercase()) => {
                Some(hint::PARENTHESES)
            }
            _ => hint::between(self.last, self.token),
        };
        let message = format!("{} is a term, where an atom or a comparison is needed", hint::quote(text));
        let error = self.report_with_hint(term.span, message, hint.map(str::to_owned));
        if hint == Some(hint::LOWER_CASE) {
            self.fix(term.span.start, term.span.end, lower_case(text));
        } else {
            self.fix_foreign();
        }
        error
    }

    /// Reports a token that begins no statement.
    pub(super) fn report_superfluous_dot(&mut self) -> SyntaxError {
        if !self.at(TokenKind::Dot) {
            let rest = &self.text[self.token.start as usize..];
            let is_comment = rest.starts_with("//") || rest.starts_with("/*");
            let hint = if is_comment { Some(hint::COMMENT) } else { self.hint_for_token() };
            let error = self.unexpected_with_hint("a rule or a directive", hint);
            if rest.starts_with("//") {
                self.fix(self.token.start, self.token.start + 2, "%");
            }
            return error;
        }
        let hint = (self.last.kind == TokenKind::CloseBracket)
            .then(|| "a statement that ends with `]` has no `.` after it".to_owned());
        let dot = self.span(self.token);
        let error = self.report_with_hint(dot, "this `.` is not the end of a statement", hint);
        self.fix(dot.start, dot.end, "");
        error
    }

    /// Adds the current form to the error of a statement if the statement is correct in gringo 3. `known` is
    /// the number of diagnostics before the statement.
    pub(super) fn explain_old(&mut self, known: usize, place: Range<usize>) {
        let (text, start) = (self.text, place.start as u32);
        let end = place.end as u32;
        let Some(statement) = text.get(place) else { return };
        let Some(old) = upgrade::old_form(statement) else { return };
        let mine = self.diagnostics[known..].iter_mut();
        let Some(diagnostic) =
            mine.filter(|diagnostic| diagnostic.span.start >= start).find(|d| d.is_error())
        else {
            return;
        };
        // With `:=` in its head, the current form is a rule whose head is false, which is not what is meant.
        let head = statement.split(":-").next().unwrap_or_default();
        if !statement.starts_with('#') && head.contains(":=") {
            diagnostic.hint = Some(hint::HEAD_FIRST.to_owned());
            diagnostic.fix = None;
            return;
        }
        diagnostic.code = Code::OldSyntax;
        diagnostic.fix = None;
        if let Old::Form(form) = old {
            let span = Span { start, end, ..diagnostic.span };
            diagnostic.fix = Some(Box::new(Fix { span, text: form.clone() }));
            diagnostic.hint = Some(hint::for_old_form(statement, &form));
        }
    }

    /// Searches for the next statement after an error. Returns true if the next token is the end of the
    /// dropped statement, and false if it begins another statement or is the end of the text.
    pub(super) fn recover(&mut self, error: SyntaxError) -> bool {
        if let SyntaxError::BeforeStatement = error {
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
                TokenKind::Bad(error @ (LexicalError::UnclosedString | LexicalError::UnclosedComment)) => {
                    if self.token != reported {
                        self.report_bad_token(self.token, error);
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

/// A name that begins with a lower-case letter.
fn lower_case(name: &str) -> String {
    let at = name.find(|c: char| c.is_ascii_uppercase()).unwrap_or(0);
    format!("{}{}{}", &name[..at], name[at..=at].to_ascii_lowercase(), &name[at + 1..])
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
