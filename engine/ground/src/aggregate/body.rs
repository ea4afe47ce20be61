//! Body aggregates: their tuples are collected, their guards become literals.
//!
//! ```text
//! a(X) :- b(X), 2 <= #count { Y : c(X,Y) }.     -- the tuples are collected anew for each X
//! ```
//!
//! An assignment tries every value that can be reached.

use crate::aggregate::guard::Truth;
use crate::aggregate::tuples::Tuples;
use crate::instantiate::join::{Callback, Instantiator, NOTHING};
use crate::plan::{AggregatePlan, Conjunction};
use crate::rewrite::unpool::inverse;
use hamadryad_symbol::Symbol;
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{AggregateFunction, Relation, Sign};
use smallvec::SmallVec;
use std::sync::Arc;

impl<'a> Instantiator<'a> {
    /// The step of an aggregate in a body.
    pub(crate) fn aggregate(
        &mut self,
        aggregate: &AggregatePlan,
        plan: &Conjunction,
        at: usize,
        leaf: Callback<'_, 'a>,
    ) -> usize {
        let depth = self.body.len();
        let Some(mut guards) = self.guard_values(aggregate) else { return NOTHING };
        let mut sign = aggregate.sign;
        if let (Sign::Not, [(relation, _)]) = (sign, &mut guards[..]) {
            (sign, *relation) = (Sign::None, inverse(*relation));
        }
        let tuples = self.tuples(aggregate);
        if aggregate.tests_choice {
            let may_hold = self.may_hold(aggregate.function, &tuples, &guards);
            return if may_hold { self.descend(plan, at, depth, leaf) } else { NOTHING };
        }
        if aggregate.assignments.is_empty() {
            let truth = self.guards(aggregate.function, &tuples, &guards);
            let truth = self.signed(sign, truth);
            return if self.assume(truth) { self.descend(plan, at, depth, leaf) } else { NOTHING };
        }
        let values = self.values_of(aggregate.function, &tuples);
        self.warnings.explosions.note(aggregate.span, values.len());
        let mut best = NOTHING;
        for value in values {
            if self.tick() {
                break;
            }
            if !aggregate.assignments.iter().all(|pattern| self.unify(pattern, value)) {
                continue;
            }
            let mut all = guards.clone();
            all.push((Relation::Equal, value));
            let truth = self.guards(aggregate.function, &tuples, &all);
            if self.assume(truth) {
                best = best.min(self.descend(plan, at, depth, leaf));
            }
        }
        best
    }

    fn guard_values(&mut self, aggregate: &AggregatePlan) -> Option<SmallVec<[(Relation, Symbol); 2]>> {
        aggregate.guards.iter().map(|(relation, term)| Some((*relation, self.value(term)?))).collect()
    }

    /// The bounds of a choice: what must not hold in each instance of its body.
    pub(crate) fn bound(&mut self, aggregate: &AggregatePlan) {
        let Some(guards) = self.guard_values(aggregate) else { return };
        let tuples = self.tuples(aggregate);
        for (relation, value) in guards {
            let violations = match relation {
                Relation::Equal => &[Relation::Less, Relation::Greater][..],
                _ => &[inverse(relation)][..],
            };
            for &violation in violations {
                match self.guards(aggregate.function, &tuples, &[(violation, value)]) {
                    Truth::False => {}
                    Truth::True => self.constrain(&[]),
                    Truth::All(literals) => self.constrain(&literals),
                }
            }
        }
    }

    /// Adds what the aggregate needs to the body; `false` where it does not hold.
    fn assume(&mut self, truth: Truth) -> bool {
        match truth {
            Truth::False => return false,
            Truth::True => {}
            Truth::All(literals) => self.body.extend(literals),
        }
        true
    }

    /// The tuples of the aggregate under the present assignment of its global variables.
    fn tuples(&mut self, aggregate: &AggregatePlan) -> Arc<Tuples> {
        let key = aggregate
            .memoize
            .map(|number| (number, aggregate.globals.iter().map(|&slot| self.frame[slot]).collect()));
        if let Some(known) = key.as_ref().and_then(|key| self.memo.get(key)) {
            return known;
        }
        let tuples = Arc::new(self.collect(aggregate));
        if let Some(key) = key {
            self.memo.insert(key, Arc::clone(&tuples));
        }
        tuples
    }

    fn collect(&mut self, aggregate: &AggregatePlan) -> Tuples {
        let mut tuples = Tuples::default();
        let depth = self.body.len();
        for element in &aggregate.elements {
            self.run(&element.condition, &mut |machine| {
                let Some(tuple) = machine.values(&element.tuple) else { return };
                if machine.counts(aggregate.function, tuple.first().copied(), element.span) {
                    match aggregate.tests_choice {
                        true => tuples.insert_open(&tuple),
                        false => tuples.insert(&tuple, &machine.body[depth..]),
                    }
                }
            });
        }
        tuples
    }

    /// Whether a tuple of this weight counts for the function.
    pub(crate) fn counts(&mut self, function: AggregateFunction, weight: Option<Symbol>, span: Span) -> bool {
        if function == AggregateFunction::Count {
            return true;
        }
        let Some(weight) = weight else {
            self.warnings.empty.insert(span);
            return false;
        };
        let counts = match (function, self.symbols.as_number(weight)) {
            (AggregateFunction::Sum, number) => number.is_some(),
            (AggregateFunction::SumPlus, number) => number.is_some_and(|number| number >= 0),
            _ => true,
        };
        if !counts {
            let is_number = self.symbols.as_number(weight).is_some();
            self.ignore(span, "weight", weight, if is_number { "is negative" } else { "is not a number" });
        }
        counts
    }

    /// Notes that a tuple is ignored, and the first reason for each place.
    pub(crate) fn ignore(&mut self, span: Span, what: &str, value: Symbol, is: &str) {
        let value = self.symbols.display(value);
        self.warnings.ignored.entry(span).or_insert_with(|| format!("its {what} `{value}` {is}"));
    }

    fn signed(&mut self, sign: Sign, truth: Truth) -> Truth {
        match sign {
            Sign::None => truth,
            Sign::Not => self.negation(truth),
            Sign::NotNot if self.derives_nothing => truth,
            Sign::NotNot => {
                let negation = self.negation(truth);
                self.negation(negation)
            }
        }
    }
}
