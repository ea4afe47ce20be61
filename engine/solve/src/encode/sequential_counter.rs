//! Sequential counters: bounds on weighted literals as clauses with auxiliary variables.
//!
//! ```text
//!            j = 1   2   3          s(i,j): at least j of the literals from the i-th on are true
//!     i = 1      ·   ·   ●          s(i,j) holds if s(i+1,j) holds,
//!         2      ·  ╱│   │          or if the i-th literal is true and s(i+1,j-1) holds
//!         3      ● ╱ ●   ●          (Sinz: "Towards an Optimal CNF Encoding of Boolean Cardinality
//!                                   Constraints", CP 2005)
//! ```
//!
//! The reason of a propagated weight constraint consists of its own literals, and so do the clauses learnt
//! from it. With a counter, the search learns clauses that are independent of the particular literals: loops
//! of 22 fields on a board of 126 took a third of the conflicts. A counter has as many variables as the
//! product of the bound and the spare weight. Therefore only constraints that hold unconditionally get a
//! counter, and only small and large ones: very large ones cost too much, and those of medium size save too
//! little (Gebser et al., "On the Implementation of Weight Constraint Rules in Conflict-Driven ASP Solvers",
//! ICLP 2009, compare both).
//!
//! Invariant: a lower and an upper bound over the same literals share their variables, and each assignment of
//! the literals determines the variables.

use hamadryad_sat::{Lit, Solver};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

/// The number of variables of the largest counter.
const MOST: usize = 15_000;

/// Counters of up to this size are made, such as bounded degrees of trees: they cost little.
const SMALL: usize = 64;

/// Counters from this size on are made: the saved conflicts grow with the size, the costs at each conflict do
/// not. With counters between both sizes, loops of 12 to 16 fields on boards of 43 to 72 take up to twice the
/// time, and loops of 20 on 98 gain nothing.
const LARGE: usize = 1_200;

/// The greatest weight of a counted literal. Two equivalent literals of a cardinality constraint are one of
/// weight 2.
const HEAVIEST: i64 = 2;

/// All counters.
#[derive(Clone, Default)]
pub(crate) struct SequentialCounters {
    /// By terms, sorted by variable with a positive first literal: the variables of their counter.
    made: HashMap<Vec<(Lit, i64)>, Made>,
}

/// By position i and number j: the literal s(i,j).
type Made = HashMap<(usize, i64), Lit>;

impl SequentialCounters {
    /// The literals of all counters.
    pub(crate) fn literals(&self) -> impl Iterator<Item = Lit> + '_ {
        self.made.values().flat_map(|made| made.values().copied())
    }

    /// Requires the weights of the true literals to reach a bound. Variables are distinct, and terms sorted
    /// by variable. `false` if a counter has too many variables.
    pub(crate) fn demand(&mut self, sat: &mut Solver, terms: &[(Lit, i64)], bound: i64) -> bool {
        let total: i64 = terms.iter().map(|&(_, weight)| weight).sum();
        let size =
            usize::try_from(bound.saturating_mul((total - bound).saturating_add(1))).unwrap_or(usize::MAX);
        if size > MOST || (size > SMALL && size < LARGE) || terms.iter().any(|&(_, weight)| weight > HEAVIEST)
        {
            return false;
        }
        let is_flipped = terms.first().is_some_and(|(lit, _)| !lit.is_positive());
        let terms: Vec<(Lit, i64)> =
            terms.iter().map(|&(lit, weight)| (if is_flipped { !lit } else { lit }, weight)).collect();
        // At least `bound` are false if and only if fewer than `total - bound + 1` are true.
        let number = if is_flipped { total - bound + 1 } else { bound };
        let made = self.made.entry(terms.clone()).or_default();
        let whole = count(sat, made, &terms, total, number);
        sat.add_clause(&[if is_flipped { !whole } else { whole }]);
        true
    }
}

/// The literal of "the weights of the true terms reach a number", with all variables that it needs. `total`
/// is the weight of all terms.
fn count(sat: &mut Solver, made: &mut Made, terms: &[(Lit, i64)], total: i64, number: i64) -> Lit {
    // By position: the required numbers, and the weight of the terms from there on.
    let mut required = vec![(BTreeSet::from([number]), total)];
    for (place, &(_, weight)) in terms.iter().enumerate() {
        let (numbers, total) = &required[place];
        let rest = total - weight;
        let next = numbers.iter().flat_map(|&number| [number, number - weight]);
        let next = next.filter(|number| (1..=rest).contains(number)).collect();
        required.push((next, rest));
    }
    for (place, (numbers, _)) in required.iter().enumerate().rev() {
        for &number in numbers {
            if let Entry::Vacant(entry) = made.entry((place, number)) {
                entry.insert(sat.new_var().positive());
                define(sat, made, place, number, terms[place]);
            }
        }
    }
    made[&(0, number)]
}

/// Defines s(i,j) by the variables of the next position. Missing variables are constant.
fn define(sat: &mut Solver, made: &Made, place: usize, number: i64, (literal, weight): (Lit, i64)) {
    let own = made[&(place, number)];
    match made.get(&(place + 1, number)) {
        Some(&without) => {
            sat.add_clause(&[own, !without]);
            sat.add_clause(&[!own, literal, without]);
        }
        None => {
            sat.add_clause(&[!own, literal]);
        }
    }
    match made.get(&(place + 1, number - weight)) {
        Some(&with) => {
            sat.add_clause(&[own, !literal, !with]);
            sat.add_clause(&[!own, with]);
        }
        None => {
            sat.add_clause(&[own, !literal]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad_sat::{NoTheory, Outcome};

    /// All assignments of up to seven literals, some of them negative or of weight 2, under a lower and an
    /// upper bound.
    #[test]
    fn counters_are_equivalent_to_their_bounds() {
        for (count, signs, doubles) in [
            (3, 0u32, 0),
            (5, 0b10010, 0),
            (6, 0b111111, 0),
            (7, 0b0101101, 0),
            (5, 0b00110, 0b10011),
            (4, 0, 0b1111),
        ] {
            let weight = |place: usize| 1 + i64::from(doubles >> place & 1 == 1);
            let total: i64 = (0..count).map(weight).sum();
            for least in 1..=total {
                for most in least..=total {
                    let mut sat = Solver::new();
                    let sign = |lit: Lit, place: usize| if signs >> place & 1 == 1 { !lit } else { lit };
                    let terms: Vec<(Lit, i64)> =
                        (0..count).map(|i| (sign(sat.new_var().positive(), i), weight(i))).collect();
                    let mut counters = SequentialCounters::default();
                    assert!(counters.demand(&mut sat, &terms, least));
                    let before = sat.num_vars();
                    if most < total {
                        let others: Vec<(Lit, i64)> =
                            terms.iter().map(|&(lit, weight)| (!lit, weight)).collect();
                        assert!(counters.demand(&mut sat, &others, total - most));
                    }
                    // The upper bound uses variables of the lower one.
                    assert!(doubles > 0 || sat.num_vars() - before <= count * (most + 1 - least) as usize);
                    for chosen in 0..1u32 << count {
                        let is_chosen = |place: usize| chosen >> place & 1 == 1;
                        let values: Vec<Lit> =
                            (0..count).map(|i| if is_chosen(i) { terms[i].0 } else { !terms[i].0 }).collect();
                        sat.assume(&mut NoTheory, &values);
                        let sum: i64 = (0..count).filter(|&i| is_chosen(i)).map(weight).sum();
                        let is_model = sat.search(&mut NoTheory, &|| false) == Outcome::Model;
                        assert_eq!(is_model, (least..=most).contains(&sum), "{chosen:b} {least}..{most}");
                        sat.reset(&mut NoTheory);
                    }
                }
            }
        }
    }

    /// Counters of medium size and heavy literals are left to the propagator.
    #[test]
    fn small_and_large_counters_are_made() {
        let mut sat = Solver::new();
        let literals: Vec<(Lit, i64)> = (0..80).map(|_| (sat.new_var().positive(), 1)).collect();
        let mut counters = SequentialCounters::default();
        assert!(counters.demand(&mut sat, &literals[..12], 10));
        assert!(!counters.demand(&mut sat, &literals[..65], 16));
        assert!(counters.demand(&mut sat, &literals, 40));
        let heavy: Vec<(Lit, i64)> =
            literals.iter().zip(1..8).map(|(&(lit, _), weight)| (lit, weight)).collect();
        assert!(!counters.demand(&mut sat, &heavy, 5));
    }

    /// Each assignment of the literals extends to one model.
    #[test]
    fn counters_add_no_models() {
        let mut sat = Solver::new();
        let literals: Vec<Lit> = (0..7).map(|_| sat.new_var().positive()).collect();
        let terms: Vec<(Lit, i64)> = literals.iter().map(|&lit| (lit, 1)).collect();
        let mut counters = SequentialCounters::default();
        assert!(counters.demand(&mut sat, &terms, 3));
        let mut models = 0;
        loop {
            sat.assume(&mut NoTheory, &[]);
            if sat.search(&mut NoTheory, &|| false) != Outcome::Model {
                break;
            }
            models += 1;
            let auxiliary = counters.made.values().flat_map(HashMap::values);
            let other: Vec<Lit> =
                auxiliary.chain(&literals).map(|&lit| if sat.is_true(lit) { !lit } else { lit }).collect();
            sat.reset(&mut NoTheory);
            sat.add_clause(&other);
        }
        assert_eq!(models, 99);
    }
}
