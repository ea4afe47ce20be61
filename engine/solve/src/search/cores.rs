//! Lower bounds of the optimum by unsatisfiable cores.
//!
//! ```text
//! minimise a + b + c     assume ¬a, ¬b, ¬c: a core says a ∨ b ∨ c, so the optimum is at least 1
//!                        assume "at most one is true": a model is optimal, a core says that two are true
//! ```
//!
//! Each literal with a cost is assumed to be false; a core is a set of such assumptions that contradict each
//! other. The least weight in it is a lower bound. The assumptions of the core are replaced by a new one: no
//! second literal of the core is true, by a counter that can be extended (Andres, Kaufmann, Matheis, Schaub:
//! "Unsatisfiability-based optimization in clasp", ICLP 2012; Morgado, Dodaro, Marques-Silva: "Core-Guided
//! MaxSAT with Soft Cardinality Constraints", CP 2014). Assumptions of large weight come first; if weights
//! differ, counters are made when the present assumptions have no further core (Ansótegui, Bonet, Gabàs,
//! Levy: "Improving WPM2 for (Weighted) Partial MaxSAT", CP 2013; Berg, Järvisalo: "Weight-Aware Core
//! Extraction in SAT-Based MaxSAT Solving", CP 2017).
//!
//! Invariant: each model under the guard that equals the best model on the levels before costs at least the
//! lower bound on this level; a model of all assumptions costs exactly the lower bound.

use crate::encode::totalizer::Totalizer;
use hamadryad_sat::{Lit, Solver};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The strata of assumptions: large weights are assumed first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strata {
    /// One stratum.
    One,
    /// Each stratum goes down to an eighth of the weight. Best if useless cores are abandoned: with fine
    /// strata, tours took twenty times as long.
    Coarse,
    /// Each stratum has one in sixteen of the remaining weights, and at least one. Best without branch and
    /// bound: with coarse strata, knapsacks took thirty times as long.
    Fine,
}

/// A core without a counter: its literals, of which at least one is false, and its weight.
#[derive(Clone)]
struct Core {
    literals: Vec<Lit>,
    weight: i64,
}

/// The lower bound of one level of the objective.
#[derive(Clone)]
pub(crate) struct Cores {
    guard: Lit,
    /// By assumption: the cost of a model that violates it.
    soft: BTreeMap<Lit, i64>,
    /// The lower bound, without the constant of the level.
    bound: i64,
    /// Literals of at least this weight are assumed.
    stratum: i64,
    strata: Strata,
    /// All weights are equal, so counters are made at once: two to eight times as fast on covers, dominating
    /// sets and mazes. With different weights, tours and knapsacks would take five times as long.
    is_even: bool,
    waiting: Vec<Core>,
    counters: Vec<Totalizer>,
    /// By assumption on a counter: the counter, and the number that is not reached.
    counted: FxHashMap<Lit, (usize, usize)>,
}

impl Cores {
    /// Begins a level; `costs` are its literals with their weights.
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

    /// The lower bound, without the constant of the level.
    pub(crate) fn bound(&self) -> i64 {
        self.bound
    }

    /// The present assumptions, by falling weight.
    pub(crate) fn assumptions(&self) -> Vec<Lit> {
        let assumed = self.soft.iter().filter(|&(_, &weight)| weight >= self.stratum);
        let mut assumed: Vec<(i64, Lit)> = assumed.map(|(&lit, &weight)| (-weight, lit)).collect();
        assumed.sort_unstable();
        assumed.into_iter().map(|(_, lit)| lit).collect()
    }

    /// Whether a literal is one of the assumptions.
    pub(crate) fn is_soft(&self, lit: Lit) -> bool {
        self.soft.contains_key(&lit)
    }

    /// Adds a core: assumptions that contradict each other; at level 0.
    pub(crate) fn add(&mut self, literals: Vec<Lit>, sat: &mut Solver, temporary: &mut Vec<Lit>) {
        let weight = literals.iter().map(|lit| self.soft[lit]).min().expect("a core is not empty");
        self.bound += weight;
        for lit in &literals {
            let left = self.soft.get_mut(lit).expect("a core consists of assumptions");
            *left -= weight;
            if *left == 0 {
                self.soft.remove(lit);
            }
        }
        self.waiting.push(Core { literals, weight });
        if self.is_even {
            self.count(sat, temporary);
        }
    }

    /// Extends the assumptions after a model has satisfied all of them: makes the missing counters, or begins
    /// the next stratum.
    pub(crate) fn extend(&mut self, sat: &mut Solver, temporary: &mut Vec<Lit>) {
        if !self.waiting.is_empty() {
            return self.count(sat, temporary);
        }
        if self.stratum <= 1 {
            return;
        }
        // Each stratum takes a search that ends in a model, so hundreds of different weights must not make
        // hundreds of strata.
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
    }

    /// The different weights below the stratum, in falling order.
    fn lighter_weights(&self) -> Vec<i64> {
        let mut lighter: Vec<i64> =
            self.soft.values().copied().filter(|&weight| weight < self.stratum).collect();
        lighter.sort_unstable_by_key(|&weight| std::cmp::Reverse(weight));
        lighter.dedup();
        lighter
    }

    /// Lowers the stratum until it has enough assumptions for its number of different weights.
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
            // With enough assumptions of equal weight, the stratum is worth a search.
            if number * 4 > weights.len() * 5 {
                return;
            }
            self.stratum = next;
        }
    }

    /// Makes the counters of the waiting cores.
    fn count(&mut self, sat: &mut Solver, temporary: &mut Vec<Lit>) {
        for Core { literals, weight } in std::mem::take(&mut self.waiting) {
            let inputs: Vec<Lit> = literals.iter().map(|&lit| !lit).collect();
            let clause: Vec<Lit> = inputs.iter().copied().chain([!self.guard]).collect();
            sat.add_clause(&clause);
            for lit in &literals {
                if let Some(&(counter, count)) = self.counted.get(lit) {
                    self.assume_at_most(sat, counter, count, weight, temporary);
                }
            }
            if inputs.len() > 1 {
                self.counters.push(Totalizer::new(&inputs));
                self.assume_at_most(sat, self.counters.len() - 1, 1, weight, temporary);
            }
        }
    }

    /// Assumes that at most `count` inputs of a counter are true.
    fn assume_at_most(
        &mut self,
        sat: &mut Solver,
        counter: usize,
        count: usize,
        weight: i64,
        temporary: &mut Vec<Lit>,
    ) {
        if let Some(more) = self.counters[counter].at_least(sat, self.guard, count + 1, temporary) {
            *self.soft.entry(!more).or_insert(0) += weight;
            self.counted.insert(!more, (counter, count + 1));
        }
    }

    /// Makes assumptions clauses if a model that violates them cannot be better than the best model. `spare`
    /// is the greatest cost above the bound of a better model.
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
