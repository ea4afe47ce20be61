//! Theory atoms, theory definitions and scripts: recognised as wholes and kept as text.

use super::{Parsed, Parser};
use crate::ast::{StatementKind, TheoryAtom};
use crate::lex::{Token, TokenKind};
use crate::{Code, Diagnostic, Span};

/// What closes an opening bracket.
fn closing(kind: TokenKind) -> Option<TokenKind> {
    match kind {
        TokenKind::OpenParenthesis => Some(TokenKind::CloseParenthesis),
        TokenKind::OpenBracket => Some(TokenKind::CloseBracket),
        TokenKind::OpenBrace => Some(TokenKind::CloseBrace),
        _ => None,
    }
}

impl Parser<'_> {
    /// `&name`, `&name(t,…) { … }`, `&name { … } <= term`
    pub(super) fn theory_atom(&mut self) -> Parsed<TheoryAtom> {
        self.advance();
        let name = self.identifier("the name of a theory atom after `&`")?;
        let start = self.last.end as usize;
        if self.at(TokenKind::OpenParenthesis) {
            // The arguments are ordinary terms.
            self.skip_balanced(Parser::advance)?;
        }
        if self.at(TokenKind::OpenBrace) {
            self.skip_balanced(Parser::advance_in_theory)?;
            self.skip_theory_guard()?;
        }
        let text = self.text[start..self.last.end as usize].trim().to_owned();
        // What follows is of the ordinary kind again.
        self.lexer.seek(self.token.start as usize);
        self.token = self.lexer.next();
        Ok(TheoryAtom { name, text })
    }

    fn advance_in_theory(&mut self) {
        self.last = self.token;
        self.token = self.lexer.next_in_theory();
    }

    /// Skips what is between the bracket at hand and the one that closes it, and both.
    fn skip_balanced(&mut self, advance: fn(&mut Self)) -> Parsed<()> {
        let mut open: Vec<Token> = Vec::new();
        loop {
            if closing(self.token.kind).is_some() {
                open.push(self.token);
            } else if let Some(&last) = open.last() {
                match self.token.kind {
                    kind if Some(kind) == closing(last.kind) => {
                        open.pop();
                    }
                    TokenKind::CloseParenthesis
                    | TokenKind::CloseBracket
                    | TokenKind::CloseBrace
                    | TokenKind::Dot
                    | TokenKind::End => return Err(self.refuse_unclosed(last)),
                    TokenKind::Bad(_) => return Err(self.unexpected("a theory term")),
                    _ => {}
                }
            }
            advance(self);
            if open.is_empty() {
                return Ok(());
            }
        }
    }

    /// Skips `<= term` behind the elements of a theory atom: an operator, then all up to what ends a part of a rule.
    fn skip_theory_guard(&mut self) -> Parsed<()> {
        let is_operator = |kind| matches!(kind, TokenKind::TheoryOperator | TokenKind::Not);
        if !is_operator(self.token.kind) {
            return Ok(());
        }
        loop {
            match self.token.kind {
                // A dot right behind an operator would become a part of it when the atom is printed.
                TokenKind::Dot | TokenKind::Comma | TokenKind::Semicolon | TokenKind::If | TokenKind::End
                    if is_operator(self.last.kind) =>
                {
                    return Err(self.unexpected("a theory term"));
                }
                TokenKind::Dot | TokenKind::Comma | TokenKind::Semicolon | TokenKind::If | TokenKind::End => {
                    return Ok(());
                }
                TokenKind::Bad(_) => return Err(self.unexpected("a theory term")),
                kind if closing(kind).is_some() => self.skip_balanced(Parser::advance_in_theory)?,
                _ => self.advance_in_theory(),
            }
        }
    }

    /// `#theory name { … }.`
    pub(super) fn theory(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let name = self.identifier("the name of a theory")?;
        let open = self.token;
        if !self.at(TokenKind::OpenBrace) {
            return Err(self.unexpected("`{` after the name of a theory"));
        }
        self.skip_balanced(Parser::advance_in_theory)?;
        let text = self.text[open.end as usize..self.last.end as usize - 1].trim().to_owned();
        self.end_statement("`.` after the theory")?;
        Ok(StatementKind::Theory { name, text })
    }

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
                self.refuse(diagnostic.with_hint("write `#end.` on a line of its own after the code"))
            );
        };
        self.lexer.seek(begin + length + "#end".len());
        self.advance();
        self.end_statement("`.` after `#end`")?;
        let language = self.slice(language).to_owned();
        Ok(StatementKind::Script { language, code: self.text[begin..begin + length].to_owned() })
    }

    /// A ground program begins with `asp` and numbers, which a program of rules never does.
    pub(super) fn refuse_ground_program(&mut self) -> bool {
        let ground =
            self.text.strip_prefix("asp ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if ground {
            let span = Span { file: self.file, start: 0, end: "asp".len() as u32 };
            let message = "this is a ground program in aspif, not a program of rules";
            self.refuse(Diagnostic::error(Code::Syntax, span, message));
        }
        ground
    }
}
