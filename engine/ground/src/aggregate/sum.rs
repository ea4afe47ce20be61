//! Sums and counts as literals: `#sum`, `#sum+` and `#count`.
//!
//! A summand with a negative weight counts as its negation with the opposite weight, so that all weights of a
//! rule are positive.

use crate::aggregate::tuples::Tuples;
use crate::aggregate::writer::{LiteralWriter, Truth};
use hamadryad_aspif::{Atom, Literal, WeightedLiteral};
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::ast::{AggregateFunction, Relation};
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeSet;

/// A sum over tuples, and the range of its values.
pub(crate) struct Sum<'t> {
    tuples: &'t Tuples,
    least: i64,
    greatest: i64,
    /// The tuples that are not facts, with their weights, which are not 0.
    open: Vec<(usize, i64)>,
}

impl<'t> Sum<'t> {
    /// The sum of the weights of the tuples; of 1 for each tuple if the function is `#count`.
    pub(crate) fn new(symbols: &Symbols, function: AggregateFunction, tuples: &'t Tuples) -> Sum<'t> {
        let mut sum = Sum { tuples, least: 0, greatest: 0, open: Vec::new() };
        for tuple in 0..tuples.len() {
            let weight = match function {
                AggregateFunction::Count => 1,
                _ => {
                    let weight = tuples.weight(tuple).and_then(|weight| symbols.as_number(weight));
                    i64::from(weight.expect("only tuples with a number were collected"))
                }
            };
            if tuples.is_fact(tuple) {
                sum.least += weight;
                sum.greatest += weight;
            } else if weight != 0 {
                sum.least += weight.min(0);
                sum.greatest += weight.max(0);
                sum.open.push((tuple, weight));
            }
        }
        sum
    }

    /// The sum with all weights negated.
    fn opposite(&self) -> Sum<'t> {
        let open = self.open.iter().map(|&(tuple, weight)| (tuple, -weight)).collect();
        Sum { tuples: self.tuples, least: -self.greatest, greatest: -self.least, open }
    }

    /// Whether some value in the range of the sum satisfies the comparison with the number.
    pub(crate) fn may_be(&self, relation: Relation, number: i64) -> bool {
        match relation {
            Relation::Equal => self.least <= number && number <= self.greatest,
            Relation::NotEqual => self.least != number || self.greatest != number,
            Relation::Less => self.least < number,
            Relation::LessEqual => self.least <= number,
            Relation::Greater => self.greatest > number,
            Relation::GreaterEqual => self.greatest >= number,
        }
    }

    /// The condition under which the sum satisfies the comparison with the number.
    pub(crate) fn guard(&self, writer: &mut LiteralWriter<'_, '_>, relation: Relation, number: i64) -> Truth {
        match relation {
            Relation::GreaterEqual => self.at_least(writer, number),
            Relation::Greater => self.at_least(writer, number + 1),
            Relation::Less => self.less_than(writer, number),
            Relation::LessEqual => self.less_than(writer, number + 1),
            Relation::Equal => self.exactly(writer, number),
            Relation::NotEqual if writer.positive_loop.is_some() => self.differs_in_loop(writer, number),
            Relation::NotEqual => {
                let equal = self.exactly(writer, number);
                writer.negation(equal)
            }
        }
    }

    fn exactly(&self, writer: &mut LiteralWriter<'_, '_>, number: i64) -> Truth {
        if number < self.least || number > self.greatest {
            return Truth::False;
        }
        let lower = self.at_least(writer, number);
        lower.and(self.less_than(writer, number + 1))
    }

    fn at_least(&self, writer: &mut LiteralWriter<'_, '_>, number: i64) -> Truth {
        if number <= self.least {
            return Truth::True;
        }
        if number > self.greatest {
            return Truth::False;
        }
        if self.has_negative_loop(writer) {
            let name = writer.emitter.written.fresh();
            self.define_reached(writer, name, number);
            return Truth::All(smallvec![name.positive()]);
        }
        let (lower, summands) = self.reaching(writer, number);
        if summands.iter().map(|&(_, weight)| weight.min(lower)).sum::<i64>() == lower {
            return Truth::All(summands.iter().map(|&(literal, _)| literal).collect());
        }
        Truth::All(smallvec![reached(writer, lower, &summands)])
    }

    fn less_than(&self, writer: &mut LiteralWriter<'_, '_>, number: i64) -> Truth {
        if number <= self.least {
            return Truth::False;
        }
        if number > self.greatest {
            return Truth::True;
        }
        if self.has_negative_loop(writer) {
            return self.opposite().at_least(writer, 1 - number);
        }
        let (lower, summands) = self.reaching(writer, number);
        let any = summands.iter().all(|&(_, weight)| weight >= lower);
        if any && (writer.derives_nothing || summands.iter().all(|(literal, _)| literal.is_positive())) {
            return Truth::All(summands.iter().map(|&(literal, _)| !literal).collect());
        }
        let reached = reached(writer, lower, &summands);
        Truth::All(smallvec![writer.negate(reached)])
    }

    /// The summands with positive weights, and the bound that they must reach so that the sum reaches
    /// `number`.
    fn reaching(
        &self,
        writer: &mut LiteralWriter<'_, '_>,
        number: i64,
    ) -> (i64, SmallVec<[(Literal, i64); 8]>) {
        let mut summands = SmallVec::new();
        for &(tuple, weight) in &self.open {
            let literal = self.tuples.literal(tuple, writer.emitter);
            summands.push(if weight > 0 { (literal, weight) } else { (writer.negate(literal), -weight) });
        }
        (number - self.least, summands)
    }

    /// Whether a tuple with a negative weight is in a positive loop with the atom that is being defined.
    fn has_negative_loop(&self, writer: &mut LiteralWriter<'_, '_>) -> bool {
        writer.positive_loop.is_some()
            && self.open.iter().any(|&(tuple, weight)| {
                weight < 0 && {
                    let literal = self.tuples.literal(tuple, writer.emitter);
                    writer.is_in_loop(literal)
                }
            })
    }

    /// Writes that the name holds if the sum reaches the number, which is within its range. Tuples with
    /// negative weights may be in a positive loop with the name.
    fn define_reached(&self, writer: &mut LiteralWriter<'_, '_>, name: Atom, number: i64) {
        if number <= self.least {
            return writer.emitter.fact(name);
        }
        let mut summands: Vec<(Literal, i64)> = Vec::new();
        for &(tuple, weight) in &self.open {
            let literal = if weight > 0 {
                self.tuples.literal(tuple, writer.emitter)
            } else {
                writer.negate_tuple_within(name, self.tuples, tuple)
            };
            summands.push((literal, weight.abs()));
        }
        let reached = reached(writer, number - self.least, &summands);
        writer.emitter.derive(name, &[reached]);
    }

    /// `!=` for a sum in a positive loop with its tuples: a name that holds if the sum is greater, or if it
    /// is less.
    fn differs_in_loop(&self, writer: &mut LiteralWriter<'_, '_>, number: i64) -> Truth {
        if number < self.least || number > self.greatest {
            return Truth::True;
        }
        let name = writer.emitter.written.fresh();
        for (sum, beyond) in [(self, number + 1), (&self.opposite(), 1 - number)] {
            if beyond <= sum.greatest {
                sum.define_reached(writer, name, beyond);
            }
        }
        Truth::All(smallvec![name.positive()])
    }

    /// The values that the sum may have, in ascending order. The computation ends early when `stop` returns
    /// true.
    pub(crate) fn possible_values(
        &self,
        symbols: &mut Symbols,
        stop: &mut dyn FnMut() -> bool,
    ) -> Vec<Symbol> {
        let facts = self.least - self.open.iter().map(|&(_, weight)| weight.min(0)).sum::<i64>();
        let mut sums = BTreeSet::from([facts]);
        for &(_, weight) in &self.open {
            let with: Vec<i64> = sums.iter().map(|sum| sum + weight).collect();
            sums.extend(with);
            // The set may double with each summand.
            if sums.len() > 1 << 10 && stop() {
                break;
            }
        }
        let numbers = sums.into_iter().filter_map(|sum| i32::try_from(sum).ok());
        numbers.map(|number| symbols.number(number)).collect()
    }
}

/// A literal that holds if the summands reach the bound.
fn reached(writer: &mut LiteralWriter<'_, '_>, lower: i64, summands: &[(Literal, i64)]) -> Literal {
    let divisor = summands.iter().fold(0, |divisor, &(_, weight)| greatest_common_divisor(divisor, weight));
    let lower = lower.div_euclid(divisor) + i64::from(lower % divisor != 0);
    let Ok(bound) = i32::try_from(lower) else {
        writer.emitter.written.overflow();
        return writer.emitter.truth();
    };
    let weighted = |&(literal, weight): &(Literal, i64)| {
        let weight = (weight / divisor).min(lower) as i32;
        WeightedLiteral { literal, weight }
    };
    writer.emitter.sum(bound, summands.iter().map(weighted).collect())
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
