//! The choice of uniform samples: the cells to enumerate, and the models to draw from them.
//!
//! A model is a vector of bits here, the values of the projected literals. A sampler knows no solver: it
//! requests cells, receives their models, and chooses one of them.
//!
//! ```text
//! all models, up to a limit ─ complete ─→ draw one of them, again and again: exactly uniform
//!            └─ too many ─→ cells of m random parity constraints: locate m, measure the mean size of a cell
//!                                 └─→ a fresh cell for each draw: accept model k of at most 96, k at random
//! ```
//!
//! Each parity constraint contains each literal with probability 1/2, so m of them divide the models into 2^m
//! cells of about equal size (Gomes, Sabharwal, Selman: "Near-Uniform Sampling of Combinatorial Spaces Using
//! XOR Constraints", NIPS 2006; Chakraborty, Meel, Vardi: "A Scalable and Nearly Uniform Generator of SAT
//! Witnesses", CAV 2013). A number k below [`CELL`] is drawn; if the cell has at most [`CELL`] models and a
//! model number k, this is the sample, otherwise the next cell is tried. Every model is in the cell with
//! probability 2^-m, and is number k of it with probability 1/[`CELL`]: the distribution is uniform but for
//! models whose cell is too large (Bellare, Goldreich, Petrank: "Uniform Generation of NP-Witnesses Using an
//! NP-Oracle", Information and Computation 163, 2000).
//!
//! Let λ be the mean number of other models in the cell of a model. The cell is too large with probability at
//! most λ/(λ+(96-λ)²), because memberships of different models are pairwise independent (Cantelli's
//! inequality): 2.1 % for λ = 48. λ exceeds 48 with probability at most 1.2 %, because a mean size of at most
//! 32 is required of 16 cells (Chebyshev's inequality).
//!
//! Invariant: a sample depends on the set of models and on the seed, not on the order in which the search
//! finds the models.

use crate::propagate::parity::ParityConstraint;
use crate::search::options::Population;
use hamadryad_random::Random;
use hamadryad_sat::Lit;

/// The largest cell from which models are drawn.
const CELL: usize = 96;
/// The number of cells whose mean size is measured.
const MEASURED: usize = 16;
/// The mean sizes at which the number of parity constraints is right.
const MEANS: std::ops::RangeInclusive<usize> = 12..=32;
/// The number of parity constraints that are added until a cell is small enough to be measured.
const STEP: usize = 4;
/// The number of bits up to which all models are stored.
const STORED_BITS: usize = 1 << 27;

/// The values of the projected literals in a model.
pub(crate) type Bits = Box<[u64]>;

/// The next step of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// Enumerate the models that satisfy the parity constraints, and stop after `limit` models.
    List { constraints: Vec<ParityConstraint>, limit: usize },
    /// Find the model with these values: it is the next sample.
    Find(Bits),
    /// There is no model.
    End,
}

/// The knowledge about the models so far.
#[derive(Clone)]
enum Stage {
    /// Nothing is known.
    Count,
    /// All models, sorted.
    All(Vec<Bits>),
    /// There are many models; cells of this number of constraints are tried.
    Locate { constraints: usize },
    /// The sizes of some cells. The number of constraints grows only once it has grown.
    Measure { constraints: usize, sizes: Vec<usize>, has_grown: bool },
    /// The number of constraints is right; the total size of the measured cells is known.
    Draw { constraints: usize, total: usize },
}

/// The state of sampling.
#[derive(Clone)]
pub(crate) struct Sampler {
    random: Random,
    /// The literals in which samples differ, one for each variable.
    lits: Vec<Lit>,
    /// The greatest number of models that are all enumerated.
    exact: usize,
    stage: Stage,
}

impl Sampler {
    /// A sampler of models over these literals. Up to `exact` models are counted and drawn exactly.
    pub(crate) fn new(seed: u64, mut lits: Vec<Lit>, exact: usize) -> Sampler {
        lits.sort_unstable();
        lits.dedup_by_key(|lit| lit.var());
        let exact = exact.min(STORED_BITS / lits.len().max(1));
        Sampler { random: Random::new(seed), lits, exact, stage: Stage::Count }
    }

    /// The literals in which samples differ.
    pub(crate) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    /// The number of models, as far as it is known.
    pub(crate) fn population(&self) -> Option<Population> {
        match &self.stage {
            Stage::All(models) => {
                Some(Population { number: models.len() as u64, doublings: 0, is_exact: true })
            }
            Stage::Draw { constraints, total } => {
                let doublings = *constraints as u32;
                let number = (*total as u64) << 16;
                let doublings = doublings as i64 - 16 - MEASURED.ilog2() as i64;
                let shift = (-doublings).max(0);
                let doublings = doublings.max(0) as u32;
                Some(Population { number: number >> shift, doublings, is_exact: false })
            }
            _ => None,
        }
    }

    /// The first task, also after the set of models has changed.
    pub(crate) fn begin(&mut self) -> Task {
        self.stage = Stage::Count;
        Task::List { constraints: Vec::new(), limit: self.exact }
    }

    /// The task after a sample.
    pub(crate) fn next(&mut self) -> Task {
        match &self.stage {
            Stage::All(models) => Task::Find(models[self.random.index(models.len())].clone()),
            Stage::Draw { constraints, .. } => self.cell(*constraints),
            _ => self.begin(),
        }
    }

    /// The task after an enumeration. `models` are the models, at most one more than the limit; without
    /// `is_complete` there may be others.
    pub(crate) fn listed(&mut self, mut models: Vec<Bits>, is_complete: bool) -> Task {
        models.sort_unstable();
        models.dedup();
        match std::mem::replace(&mut self.stage, Stage::Count) {
            Stage::Count | Stage::All(_) if is_complete => {
                let is_empty = models.is_empty();
                self.stage = Stage::All(models);
                if is_empty { Task::End } else { self.next() }
            }
            Stage::Count | Stage::All(_) => self.locate(STEP),
            Stage::Locate { constraints } if is_complete => {
                // As many constraints as make a cell of 16 to 31 models out of this one.
                let size = models.len().max(1).ilog2() as usize;
                let fewer = constraints.saturating_sub(4usize.saturating_sub(size));
                let more = size.saturating_sub(4);
                self.measure((fewer + more).max(1), false)
            }
            Stage::Locate { constraints } => self.locate(constraints + STEP),
            Stage::Measure { constraints, mut sizes, has_grown } => {
                sizes.push(models.len());
                self.measured(constraints, sizes, has_grown)
            }
            Stage::Draw { constraints, total } => {
                self.stage = Stage::Draw { constraints, total };
                let number = self.random.index(CELL);
                match models.into_iter().nth(number) {
                    Some(model) if is_complete => Task::Find(model),
                    _ => self.cell(constraints),
                }
            }
        }
    }

    fn locate(&mut self, constraints: usize) -> Task {
        self.stage = Stage::Locate { constraints };
        self.cell(constraints)
    }

    fn measure(&mut self, constraints: usize, has_grown: bool) -> Task {
        self.stage = Stage::Measure { constraints, sizes: Vec::new(), has_grown };
        self.cell(constraints)
    }

    /// Decides on the number of constraints when the sizes of enough cells are known.
    fn measured(&mut self, constraints: usize, sizes: Vec<usize>, has_grown: bool) -> Task {
        let total: usize = sizes.iter().sum();
        if total > MEASURED * MEANS.end() {
            return self.measure(constraints + 1, true);
        }
        if sizes.len() < MEASURED {
            self.stage = Stage::Measure { constraints, sizes, has_grown };
            return self.cell(constraints);
        }
        if total < MEASURED * MEANS.start() && !has_grown && constraints > 1 {
            return self.measure(constraints - 1, false);
        }
        self.stage = Stage::Draw { constraints, total };
        self.cell(constraints)
    }

    /// A random cell.
    fn cell(&mut self, constraints: usize) -> Task {
        let constraints = (0..constraints).map(|_| self.constraint()).collect();
        Task::List { constraints, limit: CELL }
    }

    /// A random constraint, which contains each literal with probability 1/2.
    fn constraint(&mut self) -> ParityConstraint {
        let mut lits = Vec::with_capacity(self.lits.len() / 2 + 1);
        for chunk in self.lits.chunks(64) {
            let bits = self.random.bits();
            lits.extend(
                chunk.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, &lit)| lit),
            );
        }
        ParityConstraint { lits, is_odd: self.random.one_in(2) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad_sat::Var;

    /// Draws samples from a set of models, which a naive enumerator lists.
    fn drawn(models: &[u32], vars: usize, exact: usize, seed: u64, number: usize) -> (Vec<u32>, Population) {
        let lits: Vec<Lit> = (0..vars).map(|var| Var::from_index(var).positive()).collect();
        let mut sampler = Sampler::new(seed, lits, exact);
        let satisfies = |model: u32, constraint: &ParityConstraint| {
            let number = constraint.lits.iter().filter(|lit| model >> lit.var().index() & 1 == 1).count();
            (number % 2 == 1) == constraint.is_odd
        };
        let mut samples = Vec::new();
        let mut task = sampler.begin();
        while samples.len() < number {
            task = match task {
                Task::List { constraints, limit } => {
                    let all =
                        |&&model: &&u32| constraints.iter().all(|constraint| satisfies(model, constraint));
                    let listed = models.iter().filter(all).map(|&model| Bits::from([u64::from(model)]));
                    let listed: Vec<Bits> = listed.take(limit + 1).collect();
                    let is_complete = listed.len() <= limit;
                    sampler.listed(listed, is_complete)
                }
                Task::Find(bits) => {
                    samples.push(bits[0] as u32);
                    sampler.next()
                }
                Task::End => break,
            };
        }
        (samples, sampler.population().expect("the population is known"))
    }

    /// Pearson's statistic for equal probabilities of all classes.
    fn chi_square(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
    }

    #[test]
    fn samples_of_cells_are_uniform() {
        // The binary numbers below 4096 without two adjacent ones: 377. By cells, each of 40 samples on
        // average.
        let models: Vec<u32> = (0u32..4096).filter(|model| model & (model >> 1) == 0).collect();
        assert_eq!(models.len(), 377);
        // Quantiles of the chi-square distribution with 376 degrees of freedom at 0.0001 and 0.9999: a false
        // alarm had a chance of 0.0002 when each seed was chosen.
        for (exact, seed) in [(1000, 1), (0, 2), (0, 3)] {
            let (samples, population) = drawn(&models, 12, exact, seed, 377 * 40);
            assert_eq!(population.is_exact, exact > 0);
            let size = population.approximate();
            assert!(if exact > 0 { size == 377.0 } else { (280.0..500.0).contains(&size) }, "{size}");
            let count = |model: &u32| samples.iter().filter(|&sample| sample == model).count() as u32;
            let counts: Vec<u32> = models.iter().map(count).collect();
            assert_eq!(counts.iter().sum::<u32>() as usize, samples.len(), "each sample is a model");
            let statistic = chi_square(&counts);
            assert!((282.5..486.5).contains(&statistic), "seed {seed}: {statistic}");
        }
    }

    #[test]
    fn samples_depend_on_the_set_of_models_only() {
        let models: Vec<u32> = (0..3000).map(|number| number * 5 + 1).collect();
        let reversed: Vec<u32> = models.iter().rev().copied().collect();
        assert_eq!(drawn(&models, 14, 4000, 3, 20), drawn(&reversed, 14, 4000, 3, 20));
        assert_ne!(drawn(&models, 14, 4000, 3, 20), drawn(&models, 14, 4000, 4, 20));
        assert_eq!(drawn(&[], 14, 4000, 3, 20).0, []);
        assert_eq!(drawn(&[7], 3, 4000, 3, 3).0, [7; 3]);
    }
}
