//! The optimum from below: costs that cannot be avoided, core by core.
//!
//! ```text
//! minimise a + b + c     assume that all are false: a core says a ∨ b ∨ c, so that the optimum is at least 1
//!                        assume instead that at most one is true: a model is optimal, a core says that two must be
//! ```
//!
//! Each literal with a cost is assumed to be false; a core is a set of such assumptions that cannot hold together. The least
//! weight in it is certain to be paid. In place of the assumptions of the core there is a new one, that no second
//! literal of it is true, with a counter that can go on from there (Andres, Kaufmann, Matheis, Schaub: "Unsatisfiability-based
//! optimization in clasp", ICLP 2012; Morgado, Dodaro, Marques-Silva: "Core-Guided MaxSAT with Soft Cardinality
//! Constraints", CP 2014). Heavy assumptions come first; where weights differ, counters are made only when all cores of the
//! present assumptions have been found (Ansótegui, Bonet, Gabàs, Levy: "Improving WPM2 for (Weighted) Partial MaxSAT", CP 2013;
//! Berg, Järvisalo: "Weight-Aware Core Extraction in SAT-Based MaxSAT Solving", CP 2017).
//!
//! Invariant: whatever model keeps to the guard costs at least the lower bound on this level, given that it costs on the
//! levels before what the best model costs there; where all assumptions hold in a model, it costs just that.

use crate::encode::totalizer::Totalizer;
use hamadryad_sat::{Lit, Solver};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// In which portions assumptions are made: the dearest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strata {
    /// All at once.
    One,
    /// Down to an eighth of the weight. That is best where cores of no use are given up: with fine strata, tours took twenty
    /// times as long.
    Coarse,
    /// One in sixteen of the different weights, and one more. That is best where there is nothing but cores: with coarse strata,
    /// knapsacks took thirty times as long.
    Fine,
}

/// A core whose counter is still to be made: its literals, of which one at least is false, and the weight.
#[derive(Clone)]
struct Core {
    literals: Vec<Lit>,
    weight: i64,
}

/// One level of the objective, approached from below.
#[derive(Clone)]
pub(crate) struct Cores {
    guard: Lit,
    /// The assumptions with what it costs to give them up.
    soft: BTreeMap<Lit, i64>,
    /// The lower bound, without the constant of the level.
    bound: i64,
    /// Assumptions of at least this weight are made.
    stratum: i64,
    strata: Strata,
    /// All assumptions weigh the same: then counters do not wait. On covers, dominating sets and mazes that is two to eight
    /// times as fast, on tours and knapsacks it would take five times as long.
    is_even: bool,
    waiting: Vec<Core>,
    counters: Vec<Totalizer>,
    /// By assumption that a counter gave: the counter, and how many it says are not reached.
    counted: FxHashMap<Lit, (usize, usize)>,
}

impl Cores {
    /// Begins with the literals of a level that cost something, and their weights.
    pub(crate) fn new(
        sat: &Solver,
        guard: Lit,
        costs: impl Iterator<Item = (Lit, i64)>,
        strata: Strata,
    ) -> Cores {
        let mut cores = Cores {
            guard,
            soft: BTreeMap::new(),
            bound: 0,
            stratum: 1,
            strata,
            is_even: false,
            waiting: Vec::new(),
            counters: Vec::new(),
            counted: FxHashMap::default(),
        };
        for (lit, weight) in costs {
            if sat.is_fixed_true(lit) {
                cores.bound += weight;
            } else if !sat.is_fixed_true(!lit) {
                *cores.soft.entry(!lit).or_insert(0) += weight;
            }
        }
        let mut weights = cores.soft.values();
        let first = weights.next();
        cores.is_even = weights.all(|weight| Some(weight) == first);
        if strata != Strata::One {
            cores.stratum = cores.soft.values().copied().max().unwrap_or(1);
            cores.widen();
        }
        cores
    }

    /// What is known to be paid.
    pub(crate) fn bound(&self) -> i64 {
        self.bound
    }

    /// What is assumed now, the dearest first.
    pub(crate) fn assumptions(&self) -> Vec<Lit> {
        let assumed = self.soft.iter().filter(|&(_, &weight)| weight >= self.stratum);
        let mut assumed: Vec<(i64, Lit)> = assumed.map(|(&lit, &weight)| (-weight, lit)).collect();
        assumed.sort_unstable();
        assumed.into_iter().map(|(_, lit)| lit).collect()
    }

    pub(crate) fn is_soft(&self, lit: Lit) -> bool {
        self.soft.contains_key(&lit)
    }

    /// These assumptions cannot hold together; at level 0.
    pub(crate) fn add(&mut self, literals: Vec<Lit>, sat: &mut Solver, borrowed: &mut Vec<Lit>) {
        let weight = literals.iter().map(|lit| self.soft[lit]).min().expect("a core is not empty");
        self.bound += weight;
        for lit in &literals {
            let left = self.soft.get_mut(lit).expect("a core is of assumptions");
            *left -= weight;
            if *left == 0 {
                self.soft.remove(lit);
            }
        }
        self.waiting.push(Core { literals, weight });
        if self.is_even {
            self.count(sat, borrowed);
        }
    }

    /// All that is assumed now holds in a model: makes the counters that wait, or goes on to lighter assumptions. `false` where
    /// there is nothing left to assume.
    pub(crate) fn go_on(&mut self, sat: &mut Solver, borrowed: &mut Vec<Lit>) -> bool {
        if !self.waiting.is_empty() {
            self.count(sat, borrowed);
            return true;
        }
        if self.stratum <= 1 {
            return false;
        }
        // A stratum ends in a model, which takes its time: hundreds of different weights must not be as many strata.
        let lighter = self.lighter_weights();
        let next = match self.strata {
            Strata::One => None,
            Strata::Coarse => {
                let enough = lighter.partition_point(|&weight| weight > self.stratum / 8);
                lighter.get(enough.saturating_sub(1))
            }
            Strata::Fine => lighter.get(lighter.len() / 16),
        };
        self.stratum = next.copied().unwrap_or(1);
        self.widen();
        true
    }

    /// The different weights of what is not assumed yet, falling.
    fn lighter_weights(&self) -> Vec<i64> {
        let mut lighter: Vec<i64> =
            self.soft.values().copied().filter(|&weight| weight < self.stratum).collect();
        lighter.sort_unstable_by_key(|&weight| std::cmp::Reverse(weight));
        lighter.dedup();
        lighter
    }

    /// Lowers the stratum until there are enough assumptions of similar weights for their number.
    fn widen(&mut self) {
        loop {
            let lighter = self.lighter_weights();
            let assumed = self.soft.values().filter(|&&weight| weight >= self.stratum);
            let mut weights: Vec<i64> = assumed.copied().collect();
            let number = weights.len();
            weights.sort_unstable();
            weights.dedup();
            let Some(&next) = lighter.first() else {
                self.stratum = 1;
                return;
            };
            // Many assumptions for each different weight: this stratum is worth a search.
            if number * 4 > weights.len() * 5 {
                return;
            }
            self.stratum = next;
        }
    }

    fn count(&mut self, sat: &mut Solver, borrowed: &mut Vec<Lit>) {
        for Core { literals, weight } in std::mem::take(&mut self.waiting) {
            let inputs: Vec<Lit> = literals.iter().map(|&lit| !lit).collect();
            let clause: Vec<Lit> = inputs.iter().copied().chain([!self.guard]).collect();
            sat.add_clause(&clause);
            for lit in &literals {
                if let Some(&(counter, count)) = self.counted.get(lit) {
                    self.assume_at_most(sat, counter, count, weight, borrowed);
                }
            }
            if inputs.len() > 1 {
                self.counters.push(Totalizer::new(&inputs));
                self.assume_at_most(sat, self.counters.len() - 1, 1, weight, borrowed);
            }
        }
    }

    /// Assumes that a counter has counted no more than `count`.
    fn assume_at_most(
        &mut self,
        sat: &mut Solver,
        counter: usize,
        count: usize,
        weight: i64,
        borrowed: &mut Vec<Lit>,
    ) {
        if let Some(more) = self.counters[counter].at_least(sat, self.guard, count + 1, borrowed) {
            *self.soft.entry(!more).or_insert(0) += weight;
            self.counted.insert(!more, (counter, count + 1));
        }
    }

    /// Whoever gives up an assumption that costs more than is left cannot be better: it is demanded. `spare` is what may still
    /// be paid above the bound.
    pub(crate) fn harden(&mut self, sat: &mut Solver, spare: i64) {
        let guard = self.guard;
        self.soft.retain(|&lit, &mut weight| {
            if weight > spare {
                sat.add_clause(&[!guard, lit]);
            }
            weight <= spare
        });
    }
}
