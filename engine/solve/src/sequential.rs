//! Sequential counters: how many of some literals are true, told by variables that clauses define.
//!
//! ```text
//!            j = 1   2   3          "of the literals from the i-th on, at least j are true":
//!     i = 1      ·   ·   ●          it is, if that holds from the next one on,
//!         2      ·  ╱│   │          or if this one is true and from the next one on at least j - 1 are
//!         3      ● ╱ ●   ●          (C. Sinz: "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005)
//! ```
//!
//! A sum as a whole tells the search that these 22 literals are false and so that one is true; what it learns speaks of the same
//! literals again. With a counter it can learn what holds whatever the literals are of which there are so many: a loop of 22 fields on a
//! board of 126 took a third of the conflicts. It costs many variables, so it is for what must hold in any case, and there
//! for bounds that are small or leave little room.
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
fn define(sat: &mut Solver, made: &HashMap<(usize, usize), Lit>, literals: &[Lit], place: usize, number: usize) {
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
