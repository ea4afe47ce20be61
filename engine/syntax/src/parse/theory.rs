//! Theory atoms and their terms.
//!
//! In theory mode a run of operator characters is a single token: `;-` is an operator, `; -` a separator and
//! an operator. This mode begins at the brace that opens the elements and ends after the guard, except for
//! the conditions of elements.
//!
//! *Invariant:* as in clingo, the next token is read in the mode of the construct before it. A function that
//! changes the mode documents the mode in which it returns.

use super::recover::SyntaxError;
use super::{Parsed, Parser, hint};
use crate::Span;
use crate::ast::{
    Brackets, Place, Spanned, TermKind, TheoryAtom, TheoryElement, TheoryGuard, TheoryOperand, TheoryTerm,
    TheoryTermKind,
};
use crate::lex::{Lexer, Token, TokenKind};
use hamadryad_symbol::Name;

impl Parser<'_> {
    /// `&name`, `&name(t,…) { … }`, `&name { … } <= term`; returns in the ordinary mode.
    pub(super) fn theory_atom(&mut self) -> Parsed<TheoryAtom> {
        let atom = self.theory_atom_within();
        if atom.is_err() && self.at(TokenKind::TheoryOperator) {
            // In theory mode, the dot that ends the statement may be part of an operator.
            self.reread(Lexer::next);
        }
        atom
    }

    fn theory_atom_within(&mut self) -> Parsed<TheoryAtom> {
        self.advance();
        if !self.at(TokenKind::Identifier) {
            let expected = "the name of a theory atom after `&`";
            return Err(match self.identifier(expected) {
                Err(error) => error,
                Ok(_) => self.unexpected(expected),
            });
        }
        // The arguments are ordinary terms.
        let name = self.function()?;
        let mut atom = TheoryAtom { name, elements: Vec::new(), guard: None };
        if self.at(TokenKind::OpenBrace) {
            atom.elements = self.theory_elements()?;
            if self.at_theory_operator() {
                let operator = self.theory_operator()?;
                atom.guard = Some(TheoryGuard { operator, term: self.theory_operation()? });
            }
            self.reread(Lexer::next);
        }
        Ok(atom)
    }

    /// `{ element; … }`; returns in theory mode.
    fn theory_elements(&mut self) -> Parsed<Vec<TheoryElement>> {
        let open = self.token;
        self.advance_in_theory();
        let mut elements = Vec::new();
        while !(elements.is_empty() && self.at(TokenKind::CloseBrace)) {
            elements.push(self.theory_element()?);
            match self.token.kind {
                TokenKind::Semicolon => self.advance_in_theory(),
                TokenKind::CloseBrace => break,
                _ => {
                    self.close(open, TokenKind::CloseBrace, "`;` or `}` after this element")?;
                }
            }
        }
        self.advance_in_theory();
        Ok(elements)
    }

    /// `tuple : condition`; returns at a token that should be `;` or `}`, which is the same in both modes.
    fn theory_element(&mut self) -> Parsed<TheoryElement> {
        let start = self.token.start;
        let tuple = if self.at(TokenKind::Colon) { Vec::new() } else { self.theory_operations()? };
        let condition = self.optional_condition()?;
        Ok(TheoryElement { tuple, condition, span: Place(self.since(start)) })
    }

    /// `t,…`, at least one
    fn theory_operations(&mut self) -> Parsed<Vec<TheoryTerm>> {
        let mut terms = vec![self.theory_operation()?];
        let mut height = self.height;
        while self.at(TokenKind::Comma) {
            self.advance_in_theory();
            terms.push(self.theory_operation()?);
            height = height.max(self.height);
        }
        self.height = height;
        Ok(terms)
    }

    fn at_theory_operator(&self) -> bool {
        matches!(self.token.kind, TokenKind::TheoryOperator | TokenKind::Not)
    }

    /// An operator: a run of operator characters, or `not`.
    pub(super) fn theory_operator(&mut self) -> Parsed<Spanned<Name>> {
        if !self.at_theory_operator() {
            return Err(self.unexpected_with_hint("an operator", self.operator_hint()));
        }
        let operator = Spanned { node: self.name(self.token), span: self.span(self.token) };
        self.advance_in_theory();
        Ok(operator)
    }

    /// Reports an unexpected token, with a hint if the operator before it may contain a separator.
    pub(super) fn unexpected_behind_operator(&mut self, expected: &str) -> SyntaxError {
        let last = self.slice(self.last);
        let separates = |c| matches!(c, ';' | ':' | '.');
        if self.last.kind == TokenKind::TheoryOperator
            && (last.starts_with(separates) || last.ends_with(separates))
        {
            let hint = format!("{} is one operator; white space divides it into two", hint::quote(last));
            return self.unexpected_with_hint(expected, Some(&hint));
        }
        self.unexpected(expected)
    }

    /// The hint for a token in place of an operator.
    fn operator_hint(&self) -> Option<&'static str> {
        match self.token.kind {
            TokenKind::Dot | TokenKind::Colon | TokenKind::Semicolon | TokenKind::If => {
                Some(hint::NO_OPERATORS)
            }
            _ => None,
        }
    }

    /// `- x + y`: operands with operators between and before them. The grounder nests them by priority; this
    /// adds at most the number of operators to the height of the operands.
    fn theory_operation(&mut self) -> Parsed<TheoryTerm> {
        let start = self.token.start;
        self.depth += 1;
        self.check_depth(self.depth)?;
        let mut operands = Vec::with_capacity(1);
        let (mut height, mut count) = (0, 0);
        loop {
            let mut operators = Vec::new();
            while self.at_theory_operator() {
                operators.push(self.theory_operator()?);
            }
            count += operators.len() as u32;
            self.check_depth(count)?;
            let term = self.theory_term()?;
            height = height.max(self.height);
            operands.push(TheoryOperand { operators, term });
            if !self.at_theory_operator() {
                break;
            }
        }
        self.depth -= 1;
        self.height = height + count;
        self.check_depth(self.height)?;
        if count == 0
            && let Some(only) = operands.pop()
        {
            return Ok(only.term);
        }
        Ok(Spanned { node: TheoryTermKind::Operation(operands), span: self.since(start) })
    }

    fn theory_term(&mut self) -> Parsed<TheoryTerm> {
        let token = self.token;
        self.height = 0;
        let node = match token.kind {
            TokenKind::OpenParenthesis => return self.theory_tuple(),
            TokenKind::OpenBracket => {
                return self.theory_sequence(TokenKind::CloseBracket, |terms| {
                    TheoryTermKind::Sequence(Brackets::Square, terms)
                });
            }
            TokenKind::OpenBrace => {
                return self.theory_sequence(TokenKind::CloseBrace, |terms| {
                    TheoryTermKind::Sequence(Brackets::Curly, terms)
                });
            }
            TokenKind::Identifier => return self.theory_function(),
            TokenKind::Number
            | TokenKind::String
            | TokenKind::Infimum
            | TokenKind::Supremum
            | TokenKind::Variable => self.primary()?.node,
            TokenKind::Anonymous => {
                return Err(self.unexpected_with_hint("a theory term", Some(hint::NO_ANONYMOUS)));
            }
            _ => return Err(self.unexpected_behind_operator("a theory term")),
        };
        self.reread(Lexer::next_in_theory);
        let node = match node {
            TermKind::Symbol(symbol) => TheoryTermKind::Symbol(symbol),
            TermKind::Variable(name) => TheoryTermKind::Variable(name),
            _ => unreachable!("these tokens are symbols and variables"),
        };
        Ok(Spanned { node, span: self.span(token) })
    }

    /// `f`, `f(t,…)`
    fn theory_function(&mut self) -> Parsed<TheoryTerm> {
        let token = self.token;
        let name = self.name(token);
        self.advance_in_theory();
        if !self.at(TokenKind::OpenParenthesis) {
            let constant = self.symbols.function_named(name, &[], true);
            return Ok(Spanned { node: TheoryTermKind::Symbol(constant), span: self.span(token) });
        }
        let build = |terms| TheoryTermKind::Function(name, terms);
        let call = self.theory_sequence(TokenKind::CloseParenthesis, build)?;
        Ok(Spanned { span: self.since(token.start), ..call })
    }

    /// Terms in brackets, possibly none; the next token is the opening bracket.
    fn theory_sequence(
        &mut self,
        close: TokenKind,
        build: impl FnOnce(Vec<TheoryTerm>) -> TheoryTermKind,
    ) -> Parsed<TheoryTerm> {
        let open = self.token;
        self.advance_in_theory();
        let terms = if self.at(close) { Vec::new() } else { self.theory_operations()? };
        self.end_theory_sequence(open, close)?;
        Ok(Spanned { node: build(terms), span: self.since(open.start) })
    }

    /// `(t)` is `t`; `(t,)`, `(s,t)` and `()` are tuples.
    fn theory_tuple(&mut self) -> Parsed<TheoryTerm> {
        let (open, close) = (self.token, TokenKind::CloseParenthesis);
        self.advance_in_theory();
        if self.at(close) {
            self.height = 0;
            self.end_theory_sequence(open, close)?;
            return Ok(tuple_of(self.since(open.start), Vec::new()));
        }
        let first = self.theory_operation()?;
        if !self.at(TokenKind::Comma) {
            self.end_theory_sequence(open, close)?;
            return Ok(Spanned { node: first.node, span: self.since(open.start) });
        }
        let height = self.height;
        self.advance_in_theory();
        let mut terms = vec![first];
        if !self.at(close) {
            terms.append(&mut self.theory_operations()?);
            self.height = self.height.max(height);
        }
        self.end_theory_sequence(open, close)?;
        Ok(tuple_of(self.since(open.start), terms))
    }

    fn end_theory_sequence(&mut self, open: Token, close: TokenKind) -> Parsed<()> {
        self.grow(0)?;
        if self.at(close) {
            self.advance_in_theory();
            return Ok(());
        }
        let expected = match close {
            TokenKind::CloseParenthesis => "`,` or `)`",
            TokenKind::CloseBracket => "`,` or `]`",
            _ => "`,` or `}`",
        };
        self.close(open, close, expected)
    }
}

fn tuple_of(span: Span, terms: Vec<TheoryTerm>) -> TheoryTerm {
    Spanned { node: TheoryTermKind::Sequence(Brackets::Round, terms), span }
}
