//! The tuples of an aggregate in a world, and the values that the aggregate may have.

use crate::arithmetic::satisfies;
use crate::inspect::frame::{Computed, Frame};
use crate::inspect::inspector::Inspector;
use crate::inspect::world::Status;
use crate::ir::{Aggregate, Literal};
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::ast::{AggregateFunction, Relation, Sign};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// A tuple that is not excluded.
#[derive(Clone, Debug)]
pub(crate) struct Tuple {
    pub terms: Vec<Symbol>,
    pub status: Status,
    /// The positive atoms of each condition that makes the tuple true.
    pub conditions: Vec<Vec<Symbol>>,
}

/// The tuples of an aggregate.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorldTuples {
    pub all: Vec<Tuple>,
}

impl Inspector<'_> {
    /// The tuples of an aggregate that are not excluded.
    pub(crate) fn tuples(&mut self, aggregate: &Aggregate, global: &[bool], frame: &Frame) -> WorldTuples {
        let mut tuples: IndexMap<Vec<Symbol>, Tuple, FxBuildHasher> = IndexMap::default();
        for element in &aggregate.elements {
            for (found, status) in self.solutions(&element.condition, global, frame) {
                let terms: Option<Vec<Symbol>> = element
                    .tuple
                    .iter()
                    .map(|term| match self.compute(term, &found.frame) {
                        Computed::Value(value) => Some(value),
                        _ => None,
                    })
                    .collect();
                let Some(terms) = terms.filter(|terms| counts(self.symbols, aggregate.function, terms))
                else {
                    continue;
                };
                let condition = positive_atoms(&element.condition, &found.matched);
                let tuple = tuples.entry(terms.clone()).or_insert_with(|| Tuple {
                    terms,
                    status,
                    conditions: Vec::new(),
                });
                tuple.status = tuple.status.max(status);
                if status == Status::True {
                    tuple.conditions.push(condition);
                }
            }
        }
        WorldTuples { all: tuples.into_values().collect() }
    }
}

/// The atoms that positive literals match.
pub(crate) fn positive_atoms(literals: &[Literal], matched: &[Option<Symbol>]) -> Vec<Symbol> {
    let is_positive = |literal: &Literal| matches!(literal, Literal::Predicate { sign: Sign::None, .. });
    let positive = literals.iter().zip(matched).filter(|(literal, _)| is_positive(literal));
    positive.filter_map(|(_, &atom)| atom).collect()
}

fn counts(symbols: &Symbols, function: AggregateFunction, terms: &[Symbol]) -> bool {
    let weight = terms.first().map(|&weight| symbols.as_number(weight));
    match function {
        AggregateFunction::Count => true,
        AggregateFunction::Sum => weight.flatten().is_some(),
        AggregateFunction::SumPlus => weight.flatten().is_some_and(|weight| weight >= 0),
        AggregateFunction::Min | AggregateFunction::Max => weight.is_some(),
    }
}

impl WorldTuples {
    /// The weight of a tuple in a sum.
    pub(crate) fn weight(symbols: &Symbols, function: AggregateFunction, tuple: &Tuple) -> i64 {
        match function {
            AggregateFunction::Count => 1,
            _ => i64::from(tuple.terms.first().and_then(|&weight| symbols.as_number(weight)).unwrap_or(0)),
        }
    }

    /// The least and the greatest sum.
    fn sums(&self, symbols: &Symbols, function: AggregateFunction) -> (i64, i64) {
        let (mut low, mut high) = (0, 0);
        for tuple in &self.all {
            let weight = Self::weight(symbols, function, tuple);
            let is_certain = tuple.status == Status::True;
            low += if is_certain || weight < 0 { weight } else { 0 };
            high += if is_certain || weight > 0 { weight } else { 0 };
        }
        (low, high)
    }

    /// The values that a minimum or maximum may have.
    fn extremes(&self, symbols: &Symbols, function: AggregateFunction) -> Vec<Symbol> {
        let is_max = function == AggregateFunction::Max;
        let neutral = if is_max { Symbol::INFIMUM } else { Symbol::SUPREMUM };
        let is_better = |a: Symbol, b: Symbol| {
            let order = symbols.cmp(a, b);
            if is_max { order.is_gt() } else { order.is_lt() }
        };
        let certain =
            self.all.iter().filter(|tuple| tuple.status == Status::True).map(|tuple| tuple.terms[0]);
        let certain =
            certain.fold(neutral, |best, weight| if is_better(weight, best) { weight } else { best });
        let open = self.all.iter().filter(|tuple| tuple.status == Status::Open).map(|tuple| tuple.terms[0]);
        [certain].into_iter().chain(open.filter(|&weight| is_better(weight, certain))).collect()
    }

    /// Whether the value of the function satisfies a guard.
    pub(crate) fn compare(
        &self,
        symbols: &Symbols,
        function: AggregateFunction,
        relation: Relation,
        bound: Symbol,
    ) -> Status {
        if matches!(function, AggregateFunction::Min | AggregateFunction::Max) {
            let values = self.extremes(symbols, function);
            let holds = |&value: &Symbol| satisfies(relation, symbols.cmp(value, bound));
            return summary(values.iter().any(holds), values.iter().all(holds));
        }
        let (low, high) = self.sums(symbols, function);
        let Some(bound) = symbols.as_number(bound).map(i64::from) else {
            let zero = Symbol::small_number(0).expect("0 is small");
            return Status::of(satisfies(relation, symbols.cmp(zero, bound)));
        };
        let holds = |value: i64| satisfies(relation, value.cmp(&bound));
        let (ends, middle) = ((holds(low), holds(high)), (low..=high).contains(&bound));
        match relation {
            Relation::Equal => summary(middle, low == high && middle),
            Relation::NotEqual => summary(low != high || !middle, !middle),
            _ => summary(ends.0 || ends.1, ends.0 && ends.1),
        }
    }

    /// All values that the function may have, as far as they are at most `limit`.
    pub(crate) fn values(
        &self,
        symbols: &mut Symbols,
        function: AggregateFunction,
        limit: i64,
    ) -> Vec<Symbol> {
        if matches!(function, AggregateFunction::Min | AggregateFunction::Max) {
            return self.extremes(symbols, function);
        }
        let (low, high) = self.sums(symbols, function);
        let values = (low..=high.min(low + limit)).filter_map(|value| i32::try_from(value).ok());
        values.map(|value| symbols.number(value)).collect()
    }

    /// The value of the function, if all tuples are decided.
    pub(crate) fn value(&self, symbols: &mut Symbols, function: AggregateFunction) -> Option<Symbol> {
        if self.all.iter().any(|tuple| tuple.status == Status::Open) {
            return None;
        }
        self.values(symbols, function, 0).first().copied()
    }
}

fn summary(some: bool, all: bool) -> Status {
    match (some, all) {
        (_, true) => Status::True,
        (true, false) => Status::Open,
        (false, false) => Status::False,
    }
}
