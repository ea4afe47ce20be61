//! Sequential counters: how many of some literals are true, told by variables that clauses define.
//!
//! ```text
//!            j = 1   2   3          "of the literals from the i-th on, at least j are true":
//!     i = 1      ·   ·   ●          it is, if that holds from the next one on,
//!         2      ·  ╱│   │          or if this one is true and from the next one on at least j - 1 are
//!         3      ● ╱ ●   ●          (C. Sinz: "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005)
//! ```
//!
//! A sum says that these literals are true, so that others are false, and what the search learns speaks of the same literals again.
//! With a counter it learns what holds whichever literals they are: loops of 22 fields on a board of 126 took a third of the
//! conflicts. A counter costs as many variables as the bound times the room that it leaves; so it is for what must
//! hold in any case, and neither for huge numbers nor for middling ones (Gebser et al., "On the Implementation of Weight Constraint Rules in
//! Conflict-Driven ASP Solvers", ICLP 2009, compare both).
//!
//! At least so many and at most so many of the same literals share their variables.

use hamadryad_sat::{Lit, Solver};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

/// Variables of the largest counter.
const MOST: usize = 15_000;

/// What is smaller is counted, for it costs nothing: bounded degrees of trees.
const SMALL: usize = 64;

/// So is what is larger: what a counter saves in conflicts grows with it, and what it costs at each conflict does not. Between both, loops of
/// 12 to 16 fields on boards of 43 to 72 lose up to half their time and loops of 20 on 98 gain nothing.
const LARGE: usize = 1_200;

/// Literals that weigh more than this are not counted. Equivalent literals of a cardinality are one that weighs twice.
const HEAVIEST: i64 = 2;

/// All of them.
#[derive(Clone, Default)]
pub(crate) struct SequentialCounters {
    /// By the literals, sorted by variable, the first of them positive: what has been made.
    made: HashMap<Vec<(Lit, i64)>, Made>,
}

/// By place and number: "from the literal at this place on, at least so many".
type Made = HashMap<(usize, i64), Lit>;

impl SequentialCounters {
    /// The literals of all counters.
    pub(crate) fn literals(&self) -> impl Iterator<Item = Lit> + '_ {
        self.made.values().flat_map(|made| made.values().copied())
    }

    /// Demands that true literals weigh at least so much, which are distinct in their variables and sorted by these. `false`
    /// where that is not worth its variables.
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
        // At least so many are false: not one more than the rest is true.
        let number = if is_flipped { total - bound + 1 } else { bound };
        let made = self.made.entry(terms.clone()).or_default();
        let whole = count(sat, made, &terms, total, number);
        sat.add_clause(&[if is_flipped { !whole } else { whole }]);
        true
    }
}

/// Makes what is missing to tell whether all terms, which weigh so much in total, weigh at least such a number; which is not certain.
fn count(sat: &mut Solver, made: &mut Made, terms: &[(Lit, i64)], total: i64, number: i64) -> Lit {
    // What each place is asked for, and what weighs so much from there on.
    let mut asked = vec![(BTreeSet::from([number]), total)];
    for (place, &(_, weight)) in terms.iter().enumerate() {
        let (numbers, total) = &asked[place];
        let rest = total - weight;
        let next = numbers.iter().flat_map(|&number| [number, number - weight]);
        let next = next.filter(|number| (1..=rest).contains(number)).collect();
        asked.push((next, rest));
    }
    for (place, (numbers, _)) in asked.iter().enumerate().rev() {
        for &number in numbers {
            if let Entry::Vacant(entry) = made.entry((place, number)) {
                entry.insert(sat.new_var().positive());
                define(sat, made, place, number, terms[place]);
            }
        }
    }
    made[&(0, number)]
}

/// Defines "from this place on, at least so many" by what holds from the next place on.
fn define(sat: &mut Solver, made: &Made, place: usize, number: i64, (literal, weight): (Lit, i64)) {
    let own = made[&(place, number)];
    // Without this literal there may be too few left; with it, it may be enough.
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

    /// All ways to choose from up to seven literals, some of them negative or of double weight, under a bound from below and one
    /// from above.
    #[test]
    fn counts_what_is_true() {
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
                    // What is known below a bound is known for the next one too.
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

    /// What lies between small and large counts is left to sums, and so is what weighs more.
    #[test]
    fn counts_where_it_pays() {
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

    /// Each choice has one way to be counted, so that models can be enumerated.
    #[test]
    fn counting_adds_no_models() {
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
            let told = counters.made.values().flat_map(HashMap::values);
            let other: Vec<Lit> =
                told.chain(&literals).map(|&lit| if sat.is_true(lit) { !lit } else { lit }).collect();
            sat.reset(&mut NoTheory);
            sat.add_clause(&other);
        }
        assert_eq!(models, 99);
    }
}
