//! Directives: the statements that begin with `#`, except `#theory` and `#script`.
//!
//! *Invariant:* the function of a directive parses its statement from its keyword to its last token, a dot or
//! a bracket after the dot.

use super::term::unescape;
use super::{Parsed, Parser};
use crate::ast::{BodyItem, BodyItemKind, OptimizeElement, Place, Spanned, StatementKind};
use crate::lex::{Token, TokenKind};
use crate::{Code, Diagnostic};
use hamadryad_symbol::{Name, Signature};

impl Parser<'_> {
    /// `#const name = term.`, optionally followed by `[default]` or `[override]`
    pub(super) fn constant_definition(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let name = self.identifier("the name of a constant")?;
        self.expect(TokenKind::Equal, "`=` after the name of the constant")?;
        let value = self.constant_term()?;
        self.end_statement("`.` after the value of the constant")?;
        let mut overrides = false;
        if let Some(open) = self.brackets_after_dot() {
            overrides = match (self.token.kind, self.slice(self.token)) {
                (TokenKind::Identifier, "default") => false,
                (TokenKind::Identifier, "override") => true,
                _ => return Err(self.unexpected("`default` or `override`")),
            };
            self.advance();
            self.end_brackets(open)?;
        }
        Ok(StatementKind::Const { name, value, overrides })
    }

    /// `#defined p/n.`
    pub(super) fn defined(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let Some(signature) = self.signature()? else {
            return Err(self.unexpected("a predicate with its arity, as in `p/2`"));
        };
        Ok(StatementKind::Defined(signature))
    }

    /// `#edge (u,v;…) : body.`
    pub(super) fn edge(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let open = self.expect(TokenKind::OpenParenthesis, "`(` and two nodes after `#edge`")?;
        let mut edges = Vec::new();
        loop {
            let from = self.term()?;
            self.expect(TokenKind::Comma, "`,` and the node that the edge leads to")?;
            edges.push((from, self.term()?));
            if !self.eat(TokenKind::Semicolon) {
                break;
            }
        }
        self.close(open, TokenKind::CloseParenthesis, "`;` or `)` after an edge")?;
        Ok(StatementKind::Edge { edges, body: self.optional_body("the edges")? })
    }

    /// `#external atom : body. [value]`
    pub(super) fn external(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let atom = self.atom()?;
        let body = self.optional_body("the atom")?;
        let mut value = None;
        if let Some(open) = self.brackets_after_dot() {
            value = Some(self.term()?);
            self.end_brackets(open)?;
        }
        Ok(StatementKind::External { atom, body, value })
    }

    /// `#heuristic atom : body. [bias@priority, modifier]`
    pub(super) fn heuristic(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let atom = self.atom()?;
        let body = self.optional_body("the atom")?;
        let open = self.required_brackets("the advice of a heuristic, as in `[1@2,sign]`")?;
        let bias = self.term()?;
        let priority = if self.eat(TokenKind::At) { Some(self.term()?) } else { None };
        self.expect(TokenKind::Comma, "`,` and a modifier such as `level` or `sign`")?;
        let modifier = self.term()?;
        self.end_brackets(open)?;
        Ok(StatementKind::Heuristic { atom, body, bias, priority, modifier })
    }

    /// `#include "path".`, `#include <name>.`
    pub(super) fn include(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let token = self.token;
        let builtin = self.eat(TokenKind::Less);
        let path = if builtin {
            let name = self.expect(TokenKind::Identifier, "a name such as `incmode`")?;
            let text = self.slice(name).to_owned();
            self.expect(TokenKind::Greater, "`>` after the name")?;
            text
        } else {
            self.expect(TokenKind::String, "a path in quotes, or `<incmode>`")?;
            unescape(self.slice(token))
        };
        self.end_statement("`.` after the name of the file")?;
        Ok(StatementKind::Include { path, builtin })
    }

    /// `#minimize { weight@priority, tuple : condition ; … }.`
    pub(super) fn optimize(&mut self, maximize: bool) -> Parsed<StatementKind> {
        let word = self.slice(self.token);
        self.advance();
        let elements = self.braces(&format!("`{{` after `{word}`"), |parser| {
            let start = parser.token.start;
            let (weight, priority, tuple) = parser.weighted_tuple()?;
            let condition = parser.optional_condition()?;
            let item = |literal: crate::ast::Literal| -> BodyItem {
                let span = literal.span;
                Spanned { node: BodyItemKind::Literal(literal), span }
            };
            let body = condition.into_iter().map(item).collect();
            Ok(OptimizeElement { weight, priority, tuple, body, span: Place(parser.since(start)) })
        })?;
        self.end_statement("`.` after the objective")?;
        Ok(StatementKind::Optimize { maximize, weak: false, elements })
    }

    /// `#program name(parameter,…).`
    pub(super) fn part(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let name = self.identifier("the name of a program part")?;
        let mut parameters = Vec::new();
        let open = self.token;
        if self.eat(TokenKind::OpenParenthesis) {
            if !self.at(TokenKind::CloseParenthesis) {
                parameters.push(self.identifier("a parameter")?);
                while self.eat(TokenKind::Comma) {
                    parameters.push(self.identifier("a parameter")?);
                }
            }
            self.close(open, TokenKind::CloseParenthesis, "`,` or `)` after a parameter")?;
        }
        self.end_statement("`.` after the program part")?;
        Ok(StatementKind::Program { name, parameters })
    }

    /// `#project p/n.`, `#project atom : body.`
    pub(super) fn project(&mut self) -> Parsed<StatementKind> {
        self.advance();
        if let Some(signature) = self.signature()? {
            return Ok(StatementKind::ProjectSignature(signature));
        }
        let atom = self.atom()?;
        Ok(StatementKind::ProjectAtom { atom, body: self.optional_body("the atom")? })
    }

    /// `#show.`, `#show p/n.`, `#show term : body.`
    pub(super) fn show(&mut self) -> Parsed<StatementKind> {
        self.advance();
        if self.at(TokenKind::Dot) {
            return Ok(StatementKind::ShowNothing);
        }
        if let Some(signature) = self.signature()? {
            return Ok(StatementKind::ShowSignature(signature));
        }
        let term = self.term()?;
        if self.eat(TokenKind::Colon) {
            return Ok(StatementKind::ShowTerm { term, body: self.body()? });
        }
        self.end_statement("`.` or `:` after the shown term")?;
        Ok(StatementKind::ShowTerm { term, body: Vec::new() })
    }

    /// `p/n.` or `-p/n.`; consumes nothing if another construct follows. (`p/n : body` is a division.)
    fn signature(&mut self) -> Parsed<Option<Signature>> {
        let (last, first) = (self.last, self.token);
        let positive = !self.eat(TokenKind::Minus);
        let name = self.token;
        if self.eat(TokenKind::Identifier) && self.eat(TokenKind::Slash) {
            let arity = self.token;
            if self.eat(TokenKind::Number) && self.at(TokenKind::Dot) {
                let name = self.name(name);
                return Ok(Some(Signature { name, arity: self.arity(arity)?, positive }));
            }
        }
        self.lexer.seek(first.end as usize);
        (self.last, self.token) = (last, first);
        Ok(None)
    }

    fn arity(&mut self, token: Token) -> Parsed<u32> {
        let (value, fits) = super::term::read_number(self.slice(token), false);
        if fits {
            return Ok(value);
        }
        let message = "the number of arguments is too large";
        Err(self.report(Diagnostic::error(Code::Syntax, self.span(token), message)))
    }

    pub(super) fn identifier(&mut self, expected: &str) -> Parsed<Name> {
        let token = self.token;
        if self.at(TokenKind::Variable) {
            let found = super::hint::quote(self.slice(token));
            let message = format!("expected {expected}, found the variable {found}");
            let diagnostic = Diagnostic::error(Code::Syntax, self.span(token), message);
            return Err(self.report(diagnostic.with_hint(super::hint::LOWER_CASE)));
        }
        self.expect(TokenKind::Identifier, expected)?;
        Ok(self.name(token))
    }

    /// `.`, `: .` or `: body.`, up to the dot
    fn optional_body(&mut self, after: &str) -> Parsed<Vec<BodyItem>> {
        if self.eat(TokenKind::Colon) {
            return self.body_or_nothing();
        }
        self.end_statement(&format!("`.` or `:` after {after}"))?;
        Ok(Vec::new())
    }

    /// Consumes the bracket that may follow the dot of a statement. Without a bracket, the dot is the last
    /// token.
    fn brackets_after_dot(&mut self) -> Option<Token> {
        let dot = self.token;
        self.advance();
        let open = self.token;
        if self.eat(TokenKind::OpenBracket) {
            return Some(open);
        }
        self.put_back(dot);
        None
    }

    /// Consumes the bracket that must follow the dot of a statement.
    pub(super) fn required_brackets(&mut self, expected: &str) -> Parsed<Token> {
        self.advance();
        let open = self.token;
        if self.eat(TokenKind::OpenBracket) { Ok(open) } else { Err(self.missing_brackets(expected)) }
    }

    /// Reports an error unless the next token closes the brackets at the end of a statement.
    pub(super) fn end_brackets(&mut self, open: Token) -> Parsed<()> {
        if self.at(TokenKind::CloseBracket) {
            Ok(())
        } else {
            self.close(open, TokenKind::CloseBracket, "`]`")
        }
    }
}
