//! Rules, constraints and weak constraints: heads and bodies.
//!
//! *Invariant:* a head or body item is decided by its first tokens: a term may turn out to be an atom, a side
//! of a comparison, or the left guard of a set or aggregate ([`Opening`]).

use super::literal::{Opening, aggregate_function};
use super::{Parsed, Parser};
use crate::ast::{
    Atom, BodyItem, BodyItemKind, ConditionalLiteral, Guard, Head, Literal, LiteralKind, OptimizeElement,
    Place, Sign, Spanned, StatementKind, Term,
};
use crate::lex::TokenKind;
use crate::{Code, Diagnostic};

impl Parser<'_> {
    /// `head.`, `head :- body.`
    pub(super) fn rule(&mut self) -> Parsed<StatementKind> {
        if !self.at_term() && !self.at_head() {
            return Err(self.report_superfluous_dot());
        }
        let start = self.token.start;
        let head = self.head()?;
        self.warn_of_arrow(&head, start);
        if !self.eat(TokenKind::If) {
            self.end_statement("`.` or `:-` after the head")?;
            return Ok(StatementKind::Rule { head, body: Vec::new() });
        }
        Ok(StatementKind::Rule { head, body: self.body_or_nothing()? })
    }

    fn at_head(&self) -> bool {
        use TokenKind::*;
        let kind = self.token.kind;
        matches!(kind, Not | True | False | OpenBrace | Ampersand) || aggregate_function(kind).is_some()
    }

    /// `:- body.`
    pub(super) fn constraint(&mut self) -> Parsed<StatementKind> {
        let start = self.token;
        self.advance();
        let falsity = LiteralKind { sign: Sign::None, atom: Atom::Boolean(false) };
        let head = Head::Literal(Spanned { node: falsity, span: self.span(start) });
        Ok(StatementKind::Rule { head, body: self.body_or_nothing()? })
    }

    /// `:~ body. [weight@priority, tuple]`
    pub(super) fn weak_constraint(&mut self) -> Parsed<StatementKind> {
        let start = self.token.start;
        self.advance();
        let body = self.body_or_nothing()?;
        let open = self.required_brackets("the weight of a weak constraint, as in `[1@2,X]`")?;
        let (weight, priority, tuple) = self.weighted_tuple()?;
        self.end_brackets(open)?;
        let span = Place(crate::Span { end: self.token.end, ..self.since(start) });
        let element = OptimizeElement { weight, priority, tuple, body, span };
        Ok(StatementKind::Optimize { maximize: false, weak: true, elements: vec![element] })
    }

    /// `weight@priority, tuple`
    pub(super) fn weighted_tuple(&mut self) -> Parsed<(Term, Option<Term>, Vec<Term>)> {
        let weight = self.term()?;
        let priority = if self.eat(TokenKind::At) { Some(self.term()?) } else { None };
        let tuple = if self.eat(TokenKind::Comma) { self.terms()? } else { Vec::new() };
        Ok((weight, priority, tuple))
    }

    fn head(&mut self) -> Parsed<Head> {
        if self.at(TokenKind::Ampersand) {
            return Ok(Head::Theory(self.theory_atom()?));
        }
        let start = self.token.start;
        let sign = self.sign()?;
        match self.opening()? {
            Opening::Atom(atom) => {
                let literal = self.literal_of(start, sign, atom);
                self.disjunction(literal)
            }
            Opening::Guarded(left) if sign == Sign::None => self.head_aggregate(left),
            Opening::Guarded(_) => {
                let message = "a set or aggregate in a head cannot be negated";
                Err(self.report(Diagnostic::error(Code::Syntax, self.since(start), message)))
            }
        }
    }

    fn head_aggregate(&mut self, left: Option<Guard>) -> Parsed<Head> {
        let token = self.token;
        if let Some(function) = aggregate_function(token.kind) {
            self.advance();
            let elements = self.head_elements(self.slice(token))?;
            return Ok(Head::Aggregate { left, function, elements, right: self.right_guard()? });
        }
        let elements = self.set()?;
        Ok(Head::Choice { left, elements, right: self.right_guard()? })
    }

    /// The remainder of a head that begins with a literal. A comma separates disjuncts like `;`, but after a
    /// colon it continues the condition.
    fn disjunction(&mut self, first: Literal) -> Parsed<Head> {
        use TokenKind::*;
        if !matches!(self.token.kind, Colon | Semicolon | Bar | Comma) {
            return Ok(Head::Literal(first));
        }
        let mut alternatives = Vec::new();
        let mut literal = first;
        loop {
            let separators: &[TokenKind] =
                if self.at(Colon) { &[Semicolon, Bar] } else { &[Semicolon, Bar, Comma] };
            let condition = self.optional_condition()?;
            alternatives.push(ConditionalLiteral { literal, condition });
            if !separators.contains(&self.token.kind) {
                return Ok(Head::Disjunction(alternatives));
            }
            self.advance();
            literal = self.literal()?;
        }
    }

    /// `body.`, or `.` alone
    pub(super) fn body_or_nothing(&mut self) -> Parsed<Vec<BodyItem>> {
        if self.at(TokenKind::Dot) { Ok(Vec::new()) } else { self.body() }
    }

    /// `item, item; item.`, up to the dot
    pub(super) fn body(&mut self) -> Parsed<Vec<BodyItem>> {
        // `Vec::new` would reserve four items at the first push; most bodies are short, and items are large.
        let mut items = Vec::with_capacity(1);
        loop {
            items.push(self.body_item()?);
            match self.token.kind {
                TokenKind::Dot => return Ok(items),
                TokenKind::Comma | TokenKind::Semicolon => self.advance(),
                _ => return Err(self.unexpected_after_statement("`,` or `.` after this part of the body")),
            }
        }
    }

    fn body_item(&mut self) -> Parsed<BodyItem> {
        let start = self.token.start;
        let sign = self.sign()?;
        let node = if self.at(TokenKind::Ampersand) {
            BodyItemKind::Theory(sign, self.theory_atom()?)
        } else {
            match self.opening()? {
                Opening::Guarded(left) => self.body_aggregate(sign, left)?,
                Opening::Atom(atom) => {
                    let literal = self.literal_of(start, sign, atom);
                    if self.at(TokenKind::Colon) {
                        let condition = self.optional_condition()?;
                        BodyItemKind::Conditional(ConditionalLiteral { literal, condition })
                    } else {
                        BodyItemKind::Literal(literal)
                    }
                }
            }
        };
        Ok(Spanned { node, span: self.since(start) })
    }

    fn body_aggregate(&mut self, sign: Sign, left: Option<Guard>) -> Parsed<BodyItemKind> {
        let token = self.token;
        if let Some(function) = aggregate_function(token.kind) {
            self.advance();
            let elements = self.body_elements(self.slice(token))?;
            return Ok(BodyItemKind::Aggregate {
                sign,
                left,
                function,
                elements,
                right: self.right_guard()?,
            });
        }
        let elements = self.set()?;
        Ok(BodyItemKind::Set { sign, left, elements, right: self.right_guard()? })
    }
}
