//! Terms, by operator precedence (Pratt73): `..` binds weakest, then `^`, `?`, `&`, `+ -`, `* / \`, `**` and
//! the signs.
//!
//! *Invariant:* [`Parser::height`] is the height of the term that was parsed last, and [`Parser::grow`] keeps
//! it below [`MAX_DEPTH`]; hence recursive functions on terms need a bounded stack.

use super::{MAX_DEPTH, Parsed, Parser};
use crate::ast::{BinaryOperator, Spanned, Term, TermKind, UnaryOperator};
use crate::lex::{Token, TokenKind};
use crate::{Code, Compat, Diagnostic, Span};
use hamadryad_symbol::{Name, Symbol};

/// The binding strength of `**`.
const POWER: u8 = 7;

/// An infix operator or an interval.
#[derive(Clone, Copy)]
enum Infix {
    Interval,
    Operator(BinaryOperator),
}

/// An infix operator, its binding strength, and the least binding strength of its right operand.
fn infix(kind: TokenKind) -> Option<(Infix, u8, u8)> {
    use BinaryOperator::*;
    let (operator, strength) = match kind {
        TokenKind::Dots => return Some((Infix::Interval, 1, 2)),
        TokenKind::Power => return Some((Infix::Operator(Power), POWER, POWER)),
        TokenKind::Caret => (Xor, 2),
        TokenKind::Question => (Or, 3),
        TokenKind::Ampersand => (And, 4),
        TokenKind::Plus => (Add, 5),
        TokenKind::Minus => (Subtract, 5),
        TokenKind::Times => (Multiply, 6),
        TokenKind::Slash => (Divide, 6),
        TokenKind::Backslash => (Modulo, 6),
        _ => return None,
    };
    Some((Infix::Operator(operator), strength, strength + 1))
}

impl Parser<'_> {
    pub(super) fn term(&mut self) -> Parsed<Term> {
        self.infix_term(0)
    }

    /// Whether a term can begin with the token.
    pub(super) fn at_term(&self) -> bool {
        use TokenKind::*;
        matches!(
            self.token.kind,
            Identifier
                | Variable
                | Anonymous
                | Number
                | String
                | Infimum
                | Supremum
                | Minus
                | Tilde
                | OpenParenthesis
                | Bar
                | At
        )
    }

    fn infix_term(&mut self, weakest: u8) -> Parsed<Term> {
        self.depth += 1;
        let mut left = self.prefixed_term()?;
        while let Some((operator, strength, right)) = infix(self.token.kind)
            && strength >= weakest
        {
            let height = self.height;
            self.advance();
            let right = self.infix_term(right)?;
            self.grow(height)?;
            let span = left.span.to(right.span);
            let (left_box, right) = (Box::new(left), Box::new(right));
            let node = match operator {
                Infix::Interval => TermKind::Interval(left_box, right),
                Infix::Operator(operator) => TermKind::Binary(operator, left_box, right),
            };
            left = Spanned { node, span };
        }
        self.depth -= 1;
        Ok(left)
    }

    /// Sets the height for a term over two subterms: the last term, and a term of the given height.
    pub(super) fn grow(&mut self, other: u32) -> Parsed<()> {
        self.height = self.height.max(other) + 1;
        self.check_depth(self.height)
    }

    pub(super) fn check_depth(&mut self, depth: u32) -> Parsed<()> {
        if depth <= MAX_DEPTH {
            return Ok(());
        }
        let message = format!("this term is nested more than {MAX_DEPTH} levels deep");
        Err(self.report(Diagnostic::error(Code::Syntax, self.span(self.token), message)))
    }

    fn prefixed_term(&mut self) -> Parsed<Term> {
        self.check_depth(self.depth)?;
        let token = self.token;
        let operator = match token.kind {
            TokenKind::Minus => UnaryOperator::Minus,
            TokenKind::Tilde => UnaryOperator::Complement,
            _ => return self.primary(),
        };
        self.advance();
        if self.compat == Compat::Six {
            return self.sign_of_power(operator, token);
        }
        if operator == UnaryOperator::Minus && self.at(TokenKind::Number) {
            // A negative number is a single symbol, so -2147483648 can be written.
            return self.number(token.start, true);
        }
        self.depth += 1;
        let operand = self.prefixed_term()?;
        self.depth -= 1;
        self.grow(0)?;
        Ok(Spanned { span: self.since(token.start), node: TermKind::Unary(operator, Box::new(operand)) })
    }

    /// The operand of a sign in version 6, where signs bind weaker than `**`.
    fn sign_of_power(&mut self, operator: UnaryOperator, sign: Token) -> Parsed<Term> {
        let operand = self.infix_term(POWER)?;
        self.grow(0)?;
        let span = self.since(sign.start);
        if let (UnaryOperator::Minus, TermKind::Symbol(symbol)) = (operator, &operand.node)
            && let Some(number) = self.symbols.as_number(*symbol)
        {
            let node = TermKind::Symbol(self.symbols.number(number.wrapping_neg()));
            return Ok(Spanned { node, span });
        }
        Ok(Spanned { node: TermKind::Unary(operator, Box::new(operand)), span })
    }

    pub(super) fn primary(&mut self) -> Parsed<Term> {
        let token = self.token;
        self.height = 0;
        let node = match token.kind {
            TokenKind::Number => return self.number(token.start, false),
            TokenKind::Identifier => return self.function(),
            TokenKind::OpenParenthesis => return self.tuple(),
            TokenKind::Bar => return self.absolute(),
            TokenKind::At => return self.external_function(),
            TokenKind::Variable => TermKind::Variable(self.name(token)),
            TokenKind::Anonymous => TermKind::Anonymous,
            TokenKind::Infimum => TermKind::Symbol(Symbol::INFIMUM),
            TokenKind::Supremum => TermKind::Symbol(Symbol::SUPREMUM),
            TokenKind::String => {
                let text = unescape(self.slice(token));
                TermKind::Symbol(self.symbols.string(&text))
            }
            _ => return Err(self.unexpected("a term")),
        };
        self.advance();
        if token.kind == TokenKind::Variable && self.at(TokenKind::OpenParenthesis) {
            return Err(self.report_uppercase_function(token));
        }
        Ok(Spanned { node, span: self.span(token) })
    }

    fn number(&mut self, start: u32, negative: bool) -> Parsed<Term> {
        let token = self.token;
        let (magnitude, fits) = read_number(self.slice(token), negative);
        self.advance();
        self.height = 0;
        let value = if negative { magnitude.wrapping_neg() } else { magnitude } as i32;
        let span = self.since(start);
        if !fits {
            let message = format!("this number does not fit into 32 bits and is read as {value}");
            self.warn(Diagnostic::warning(Code::Overflow, span, message));
        }
        if self.at(TokenKind::Number) && self.token.start == token.end {
            return Err(self.report_leading_zero(token));
        }
        Ok(Spanned { node: TermKind::Symbol(self.symbols.number(value)), span })
    }

    /// `f`, `f(t,…)`, `f(s;t)`
    pub(super) fn function(&mut self) -> Parsed<Term> {
        let token = self.token;
        let name = self.name(token);
        self.advance();
        if !self.at(TokenKind::OpenParenthesis) {
            let constant = self.symbols.function_named(name, &[], true);
            return Ok(Spanned { node: TermKind::Symbol(constant), span: self.span(token) });
        }
        self.calls(token.start, |parser, arguments| match arguments.is_empty() {
            true => TermKind::Symbol(parser.symbols.function_named(name, &[], true)),
            false => TermKind::Function(name, arguments),
        })
    }

    /// `@f`, `@f(t,…)`, `@f(s;t)`
    fn external_function(&mut self) -> Parsed<Term> {
        let start = self.token.start;
        self.advance();
        let token = self.expect(TokenKind::Identifier, "the name of a function after `@`")?;
        let name = self.name(token);
        if !self.at(TokenKind::OpenParenthesis) {
            return Ok(Spanned { node: TermKind::External(name, Vec::new()), span: self.since(start) });
        }
        self.calls(start, |_, arguments| TermKind::External(name, arguments))
    }

    /// Parses argument lists in parentheses, separated by `;`. A single list yields a term, several lists a
    /// pool of terms.
    fn calls(&mut self, start: u32, build: impl Fn(&mut Self, Vec<Term>) -> TermKind) -> Parsed<Term> {
        let open = self.token;
        self.advance();
        let arguments = self.arguments()?;
        let mut node = build(self, arguments);
        let mut height = self.height;
        if self.at(TokenKind::Semicolon) {
            let mut alternatives = vec![Spanned { node, span: self.since(start) }];
            while self.eat(TokenKind::Semicolon) {
                let from = self.token.start;
                let arguments = self.arguments()?;
                let node = build(self, arguments);
                alternatives.push(Spanned { node, span: self.since(from) });
                height = height.max(self.height);
            }
            node = TermKind::Pool(alternatives);
            height += 1;
        }
        self.grow(height)?;
        self.close(open, TokenKind::CloseParenthesis, "`,` or `)`")?;
        Ok(Spanned { node, span: self.since(start) })
    }

    /// `t,…` or nothing
    fn arguments(&mut self) -> Parsed<Vec<Term>> {
        self.height = 0;
        if self.at(TokenKind::CloseParenthesis) || self.at(TokenKind::Semicolon) {
            return Ok(Vec::new());
        }
        self.terms()
    }

    /// `t,…`, at least one
    pub(super) fn terms(&mut self) -> Parsed<Vec<Term>> {
        let mut terms = vec![self.term()?];
        let mut height = self.height;
        while self.eat(TokenKind::Comma) {
            terms.push(self.term()?);
            height = height.max(self.height);
        }
        self.height = height;
        Ok(terms)
    }

    /// `(t)`, a tuple, or a pool of terms and tuples
    fn tuple(&mut self) -> Parsed<Term> {
        let open = self.token;
        self.advance();
        let mut alternatives = vec![self.tuple_alternative()?];
        let mut height = self.height;
        while self.eat(TokenKind::Semicolon) {
            alternatives.push(self.tuple_alternative()?);
            height = height.max(self.height);
        }
        self.height = height;
        self.close(open, TokenKind::CloseParenthesis, "`,` or `)`")?;
        let span = self.since(open.start);
        if alternatives.len() == 1 {
            let only = alternatives.swap_remove(0);
            return Ok(Spanned { node: only.node, span });
        }
        self.grow(0)?;
        Ok(Spanned { node: TermKind::Pool(alternatives), span })
    }

    /// `t` is the term; `t,`, `s,t` and the empty text are tuples.
    fn tuple_alternative(&mut self) -> Parsed<Term> {
        let start = self.token.start;
        let ends = |kind| matches!(kind, TokenKind::CloseParenthesis | TokenKind::Semicolon);
        let mut terms = Vec::new();
        let mut height = 0;
        let mut comma = false;
        if self.at(TokenKind::Comma) {
            self.advance();
            comma = true;
        } else {
            while !ends(self.token.kind) {
                terms.push(self.term()?);
                height = height.max(self.height);
                comma = self.eat(TokenKind::Comma);
                if !comma {
                    break;
                }
            }
        }
        self.height = height;
        if terms.len() == 1 && !comma {
            return Ok(terms.swap_remove(0));
        }
        self.grow(0)?;
        Ok(Spanned { node: TermKind::Function(Name::TUPLE, terms), span: self.since(start) })
    }

    /// `|t|`, `|s;t|`
    fn absolute(&mut self) -> Parsed<Term> {
        let open = self.token;
        self.advance();
        let mut terms = vec![self.term()?];
        let mut height = self.height;
        while self.eat(TokenKind::Semicolon) {
            terms.push(self.term()?);
            height = height.max(self.height);
        }
        self.grow(height)?;
        self.close(open, TokenKind::Bar, "`|`")?;
        let span = self.since(open.start);
        let inner = match terms.len() {
            1 => terms.swap_remove(0),
            _ => {
                self.grow(0)?;
                let pool = Span { start: terms[0].span.start, ..terms[terms.len() - 1].span };
                Spanned { node: TermKind::Pool(terms), span: pool }
            }
        };
        Ok(Spanned { node: TermKind::Absolute(Box::new(inner)), span })
    }

    /// Consumes the closing bracket; the error about a missing bracket also shows the opening bracket.
    pub(super) fn close(&mut self, open: Token, kind: TokenKind, expected: &str) -> Parsed<()> {
        if self.eat(kind) {
            return Ok(());
        }
        let error = self.unexpected(expected);
        let place = self.span(open);
        if let TokenKind::Bad(_) = self.token.kind {
            return Err(error);
        }
        if let Some(last) = self.diagnostics.last_mut() {
            last.labels.push((place, "opened here".to_owned()));
        }
        Err(error)
    }

    /// A term without variables, pools and intervals.
    pub(super) fn constant_term(&mut self) -> Parsed<Term> {
        let term = self.term()?;
        match first_non_constant(&term) {
            None => Ok(term),
            Some((span, what)) => {
                let message = format!("{what} cannot stand in the value of a constant");
                Err(self.report(Diagnostic::error(Code::Syntax, span, message)))
            }
        }
    }
}

/// Whether a term can be the value of a constant: it has no variables, pools and intervals.
pub fn is_constant(term: &Term) -> bool {
    first_non_constant(term).is_none()
}

fn first_non_constant(term: &Term) -> Option<(Span, &'static str)> {
    match &term.node {
        TermKind::Symbol(_) => None,
        TermKind::Variable(_) | TermKind::Anonymous => Some((term.span, "a variable")),
        TermKind::Interval(..) => Some((term.span, "an interval")),
        TermKind::Pool(_) => Some((term.span, "a pool")),
        TermKind::Unary(_, inner) | TermKind::Absolute(inner) => first_non_constant(inner),
        TermKind::Binary(_, left, right) => first_non_constant(left).or_else(|| first_non_constant(right)),
        TermKind::Function(_, terms) | TermKind::External(_, terms) => {
            terms.iter().find_map(first_non_constant)
        }
    }
}

/// The value of a number modulo 2^32, and whether the number fits into 32 bits.
pub(super) fn read_number(text: &str, negative: bool) -> (u32, bool) {
    let (digits, radix) = match text.get(..2) {
        Some("0x") => (&text[2..], 16),
        Some("0o") => (&text[2..], 8),
        Some("0b") => (&text[2..], 2),
        _ => (text, 10),
    };
    let largest = i32::MAX as u64 + u64::from(negative);
    let (mut value, mut fits) = (0u32, true);
    for digit in digits.chars().filter_map(|digit| digit.to_digit(radix)) {
        let exact = u64::from(value) * u64::from(radix) + u64::from(digit);
        fits &= exact <= largest;
        value = exact as u32;
    }
    (value, fits)
}

/// The content of a string literal, with escape sequences resolved.
pub(super) fn unescape(literal: &str) -> String {
    let mut text = String::with_capacity(literal.len());
    let mut characters = literal[1..literal.len() - 1].chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => text.extend(characters.next().map(|escaped| if escaped == 'n' { '\n' } else { escaped })),
            other => text.push(other),
        }
    }
    text
}
