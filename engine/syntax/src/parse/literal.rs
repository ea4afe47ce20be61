//! Literals, conditions, guards, and the elements of sets and aggregates.
//!
//! *Invariant:* a predicate begins with a name or with a minus and a name. A term in parentheses is never an
//! atom.

use super::{Parsed, Parser, hint};
use crate::ast::{
    AggregateElement, AggregateFunction, Atom, ConditionalLiteral, Guard, Literal, LiteralKind, Place,
    Relation, Sign, Spanned, Term, TermKind, UnaryOperator,
};
use crate::lex::TokenKind;
use crate::{Code, Diagnostic};

/// The beginning of a head or body item, after its sign.
pub(super) enum Opening {
    /// An atom or comparison, which is complete.
    Atom(Atom),
    /// A set or aggregate, whose left guard is complete.
    Guarded(Option<Guard>),
}

pub(super) fn relation(kind: TokenKind) -> Option<Relation> {
    match kind {
        TokenKind::Equal => Some(Relation::Equal),
        TokenKind::NotEqual => Some(Relation::NotEqual),
        TokenKind::Less => Some(Relation::Less),
        TokenKind::LessEqual => Some(Relation::LessEqual),
        TokenKind::Greater => Some(Relation::Greater),
        TokenKind::GreaterEqual => Some(Relation::GreaterEqual),
        _ => None,
    }
}

pub(super) fn aggregate_function(kind: TokenKind) -> Option<AggregateFunction> {
    match kind {
        TokenKind::Count => Some(AggregateFunction::Count),
        TokenKind::Sum => Some(AggregateFunction::Sum),
        TokenKind::SumPlus => Some(AggregateFunction::SumPlus),
        TokenKind::Min => Some(AggregateFunction::Min),
        TokenKind::Max => Some(AggregateFunction::Max),
        _ => None,
    }
}

impl Parser<'_> {
    /// `not`, `not not`, or no sign
    pub(super) fn sign(&mut self) -> Parsed<Sign> {
        if !self.eat(TokenKind::Not) {
            return Ok(Sign::None);
        }
        if !self.eat(TokenKind::Not) {
            return Ok(Sign::Not);
        }
        if self.at(TokenKind::Not) {
            return Err(self.report_third_not());
        }
        Ok(Sign::NotNot)
    }

    /// Whether the next token begins a set or an aggregate without a left guard.
    fn at_braces(&self) -> bool {
        self.at(TokenKind::OpenBrace) || aggregate_function(self.token.kind).is_some()
    }

    /// Parses an atom or comparison, or the left guard of a set or aggregate.
    pub(super) fn opening(&mut self) -> Parsed<Opening> {
        if self.at_braces() {
            return Ok(Opening::Guarded(None));
        }
        if let TokenKind::True | TokenKind::False = self.token.kind {
            let value = self.at(TokenKind::True);
            self.advance();
            return Ok(Opening::Atom(Atom::Boolean(value)));
        }
        if !self.at_term() {
            return Err(self.unexpected("a literal"));
        }
        let term = self.term()?;
        if self.at_braces() {
            return Ok(Opening::Guarded(Some((Relation::LessEqual, term))));
        }
        let Some(first) = relation(self.token.kind) else {
            return if self.is_predicate(&term) {
                Ok(Opening::Atom(Atom::Predicate(term)))
            } else {
                Err(self.report_bare_term(&term))
            };
        };
        self.advance();
        if self.at_braces() {
            return Ok(Opening::Guarded(Some((first, term))));
        }
        let mut chain = vec![(first, self.term()?)];
        while let Some(next) = relation(self.token.kind) {
            self.advance();
            chain.push((next, self.term()?));
        }
        Ok(Opening::Atom(Atom::Comparison(term, chain)))
    }

    /// Whether a term was written as an atom: its text begins with a name, or with a minus and a name. A term
    /// in parentheses is not an atom.
    fn is_predicate(&self, term: &Term) -> bool {
        let first = |term: &Term| self.text.as_bytes()[term.span.start as usize];
        let named = |term: &Term| {
            matches!(first(term), b'a'..=b'z' | b'_' | b'\'')
                && matches!(term.node, TermKind::Symbol(_) | TermKind::Function(..) | TermKind::Pool(_))
        };
        match &term.node {
            TermKind::Unary(UnaryOperator::Minus, inner) => first(term) == b'-' && named(inner),
            _ => named(term),
        }
    }

    /// A literal; reports an error at an aggregate.
    pub(super) fn literal(&mut self) -> Parsed<Literal> {
        let start = self.token.start;
        let sign = self.sign()?;
        match self.opening()? {
            Opening::Atom(atom) => Ok(self.literal_of(start, sign, atom)),
            Opening::Guarded(_) => {
                let message = "an aggregate cannot stand here, only an atom or a comparison";
                Err(self.report(Diagnostic::error(Code::Syntax, self.span(self.token), message)))
            }
        }
    }

    pub(super) fn literal_of(&mut self, start: u32, sign: Sign, atom: Atom) -> Literal {
        Spanned { node: LiteralKind { sign, atom }, span: self.since(start) }
    }

    /// An atom that is a predicate; reports an error at comparisons.
    pub(super) fn atom(&mut self) -> Parsed<Term> {
        let begins = matches!(self.token.kind, TokenKind::Identifier | TokenKind::Minus);
        if !begins {
            return Err(self.unexpected("an atom"));
        }
        let term = self.term()?;
        if self.is_predicate(&term) {
            return Ok(term);
        }
        Err(self.report_bare_term(&term))
    }

    /// `literal,…`, or nothing before a token that ends a condition
    pub(super) fn condition(&mut self) -> Parsed<Vec<Literal>> {
        use TokenKind::*;
        if matches!(self.token.kind, Semicolon | CloseBrace | Dot | If) {
            return Ok(Vec::new());
        }
        let mut literals = vec![self.literal()?];
        while self.eat(Comma) {
            literals.push(self.literal()?);
        }
        Ok(literals)
    }

    /// `: condition`, or nothing
    pub(super) fn optional_condition(&mut self) -> Parsed<Vec<Literal>> {
        if !self.eat(TokenKind::Colon) {
            return Ok(Vec::new());
        }
        let condition = self.condition()?;
        if self.at(TokenKind::Colon) {
            return Err(self.report_second_condition());
        }
        Ok(condition)
    }

    /// `relation term`, `term`, or nothing
    pub(super) fn right_guard(&mut self) -> Parsed<Option<Guard>> {
        if let Some(relation) = relation(self.token.kind) {
            self.advance();
            return Ok(Some((relation, self.term()?)));
        }
        if self.at_term() {
            return Ok(Some((Relation::LessEqual, self.term()?)));
        }
        Ok(None)
    }

    /// `{ element ; … }`
    pub(super) fn braces<T>(
        &mut self,
        expected: &str,
        mut element: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let open = self.token;
        if !self.eat(TokenKind::OpenBrace) {
            let hint = self.at(TokenKind::OpenBracket).then_some(hint::BRACES);
            return Err(self.unexpected_with_hint(expected, hint));
        }
        if self.eat(TokenKind::CloseBrace) {
            return Ok(Vec::new());
        }
        let mut elements = Vec::with_capacity(1);
        loop {
            elements.push(element(self)?);
            if self.eat(TokenKind::Semicolon) {
                continue;
            }
            let expected = "`;` or `}` after this element";
            if self.at(TokenKind::Comma) {
                return Err(self.unexpected_with_hint(expected, Some(hint::SEMICOLON)));
            }
            self.close(open, TokenKind::CloseBrace, expected)?;
            return Ok(elements);
        }
    }

    /// `{ literal : condition ; … }`
    pub(super) fn set(&mut self) -> Parsed<Vec<ConditionalLiteral>> {
        self.braces("`{`", |parser| {
            Ok(ConditionalLiteral { literal: parser.literal()?, condition: parser.optional_condition()? })
        })
    }

    /// `{ tuple : condition ; … }`
    pub(super) fn body_elements(&mut self, function: &str) -> Parsed<Vec<AggregateElement>> {
        self.braces(&format!("`{{` after `{function}`"), |parser| {
            let start = parser.token.start;
            let tuple = if parser.at(TokenKind::Colon) { Vec::new() } else { parser.terms()? };
            let condition = parser.optional_condition()?;
            Ok(AggregateElement { tuple, condition, span: Place(parser.since(start)) })
        })
    }

    /// `{ tuple : literal : condition ; … }`
    pub(super) fn head_elements(&mut self, function: &str) -> Parsed<Vec<(Vec<Term>, ConditionalLiteral)>> {
        self.braces(&format!("`{{` after `{function}`"), |parser| {
            let tuple = if parser.at(TokenKind::Colon) { Vec::new() } else { parser.terms()? };
            parser.expect(TokenKind::Colon, "`:` and the atom that this element of a head stands for")?;
            let literal = parser.literal()?;
            Ok((tuple, ConditionalLiteral { literal, condition: parser.optional_condition()? }))
        })
    }
}
