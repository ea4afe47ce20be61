//! The samples of a search: the sampler, its present task, and the models that the task has found.
//!
//! Invariant: a task that has begun has a guard of its own, which stays until the task ends.

use crate::search::options::Population;
use crate::search::sampler::{Bits, Sampler, Task};
use hamadryad_sat::{Lit, Solver};

/// The samples of a search.
#[derive(Clone)]
pub(crate) struct Drawing {
    sampler: Sampler,
    task: Task,
    has_begun: bool,
    /// The models of the present enumeration.
    found: Vec<Bits>,
    /// Whether models are excluded by clauses over the projected literals instead of by backtracking.
    pub(crate) is_projected: bool,
    /// The bound on costs.
    pub(crate) bound: Option<Vec<i64>>,
}

impl Drawing {
    /// The state before the first sample.
    pub(crate) fn new(mut sampler: Sampler, is_projected: bool) -> Drawing {
        let task = sampler.begin();
        Drawing { sampler, task, has_begun: false, found: Vec::new(), is_projected, bound: None }
    }

    /// The literals in which samples differ.
    pub(crate) fn lits(&self) -> &[Lit] {
        self.sampler.lits()
    }

    /// The present task.
    pub(crate) fn task(&self) -> &Task {
        &self.task
    }

    /// Begins the present task. `false` if it has begun already.
    pub(crate) fn begin_task(&mut self) -> bool {
        if std::mem::replace(&mut self.has_begun, true) {
            return false;
        }
        self.found.clear();
        true
    }

    /// Stores the model of the solver; returns the number of models of the present enumeration.
    pub(crate) fn add_model(&mut self, sat: &Solver) -> usize {
        let word = |chunk: &[Lit]| {
            let bits = chunk.iter().enumerate().map(|(place, &lit)| u64::from(sat.is_true(lit)) << place);
            bits.fold(0, |word, bit| word | bit)
        };
        self.found.push(self.lits().chunks(64).map(word).collect());
        self.found.len()
    }

    /// The present enumeration has ended.
    pub(crate) fn end_list(&mut self, is_complete: bool) {
        let models = std::mem::take(&mut self.found);
        self.task = self.sampler.listed(models, is_complete);
        self.has_begun = false;
    }

    /// The present sample was found. Returns the number of models from which it was drawn.
    pub(crate) fn end_sample(&mut self) -> Option<Population> {
        self.task = self.sampler.next();
        self.has_begun = false;
        self.sampler.population()
    }

    /// Starts anew, because the set of models has changed.
    pub(crate) fn start_again(&mut self) {
        self.task = self.sampler.begin();
        self.has_begun = false;
    }
}
