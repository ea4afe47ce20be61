//! Equations with a single unbound variable, which bind it.

use crate::ir::{Literal, Slot, SlotSet, Term};
use crate::rewrite::bounds::Sum;
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::ast::{BinaryOperator, Relation};

/// The solution of an equation with a single unbound variable: `X-Y = Z-W` binds the fourth of its variables,
/// so that an index finds the atoms with its value. Numbers wrap around, so only the coefficients 1 and -1
/// have a unique solution.
pub(crate) fn solve(symbols: &Symbols, literal: &Literal, bound: &SlotSet) -> Option<(Slot, Term)> {
    let Literal::Comparison { relation: Relation::Equal, left, right } = literal else { return None };
    let is_arithmetic = |term: &Term| matches!(term, Term::Binary(..) | Term::Linear { .. });
    if !is_arithmetic(left) && !is_arithmetic(right) {
        return None;
    }
    let difference = Sum::of(left, symbols)?.plus(&Sum::of(right, symbols)?.times(-1)?)?;
    solution(&difference, left, right, bound)
}

/// The two solutions of `|X-Y| = Z` with a single unbound variable inside of the bars. So `|X-Y| = |Z-W|`,
/// the condition that two fields share a diagonal, finds the fields of both diagonals instead of testing all
/// fields.
pub(crate) fn solve_absolute(
    symbols: &Symbols,
    literal: &Literal,
    bound: &SlotSet,
) -> Option<(Slot, [Term; 2])> {
    let Literal::Comparison { relation: Relation::Equal, left, right } = literal else { return None };
    let (inner, other) = match (left, right) {
        (Term::Absolute(inner, _), Term::Absolute(other, _)) => (&**inner, &**other),
        (Term::Absolute(inner, _), other) | (other, Term::Absolute(inner, _)) => (&**inner, other),
        _ => return None,
    };
    let (inner, other) = (Sum::of(inner, symbols)?, Sum::of(other, symbols)?);
    let (slot, plus) = solution(&inner.plus(&other.times(-1)?)?, left, right, bound)?;
    let (_, minus) = solution(&inner.plus(&other)?, left, right, bound)?;
    Some((slot, [plus, minus]))
}

/// The only unbound variable of a difference that must be 0, and its value.
fn solution(difference: &Sum, left: &Term, right: &Term, bound: &SlotSet) -> Option<(Slot, Term)> {
    let span = [left, right].into_iter().find_map(Term::span)?;
    let mut unbound = difference.summands.iter().filter(|&&(_, slot)| !bound.contains(slot));
    let (&(coefficient, slot), None) = (unbound.next()?, unbound.next()) else { return None };
    // A variable that cancels out must still be a number, so the equation remains a test.
    let mut kept = true;
    let mut check = |variable| kept &= difference.summands.iter().any(|&(_, other)| other == variable);
    left.variables(&mut check);
    right.variables(&mut check);
    if !kept || coefficient.abs() != 1 {
        return None;
    }
    let rest = difference.summands.iter().filter(|&&(_, other)| other != slot);
    let constant = Symbol::small_number(i32::try_from(-coefficient * difference.constant).ok()?)?;
    let mut term = Term::Constant(constant);
    for &(factor, other) in rest {
        let factor = i32::try_from(-coefficient * factor).ok()?;
        let summand = Term::Linear { slot: other, factor, offset: 0, span };
        term = Term::Binary(BinaryOperator::Add, Box::new((term, summand)), span);
    }
    Some((slot, term))
}
