//! Values of terms, and matching of patterns, under a substitution.
//!
//! ```text
//! q(X+1,f(Y)) matched with q(3,f(a))     binds X to 2 and Y to a
//! ```
//!
//! Invariant: a variable is read only after it has been bound; the planner orders the steps of a body
//! accordingly.

use crate::arithmetic::{self, Outcome, satisfies};
use crate::diagnose::warnings::Warnings;
use crate::ir::{Slot, Term};
use crate::plan::Pattern;
use hamadryad_symbol::{Symbol, Symbols, View};
use hamadryad_syntax::ast::{Relation, UnaryOperator};
use hamadryad_syntax::{Compat, Span};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::ops::RangeInclusive;

/// The result of a lookup of values, which creates no function.
pub(crate) enum Found<T> {
    /// A term is undefined.
    Undefined,
    /// The value is no stored symbol, so that no atom has it as an argument.
    New,
    /// The value.
    Stored(T),
}

/// A substitution, and the means to compute with terms under it.
pub(crate) struct Evaluator<'a> {
    pub symbols: &'a mut Symbols,
    pub compat: Compat,
    pub warnings: &'a mut Warnings,
    /// The substitution: the value of each variable.
    pub substitution: Vec<Symbol>,
    /// Whether the value of an operation needs more than 32 bits, which is an error in version 6.
    pub overflowed: bool,
}

impl Evaluator<'_> {
    /// The values of variables.
    pub(crate) fn key(&self, slots: &[Slot]) -> SmallVec<[Symbol; 4]> {
        slots.iter().map(|&slot| self.substitution[slot]).collect()
    }

    /// The values of terms; `None` if a term is undefined.
    #[inline]
    pub(crate) fn values(&mut self, terms: &[Term]) -> Option<SmallVec<[Symbol; 6]>> {
        terms.iter().map(|term| self.value(term)).collect()
    }

    /// The values of terms, as [`Evaluator::find`]. All terms are evaluated, so that warnings do not depend on what is
    /// stored.
    #[inline]
    pub(crate) fn find_all(&mut self, terms: &[Term]) -> Found<SmallVec<[Symbol; 6]>> {
        let mut values = SmallVec::new();
        for term in terms {
            match self.find(term) {
                Found::Undefined => return Found::Undefined,
                Found::New => {}
                Found::Stored(value) => values.push(value),
            }
        }
        if values.len() == terms.len() { Found::Stored(values) } else { Found::New }
    }

    /// The value of a term without creating a function. Terms of literals that fail are the larger part of all terms in
    /// many programs, and a stored symbol is never removed.
    #[inline]
    pub(crate) fn find(&mut self, term: &Term) -> Found<Symbol> {
        match term {
            Term::Constant(symbol) => Found::Stored(*symbol),
            Term::Variable(slot) => Found::Stored(self.substitution[*slot]),
            Term::Function { name, positive, arguments } => match self.find_all(arguments) {
                Found::Undefined => Found::Undefined,
                Found::New => Found::New,
                Found::Stored(arguments) => {
                    let symbol = self.symbols.find_function(*name, &arguments, *positive);
                    symbol.map_or(Found::New, Found::Stored)
                }
            },
            _ => self.computed(term).map_or(Found::Undefined, Found::Stored),
        }
    }

    /// The value of a term; `None` with a warning if it is undefined.
    #[inline]
    pub(crate) fn value(&mut self, term: &Term) -> Option<Symbol> {
        match term {
            Term::Constant(symbol) => Some(*symbol),
            Term::Variable(slot) => Some(self.substitution[*slot]),
            _ => self.computed(term),
        }
    }

    fn computed(&mut self, term: &Term) -> Option<Symbol> {
        match term {
            Term::Constant(symbol) => Some(*symbol),
            Term::Variable(slot) => Some(self.substitution[*slot]),
            Term::Anonymous => unreachable!("`_` occurs in patterns only"),
            Term::Linear { slot, factor, offset, span } => {
                let number = self.number(self.substitution[*slot], *span)?;
                let value = i64::from(number) * i64::from(*factor) + i64::from(*offset);
                self.result(Outcome::of(value), *span)
            }
            Term::Unary(UnaryOperator::Minus, operand, span) => {
                let operand = self.value(operand)?;
                if let Some(number) = self.symbols.as_number(operand) {
                    return self.result(arithmetic::unary(UnaryOperator::Minus, number), *span);
                }
                let negated = self.symbols.negate(operand);
                if negated.is_none() {
                    self.warnings.undefined.insert(*span);
                }
                negated
            }
            Term::Unary(operator, operand, span) => {
                let operand = self.value(operand)?;
                let number = self.number(operand, *span)?;
                self.result(arithmetic::unary(*operator, number), *span)
            }
            Term::Absolute(operand, span) => {
                let operand = self.value(operand)?;
                let number = self.number(operand, *span)?;
                self.result(arithmetic::absolute(number), *span)
            }
            Term::Binary(operator, operands, span) => {
                let (left, right) = (self.value(&operands.0)?, self.value(&operands.1)?);
                let (left, right) = (self.number(left, *span)?, self.number(right, *span)?);
                self.result(arithmetic::binary(self.compat, *operator, left, right), *span)
            }
            Term::Function { name, positive, arguments } => {
                let arguments = self.values(arguments)?;
                Some(self.symbols.function_named(*name, &arguments, *positive))
            }
        }
    }

    fn number(&mut self, symbol: Symbol, span: Span) -> Option<i32> {
        let number = self.symbols.as_number(symbol);
        if number.is_none() {
            self.warnings.undefined.insert(span);
        }
        number
    }

    /// The symbol of a result; an overflow or an undefined operation is a warning.
    fn result(&mut self, outcome: Outcome, span: Span) -> Option<Symbol> {
        let (value, overflows) = outcome.value(self.compat);
        if overflows {
            self.warnings.overflows.insert(span);
            self.overflowed |= value.is_none();
        } else if value.is_none() {
            self.warnings.undefined.insert(span);
        }
        value.map(|value| self.symbols.number(value))
    }

    /// The numbers of an interval; `None` with a warning if one of them is not a number.
    pub(crate) fn interval(&mut self, low: &Term, high: &Term, span: Span) -> Option<RangeInclusive<i32>> {
        let (low, high) = (self.value(low)?, self.value(high)?);
        match (self.symbols.as_number(low), self.symbols.as_number(high)) {
            (Some(low), Some(high)) => Some(low..=high),
            _ => {
                self.warnings.intervals.insert(span);
                None
            }
        }
    }

    /// Compares the values of two terms; `None` if a term is undefined. Tuples are compared argument by
    /// argument, so that no symbol is created only for the comparison.
    pub(crate) fn compare(&mut self, relation: Relation, left: &Term, right: &Term) -> Option<bool> {
        if let (
            Term::Function { name, positive, arguments },
            Term::Function { name: other, positive: sign, arguments: others },
        ) = (left, right)
            && (name, positive, arguments.len()) == (other, sign, others.len())
        {
            let (lefts, rights) = (self.values(arguments)?, self.values(others)?);
            let first = lefts.iter().zip(&rights).find(|(left, right)| left != right);
            let order = first.map_or(Ordering::Equal, |(&left, &right)| self.symbols.cmp(left, right));
            return Some(satisfies(relation, order));
        }
        if matches!(relation, Relation::Equal | Relation::NotEqual) {
            // Two functions that are not stored differ: their names or numbers of arguments do.
            let equal = match (self.find(left), self.find(right)) {
                (Found::Undefined, _) | (_, Found::Undefined) => return None,
                (Found::Stored(left), Found::Stored(right)) => left == right,
                (Found::New, _) | (_, Found::New) => false,
            };
            return Some(equal == (relation == Relation::Equal));
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        Some(satisfies(relation, self.symbols.cmp(left, right)))
    }

    /// Matches a pattern with a symbol, and binds the variables of the pattern.
    pub(crate) fn unify(&mut self, pattern: &Pattern, symbol: Symbol) -> bool {
        match pattern {
            Pattern::Ignore => true,
            Pattern::Bind(slot) => {
                self.substitution[*slot] = symbol;
                true
            }
            Pattern::Check(slot) => self.substitution[*slot] == symbol,
            Pattern::Equal(wanted) => *wanted == symbol,
            Pattern::Linear { slot, factor, offset, bound } => {
                let Some(solution) = self.solve(symbol, *factor, *offset) else { return false };
                if *bound {
                    return self.substitution[*slot] == solution;
                }
                self.substitution[*slot] = solution;
                true
            }
            Pattern::Negated(inner) => match self.symbols.negate(symbol) {
                Some(negated) => self.unify(inner, negated),
                None => false,
            },
            Pattern::Function { name, positive, arguments } => {
                match self.symbols.view(symbol) {
                    View::Function { name: found, arguments: parts, positive: sign }
                        if found == *name && sign == *positive && parts.len() == arguments.len() => {}
                    _ => return false,
                }
                arguments.iter().enumerate().all(|(index, part)| {
                    let argument = self.symbols.arguments(symbol)[index];
                    self.unify(part, argument)
                })
            }
            Pattern::Value(term) => matches!(self.find(term), Found::Stored(value) if value == symbol),
        }
    }

    /// The number `x` with `factor * x + offset` equal to the symbol.
    fn solve(&mut self, symbol: Symbol, factor: i32, offset: i32) -> Option<Symbol> {
        let rest = i64::from(self.symbols.as_number(symbol)?) - i64::from(offset);
        if rest % i64::from(factor) != 0 {
            return None;
        }
        let solution = i32::try_from(rest / i64::from(factor)).ok()?;
        Some(self.symbols.number(solution))
    }

    /// Whether the only symbol that the pattern matches is one of the numbers. The pattern binds no variable.
    pub(crate) fn is_among(&mut self, pattern: &Pattern, numbers: &RangeInclusive<i32>) -> bool {
        let symbol = match pattern {
            Pattern::Check(slot) => Some(self.substitution[*slot]),
            Pattern::Equal(symbol) => Some(*symbol),
            Pattern::Value(term) => self.value(term),
            _ => None,
        };
        let number = symbol.and_then(|symbol| self.symbols.as_number(symbol));
        number.is_some_and(|number| numbers.contains(&number))
    }
}
