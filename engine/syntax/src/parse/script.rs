//! Scripts, kept as text, and ground programs, which are rejected.
//!
//! *Invariant:* the code of a script is never parsed; it ends at the first `#end`.

use super::{Parsed, Parser};
use crate::ast::StatementKind;
use crate::lex::TokenKind;
use crate::{Code, Diagnostic, Span};

impl Parser<'_> {
    /// `#script (language) … #end.`
    pub(super) fn script(&mut self) -> Parsed<StatementKind> {
        let start = self.token;
        self.advance();
        let open = self.expect(TokenKind::OpenParenthesis, "`(` and a language after `#script`")?;
        let language = self.token;
        if !self.eat(TokenKind::Identifier) {
            return Err(self.unexpected("the name of a language"));
        }
        if !self.at(TokenKind::CloseParenthesis) {
            self.close(open, TokenKind::CloseParenthesis, "`)` after the language")?;
        }
        let begin = self.token.end as usize;
        let Some(length) = self.text[begin..].find("#end") else {
            self.lexer.seek(self.text.len());
            let message = "this script does not end";
            let diagnostic = Diagnostic::error(Code::Syntax, self.span(start), message);
            return Err(
                self.report(diagnostic.with_hint("write `#end.` on a line of its own after the code"))
            );
        };
        self.lexer.seek(begin + length + "#end".len());
        self.advance();
        self.end_statement("`.` after `#end`")?;
        let language = self.slice(language).to_owned();
        Ok(StatementKind::Script { language, code: self.text[begin..begin + length].to_owned() })
    }

    /// Reports a ground program. It begins with `asp` and a number, in contrast to every logic program.
    pub(super) fn report_ground_program(&mut self) -> bool {
        let ground =
            self.text.strip_prefix("asp ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if ground {
            let span = Span { file: self.file, start: 0, end: "asp".len() as u32 };
            let message = "this is a ground program in aspif, not a program of rules";
            self.report(Diagnostic::error(Code::Syntax, span, message));
        }
        ground
    }
}
