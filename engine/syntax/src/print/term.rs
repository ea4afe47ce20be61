//! Prints terms and atoms, with parentheses where operator precedence requires them.
//!
//! *Invariant:* binding strengths agree with the parser (`parse/term.rs`) in version 5.

use super::{Print, Printer};
use crate::ast::{BinaryOperator, Term, TermKind, UnaryOperator};
use hamadryad_symbol::Name;
use std::fmt;

impl Printer<'_, '_> {
    /// The term, in parentheses if its binding strength is below `weakest`.
    pub(super) fn term(&mut self, term: &Term, weakest: u8) -> fmt::Result {
        if strength(&term.node) >= weakest {
            return term.print(self);
        }
        self.text("(")?;
        term.print(self)?;
        self.text(")")
    }

    fn arguments(&mut self, terms: &[Term]) -> fmt::Result {
        self.text("(")?;
        self.list(terms, ",")?;
        self.text(")")
    }

    /// The atom. A pool of predicates is printed as their common name with a pool of arguments.
    pub(super) fn atom(&mut self, atom: &Term) -> fmt::Result {
        match &atom.node {
            TermKind::Unary(UnaryOperator::Minus, inner) => {
                self.text("-")?;
                self.atom(inner)
            }
            TermKind::Pool(alternatives) => self.calls(alternatives),
            _ => atom.print(self),
        }
    }

    /// `p(1;2,3)`, a pool of functions or constants with a common name
    fn calls(&mut self, alternatives: &[Term]) -> fmt::Result {
        match &alternatives[0].node {
            TermKind::Function(name, _) => self.name(*name)?,
            constant => constant.print(self)?,
        }
        self.text("(")?;
        self.separated(alternatives, ";", |out, alternative| match &alternative.node {
            TermKind::Function(_, arguments) => out.list(arguments, ","),
            _ => Ok(()),
        })?;
        self.text(")")
    }

    /// The common name of all alternatives of a pool, if they are functions.
    fn common_name(&self, alternatives: &[Term]) -> Option<Name> {
        let name = |term: &Term| match &term.node {
            TermKind::Function(name, _) if !name.is_tuple() => Some(*name),
            _ => None,
        };
        let first = name(alternatives.first()?)?;
        alternatives.iter().all(|term| name(term) == Some(first)).then_some(first)
    }
}

/// The binding strength of an operator, and the least binding strengths of its left and right operand.
fn strengths(operator: BinaryOperator) -> (u8, u8, u8) {
    match operator {
        BinaryOperator::Xor => (2, 2, 3),
        BinaryOperator::Or => (3, 3, 4),
        BinaryOperator::And => (4, 4, 5),
        BinaryOperator::Add | BinaryOperator::Subtract => (5, 5, 6),
        BinaryOperator::Multiply | BinaryOperator::Divide | BinaryOperator::Modulo => (6, 6, 7),
        BinaryOperator::Power => (7, 8, 7),
    }
}

fn strength(term: &TermKind) -> u8 {
    match term {
        TermKind::Interval(..) => 1,
        TermKind::Binary(operator, ..) => strengths(*operator).0,
        TermKind::Unary(..) => 8,
        _ => 9,
    }
}

impl Print for TermKind {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        match self {
            TermKind::Symbol(symbol) => out.symbol(*symbol),
            TermKind::Variable(name) => out.name(*name),
            TermKind::Anonymous => out.text("_"),
            TermKind::Unary(operator, operand) => {
                write!(out.out, "{operator}")?;
                // `-3` is a number; `-(3)` is an operator and its operand.
                let number = match operand.node {
                    TermKind::Symbol(symbol) => out.symbols.as_number(symbol).is_some_and(|value| value >= 0),
                    _ => false,
                };
                out.term(operand, if number && *operator == UnaryOperator::Minus { 10 } else { 8 })
            }
            TermKind::Absolute(inner) => {
                out.text("|")?;
                match &inner.node {
                    TermKind::Pool(alternatives) => out.list(alternatives, ";")?,
                    _ => inner.print(out)?,
                }
                out.text("|")
            }
            TermKind::Binary(operator, left, right) => {
                let (_, on_left, on_right) = strengths(*operator);
                out.term(left, on_left)?;
                write!(out.out, "{operator}")?;
                out.term(right, on_right)
            }
            TermKind::Interval(left, right) => {
                out.term(left, 1)?;
                out.text("..")?;
                out.term(right, 2)
            }
            TermKind::Function(name, terms) if name.is_tuple() && terms.len() == 1 => {
                out.text("(")?;
                terms[0].print(out)?;
                out.text(",)")
            }
            TermKind::Function(name, terms) => {
                out.name(*name)?;
                out.arguments(terms)
            }
            TermKind::External(name, terms) => {
                out.text("@")?;
                out.name(*name)?;
                if terms.is_empty() { Ok(()) } else { out.arguments(terms) }
            }
            TermKind::Pool(alternatives) if out.common_name(alternatives).is_some() => {
                out.calls(alternatives)
            }
            TermKind::Pool(alternatives) => {
                out.text("(")?;
                out.list(alternatives, ";")?;
                out.text(")")
            }
        }
    }
}

impl fmt::Display for UnaryOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnaryOperator::Minus => "-",
            UnaryOperator::Complement => "~",
        })
    }
}

impl fmt::Display for BinaryOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BinaryOperator::Xor => "^",
            BinaryOperator::Or => "?",
            BinaryOperator::And => "&",
            BinaryOperator::Add => "+",
            BinaryOperator::Subtract => "-",
            BinaryOperator::Multiply => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Modulo => "\\",
            BinaryOperator::Power => "**",
        })
    }
}
