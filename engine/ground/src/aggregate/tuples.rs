//! The tuples of an aggregate: a set of tuples, each with its conditions.
//!
//! ```text
//! #sum { 2,x : a; 2,x : b; 3,y }     tuple (2,x) with the conditions a and b, tuple (3,y) as a fact
//! ```
//!
//! Tuples that several instances of a rule share are memoised.

use crate::atoms::domain::hash_of;
use crate::diagnose::warnings::Warnings;
use crate::output::emitter::Emitter;
use hamadryad_aspif::Literal;
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::AggregateFunction;
use hashbrown::{HashMap, HashTable};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

/// Distinct tuples with their conditions.
#[derive(Default)]
pub(crate) struct Tuples {
    terms: Vec<Symbol>,
    literals: Vec<Literal>,
    tuples: Vec<Tuple>,
    table: HashTable<u32>,
}

struct Tuple {
    terms: Range<usize>,
    /// Whether one of its conditions is a fact.
    fact: bool,
    conditions: SmallVec<[Range<usize>; 1]>,
}

impl Tuples {
    pub(crate) fn len(&self) -> usize {
        self.tuples.len()
    }

    /// The first term of a tuple.
    pub(crate) fn weight(&self, tuple: usize) -> Option<Symbol> {
        self.terms[self.tuples[tuple].terms.clone()].first().copied()
    }

    pub(crate) fn is_fact(&self, tuple: usize) -> bool {
        self.tuples[tuple].fact
    }

    /// Adds a tuple with a condition under which it is in the set.
    pub(crate) fn insert(&mut self, tuple: &[Symbol], condition: &[Literal]) {
        let id = self.find(tuple).unwrap_or_else(|| self.add(tuple));
        let Tuple { fact, conditions, .. } = &mut self.tuples[id];
        if *fact || conditions.iter().any(|known| &self.literals[known.clone()] == condition) {
            return;
        }
        *fact = condition.is_empty();
        let start = self.literals.len();
        self.literals.extend_from_slice(condition);
        conditions.push(start..self.literals.len());
    }

    /// Adds a tuple that may be in the set or not.
    pub(crate) fn insert_open(&mut self, tuple: &[Symbol]) {
        if self.find(tuple).is_none() {
            self.add(tuple);
        }
    }

    fn find(&self, tuple: &[Symbol]) -> Option<usize> {
        let is_equal = |&id: &u32| &self.terms[self.tuples[id as usize].terms.clone()] == tuple;
        self.table.find(hash_of(tuple), is_equal).map(|&id| id as usize)
    }

    fn add(&mut self, tuple: &[Symbol]) -> usize {
        let id = self.tuples.len();
        let start = self.terms.len();
        self.terms.extend_from_slice(tuple);
        let terms = start..self.terms.len();
        self.tuples.push(Tuple { terms, fact: false, conditions: SmallVec::new() });
        let (terms, tuples) = (&self.terms, &self.tuples);
        let rehash = |&id: &u32| hash_of(&terms[tuples[id as usize].terms.clone()]);
        self.table.insert_unique(hash_of(tuple), id as u32, rehash);
        id
    }

    /// The conditions under which the tuple is in the set.
    pub(crate) fn conditions(&self, tuple: usize) -> impl Iterator<Item = &[Literal]> {
        self.tuples[tuple].conditions.iter().map(|condition| &self.literals[condition.clone()])
    }

    /// A literal that is true if the tuple, which is not a fact, is in the set.
    pub(crate) fn literal(&self, tuple: usize, emitter: &mut Emitter<'_>) -> Literal {
        let conditions = &self.tuples[tuple].conditions;
        let parts: SmallVec<[Literal; 4]> = conditions
            .iter()
            .map(|condition| emitter.conjunction(&self.literals[condition.clone()]))
            .collect();
        emitter.disjunction(&parts)
    }
}

/// Whether a tuple of this weight counts for the function; if it does not, this is a warning.
pub(crate) fn counts(
    symbols: &Symbols,
    warnings: &mut Warnings,
    function: AggregateFunction,
    weight: Option<Symbol>,
    span: Span,
) -> bool {
    if function == AggregateFunction::Count {
        return true;
    }
    let Some(weight) = weight else {
        warnings.empty.insert(span);
        return false;
    };
    let counts = match (function, symbols.as_number(weight)) {
        (AggregateFunction::Sum, number) => number.is_some(),
        (AggregateFunction::SumPlus, number) => number.is_some_and(|number| number >= 0),
        _ => true,
    };
    if !counts {
        let is_number = symbols.as_number(weight).is_some();
        let is = if is_number { "is negative" } else { "is not a number" };
        warnings.ignore(span, "weight", symbols.display(weight), is);
    }
    counts
}

/// The tuples of aggregates that may be evaluated repeatedly, by the number of the aggregate and the values
/// of its global variables.
#[derive(Clone, Default)]
pub(crate) struct Memo {
    known: HashMap<(usize, SmallVec<[Symbol; 4]>), Arc<Tuples>, FxBuildHasher>,
    /// The last number of an aggregate.
    pub last: usize,
}

impl Memo {
    pub(crate) fn get(&self, key: &(usize, SmallVec<[Symbol; 4]>)) -> Option<Arc<Tuples>> {
        self.known.get(key).cloned()
    }

    pub(crate) fn insert(&mut self, key: (usize, SmallVec<[Symbol; 4]>), tuples: Arc<Tuples>) {
        self.known.insert(key, tuples);
    }

    pub(crate) fn clear(&mut self) {
        self.known.clear();
    }
}
