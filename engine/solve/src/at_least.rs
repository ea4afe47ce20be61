//! Sums that are equivalent to a literal, as clauses where they are small, else for the propagator.

use crate::solver::AspSolver;
use hamadryad_sat::Lit;

/// Up to this many literals, "at most one is false" is clauses for all pairs.
const SMALL_SUM: usize = 6;

impl AspSolver {
    /// `lit ↔ Σ ≥ bound`
    pub(crate) fn add_sum(&mut self, lit: Lit, terms: Vec<(Lit, i64)>, bound: i64) {
        let value = self.sat.value(lit);
        let total: i64 = terms.iter().map(|&(_, weight)| weight).sum();
        if value != Some(false) {
            self.add_at_least((value.is_none()).then_some(lit), &terms, bound);
        }
        if value != Some(true) {
            let negated: Vec<(Lit, i64)> = terms.iter().map(|&(term, weight)| (!term, weight)).collect();
            self.add_at_least((value.is_none()).then_some(!lit), &negated, total - bound + 1);
        }
    }

    /// `condition → Σ ≥ bound`, as clauses where it is small.
    fn add_at_least(&mut self, condition: Option<Lit>, terms: &[(Lit, i64)], bound: i64) {
        let mut merged = Vec::new();
        let bound = bound - merge_terms(terms, &mut merged);
        let total: i64 = merged.iter().map(|&(_, weight)| weight).sum();
        let unless = condition.map(|lit| !lit);
        if bound <= 0 {
            return;
        }
        if total < bound {
            let clause: Vec<Lit> = unless.into_iter().collect();
            self.sat.add_clause(&clause);
            return;
        }
        for entry in &mut merged {
            entry.1 = entry.1.min(bound);
        }
        if merged.iter().all(|&(_, weight)| weight == bound) {
            let clause: Vec<Lit> = unless.into_iter().chain(merged.iter().map(|&(lit, _)| lit)).collect();
            self.sat.add_clause(&clause);
            return;
        }
        let spare = merged.iter().map(|&(_, weight)| weight).sum::<i64>() - bound;
        let smallest = merged.iter().map(|&(_, weight)| weight).min().unwrap_or(0);
        if spare < smallest {
            // Not one can be missing.
            for &(lit, _) in &merged {
                let clause: Vec<Lit> = unless.into_iter().chain([lit]).collect();
                self.sat.add_clause(&clause);
            }
            return;
        }
        let second = merged.iter().map(|&(_, weight)| weight);
        if merged.len() <= SMALL_SUM && second.clone().all(|weight| weight == 1) && spare == 1 {
            // At most one is missing.
            for (i, &(a, _)) in merged.iter().enumerate() {
                for &(b, _) in &merged[..i] {
                    let clause: Vec<Lit> = unless.into_iter().chain([a, b]).collect();
                    self.sat.add_clause(&clause);
                }
            }
            return;
        }
        if let Some(unless) = unless {
            merged.push((unless, bound));
        }
        self.reasoner.add_sum(&self.sat, &merged, bound);
    }
}

/// Adds up equal literals; of `l` and `¬l`, the smaller weight is certain and returned.
fn merge_terms(terms: &[(Lit, i64)], merged: &mut Vec<(Lit, i64)>) -> i64 {
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
