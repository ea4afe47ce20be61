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
//! hold in any case, and not for large numbers (Gebser et al., "On the Implementation of Weight Constraint Rules in
//! Conflict-Driven ASP Solvers", ICLP 2009, compare both).
//!
//! At least so many and at most so many of the same literals share their variables.

use hamadryad_sat::{Lit, Solver};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Variables of the largest counter.
const MOST: usize = 15_000;

/// All of them.
#[derive(Clone, Default)]
pub(crate) struct SequentialCounters {
    /// By the literals, sorted by variable, the first of them positive: by place and number, what has been made.
    made: HashMap<Vec<Lit>, HashMap<(usize, usize), Lit>>,
}

impl SequentialCounters {
    /// Demands that at least so many literals are true, which are distinct in their variables and sorted by these. `false` where that
    /// would take too many variables.
    pub(crate) fn demand(&mut self, sat: &mut Solver, literals: &[Lit], bound: usize) -> bool {
        let count = literals.len();
        if bound > count || bound * (count - bound + 1) > MOST {
            return false;
        }
        let is_flipped = literals.first().is_some_and(|lit| !lit.is_positive());
        let literals: Vec<Lit> = literals.iter().map(|&lit| if is_flipped { !lit } else { lit }).collect();
        // At least so many are false: not one more than the rest is true.
        let number = if is_flipped { count - bound + 1 } else { bound };
        let made = self.made.entry(literals.clone()).or_default();
        for place in (0..count).rev() {
            for number in number.saturating_sub(place).max(1)..=number.min(count - place) {
                if let Entry::Vacant(entry) = made.entry((place, number)) {
                    entry.insert(sat.new_var().positive());
                    define(sat, made, &literals, place, number);
                }
            }
        }
        let whole = made[&(0, number)];
        sat.add_clause(&[if is_flipped { !whole } else { whole }]);
        true
    }
}

/// Defines "from this place on, at least so many" by what holds from the next place on.
fn define(
    sat: &mut Solver,
    made: &HashMap<(usize, usize), Lit>,
    literals: &[Lit],
    place: usize,
    number: usize,
) {
    let (own, literal) = (made[&(place, number)], literals[place]);
    // Without this literal there may be too few left; with it, one may be enough.
    match made.get(&(place + 1, number)) {
        Some(&without) => {
            sat.add_clause(&[own, !without]);
            sat.add_clause(&[!own, literal, without]);
        }
        None => {
            sat.add_clause(&[!own, literal]);
        }
    }
    match made.get(&(place + 1, number - 1)) {
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

    /// All ways to choose from up to seven literals, some of them negative, under a bound from below and one from above.
    #[test]
    fn counts_what_is_true() {
        for (count, signs) in [(3, 0u32), (5, 0b10010), (6, 0b111111), (7, 0b0101101)] {
            for least in 1..=count {
                for most in least..=count {
                    let mut sat = Solver::new();
                    let sign = |lit: Lit, place: usize| if signs >> place & 1 == 1 { !lit } else { lit };
                    let literals: Vec<Lit> = (0..count).map(|i| sign(sat.new_var().positive(), i)).collect();
                    let mut counters = SequentialCounters::default();
                    assert!(counters.demand(&mut sat, &literals, least));
                    let before = sat.num_vars();
                    if most < count {
                        let others: Vec<Lit> = literals.iter().map(|&lit| !lit).collect();
                        assert!(counters.demand(&mut sat, &others, count - most));
                    }
                    // What is known below a bound is known for the next one too.
                    assert!(sat.num_vars() - before <= count * (most + 1 - least));
                    for chosen in 0..1u32 << count {
                        let values: Vec<Lit> = (0..count)
                            .map(|i| if chosen >> i & 1 == 1 { literals[i] } else { !literals[i] })
                            .collect();
                        sat.assume(&mut NoTheory, &values);
                        let fits = (least..=most).contains(&(chosen.count_ones() as usize));
                        let expected = if fits { Outcome::Model } else { Outcome::Failed };
                        assert_eq!(
                            sat.search(&mut NoTheory, &|| false),
                            expected,
                            "{chosen:b} {least}..{most}"
                        );
                        sat.reset(&mut NoTheory);
                    }
                }
            }
        }
    }

    /// Each choice has one way to be counted, so that models can be enumerated.
    #[test]
    fn counting_adds_no_models() {
        let mut sat = Solver::new();
        let literals: Vec<Lit> = (0..7).map(|_| sat.new_var().positive()).collect();
        let mut counters = SequentialCounters::default();
        assert!(counters.demand(&mut sat, &literals, 3));
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
