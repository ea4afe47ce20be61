//! Lower bounds of weighted literals as clauses or as a counter, if either is small.
//!
//! ```text
//! a + b + c ≥ 3        a, b and c must be true
//! a + b + c ≥ 2        a ∨ b, a ∨ c, b ∨ c: a clause for each pair
//! 3·a + 2·b + … ≥ 9    left to the propagator (`propagate/weight_constraint.rs`)
//! ```
//!
//! A ladder of auxiliary variables for "one of these and the following is true" was tried instead of pairs.
//! It costs more in propagation than it saves in conflicts: Latin squares took three times as long,
//! scheduling twice, a Sokoban plan ten times; only stacks of blocks had half the conflicts, in the same
//! time.
//!
//! Invariant: the clauses are equivalent to the bound, and a counter has one model for each assignment of the
//! literals.

use crate::encode::sequential_counter::SequentialCounters;
use hamadryad_sat::{Lit, Solver};

/// The greatest number of literals for which "at most one is false" becomes a clause for each pair; half as
/// many under a condition.
const PAIRS: usize = 12;

/// `Σ weight·literal ≥ bound`, with positive weights and distinct variables.
pub(crate) struct LowerBound {
    pub(crate) terms: Vec<(Lit, i64)>,
    pub(crate) bound: i64,
}

/// Adds `condition → Σ ≥ bound` as clauses, or as a counter if `counters` are given. Returns the bound if a
/// propagator must enforce it.
pub(crate) fn encode_at_least(
    sat: &mut Solver,
    condition: Option<Lit>,
    terms: &[(Lit, i64)],
    bound: i64,
    counters: Option<&mut SequentialCounters>,
) -> Option<LowerBound> {
    let mut merged = Vec::new();
    let bound = bound - merge_terms(terms, &mut merged);
    let total: i64 = merged.iter().map(|&(_, weight)| weight).sum();
    let unless = condition.map(|lit| !lit);
    if bound <= 0 {
        return None;
    }
    if total < bound {
        let clause: Vec<Lit> = unless.into_iter().collect();
        sat.add_clause(&clause);
        return None;
    }
    for entry in &mut merged {
        entry.1 = entry.1.min(bound);
    }
    if add_clauses(sat, unless, &merged, bound) {
        return None;
    }
    let spare = merged.iter().map(|&(_, weight)| weight).sum::<i64>() - bound;
    if unless.is_none()
        && spare > 1
        && let Some(counters) = counters
        && counters.demand(sat, &merged, bound)
    {
        return None;
    }
    merged.extend(unless.map(|unless| (unless, bound)));
    Some(LowerBound { terms: merged, bound })
}

/// Adds a bound as clauses. `false` if they would be too many.
fn add_clauses(sat: &mut Solver, unless: Option<Lit>, terms: &[(Lit, i64)], bound: i64) -> bool {
    let literals = || terms.iter().map(|&(lit, _)| lit);
    if terms.iter().all(|&(_, weight)| weight == bound) {
        let clause: Vec<Lit> = unless.into_iter().chain(literals()).collect();
        sat.add_clause(&clause);
        return true;
    }
    let spare = terms.iter().map(|&(_, weight)| weight).sum::<i64>() - bound;
    let smallest = terms.iter().map(|&(_, weight)| weight).min().unwrap_or(0);
    if spare < smallest {
        // No literal may be false.
        for lit in literals() {
            let clause: Vec<Lit> = unless.into_iter().chain([lit]).collect();
            sat.add_clause(&clause);
        }
        return true;
    }
    let most = if unless.is_none() { PAIRS } else { PAIRS / 2 };
    let has_pairs = spare == 1 && terms.iter().all(|&(_, weight)| weight == 1) && terms.len() <= most;
    if has_pairs {
        add_pairs(sat, unless, &literals().collect::<Vec<Lit>>());
    }
    has_pairs
}

/// At most one literal is false: a clause for each pair.
fn add_pairs(sat: &mut Solver, unless: Option<Lit>, literals: &[Lit]) {
    for (i, &a) in literals.iter().enumerate() {
        for &b in &literals[..i] {
            let clause: Vec<Lit> = unless.into_iter().chain([a, b]).collect();
            sat.add_clause(&clause);
        }
    }
}

/// Adds up the weights of equal literals. The smaller weight of `l` and `¬l` is paid in any case: it is
/// removed from both, and returned.
pub(crate) fn merge_terms(terms: &[(Lit, i64)], merged: &mut Vec<(Lit, i64)>) -> i64 {
    let mut sorted = terms.to_vec();
    sorted.sort_unstable();
    let mut certain = 0;
    for (lit, weight) in sorted {
        match merged.last_mut() {
            Some((last, sum)) if *last == lit => *sum += weight,
            Some((last, sum)) if *last == !lit => {
                let both = weight.min(*sum);
                certain += both;
                *sum -= both;
                if weight > both {
                    (*last, *sum) = (lit, weight - both);
                }
            }
            _ => merged.push((lit, weight)),
        }
    }
    merged.retain(|&(_, weight)| weight > 0);
    certain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagate::reason_checker::{new_vars, random, random_literal};
    use hamadryad_sat::{NoTheory, Outcome};
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;

    /// A literal, as the place of its variable and its sign, with its weight.
    type Term = (usize, bool, i64);

    /// Random terms over few variables, so that literals occur twice and with both signs.
    fn random_terms(random: &mut ChaCha8Rng) -> Vec<Term> {
        let heaviest = random.random_range(1..=3);
        let term = |random: &mut ChaCha8Rng| {
            (random.random_range(0..5), random.random(), random.random_range(1..=heaviest))
        };
        (0..random.random_range(1..=7)).map(|_| term(random)).collect()
    }

    /// The clauses have exactly the assignments that satisfy the definition.
    #[test]
    fn clauses_are_equivalent_to_the_bound() {
        let mut encoded = 0;
        for seed in 0..400 {
            let random = &mut random(seed);
            let mut sat = Solver::new();
            let vars = new_vars(&mut sat, 6);
            let terms: Vec<(Lit, i64)> = random_terms(random)
                .into_iter()
                .map(|(var, sign, weight)| (if sign { vars[var] } else { !vars[var] }, weight))
                .collect();
            let total: i64 = terms.iter().map(|&(_, weight)| weight).sum();
            let bound = random.random_range(-1..=total + 1);
            let condition = Some(random_literal(random, &vars[5..])).filter(|_| random.random());
            if encode_at_least(&mut sat, condition, &terms, bound, None).is_some() {
                continue;
            }
            encoded += 1;
            for chosen in 0..1u32 << vars.len() {
                let is_true = |lit: Lit| (chosen >> lit.var().index() & 1 == 1) == lit.is_positive();
                let sum: i64 =
                    terms.iter().filter(|&&(lit, _)| is_true(lit)).map(|&(_, weight)| weight).sum();
                let holds = sum >= bound || condition.is_some_and(|lit| !is_true(lit));
                let values: Vec<Lit> =
                    vars.iter().map(|&var| if is_true(var) { var } else { !var }).collect();
                let is_model = sat.is_consistent() && {
                    sat.assume(&mut NoTheory, &values);
                    let outcome = sat.search(&mut NoTheory, &|| false);
                    sat.reset(&mut NoTheory);
                    outcome == Outcome::Model
                };
                assert_eq!(is_model, holds, "{condition:?} {terms:?} {bound} under {values:?}");
            }
        }
        assert!(encoded > 100, "{encoded} bounds became clauses");
    }
}
