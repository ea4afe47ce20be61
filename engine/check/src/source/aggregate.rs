//! Aggregates over ground tuples, as formulas.
//!
//! An aggregate depends on the set of its tuples: a tuple belongs to the set if one of its conditions holds.
//! The weight is the first term of the tuple; `#sum` and `#sum+` ignore tuples whose first term is no number
//! (`#sum+` also negative numbers), `#min` and `#max` ignore the empty tuple.

use crate::formula::{Comparison, Formula};
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::ast::AggregateFunction;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The possible tuples of an aggregate, each with the formula of its membership.
pub type Tuples = BTreeMap<Vec<Symbol>, Formula>;

/// A guard, read `aggregate relation value`.
pub type GroundGuard = (Comparison, Symbol);

/// Adds a condition for the membership of a tuple.
pub fn add_tuple(tuples: &mut Tuples, tuple: Vec<Symbol>, condition: Formula) {
    let earlier = tuples.remove(&tuple).unwrap_or(Formula::FALSE);
    tuples.insert(tuple, Formula::or([earlier, condition]));
}

/// The formula that is true if the aggregate satisfies all guards.
pub fn formula(
    symbols: &Symbols,
    function: AggregateFunction,
    tuples: &Tuples,
    guards: &[GroundGuard],
) -> Formula {
    let formula = match function {
        AggregateFunction::Min | AggregateFunction::Max => {
            let satisfies =
                |value| guards.iter().all(|&(relation, bound)| relation.holds(symbols.cmp(value, bound)));
            let (weights, default) = ranked(symbols, function, tuples);
            let cases = weights.into_iter().map(|(weight, part)| (part, satisfies(weight))).collect();
            Formula::First(cases, satisfies(default))
        }
        _ => {
            let mut bounds = Vec::new();
            for &(relation, bound) in guards {
                match symbols.as_number(bound) {
                    Some(number) => bounds.push((relation, i64::from(number))),
                    // A bound that is no number is less or greater than all numbers.
                    None if relation.holds(number_against(symbols, bound)) => {}
                    None => return Formula::FALSE,
                }
            }
            Formula::Sum(terms(symbols, function, tuples), bounds)
        }
    };
    folded(formula)
}

/// The possible values of the aggregate, over all truth values of conditions that are not constant.
pub fn possible_values(symbols: &mut Symbols, function: AggregateFunction, tuples: &Tuples) -> Vec<Symbol> {
    if matches!(function, AggregateFunction::Min | AggregateFunction::Max) {
        let (weights, default) = ranked(symbols, function, tuples);
        let mut values = Vec::new();
        for (weight, part) in weights {
            if part != Formula::FALSE {
                values.push(weight);
            }
            if part == Formula::TRUE {
                return values;
            }
        }
        values.push(default);
        return values;
    }
    let mut sums = BTreeSet::from([0i64]);
    for (weight, part) in terms(symbols, function, tuples) {
        match part {
            Formula::Constant(false) => {}
            Formula::Constant(true) => sums = sums.into_iter().map(|sum| sum + weight).collect(),
            _ => sums = sums.iter().flat_map(|&sum| [sum, sum + weight]).collect(),
        }
    }
    sums.into_iter().filter_map(|sum| i32::try_from(sum).ok()).map(|sum| symbols.number(sum)).collect()
}

/// Whether the aggregate ignores a tuple for every condition: in a head, the tuple then gives no choice
/// either.
pub fn is_ignored(symbols: &Symbols, function: AggregateFunction, tuple: &[Symbol]) -> bool {
    match function {
        AggregateFunction::Count => false,
        AggregateFunction::Sum | AggregateFunction::SumPlus => {
            tuple.first().is_none_or(|&weight| symbols.as_number(weight).is_none())
        }
        AggregateFunction::Min | AggregateFunction::Max => tuple.is_empty(),
    }
}

fn terms(symbols: &Symbols, function: AggregateFunction, tuples: &Tuples) -> Vec<(i64, Formula)> {
    let weight = |tuple: &Vec<Symbol>| match function {
        AggregateFunction::Count => Some(1),
        _ => symbols.as_number(*tuple.first()?).map(i64::from),
    };
    let counts = |weight: i64| function != AggregateFunction::SumPlus || weight > 0;
    let weighted = tuples.iter().filter_map(|(tuple, part)| Some((weight(tuple)?, part.clone())));
    weighted.filter(|(weight, _)| counts(*weight)).collect()
}

/// The weights in the order in which they determine the value, each with the formula of its membership, and
/// the value of the empty set.
fn ranked(
    symbols: &Symbols,
    function: AggregateFunction,
    tuples: &Tuples,
) -> (Vec<(Symbol, Formula)>, Symbol) {
    let mut by_weight: BTreeMap<Symbol, Vec<Formula>> = BTreeMap::new();
    for (tuple, part) in tuples {
        if let Some(&weight) = tuple.first() {
            by_weight.entry(weight).or_default().push(part.clone());
        }
    }
    let mut weights: Vec<_> =
        by_weight.into_iter().map(|(weight, parts)| (weight, Formula::or(parts))).collect();
    weights.sort_by(|(left, _), (right, _)| symbols.cmp(*left, *right));
    if function == AggregateFunction::Max {
        weights.reverse();
        return (weights, Symbol::INFIMUM);
    }
    (weights, Symbol::SUPREMUM)
}

fn number_against(symbols: &Symbols, bound: Symbol) -> Ordering {
    symbols.cmp(Symbol::small_number(0).expect("a small number"), bound)
}

fn folded(formula: Formula) -> Formula {
    let mut atoms = Vec::new();
    formula.collect_atoms(&mut atoms);
    if atoms.is_empty() { Formula::Constant(formula.holds(&|_| false)) } else { formula }
}
