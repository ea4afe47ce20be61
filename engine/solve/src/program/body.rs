//! The bodies of a step in normal form: sorted, without duplicates, and as simple as their meaning allows.
//!
//! ```text
//! 2 { a = 2; b = 1; a = 1 }    2 { a = 2; b = 1 }: equal literals are added up, weights cut to the bound
//! 2 { a = 1; b = 1 }           a, b: a weight constraint without spare weight is a conjunction
//! a, not a                     no body: it is never true
//! ```
//!
//! Invariant: a weight constraint in normal form has positive weights, distinct literals, a positive bound,
//! and is not equivalent to a conjunction. Equal bodies are stored once.
//!
//! A large program has millions of bodies of two or three literals, so the literals of all conjunctions are in one list. Weight
//! constraints that differ by their bounds share their terms.

use crate::program::term_lists::{TermLists, TermsId};
use hamadryad_aspif::{Body, BodyRef, Literal, Weight, WeightedLiteral};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::ops::Range;

/// A body of a step, by its position in the list of bodies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub(crate) struct BodyId(pub(crate) u32);

impl BodyId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The bodies of a step.
#[derive(Clone, Default)]
pub(crate) struct Bodies {
    places: Vec<Place>,
    /// The literals of the conjunctions.
    literals: Vec<Literal>,
    sums: Vec<Sum>,
    terms: TermLists,
    lookup: HashTable<BodyId>,
    /// The literals of the conjunction that is added.
    scratch: Vec<Literal>,
}

/// A weight constraint.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Sum {
    lower: Weight,
    terms: TermsId,
}

/// Where a body is: the first of its literals in the list and their number, or, with the number `SUM`, its
/// position among the weight constraints.
#[derive(Clone, Copy)]
struct Place {
    first: u32,
    number: u32,
}

/// The number of literals in the place of a weight constraint.
const SUM: u32 = u32::MAX;

impl Place {
    #[inline]
    fn body<'b>(self, literals: &'b [Literal], sums: &[Sum], terms: &'b TermLists) -> BodyRef<'b> {
        let first = self.first as usize;
        if self.number == SUM {
            let sum = sums[first];
            return BodyRef::Sum { lower: sum.lower, literals: terms.get(sum.terms) };
        }
        BodyRef::Normal(&literals[first..first + self.number as usize])
    }

    fn hash(self, literals: &[Literal], sums: &[Sum]) -> u64 {
        let first = self.first as usize;
        match self.number {
            SUM => FxBuildHasher.hash_one(sums[first]),
            number => FxBuildHasher.hash_one(&literals[first..first + number as usize]),
        }
    }
}

impl Bodies {
    /// The number of bodies.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// The body with an id.
    #[inline]
    pub(crate) fn get(&self, id: BodyId) -> BodyRef<'_> {
        self.places[id.index()].body(&self.literals, &self.sums, &self.terms)
    }

    /// The terms of a body, if it is a weight constraint.
    pub(crate) fn terms_of(&self, id: BodyId) -> Option<TermsId> {
        self.sum(id).map(|sum| sum.terms)
    }

    /// All bodies, in the order of their ids.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = BodyRef<'_>> {
        self.places.iter().map(|place| place.body(&self.literals, &self.sums, &self.terms))
    }

    /// All ids, in ascending order.
    pub(crate) fn ids(&self) -> impl ExactSizeIterator<Item = BodyId> + use<> {
        let last: Range<u32> = 0..self.places.len() as u32;
        last.map(BodyId)
    }

    /// The id of a body, which is added if it is new; `None` if the body is contradictory.
    pub(crate) fn add(&mut self, body: BodyRef<'_>) -> Option<BodyId> {
        match body {
            BodyRef::Normal(literals) => {
                let mut normal = std::mem::take(&mut self.scratch);
                normal.clear();
                normal.extend_from_slice(literals);
                normal.sort_unstable_by_key(|lit| (lit.atom(), lit.is_positive()));
                normal.dedup();
                let is_contradictory = normal.windows(2).any(|pair| pair[0] == !pair[1]);
                let id = (!is_contradictory).then(|| self.intern(BodyRef::Normal(&normal)));
                self.scratch = normal;
                id
            }
            BodyRef::Sum { lower, literals } => {
                let normal = normalize_weighted(i64::from(lower), literals)?;
                Some(self.intern(normal.as_ref()))
            }
        }
    }

    /// The id of a body in normal form.
    fn intern(&mut self, body: BodyRef<'_>) -> BodyId {
        match body {
            BodyRef::Normal(literals) => {
                let hash = FxBuildHasher.hash_one(literals);
                if let Some(&known) = self.lookup.find(hash, |&id| self.get(id) == body) {
                    return known;
                }
                let first = position(self.literals.len());
                self.literals.extend_from_slice(literals);
                self.insert(hash, Place { first, number: literals.len() as u32 })
            }
            BodyRef::Sum { lower, literals } => {
                let sum = Sum { lower, terms: self.terms.intern(literals) };
                let hash = FxBuildHasher.hash_one(sum);
                if let Some(&known) = self.lookup.find(hash, |&id| self.sum(id) == Some(sum)) {
                    return known;
                }
                let first = position(self.sums.len());
                self.sums.push(sum);
                self.insert(hash, Place { first, number: SUM })
            }
        }
    }

    /// Gives an id to a new body.
    fn insert(&mut self, hash: u64, place: Place) -> BodyId {
        let Bodies { places, literals, sums, lookup, .. } = self;
        let id = BodyId(u32::try_from(places.len()).expect("fewer than 2^32 bodies in a step"));
        places.push(place);
        lookup.insert_unique(hash, id, |&id| places[id.index()].hash(literals, sums));
        id
    }

    /// A body as a weight constraint.
    fn sum(&self, id: BodyId) -> Option<Sum> {
        let place = self.places[id.index()];
        (place.number == SUM).then(|| self.sums[place.first as usize])
    }

    /// Removes all but the first `number` bodies. Terms stay, and are found again.
    pub(crate) fn truncate(&mut self, number: usize) {
        let removed = self.places.get(number..).unwrap_or_default();
        for sums in [true, false] {
            let first =
                removed.iter().find(|place| (place.number == SUM) == sums).map(|place| place.first as usize);
            match first {
                Some(first) if sums => self.sums.truncate(first),
                Some(first) => self.literals.truncate(first),
                None => {}
            }
        }
        self.places.truncate(number);
        self.lookup.retain(|id| id.index() < number);
    }
}

fn position(length: usize) -> u32 {
    u32::try_from(length).expect("fewer than 2^32 literals in the bodies of a step")
}

/// The normal form of a weight constraint; `None` if it is contradictory.
fn normalize_weighted(lower: i64, literals: &[WeightedLiteral]) -> Option<Body> {
    let mut merged = merge(literals);
    if lower <= 0 {
        return Some(Body::Normal(Vec::new()));
    }
    for entry in &mut merged {
        entry.1 = entry.1.min(lower);
    }
    let total: i64 = merged.iter().map(|&(_, weight)| weight).sum();
    if total < lower {
        return None;
    }
    if merged.iter().all(|&(_, weight)| total - weight < lower) {
        return Some(Body::Normal(merged.into_iter().map(|(lit, _)| lit).collect()));
    }
    let narrow = |value: i64| i32::try_from(value).expect("a weight is at most the bound, which is an i32");
    let literals = merged
        .into_iter()
        .map(|(literal, weight)| WeightedLiteral { literal, weight: narrow(weight) })
        .collect();
    Some(Body::Sum { lower: narrow(lower), literals })
}

/// Adds up the weights of equal literals, and removes literals without weight.
fn merge(literals: &[WeightedLiteral]) -> Vec<(Literal, i64)> {
    let mut sorted: Vec<(Literal, i64)> = literals.iter().map(|l| (l.literal, i64::from(l.weight))).collect();
    sorted.sort_unstable_by_key(|&(lit, _)| (lit.atom(), lit.is_positive()));
    let mut merged: Vec<(Literal, i64)> = Vec::with_capacity(sorted.len());
    for (lit, weight) in sorted {
        match merged.last_mut() {
            Some((last, sum)) if *last == lit => *sum += weight,
            // `a` and `not a` are not merged: every model satisfies one of them, but a reduct may satisfy
            // neither.
            _ => merged.push((lit, weight)),
        }
    }
    merged.retain(|&(_, weight)| weight > 0);
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Literal {
        Literal::new(number).unwrap()
    }

    fn weighted(lower: i32, literals: &[(i32, i32)]) -> Option<Body> {
        let literals: Vec<WeightedLiteral> =
            literals.iter().map(|&(l, weight)| WeightedLiteral { literal: lit(l), weight }).collect();
        normalize_weighted(i64::from(lower), &literals)
    }

    #[test]
    fn weight_constraints_are_simplified() {
        assert_eq!(weighted(0, &[(1, 1)]), Some(Body::Normal(vec![])));
        assert_eq!(weighted(3, &[(1, 1), (2, 1)]), None);
        assert_eq!(weighted(2, &[(1, 1), (2, 1)]), Some(Body::Normal(vec![lit(1), lit(2)])));
        // The weights of equal literals are added up, and a weight beyond the bound is cut to the bound.
        assert_eq!(weighted(3, &[(2, 2), (1, 2), (2, 9)]), weighted(3, &[(1, 2), (2, 3)]));
    }

    #[test]
    fn equal_bodies_are_stored_once() {
        let mut bodies = Bodies::default();
        let first = bodies.add(BodyRef::Normal(&[lit(2), lit(-1), lit(2)]));
        assert_eq!(first, bodies.add(BodyRef::Normal(&[lit(-1), lit(2)])));
        assert_eq!(bodies.add(BodyRef::Normal(&[lit(1), lit(-1)])), None);
        assert_eq!(bodies.len(), 1);
        assert_eq!(bodies.get(first.unwrap()), BodyRef::Normal(&[lit(-1), lit(2)]));
    }

    #[test]
    fn bounds_share_their_terms() {
        let terms = [1, 2, 3, 4].map(|number| WeightedLiteral { literal: lit(number), weight: 1 });
        let mut bodies = Bodies::default();
        let sum = |lower| BodyRef::Sum { lower, literals: &terms };
        let ids = [2, 3, 2].map(|lower| bodies.add(sum(lower)).unwrap());
        assert_eq!((ids[0], bodies.len()), (ids[2], 2));
        assert_eq!(ids.map(|id| bodies.get(id)), [sum(2), sum(3), sum(2)]);
        assert_eq!(bodies.terms_of(ids[0]), bodies.terms_of(ids[1]));
        let conjunction = bodies.add(sum(4)).unwrap();
        assert_eq!(bodies.terms_of(conjunction), None);
    }

    #[test]
    fn removed_bodies_are_new_again() {
        let sum = [1, 2, 3].map(|number| WeightedLiteral { literal: lit(number), weight: 1 });
        let (sum, pair) = (BodyRef::Sum { lower: 2, literals: &sum }, [lit(1), lit(2)]);
        let mut bodies = Bodies::default();
        let kept = bodies.add(BodyRef::Normal(&[]));
        for _ in 0..2 {
            assert_eq!(bodies.add(BodyRef::Normal(&pair)), Some(BodyId(1)));
            assert_eq!(bodies.add(sum), Some(BodyId(2)));
            assert_eq!(
                bodies.iter().collect::<Vec<_>>(),
                [BodyRef::Normal(&[]), BodyRef::Normal(&pair), sum]
            );
            bodies.truncate(1);
            assert_eq!((bodies.len(), bodies.add(BodyRef::Normal(&[]))), (1, kept));
        }
    }
}
