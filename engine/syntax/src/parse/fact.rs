//! Facts without tokens: files of millions of facts are read byte by byte, each fact directly into a symbol.
//!
//! Unusual facts are left to the general parser, from the start of the statement: facts with comments inside,
//! with numbers that may exceed 32 bits, with deep nesting, and all other statements.
//!
//! *Invariant:* both parsers yield the same tree.

use super::Parser;
use crate::Span;
use crate::ast::{
    Atom, BodyItem, Head, Literal, LiteralKind, Sign, StatementKind, Term, TermKind, UnaryOperator,
};
use crate::lex::continues_name;
use hamadryad_symbol::{Name, Symbol, Symbols};

/// Terms in facts with deeper nesting are left to the general parser, which checks
/// [`MAX_DEPTH`](super::MAX_DEPTH).
const MAX_FACT_DEPTH: u32 = 64;

/// The statement for a rule that was not parsed: [`StatementKind::Facts`] if it is such a fact, or else the rule.
pub fn rule_or_fact(symbols: &mut Symbols, head: Head, body: Vec<BodyItem>) -> StatementKind {
    match body.is_empty().then(|| fact_of(symbols, &head)).flatten() {
        Some(fact) => StatementKind::Facts(vec![fact]),
        None => StatementKind::Rule { head, body },
    }
}

/// The symbol of a rule without a body if the rule is a fact of
/// [`StatementKind::Facts`].
pub(super) fn fact_of(symbols: &mut Symbols, head: &Head) -> Option<Symbol> {
    let Head::Literal(Literal {
        node: LiteralKind { sign: Sign::None, atom: Atom::Predicate(term) }, ..
    }) = head
    else {
        return None;
    };
    match &term.node {
        TermKind::Unary(UnaryOperator::Minus, inner) => {
            let inner = ground(symbols, inner)?;
            symbols.negate(inner)
        }
        _ => ground(symbols, term),
    }
}

fn ground(symbols: &mut Symbols, term: &Term) -> Option<Symbol> {
    match &term.node {
        TermKind::Symbol(symbol) => Some(*symbol),
        TermKind::Function(name, arguments) => {
            let arguments: Option<Vec<Symbol>> = arguments.iter().map(|term| ground(symbols, term)).collect();
            Some(symbols.function_named(*name, &arguments?, true))
        }
        _ => None,
    }
}

impl<'a> Parser<'a> {
    /// Reads consecutive facts; stops before the first statement of another form.
    pub(super) fn facts(&mut self) {
        let mut at = self.lexer.position();
        loop {
            let start = self.skip_blanks(at);
            let Some((fact, end)) = self.fact(start) else {
                self.lexer.seek(at);
                return;
            };
            self.push_fact(fact, Span { file: self.file, start: start as u32, end: end as u32 });
            at = end;
        }
    }

    fn fact(&mut self, start: usize) -> Option<(Symbol, usize)> {
        let negative = self.byte(start) == b'-';
        let start = start + usize::from(negative);
        if !self.byte(start).is_ascii_lowercase() {
            return None;
        }
        self.arguments.clear();
        let (atom, end) = self.ground_function(start, 0)?;
        let end = self.skip_blanks(end);
        if self.byte(end) != b'.' || self.byte(end + 1) == b'.' {
            return None;
        }
        let atom = if negative { self.symbols.negate(atom)? } else { atom };
        Some((atom, end + 1))
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn skip_blanks(&self, mut at: usize) -> usize {
        while matches!(self.byte(at), b' ' | b'\n' | b'\t' | b'\r') {
            at += 1;
        }
        at
    }

    fn ground_term(&mut self, at: usize, depth: u32) -> Option<(Symbol, usize)> {
        match self.byte(at) {
            b'0'..=b'9' => self.ground_number(at, false),
            b'-' => self.ground_number(at + 1, true),
            b'a'..=b'z' => self.ground_function(at, depth),
            b'(' => self.ground_tuple(at, depth),
            b'"' => self.ground_string(at),
            _ => None,
        }
    }

    fn ground_number(&mut self, start: usize, negative: bool) -> Option<(Symbol, usize)> {
        let (mut at, mut value) = (start, 0i32);
        while self.byte(at).is_ascii_digit() {
            // Nine digits always fit into 32 bits; longer numbers are left to the general parser.
            if at - start == 9 {
                return None;
            }
            value = value * 10 + i32::from(self.byte(at) - b'0');
            at += 1;
        }
        let leading_zero = self.byte(start) == b'0' && at - start > 1;
        if at == start || leading_zero || continues_name(self.byte(at)) {
            return None;
        }
        Some((self.symbols.number(if negative { -value } else { value }), at))
    }

    fn ground_string(&mut self, start: usize) -> Option<(Symbol, usize)> {
        let mut at = start + 1;
        loop {
            match self.byte(at) {
                b'"' => break,
                b'\\' | b'\n' | 0 => return None,
                _ => at += 1,
            }
        }
        let text = self.text;
        Some((self.symbols.string(&text[start + 1..at]), at + 1))
    }

    fn ground_function(&mut self, start: usize, depth: u32) -> Option<(Symbol, usize)> {
        let mut at = start;
        while continues_name(self.byte(at)) {
            at += 1;
        }
        let text = self.text;
        let name = self.cached_name(&text[start..at])?;
        let first = self.arguments.len();
        let mut end = at;
        if self.byte(at) == b'(' {
            let (close, comma) = self.ground_arguments(at + 1, depth + 1)?;
            if comma {
                return None;
            }
            end = close;
        }
        Some((self.take_function(name, first), end))
    }

    fn ground_tuple(&mut self, start: usize, depth: u32) -> Option<(Symbol, usize)> {
        let first = self.arguments.len();
        let (end, comma) = self.ground_arguments(start + 1, depth + 1)?;
        if self.arguments.len() == first + 1 && !comma {
            return self.arguments.pop().map(|only| (only, end));
        }
        Some((self.take_function(Name::TUPLE, first), end))
    }

    /// Pushes terms onto the stack up to a closing parenthesis. Returns the position after it, and whether a
    /// comma precedes it.
    fn ground_arguments(&mut self, start: usize, depth: u32) -> Option<(usize, bool)> {
        if depth > MAX_FACT_DEPTH {
            return None;
        }
        let mut at = self.skip_blanks(start);
        let mut comma = false;
        while self.byte(at) != b')' {
            let (term, end) = self.ground_term(at, depth)?;
            self.arguments.push(term);
            at = self.skip_blanks(end);
            comma = self.byte(at) == b',';
            if comma {
                at = self.skip_blanks(at + 1);
            } else if self.byte(at) != b')' {
                return None;
            }
        }
        Some((at + 1, comma))
    }

    /// Pops the arguments from `first` on, and returns the function of these arguments.
    fn take_function(&mut self, name: Name, first: usize) -> Symbol {
        let symbol = self.symbols.function_named(name, &self.arguments[first..], true);
        self.arguments.truncate(first);
        symbol
    }

    /// The name with this text. Consecutive facts usually have the same name, so the last name is cached.
    /// `not` is no name.
    fn cached_name(&mut self, text: &'a str) -> Option<Name> {
        if self.last_name.0 != text {
            if text == "not" {
                return None;
            }
            self.last_name = (text, self.symbols.name(text));
        }
        Some(self.last_name.1)
    }
}
