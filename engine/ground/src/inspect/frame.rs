//! Partial substitutions, and the values of terms under them.
//!
//! ```text
//! q(X+1,f(Y)) matched with q(3,f(a))     binds X to 2 and Y to a; X*Y has no value before both are bound
//! ```
//!
//! Instantiation never reads a variable that is not bound, because a plan fixes the order. A search for the reason
//! of a missing instance leaves literals out, so that some variables have no value.

use crate::arithmetic::{self, Outcome};
use crate::ir::{Slot, Term};
use hamadryad_symbol::{Symbol, Symbols, View};
use hamadryad_syntax::Compat;
use hamadryad_syntax::ast::UnaryOperator;

/// The values of the variables of a rule, as far as they are known, with the order of their binding.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    values: Vec<Option<Symbol>>,
    trail: Vec<Slot>,
}

impl Frame {
    /// The frame of a rule with this number of variables, none of them bound.
    pub(crate) fn new(slots: usize) -> Frame {
        Frame { values: vec![None; slots], trail: Vec::new() }
    }

    pub(crate) fn get(&self, slot: Slot) -> Option<Symbol> {
        self.values[slot]
    }

    pub(crate) fn bind(&mut self, slot: Slot, value: Symbol) {
        self.values[slot] = Some(value);
        self.trail.push(slot);
    }

    /// The number of bindings, to which the frame can be restored.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    pub(crate) fn restore(&mut self, mark: usize) {
        for slot in self.trail.drain(mark..) {
            self.values[slot] = None;
        }
    }

    /// Whether all variables of the term are bound, and it has no `_`.
    pub(crate) fn binds(&self, term: &Term) -> bool {
        !term.has_anonymous() && term.all_variables(|slot| self.values[slot].is_some())
    }
}

/// The value of a term under a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Computed {
    Value(Symbol),
    /// A variable is not bound.
    Unbound,
    /// An operation is undefined.
    Undefined,
}

impl Computed {
    pub(crate) fn value(self) -> Option<Symbol> {
        if let Computed::Value(symbol) = self { Some(symbol) } else { None }
    }
}

/// The store of symbols, and the version that determines arithmetic.
pub(crate) struct Terms<'a> {
    pub symbols: &'a mut Symbols,
    pub compat: Compat,
}

impl Terms<'_> {
    pub(crate) fn compute(&mut self, term: &Term, frame: &Frame) -> Computed {
        if !frame.binds(term) {
            return Computed::Unbound;
        }
        self.defined(term, frame).map_or(Computed::Undefined, Computed::Value)
    }

    /// The value of a term whose variables are bound; `None` if it is undefined.
    fn defined(&mut self, term: &Term, frame: &Frame) -> Option<Symbol> {
        match term {
            Term::Constant(symbol) => Some(*symbol),
            Term::Variable(slot) => frame.get(*slot),
            Term::Anonymous => None,
            Term::Linear { slot, factor, offset, .. } => {
                let number = self.symbols.as_number(frame.get(*slot)?)?;
                self.number(Outcome::of(i64::from(number) * i64::from(*factor) + i64::from(*offset)))
            }
            Term::Unary(UnaryOperator::Minus, operand, _) => {
                let operand = self.defined(operand, frame)?;
                match self.symbols.as_number(operand) {
                    Some(number) => self.number(arithmetic::unary(UnaryOperator::Minus, number)),
                    None => self.symbols.negate(operand),
                }
            }
            Term::Unary(operator, operand, _) => {
                let operand = self.defined(operand, frame)?;
                let number = self.symbols.as_number(operand)?;
                self.number(arithmetic::unary(*operator, number))
            }
            Term::Absolute(operand, _) => {
                let operand = self.defined(operand, frame)?;
                let number = self.symbols.as_number(operand)?;
                self.number(arithmetic::absolute(number))
            }
            Term::Binary(operator, operands, _) => {
                let (left, right) = (self.defined(&operands.0, frame)?, self.defined(&operands.1, frame)?);
                let (left, right) = (self.symbols.as_number(left)?, self.symbols.as_number(right)?);
                self.number(arithmetic::binary(self.compat, *operator, left, right))
            }
            Term::Function { name, positive, arguments } => {
                let values: Option<Vec<Symbol>> =
                    arguments.iter().map(|argument| self.defined(argument, frame)).collect();
                Some(self.symbols.function_named(*name, &values?, *positive))
            }
        }
    }

    fn number(&mut self, outcome: Outcome) -> Option<Symbol> {
        outcome.value(self.compat).0.map(|value| self.symbols.number(value))
    }

    /// Matches a term with a symbol, and binds the variables of the term that have no value. Operations over
    /// variables without a value match everything.
    pub(crate) fn matches(&mut self, term: &Term, symbol: Symbol, frame: &mut Frame) -> bool {
        match term {
            Term::Constant(wanted) => *wanted == symbol,
            Term::Anonymous => true,
            Term::Variable(slot) => match frame.get(*slot) {
                Some(value) => value == symbol,
                None => {
                    frame.bind(*slot, symbol);
                    true
                }
            },
            Term::Linear { slot, factor, offset, .. } => {
                let Some(number) = self.symbols.as_number(symbol) else { return false };
                let rest = i64::from(number) - i64::from(*offset);
                let solution = i32::try_from(rest / i64::from(*factor)).ok();
                let Some(solution) = solution.filter(|_| rest % i64::from(*factor) == 0) else {
                    return false;
                };
                let solution = self.symbols.number(solution);
                self.matches(&Term::Variable(*slot), solution, frame)
            }
            Term::Unary(UnaryOperator::Minus, operand, _) if !frame.binds(term) && term.is_pattern() => {
                self.symbols.negate(symbol).is_some_and(|negated| self.matches(operand, negated, frame))
            }
            Term::Function { name, positive, arguments } => {
                let parts: Vec<Symbol> = match self.symbols.view(symbol) {
                    View::Function { name: found, arguments: parts, positive: sign }
                        if found == *name && sign == *positive && parts.len() == arguments.len() =>
                    {
                        parts.to_vec()
                    }
                    _ => return false,
                };
                arguments.iter().zip(parts).all(|(argument, part)| self.matches(argument, part, frame))
            }
            Term::Unary(..) | Term::Absolute(..) | Term::Binary(..) => match self.compute(term, frame) {
                Computed::Value(value) => value == symbol,
                Computed::Unbound => true,
                Computed::Undefined => false,
            },
        }
    }

    /// Matches all terms with all symbols; the frame is restored if one of them does not match.
    pub(crate) fn match_all(&mut self, terms: &[Term], symbols: &[Symbol], frame: &mut Frame) -> bool {
        let mark = frame.mark();
        let matched = terms.iter().zip(symbols).all(|(term, &symbol)| self.matches(term, symbol, frame));
        if !matched {
            frame.restore(mark);
        }
        matched
    }
}
