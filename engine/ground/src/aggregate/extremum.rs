//! Minima and maxima as literals: `#min` and `#max`.
//!
//! ```text
//! #max { X : p(X) } > 3     some p(X) with X > 3 holds
//! ```

use crate::aggregate::tuples::Tuples;
use crate::aggregate::writer::{LiteralWriter, Truth};
use hamadryad_aspif::Literal;
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::ast::Relation;
use smallvec::smallvec;
use std::cmp::Ordering;

/// The minimum or maximum of the weights of tuples.
pub(crate) struct Extremum<'t> {
    pub tuples: &'t Tuples,
    /// Whether it is the maximum. A weight is beyond another if it is greater; for the minimum, if it is
    /// less.
    pub is_max: bool,
}

impl Extremum<'_> {
    /// Whether the extremum may satisfy the comparison with the bound, given the facts.
    pub(crate) fn may_be(&self, symbols: &Symbols, relation: Relation, bound: Symbol) -> bool {
        let some = |inclusive| self.beyond(symbols, bound, inclusive).is_none_or(|found| !found.is_empty());
        let none = |inclusive| self.beyond(symbols, bound, inclusive).is_some();
        match self.outward(relation) {
            Relation::GreaterEqual => some(true),
            Relation::Greater => some(false),
            Relation::Less => none(true),
            Relation::LessEqual => none(false),
            Relation::Equal => some(true) && none(false),
            Relation::NotEqual => true,
        }
    }

    /// The condition under which the extremum satisfies the comparison with the bound.
    pub(crate) fn guard(
        &self,
        writer: &mut LiteralWriter<'_, '_>,
        relation: Relation,
        bound: Symbol,
    ) -> Truth {
        match self.outward(relation) {
            Relation::GreaterEqual => self.some_beyond(writer, bound, true),
            Relation::Greater => self.some_beyond(writer, bound, false),
            Relation::Less => self.none_beyond(writer, bound, true),
            Relation::LessEqual => self.none_beyond(writer, bound, false),
            Relation::Equal => self.equals(writer, bound),
            Relation::NotEqual if writer.positive_loop.is_some() => self.differs_in_loop(writer, bound),
            Relation::NotEqual => {
                let equal = self.equals(writer, bound);
                writer.negation(equal)
            }
        }
    }

    /// A relation to a minimum as the relation to a maximum in the reverse order.
    fn outward(&self, relation: Relation) -> Relation {
        match relation {
            Relation::Less if !self.is_max => Relation::Greater,
            Relation::LessEqual if !self.is_max => Relation::GreaterEqual,
            Relation::Greater if !self.is_max => Relation::Less,
            Relation::GreaterEqual if !self.is_max => Relation::LessEqual,
            relation => relation,
        }
    }

    /// The value of the empty set.
    fn neutral(&self) -> Symbol {
        if self.is_max { Symbol::INFIMUM } else { Symbol::SUPREMUM }
    }

    /// The tuples whose weight is beyond the bound, or equal to it if `inclusive`; `None` if a fact is among
    /// them.
    fn beyond(&self, symbols: &Symbols, bound: Symbol, inclusive: bool) -> Option<Vec<usize>> {
        let wanted = if self.is_max { Ordering::Greater } else { Ordering::Less };
        if inclusive && bound == self.neutral() {
            return None;
        }
        let mut found = Vec::new();
        for tuple in 0..self.tuples.len() {
            let weight = self.tuples.weight(tuple).expect("only tuples with a weight were collected");
            let order = symbols.cmp(weight, bound);
            if order == wanted || inclusive && order == Ordering::Equal {
                if self.tuples.is_fact(tuple) {
                    return None;
                }
                found.push(tuple);
            }
        }
        Some(found)
    }

    fn equals(&self, writer: &mut LiteralWriter<'_, '_>, bound: Symbol) -> Truth {
        match self.some_beyond(writer, bound, true) {
            Truth::False => Truth::False,
            some => some.and(self.none_beyond(writer, bound, false)),
        }
    }

    /// `!=` for an extremum in a positive loop with its tuples: a tuple is beyond the bound, or no tuple has
    /// the bound.
    fn differs_in_loop(&self, writer: &mut LiteralWriter<'_, '_>, bound: Symbol) -> Truth {
        let (Some(beyond), with) =
            (self.beyond(writer.symbols, bound, false), self.beyond(writer.symbols, bound, true))
        else {
            return Truth::True;
        };
        let name = writer.emitter.written.fresh();
        for &tuple in &beyond {
            let literal = self.tuples.literal(tuple, writer.emitter);
            writer.emitter.derive(name, &[literal]);
        }
        if let Some(with) = with {
            let equal: Vec<usize> = with.into_iter().filter(|tuple| !beyond.contains(tuple)).collect();
            let negations =
                equal.into_iter().map(|tuple| writer.negate_tuple_within(name, self.tuples, tuple));
            let without: Vec<Literal> = negations.collect();
            writer.emitter.derive(name, &without);
        }
        Truth::All(smallvec![name.positive()])
    }

    fn some_beyond(&self, writer: &mut LiteralWriter<'_, '_>, bound: Symbol, inclusive: bool) -> Truth {
        match self.beyond(writer.symbols, bound, inclusive) {
            None => Truth::True,
            Some(found) if found.is_empty() => Truth::False,
            Some(found) => {
                let literals = self.literals(writer, &found);
                Truth::All(smallvec![writer.emitter.disjunction(&literals)])
            }
        }
    }

    fn none_beyond(&self, writer: &mut LiteralWriter<'_, '_>, bound: Symbol, inclusive: bool) -> Truth {
        match self.beyond(writer.symbols, bound, inclusive) {
            None => Truth::False,
            Some(found) if found.is_empty() => Truth::True,
            Some(found) => {
                let literals = self.literals(writer, &found);
                if writer.derives_nothing || literals.iter().all(|literal| literal.is_positive()) {
                    return Truth::All(literals.iter().map(|&literal| !literal).collect());
                }
                let some = writer.emitter.disjunction(&literals);
                Truth::All(smallvec![writer.negate(some)])
            }
        }
    }

    fn literals(&self, writer: &mut LiteralWriter<'_, '_>, found: &[usize]) -> Vec<Literal> {
        found.iter().map(|&tuple| self.tuples.literal(tuple, writer.emitter)).collect()
    }

    /// The values that the extremum may have, in ascending order.
    pub(crate) fn possible_values(&self, symbols: &Symbols) -> Vec<Symbol> {
        let weight = |tuple| self.tuples.weight(tuple).expect("only tuples with a weight were collected");
        let mut values: Vec<Symbol> = (0..self.tuples.len()).map(weight).chain([self.neutral()]).collect();
        values.sort_by(|&a, &b| symbols.cmp(a, b));
        values.dedup();
        values
    }
}
