//! Theory definitions: grammars of theory terms, and the theory atoms that use them.
//!
//! ```text
//! #theory lc {
//!     linear { - : 1, unary; * : 2, binary, left; + : 0, binary, left };
//!     &sum/1 : linear, {<=,>=}, linear, any
//! }.
//! ```
//!
//! *Invariant:* operators are read in theory mode, all other tokens in the ordinary mode. Words like `unary`
//! and `head` are ordinary names outside their positions in a definition.

use super::{Parsed, Parser};
use crate::ast::{
    Spanned, StatementKind, TheoryAtomDefinition, TheoryGuardDefinition, TheoryOperatorDefinition,
    TheoryOperatorKind, TheoryPlace, TheoryTermDefinition,
};
use crate::lex::{Lexer, TokenKind};
use crate::{Code, Diagnostic};
use hamadryad_symbol::Name;

impl Parser<'_> {
    /// `#theory name { … }.`
    pub(super) fn theory(&mut self) -> Parsed<StatementKind> {
        let theory = self.theory_within();
        if theory.is_err() && self.at(TokenKind::TheoryOperator) {
            // In theory mode, the dot that ends the statement may be part of an operator.
            self.reread(Lexer::next);
        }
        theory
    }

    fn theory_within(&mut self) -> Parsed<StatementKind> {
        self.advance();
        let start = self.token;
        let name = Spanned { node: self.identifier("the name of a theory")?, span: self.span(start) };
        let open = self.expect(TokenKind::OpenBrace, "`{` after the name of a theory")?;
        let (mut terms, mut atoms) = (Vec::new(), Vec::new());
        if !self.at(TokenKind::CloseBrace) {
            // As in clingo, a semicolon may precede the first definition.
            self.eat(TokenKind::Semicolon);
            loop {
                if self.at(TokenKind::Ampersand) {
                    atoms.push(self.theory_atom_definition()?);
                } else {
                    terms.push(self.theory_term_definition()?);
                }
                if !self.eat(TokenKind::Semicolon) {
                    break;
                }
            }
        }
        self.close(open, TokenKind::CloseBrace, "`;` or `}` after a definition")?;
        self.end_statement("`.` after the theory")?;
        Ok(StatementKind::Theory { name, terms, atoms })
    }

    /// `name { operator : priority, kind; … }`
    fn theory_term_definition(&mut self) -> Parsed<TheoryTermDefinition> {
        let name =
            self.definition_name("a grammar of terms such as `term { }`, or `&` and a kind of atoms")?;
        let open = self.token;
        if !self.at(TokenKind::OpenBrace) {
            return Err(self.unexpected("`{` and the operators of this grammar"));
        }
        self.advance_in_theory();
        let mut operators = Vec::new();
        if !self.at(TokenKind::CloseBrace) {
            operators.push(self.theory_operator_definition()?);
            while self.at(TokenKind::Semicolon) {
                self.advance_in_theory();
                operators.push(self.theory_operator_definition()?);
            }
        }
        self.close(open, TokenKind::CloseBrace, "`;` or `}` after an operator")?;
        Ok(TheoryTermDefinition { name, operators })
    }

    /// `operator : priority, unary`, `operator : priority, binary, left`; returns in the ordinary mode.
    fn theory_operator_definition(&mut self) -> Parsed<TheoryOperatorDefinition> {
        let operator = self.theory_operator()?;
        self.reread(Lexer::next);
        if !self.eat(TokenKind::Colon) {
            return Err(self.unexpected_behind_operator("`:` and the priority of the operator"));
        }
        let priority = self.small_number("a priority")?;
        self.expect(TokenKind::Comma, "`,` and `unary` or `binary` after the priority")?;
        let kind = if self.eat_word("unary") {
            TheoryOperatorKind::Unary
        } else if self.eat_word("binary") {
            self.expect(TokenKind::Comma, "`,` and `left` or `right` after `binary`")?;
            if self.eat_word("left") {
                TheoryOperatorKind::BinaryLeft
            } else if self.eat_word("right") {
                TheoryOperatorKind::BinaryRight
            } else {
                return Err(self.unexpected("`left` or `right`"));
            }
        } else {
            return Err(self.unexpected("`unary` or `binary`"));
        };
        Ok(TheoryOperatorDefinition { operator, priority, kind })
    }

    /// `&name/arity : elements, place`, `&name/arity : elements, { operators }, guard, place`
    fn theory_atom_definition(&mut self) -> Parsed<TheoryAtomDefinition> {
        self.advance();
        let name = self.definition_name("the name of a kind of atoms after `&`")?;
        self.expect(TokenKind::Slash, "`/` and a number of arguments, as in `&diff/0`")?;
        let arity = self.small_number("a number of arguments")?;
        self.expect(TokenKind::Colon, "`:` and the grammar of the elements' terms")?;
        let elements = self.definition_name("the grammar of the elements' terms")?;
        self.expect(
            TokenKind::Comma,
            "`,` and where these atoms may stand, or the operators of their guards",
        )?;
        let guard = if self.at(TokenKind::OpenBrace) { Some(self.theory_guard_definition()?) } else { None };
        Ok(TheoryAtomDefinition { name, arity, elements, guard, place: self.theory_place()? })
    }

    /// `{ operators }, grammar,`
    fn theory_guard_definition(&mut self) -> Parsed<TheoryGuardDefinition> {
        let open = self.token;
        self.advance_in_theory();
        let mut operators = Vec::new();
        if !self.at(TokenKind::CloseBrace) {
            operators.push(self.theory_operator()?);
            while self.at(TokenKind::Comma) {
                self.advance_in_theory();
                operators.push(self.theory_operator()?);
            }
        }
        self.close(open, TokenKind::CloseBrace, "`,` or `}` after an operator")?;
        self.expect(TokenKind::Comma, "`,` and the grammar of the guard's term")?;
        let grammar = self.definition_name("the grammar of the guard's term")?;
        self.expect(TokenKind::Comma, "`,` and where these atoms may stand")?;
        Ok(TheoryGuardDefinition { operators, grammar })
    }

    fn theory_place(&mut self) -> Parsed<TheoryPlace> {
        let places = [
            ("head", TheoryPlace::Head),
            ("body", TheoryPlace::Body),
            ("any", TheoryPlace::Any),
            ("directive", TheoryPlace::Directive),
        ];
        for (word, place) in places {
            if self.eat_word(word) {
                return Ok(place);
            }
        }
        Err(self.unexpected("`head`, `body`, `any` or `directive`"))
    }

    /// A name in a theory definition, where `not` is a name.
    fn definition_name(&mut self, expected: &str) -> Parsed<Spanned<Name>> {
        let token = self.token;
        let node = if self.eat(TokenKind::Not) { self.name(token) } else { self.identifier(expected)? };
        Ok(Spanned { node, span: self.span(token) })
    }

    /// Consumes the next token if it is this name; returns whether it is.
    fn eat_word(&mut self, word: &str) -> bool {
        self.slice(self.token) == word && self.eat(TokenKind::Identifier)
    }

    fn small_number(&mut self, expected: &str) -> Parsed<u32> {
        let token = self.expect(TokenKind::Number, expected)?;
        let (value, fits) = super::term::read_number(self.slice(token), false);
        if fits {
            return Ok(value);
        }
        let message = "this number is too large";
        Err(self.report(Diagnostic::error(Code::Syntax, self.span(token), message)))
    }
}
