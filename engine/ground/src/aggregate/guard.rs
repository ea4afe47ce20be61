//! Guards of aggregates as literals.
//!
//! ```text
//! 2 <= #sum { 3,x : a; 2,y : b; -1,z : c } <= 4
//!     -->  s :- 3 <= 3*a + 2*b + 1*(not c).   t :- 6 <= 3*a + 2*b + 1*(not c).   and the literals  s, not t
//! ```
//!
//! Guards that always or never hold, given what are facts, write nothing. A disjunction under `not` and a sum that needs
//! all of its summands stand as literals in the body.

use crate::aggregate::tuples::Tuples;
use crate::instantiate::join::Instantiator;
use hamadryad_aspif::{Atom, Literal, WeightedLiteral};
use hamadryad_symbol::Symbol;
use hamadryad_syntax::ast::{AggregateFunction, Relation};
use smallvec::{SmallVec, smallvec};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// What a guard comes to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Truth {
    False,
    True,
    /// All of the literals; there is at least one.
    All(SmallVec<[Literal; 2]>),
}

impl Truth {
    pub(crate) fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::True, truth) | (truth, Truth::True) => truth,
            (Truth::All(mut all), Truth::All(more)) => {
                all.extend(more);
                Truth::All(all)
            }
        }
    }
}

impl Instantiator<'_> {
    pub(crate) fn negation(&mut self, truth: Truth) -> Truth {
        match truth {
            Truth::False => Truth::True,
            Truth::True => Truth::False,
            Truth::All(literals) => {
                let all = self.emitter.conjunction(&literals);
                Truth::All(smallvec![self.negate(all)])
            }
        }
    }

    /// The literal `not literal`; without loops, two negations cancel each other.
    pub(crate) fn negate(&mut self, literal: Literal) -> Literal {
        if self.derives_nothing { !literal } else { self.emitter.negated(literal) }
    }

    /// Whether the value of the function satisfies all guards.
    pub(crate) fn guards(
        &mut self,
        function: AggregateFunction,
        tuples: &Tuples,
        guards: &[(Relation, Symbol)],
    ) -> Truth {
        if self.contradict(function, guards) {
            return Truth::False;
        }
        guards.iter().fold(Truth::True, |truth, &(relation, value)| {
            if truth == Truth::False {
                return truth;
            }
            let guard = match function {
                AggregateFunction::Min | AggregateFunction::Max => {
                    self.extremum_guard(function, tuples, relation, value)
                }
                _ => self.sum_guard(function, tuples, relation, value),
            };
            truth.and(guard)
        })
    }

    /// Whether no number satisfies all guards of a sum: nothing is written for `2 < #sum{…} < 2`.
    fn contradict(&self, function: AggregateFunction, guards: &[(Relation, Symbol)]) -> bool {
        if guards.len() < 2 || matches!(function, AggregateFunction::Min | AggregateFunction::Max) {
            return false;
        }
        let (mut least, mut greatest) = (i64::MIN, i64::MAX);
        for &(relation, value) in guards {
            let Some(number) = self.symbols.as_number(value).map(i64::from) else { continue };
            if matches!(relation, Relation::Equal | Relation::GreaterEqual | Relation::Greater) {
                least = least.max(number + i64::from(relation == Relation::Greater));
            }
            if matches!(relation, Relation::Equal | Relation::LessEqual | Relation::Less) {
                greatest = greatest.min(number - i64::from(relation == Relation::Less));
            }
        }
        least > greatest
    }

    /// Whether the value of the function may satisfy each guard, given what are facts.
    pub(crate) fn may_hold(
        &self,
        function: AggregateFunction,
        tuples: &Tuples,
        guards: &[(Relation, Symbol)],
    ) -> bool {
        let possible = |&(relation, value): &(Relation, Symbol)| match function {
            AggregateFunction::Min | AggregateFunction::Max => {
                self.extremum_may_be(function == AggregateFunction::Max, tuples, relation, value)
            }
            _ => match self.symbols.as_number(value) {
                Some(number) => self.summands(function, tuples).may_be(relation, i64::from(number)),
                None => self.number_compares(relation, value),
            },
        };
        !self.contradict(function, guards) && guards.iter().all(possible)
    }

    /// Whether every number stands in the relation to something that is no number.
    fn number_compares(&self, relation: Relation, value: Symbol) -> bool {
        self.holds(relation, Symbol::small_number(0).expect("0 is small"), value)
    }

    fn sum_guard(
        &mut self,
        function: AggregateFunction,
        tuples: &Tuples,
        relation: Relation,
        value: Symbol,
    ) -> Truth {
        let Some(number) = self.symbols.as_number(value) else {
            let holds = self.number_compares(relation, value);
            return if holds { Truth::True } else { Truth::False };
        };
        let number = i64::from(number);
        let sum = self.summands(function, tuples);
        match relation {
            Relation::GreaterEqual => self.at_least(tuples, &sum, number),
            Relation::Greater => self.at_least(tuples, &sum, number + 1),
            Relation::Less => self.less_than(tuples, &sum, number),
            Relation::LessEqual => self.less_than(tuples, &sum, number + 1),
            Relation::Equal => self.exactly(tuples, &sum, number),
            Relation::NotEqual if self.in_loop.is_some() => self.differs_in_loop(tuples, &sum, number),
            Relation::NotEqual => {
                let equal = self.exactly(tuples, &sum, number);
                self.negation(equal)
            }
        }
    }

    fn exactly(&mut self, tuples: &Tuples, sum: &Summands, number: i64) -> Truth {
        if number < sum.least || number > sum.greatest {
            return Truth::False;
        }
        let lower = self.at_least(tuples, sum, number);
        lower.and(self.less_than(tuples, sum, number + 1))
    }

    fn summands(&self, function: AggregateFunction, tuples: &Tuples) -> Summands {
        let mut sum = Summands::default();
        for tuple in 0..tuples.len() {
            let weight = match function {
                AggregateFunction::Count => 1,
                _ => {
                    let weight = tuples.weight(tuple).and_then(|weight| self.symbols.as_number(weight));
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

    /// The summands with positive weights, and what they must reach so that the sum reaches `number`.
    fn reaching(
        &mut self,
        tuples: &Tuples,
        sum: &Summands,
        number: i64,
    ) -> (i64, SmallVec<[(Literal, i64); 8]>) {
        let mut summands = SmallVec::new();
        for &(tuple, weight) in &sum.open {
            let literal = tuples.literal(tuple, &mut self.emitter);
            summands.push(if weight > 0 { (literal, weight) } else { (self.negate(literal), -weight) });
        }
        (number - sum.least, summands)
    }

    fn at_least(&mut self, tuples: &Tuples, sum: &Summands, number: i64) -> Truth {
        if number <= sum.least {
            return Truth::True;
        }
        if number > sum.greatest {
            return Truth::False;
        }
        if self.negative_loops(tuples, sum) {
            let name = self.emitter.written.fresh();
            self.define_reached(name, tuples, sum, number);
            return Truth::All(smallvec![name.positive()]);
        }
        let (lower, summands) = self.reaching(tuples, sum, number);
        if summands.iter().map(|&(_, weight)| weight.min(lower)).sum::<i64>() == lower {
            return Truth::All(summands.iter().map(|&(literal, _)| literal).collect());
        }
        Truth::All(smallvec![self.reached(lower, &summands)])
    }

    fn less_than(&mut self, tuples: &Tuples, sum: &Summands, number: i64) -> Truth {
        if number <= sum.least {
            return Truth::False;
        }
        if number > sum.greatest {
            return Truth::True;
        }
        if self.negative_loops(tuples, sum) {
            let opposite = sum.opposite();
            return self.at_least(tuples, &opposite, 1 - number);
        }
        let (lower, summands) = self.reaching(tuples, sum, number);
        let any = summands.iter().all(|&(_, weight)| weight >= lower);
        if any && (self.derives_nothing || summands.iter().all(|(literal, _)| literal.is_positive())) {
            return Truth::All(summands.iter().map(|&(literal, _)| !literal).collect());
        }
        let reached = self.reached(lower, &summands);
        Truth::All(smallvec![self.negate(reached)])
    }

    /// Whether a tuple with a negative weight is in a loop with what is being defined.
    fn negative_loops(&mut self, tuples: &Tuples, sum: &Summands) -> bool {
        self.in_loop.is_some()
            && sum.open.iter().any(|&(tuple, weight)| {
                weight < 0 && {
                    let literal = tuples.literal(tuple, &mut self.emitter);
                    self.loops_with(literal)
                }
            })
    }

    /// Writes that the name holds where the sum reaches the number, which it can; negative weights may be in a loop with
    /// the name.
    fn define_reached(&mut self, name: Atom, tuples: &Tuples, sum: &Summands, number: i64) {
        if number <= sum.least {
            return self.emitter.fact(name);
        }
        let mut summands: Vec<(Literal, i64)> = Vec::new();
        for &(tuple, weight) in &sum.open {
            let literal = if weight > 0 {
                tuples.literal(tuple, &mut self.emitter)
            } else {
                self.negate_tuple_within(name, tuples, tuple)
            };
            summands.push((literal, weight.abs()));
        }
        let reached = self.reached(number - sum.least, &summands);
        self.emitter.derive(name, &[reached]);
    }

    /// `!=` of a sum that is in a loop with its tuples: one name holds where the sum is greater, and where it is less.
    fn differs_in_loop(&mut self, tuples: &Tuples, sum: &Summands, number: i64) -> Truth {
        if number < sum.least || number > sum.greatest {
            return Truth::True;
        }
        let name = self.emitter.written.fresh();
        for (sum, beyond) in [(sum, number + 1), (&sum.opposite(), 1 - number)] {
            if beyond <= sum.greatest {
                self.define_reached(name, tuples, sum, beyond);
            }
        }
        Truth::All(smallvec![name.positive()])
    }

    fn reached(&mut self, lower: i64, summands: &[(Literal, i64)]) -> Literal {
        let divisor =
            summands.iter().fold(0, |divisor, &(_, weight)| greatest_common_divisor(divisor, weight));
        let lower = lower.div_euclid(divisor) + i64::from(lower % divisor != 0);
        let Ok(bound) = i32::try_from(lower) else {
            self.emitter.written.overflow();
            return self.emitter.truth();
        };
        let weighted = |&(literal, weight): &(Literal, i64)| {
            let weight = (weight / divisor).min(lower) as i32;
            WeightedLiteral { literal, weight }
        };
        self.emitter.sum(bound, summands.iter().map(weighted).collect())
    }

    /// `#min` and `#max`: something beyond the value is, or is not, in the set.
    fn extremum_guard(
        &mut self,
        function: AggregateFunction,
        tuples: &Tuples,
        relation: Relation,
        value: Symbol,
    ) -> Truth {
        let max = function == AggregateFunction::Max;
        match outward(max, relation) {
            Relation::GreaterEqual => self.some_beyond(max, tuples, value, true),
            Relation::Greater => self.some_beyond(max, tuples, value, false),
            Relation::Less => self.none_beyond(max, tuples, value, true),
            Relation::LessEqual => self.none_beyond(max, tuples, value, false),
            Relation::Equal => self.extremum_is(max, tuples, value),
            Relation::NotEqual if self.in_loop.is_some() => self.extremum_differs_in_loop(max, tuples, value),
            Relation::NotEqual => {
                let equal = self.extremum_is(max, tuples, value);
                self.negation(equal)
            }
        }
    }

    fn extremum_may_be(&self, max: bool, tuples: &Tuples, relation: Relation, value: Symbol) -> bool {
        let some =
            |inclusive| self.beyond(max, tuples, value, inclusive).is_none_or(|found| !found.is_empty());
        let none = |inclusive| self.beyond(max, tuples, value, inclusive).is_some();
        match outward(max, relation) {
            Relation::GreaterEqual => some(true),
            Relation::Greater => some(false),
            Relation::Less => none(true),
            Relation::LessEqual => none(false),
            Relation::Equal => some(true) && none(false),
            Relation::NotEqual => true,
        }
    }

    fn extremum_is(&mut self, max: bool, tuples: &Tuples, value: Symbol) -> Truth {
        match self.some_beyond(max, tuples, value, true) {
            Truth::False => Truth::False,
            some => some.and(self.none_beyond(max, tuples, value, false)),
        }
    }

    /// `!=` of an extremum that is in a loop with its tuples: one is beyond the value, or none has it.
    fn extremum_differs_in_loop(&mut self, max: bool, tuples: &Tuples, value: Symbol) -> Truth {
        let (Some(beyond), with) =
            (self.beyond(max, tuples, value, false), self.beyond(max, tuples, value, true))
        else {
            return Truth::True;
        };
        let name = self.emitter.written.fresh();
        for &tuple in &beyond {
            let literal = tuples.literal(tuple, &mut self.emitter);
            self.emitter.derive(name, &[literal]);
        }
        if let Some(with) = with {
            let equal: Vec<usize> = with.into_iter().filter(|tuple| !beyond.contains(tuple)).collect();
            let without: Vec<Literal> =
                equal.into_iter().map(|tuple| self.negate_tuple_within(name, tuples, tuple)).collect();
            self.emitter.derive(name, &without);
        }
        Truth::All(smallvec![name.positive()])
    }

    /// The tuples whose weight is beyond the value, or the value itself where `inclusive`; `None` where one is a fact.
    fn beyond(&self, max: bool, tuples: &Tuples, value: Symbol, inclusive: bool) -> Option<Vec<usize>> {
        let wanted = if max { Ordering::Greater } else { Ordering::Less };
        let neutral = if max { Symbol::INFIMUM } else { Symbol::SUPREMUM };
        if inclusive && value == neutral {
            return None;
        }
        let mut found = Vec::new();
        for tuple in 0..tuples.len() {
            let weight = tuples.weight(tuple).expect("only tuples with a weight were collected");
            let order = self.symbols.cmp(weight, value);
            if order == wanted || inclusive && order == Ordering::Equal {
                if tuples.is_fact(tuple) {
                    return None;
                }
                found.push(tuple);
            }
        }
        Some(found)
    }

    fn some_beyond(&mut self, max: bool, tuples: &Tuples, value: Symbol, inclusive: bool) -> Truth {
        match self.beyond(max, tuples, value, inclusive) {
            None => Truth::True,
            Some(found) if found.is_empty() => Truth::False,
            Some(found) => {
                let literals = self.literals(tuples, &found);
                Truth::All(smallvec![self.emitter.disjunction(&literals)])
            }
        }
    }

    fn none_beyond(&mut self, max: bool, tuples: &Tuples, value: Symbol, inclusive: bool) -> Truth {
        match self.beyond(max, tuples, value, inclusive) {
            None => Truth::False,
            Some(found) if found.is_empty() => Truth::True,
            Some(found) => {
                let literals = self.literals(tuples, &found);
                if self.derives_nothing || literals.iter().all(|literal| literal.is_positive()) {
                    return Truth::All(literals.iter().map(|&literal| !literal).collect());
                }
                let some = self.emitter.disjunction(&literals);
                Truth::All(smallvec![self.negate(some)])
            }
        }
    }

    fn literals(&mut self, tuples: &Tuples, found: &[usize]) -> Vec<Literal> {
        found.iter().map(|&tuple| tuples.literal(tuple, &mut self.emitter)).collect()
    }

    /// The values that the function may have.
    pub(crate) fn values_of(&mut self, function: AggregateFunction, tuples: &Tuples) -> Vec<Symbol> {
        match function {
            AggregateFunction::Min | AggregateFunction::Max => {
                self.possible_extrema(function == AggregateFunction::Max, tuples)
            }
            _ => self.possible_sums(function, tuples),
        }
    }

    fn possible_sums(&mut self, function: AggregateFunction, tuples: &Tuples) -> Vec<Symbol> {
        let sum = self.summands(function, tuples);
        let facts = sum.least - sum.open.iter().map(|&(_, weight)| weight.min(0)).sum::<i64>();
        let mut sums = BTreeSet::from([facts]);
        for &(_, weight) in &sum.open {
            let with: Vec<i64> = sums.iter().map(|sum| sum + weight).collect();
            sums.extend(with);
            // A set that doubles takes longer each time.
            self.stopped |= sums.len() > 1 << 10 && (self.stop)();
            if self.stopped {
                break;
            }
        }
        let numbers = sums.into_iter().filter_map(|sum| i32::try_from(sum).ok());
        numbers.map(|number| self.symbols.number(number)).collect()
    }

    fn possible_extrema(&mut self, max: bool, tuples: &Tuples) -> Vec<Symbol> {
        let neutral = if max { Symbol::INFIMUM } else { Symbol::SUPREMUM };
        let weight = |tuple| tuples.weight(tuple).expect("only tuples with a weight were collected");
        let mut values: Vec<Symbol> = (0..tuples.len()).map(weight).chain([neutral]).collect();
        values.sort_by(|&a, &b| self.symbols.cmp(a, b));
        values.dedup();
        values
    }
}

/// The summands of a sum, and the range of its values.
#[derive(Default)]
struct Summands {
    least: i64,
    greatest: i64,
    /// The tuples that are no facts, with their weights, which are not 0.
    open: Vec<(usize, i64)>,
}

impl Summands {
    /// The sum with all weights negated.
    fn opposite(&self) -> Summands {
        let open = self.open.iter().map(|&(tuple, weight)| (tuple, -weight)).collect();
        Summands { least: -self.greatest, greatest: -self.least, open }
    }

    /// Whether some value in the range of the sum stands in the relation to the number.
    fn may_be(&self, relation: Relation, number: i64) -> bool {
        match relation {
            Relation::Equal => self.least <= number && number <= self.greatest,
            Relation::NotEqual => self.least != number || self.greatest != number,
            Relation::Less => self.least < number,
            Relation::LessEqual => self.least <= number,
            Relation::Greater => self.greatest > number,
            Relation::GreaterEqual => self.greatest >= number,
        }
    }
}

/// A relation to a minimum as the one to a maximum in the order turned around.
fn outward(max: bool, relation: Relation) -> Relation {
    match relation {
        Relation::Less if !max => Relation::Greater,
        Relation::LessEqual if !max => Relation::GreaterEqual,
        Relation::Greater if !max => Relation::Less,
        Relation::GreaterEqual if !max => Relation::LessEqual,
        relation => relation,
    }
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
