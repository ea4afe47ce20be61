//! Rule bodies in normal form: sorted, without duplicates, and as simple as their meaning allows.
//!
//! ```text
//! 2 { a = 2; b = 1; a = 1 }    2 { a = 2; b = 1 }: equal literals are added up, weights cut to the bound
//! 2 { a = 1; b = 1 }           a, b: a weight constraint without spare weight is a conjunction
//! a, not a                     no body: it is never true
//! ```
//!
//! Invariant: a weight constraint in normal form has positive weights, distinct literals, a positive bound,
//! and is not equivalent to a conjunction.

use hamadryad_aspif::{Body, BodyRef, Literal, WeightedLiteral};

/// A body of a step, by its position in the list of bodies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub(crate) struct BodyId(pub(crate) u32);

impl BodyId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The normal form of a body; `None` if the body is contradictory.
pub(crate) fn normalize(body: BodyRef<'_>) -> Option<Body> {
    match body {
        BodyRef::Normal(literals) => {
            let mut literals = literals.to_vec();
            literals.sort_unstable_by_key(|lit| (lit.atom(), lit.is_positive()));
            literals.dedup();
            let contradictory = literals.windows(2).any(|pair| pair[0] == !pair[1]);
            if contradictory { None } else { Some(Body::Normal(literals)) }
        }
        BodyRef::Sum { lower, literals } => normalize_weighted(i64::from(lower), literals),
    }
}

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
        normalize(BodyRef::Sum { lower, literals: &literals })
    }

    #[test]
    fn weight_constraints_are_simplified() {
        assert_eq!(weighted(0, &[(1, 1)]), Some(Body::Normal(vec![])));
        assert_eq!(weighted(3, &[(1, 1), (2, 1)]), None);
        assert_eq!(weighted(2, &[(1, 1), (2, 1)]), Some(Body::Normal(vec![lit(1), lit(2)])));
        // The weights of equal literals are added up, and a weight beyond the bound is cut to the bound.
        assert_eq!(weighted(3, &[(2, 2), (1, 2), (2, 9)]), weighted(3, &[(1, 2), (2, 3)]));
    }
}
