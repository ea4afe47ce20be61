//! Bounds propagation: variables that only comparisons bound range over the integers between the bounds.
//!
//! ```text
//! p(X,Y) :- 0 <= X, X <= Y, X + Y <= 3.     -->     p(X,Y) :- ..., X = 0..3, Y = 0..3.
//! ```
//!
//! Linear comparisons narrow the range of each variable until no range changes, as in constraint programming.
//! A variable gets a range if no other literal binds it, and if it is bounded on both sides. All ranges lie within
//! the integers of 32 bits, so that a sum narrows its variables even if nothing else bounds the sum:
//!
//! ```text
//! p(S) :- 0 <= X <= 2147483647, S = 2147483647*X.     -->     p(S) :- ..., X = 0..1.
//! ```
//!
//! If the comparisons contradict each other, all their variables have the empty range, as in gringo:
//!
//! ```text
//! p(X,Y) :- 3*X = 7, 0 <= X <= 9, X < Y.     -->     p(X,Y) :- ..., X = 1..0, Y = 1..0.
//! ```

use crate::ir::{Action, Literal, Rule, Slot, SlotSet, Term, saturate};
use hamadryad_symbol::Symbols;
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{BinaryOperator, Relation, UnaryOperator};
use rustc_hash::FxHashMap;

/// The limit on rounds of narrowing. `X < Y, Y < X` would take as many rounds as integers exist; the ranges
/// need not be tight.
const ROUNDS: usize = 100;

/// Adds ranges for variables that would be unsafe without them.
pub(crate) fn add_ranges(rule: &mut Rule, symbols: &mut Symbols) {
    let mut ranges = Ranges::default();
    let (global, places) = (rule.global.clone(), rule.places.clone());
    let mut scope = Scope { global: &global, places: &places, symbols };
    scope.complete(&mut rule.body, &mut SlotSet::parameters(rule.parameters, global.len()), &mut ranges);
    let outer = SlotSet::globals(&global);
    for literal in &mut rule.body {
        match literal {
            Literal::Aggregate(aggregate) => {
                for element in &mut aggregate.elements {
                    scope.complete(&mut element.condition, &mut outer.clone(), &mut ranges.clone());
                }
            }
            Literal::Conditional(conditional) => {
                scope.complete(&mut conditional.condition, &mut outer.clone(), &mut ranges.clone());
            }
            _ => {}
        }
    }
    match &mut rule.action {
        Action::Bound(aggregate) => {
            for element in &mut aggregate.elements {
                scope.complete(&mut element.condition, &mut outer.clone(), &mut ranges.clone());
            }
        }
        Action::Disjoin(disjuncts) => {
            for disjunct in disjuncts {
                scope.complete(&mut disjunct.condition, &mut outer.clone(), &mut ranges.clone());
            }
        }
        Action::Choose(elements) => {
            for element in elements {
                scope.complete(&mut element.condition, &mut outer.clone(), &mut ranges.clone());
            }
        }
        _ => {}
    }
}

struct Scope<'a> {
    global: &'a [bool],
    places: &'a [Span],
    symbols: &'a mut Symbols,
}

impl Scope<'_> {
    fn complete(&mut self, literals: &mut Vec<Literal>, bound: &mut SlotSet, ranges: &mut Ranges) {
        // Ranges are narrowed even if all variables are bound here, because conditions may depend on them.
        let sums: Vec<Sum> = literals.iter().flat_map(|literal| sums(literal, self.symbols)).collect();
        ranges.narrow(&sums);
        let waiting = saturate(literals, bound, self.global);
        let mut unbound = Vec::new();
        for literal in waiting {
            literal.variables(&mut |slot| unbound.push(slot));
        }
        unbound.retain(|&slot| !bound.contains(slot));
        unbound.sort_unstable();
        unbound.dedup();
        let is_contradictory = ranges.is_contradictory();
        let is_compared = |slot| sums.iter().flat_map(|sum| &sum.summands).any(|&(_, known)| known == slot);
        for slot in unbound {
            let (low, high) = match ranges.of(slot) {
                _ if is_contradictory && is_compared(slot) => (1, 0),
                (Some(low), Some(high)) => (low, high),
                _ => continue,
            };
            let (low, high) = (self.number(low), self.number(high));
            literals.push(Literal::Range {
                pattern: Term::Variable(slot),
                low,
                high,
                span: self.places[slot],
            });
        }
    }

    fn number(&mut self, value: i64) -> Term {
        let value = value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        Term::Constant(self.symbols.number(value))
    }
}

/// The least and the greatest value of each variable, as far as they are known.
#[derive(Clone, Default)]
struct Ranges {
    low: FxHashMap<Slot, i64>,
    high: FxHashMap<Slot, i64>,
}

/// `coefficients · variables + constant`. As a bound, this sum is at most 0.
#[derive(Clone, Default)]
pub(crate) struct Sum {
    pub summands: Vec<(i64, Slot)>,
    pub constant: i64,
}

impl Sum {
    pub(crate) fn of(term: &Term, symbols: &Symbols) -> Option<Sum> {
        Some(match term {
            Term::Constant(symbol) => {
                Sum { summands: Vec::new(), constant: i64::from(symbols.as_number(*symbol)?) }
            }
            Term::Variable(slot) => Sum { summands: vec![(1, *slot)], constant: 0 },
            Term::Linear { slot, factor, offset, .. } => {
                Sum { summands: vec![(i64::from(*factor), *slot)], constant: i64::from(*offset) }
            }
            Term::Unary(UnaryOperator::Minus, operand, _) => Sum::of(operand, symbols)?.times(-1)?,
            Term::Binary(operator, operands, _) => {
                let (left, right) = (Sum::of(&operands.0, symbols)?, Sum::of(&operands.1, symbols)?);
                match operator {
                    BinaryOperator::Add => left.plus(&right)?,
                    BinaryOperator::Subtract => left.plus(&right.times(-1)?)?,
                    BinaryOperator::Multiply if right.summands.is_empty() => left.times(right.constant)?,
                    BinaryOperator::Multiply if left.summands.is_empty() => right.times(left.constant)?,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    pub(crate) fn times(&self, factor: i64) -> Option<Sum> {
        let scaled = |&(coefficient, slot): &(i64, Slot)| Some((coefficient.checked_mul(factor)?, slot));
        let summands: Option<Vec<(i64, Slot)>> = self.summands.iter().map(scaled).collect();
        let summands = summands?.into_iter().filter(|&(coefficient, _)| coefficient != 0).collect();
        Some(Sum { summands, constant: self.constant.checked_mul(factor)? })
    }

    pub(crate) fn plus(&self, other: &Sum) -> Option<Sum> {
        let mut sum = self.clone();
        for &(coefficient, slot) in &other.summands {
            match sum.summands.iter_mut().find(|(_, known)| *known == slot) {
                Some((known, _)) => *known = known.checked_add(coefficient)?,
                None => sum.summands.push((coefficient, slot)),
            }
        }
        sum.summands.retain(|&(coefficient, _)| coefficient != 0);
        sum.constant = sum.constant.checked_add(other.constant)?;
        Some(sum)
    }
}

/// The linear inequalities of a literal.
fn sums(literal: &Literal, symbols: &Symbols) -> Vec<Sum> {
    let at_most = |left: &Term, right: &Term, strict: i64| {
        let mut sum = Sum::of(left, symbols)?.plus(&Sum::of(right, symbols)?.times(-1)?)?;
        sum.constant = sum.constant.checked_add(strict)?;
        Some(sum)
    };
    let found = match literal {
        Literal::Comparison { relation, left, right } => match relation {
            Relation::Less => vec![at_most(left, right, 1)],
            Relation::LessEqual => vec![at_most(left, right, 0)],
            Relation::Greater => vec![at_most(right, left, 1)],
            Relation::GreaterEqual => vec![at_most(right, left, 0)],
            Relation::Equal => vec![at_most(left, right, 0), at_most(right, left, 0)],
            Relation::NotEqual => Vec::new(),
        },
        Literal::Range { pattern, low, high, .. } => {
            vec![at_most(low, pattern, 0), at_most(pattern, high, 0)]
        }
        _ => Vec::new(),
    };
    found.into_iter().flatten().collect()
}

impl Ranges {
    fn of(&self, slot: Slot) -> (Option<i64>, Option<i64>) {
        (self.low.get(&slot).copied(), self.high.get(&slot).copied())
    }

    /// Whether a variable has no value.
    fn is_contradictory(&self) -> bool {
        self.low.iter().any(|(slot, low)| self.high.get(slot).is_some_and(|high| low > high))
    }

    fn narrow(&mut self, sums: &[Sum]) {
        for _ in 0..ROUNDS {
            let mut changed = false;
            for sum in sums {
                for &(coefficient, slot) in &sum.summands {
                    changed |= self.narrow_one(sum, coefficient, slot).is_some();
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Narrows the range of a variable by the ranges of the others; `None` if the range stays the same.
    fn narrow_one(&mut self, sum: &Sum, coefficient: i64, slot: Slot) -> Option<()> {
        let mut rest = sum.constant;
        for &(other, variable) in sum.summands.iter().filter(|&&(_, variable)| variable != slot) {
            let least = if other > 0 { self.low.get(&variable) } else { self.high.get(&variable) };
            rest = rest.checked_add(other.checked_mul(*least?)?)?;
        }
        // coefficient * x <= -rest
        let limit = rest.checked_neg()?;
        if coefficient > 0 {
            let high = limit.div_euclid(coefficient).min(i64::from(i32::MAX));
            if self.high.get(&slot).is_some_and(|&known| known <= high) {
                return None;
            }
            self.high.insert(slot, high);
        } else {
            // x >= limit / coefficient, rounded up
            let low = (-limit.div_euclid(-coefficient)).max(i64::from(i32::MIN));
            if self.low.get(&slot).is_some_and(|&known| known >= low) {
                return None;
            }
            self.low.insert(slot, low);
        }
        Some(())
    }
}
