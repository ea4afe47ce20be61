//! Weight constraints that are equivalent to a literal: small or counted ones as clauses, others for the propagator.

use crate::propagate::propagators::Propagators;
use hamadryad_sat::{Lit, Solver};

/// Up to this many literals, "at most one is false" is clauses for all pairs; up to half as many where it holds under a
/// condition.
///
/// Above, it is a sum. A ladder of variables that say "one of these and those after them" was tried, gives the search something to
/// learn with, and costs more than that in propagation: Latin squares took three times as long with it, scheduling twice, a
/// crate-pushing plan ten times; only stacks of blocks had half the conflicts, in the same time.
const PAIRS: usize = 12;

impl Propagators {
    /// `lit ↔ Σ ≥ bound`
    pub(crate) fn define_weight_constraint(
        &mut self,
        sat: &mut Solver,
        lit: Lit,
        terms: &[(Lit, i64)],
        bound: i64,
    ) {
        let value = sat.value(lit);
        let total: i64 = terms.iter().map(|&(_, weight)| weight).sum();
        if value != Some(false) {
            self.add(sat, value.is_none().then_some(lit), terms, bound, true);
        }
        if value != Some(true) {
            let negated: Vec<(Lit, i64)> = terms.iter().map(|&(term, weight)| (!term, weight)).collect();
            self.add(sat, value.is_none().then_some(!lit), &negated, total - bound + 1, true);
        }
    }

    /// `condition → Σ ≥ bound`, as clauses where it is small.
    pub(crate) fn add_at_least(
        &mut self,
        sat: &mut Solver,
        condition: Option<Lit>,
        terms: &[(Lit, i64)],
        bound: i64,
    ) {
        self.add(sat, condition, terms, bound, false);
    }

    /// The same; what is demanded in any case may be counted.
    fn add(
        &mut self,
        sat: &mut Solver,
        condition: Option<Lit>,
        terms: &[(Lit, i64)],
        bound: i64,
        may_count: bool,
    ) {
        let mut merged = Vec::new();
        let bound = bound - merge_terms(terms, &mut merged);
        let total: i64 = merged.iter().map(|&(_, weight)| weight).sum();
        let unless = condition.map(|lit| !lit);
        if bound <= 0 {
            return;
        }
        if total < bound {
            let clause: Vec<Lit> = unless.into_iter().collect();
            sat.add_clause(&clause);
            return;
        }
        for entry in &mut merged {
            entry.1 = entry.1.min(bound);
        }
        if merged.iter().all(|&(_, weight)| weight == bound) {
            let clause: Vec<Lit> = unless.into_iter().chain(merged.iter().map(|&(lit, _)| lit)).collect();
            sat.add_clause(&clause);
            return;
        }
        let spare = merged.iter().map(|&(_, weight)| weight).sum::<i64>() - bound;
        let smallest = merged.iter().map(|&(_, weight)| weight).min().unwrap_or(0);
        if spare < smallest {
            // Not one can be missing.
            for &(lit, _) in &merged {
                let clause: Vec<Lit> = unless.into_iter().chain([lit]).collect();
                sat.add_clause(&clause);
            }
            return;
        }
        if spare == 1 && merged.iter().all(|&(_, weight)| weight == 1) {
            let literals: Vec<Lit> = merged.iter().map(|&(lit, _)| lit).collect();
            let most = if unless.is_none() { PAIRS } else { PAIRS / 2 };
            if literals.len() <= most {
                return add_pairs(sat, unless, &literals);
            }
        }
        // A proof knows no other variables than the program's.
        let is_counted = may_count && unless.is_none() && !self.proof_logger.is_there() && spare > 1;
        if is_counted && self.counters.demand(sat, &merged, bound) {
            return;
        }
        if let Some(unless) = unless {
            merged.push((unless, bound));
        }
        self.add_weight_constraint(sat, &merged, bound);
    }
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

/// Adds up equal literals; of `l` and `¬l`, the smaller weight is certain and returned.
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
