//! What is said of text that is no program, and where reading goes on behind it.

use super::{Parser, Refused};
use crate::ast::{Term, TermKind};
use crate::lex::{Flaw, Token, TokenKind};
use crate::{Code, Diagnostic, Span};

impl Parser<'_> {
    pub(super) fn refuse(&mut self, diagnostic: Diagnostic) -> Refused {
        self.diagnostics.push(diagnostic);
        Refused
    }

    /// Reports that something else was expected than the token at hand.
    pub(super) fn unexpected(&mut self, expected: &str) -> Refused {
        let token = self.token;
        if let TokenKind::Bad(flaw) = token.kind {
            return self.refuse_flaw(token, flaw);
        }
        let message = format!("expected {expected}, found {}", self.describe(token));
        self.refuse(Diagnostic::error(Code::Syntax, self.span(token), message))
    }

    fn describe(&self, token: Token) -> String {
        match token.kind {
            TokenKind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", self.slice(token)),
        }
    }

    fn refuse_flaw(&mut self, token: Token, flaw: Flaw) -> Refused {
        let text = self.slice(token);
        let (span, message) = match flaw {
            Flaw::UnclosedString => (self.span(token), "this string does not end on its line".to_owned()),
            Flaw::UnknownEscape => (self.span(token), "a string has an unknown escape".to_owned()),
            Flaw::UnclosedComment => {
                let start = Span { end: token.start + 2, ..self.span(token) };
                (start, "this comment does not end".to_owned())
            }
            Flaw::UnknownDirective => (self.span(token), format!("there is no `{text}`")),
            Flaw::UnknownCharacter => (self.span(token), format!("nothing begins with `{text}`")),
        };
        self.refuse(Diagnostic::error(Code::Syntax, span, message))
    }

    pub(super) fn refuse_unclosed(&mut self, open: Token) -> Refused {
        let message = format!("this `{}` is not closed", self.slice(open));
        self.refuse(Diagnostic::error(Code::Syntax, self.span(open), message))
    }

    pub(super) fn refuse_uppercase_function(&mut self, name: Token) -> Refused {
        let message = format!("`{}` is a variable and cannot have arguments", self.slice(name));
        let diagnostic = Diagnostic::error(Code::Syntax, self.span(name), message);
        self.refuse(diagnostic.with_hint("names of predicates and functions begin with a lower-case letter"))
    }

    pub(super) fn refuse_leading_zero(&mut self, zero: Token) -> Refused {
        let span = Span { end: self.token.end, ..self.span(zero) };
        self.refuse(Diagnostic::error(Code::Syntax, span, "a number cannot have leading zeros"))
    }

    pub(super) fn refuse_third_not(&mut self) -> Refused {
        let message = "a literal has at most two `not`";
        let diagnostic = Diagnostic::error(Code::Syntax, self.span(self.token), message);
        self.refuse(diagnostic.with_hint("`not not not a` means `not a`"))
    }

    pub(super) fn refuse_second_condition(&mut self) -> Refused {
        let message = "a literal has one condition";
        let diagnostic = Diagnostic::error(Code::Syntax, self.span(self.token), message);
        self.refuse(diagnostic.with_hint("write the parts of a condition behind one `:`, separated by `,`"))
    }

    pub(super) fn refuse_bare_term(&mut self, term: &Term) -> Refused {
        if let TokenKind::Bad(_) = self.token.kind {
            return self.unexpected("a relation");
        }
        let text = &self.text[term.span.start as usize..term.span.end as usize];
        let message = match &term.node {
            TermKind::Variable(_) => format!("the variable `{text}` is no literal"),
            _ => format!("the term `{text}` is no literal"),
        };
        self.refuse(Diagnostic::error(Code::Syntax, term.span, message))
    }

    pub(super) fn refuse_statement(&mut self) -> Refused {
        self.unexpected("a rule or a directive")
    }

    /// Looks for the next statement after an error. Says whether the token is the end of the one given up; otherwise it
    /// is the start of the next, or the end of the text.
    pub(super) fn recover(&mut self) -> bool {
        loop {
            match self.token.kind {
                TokenKind::End => return false,
                TokenKind::Dot => return true,
                _ => self.advance(),
            }
        }
    }
}
