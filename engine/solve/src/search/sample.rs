//! Uniform samples of models: the enumeration of cells, and the search for the chosen models.
//!
//! `sampler.rs` decides which cells are enumerated and which model is the next sample. A cell has a guard of
//! its own, under which its parity constraints and the exclusions of its models hold. The chosen model is
//! found again with the values of its projected literals as assumptions.
//!
//! Invariant: the state between two samples, and after an interruption, is in [`Drawing`]; an interrupted
//! enumeration continues.

use crate::propagate::parity::ParityConstraint;
use crate::search::drawing::Drawing;
use crate::search::models::{Phase, Search};
use crate::search::projection::projection_literals;
use crate::search::sampler::{Bits, Sampler, Task};
use crate::translated_program::TranslatedProgram;
use hamadryad_sat::{Lit, Outcome};

/// The number of models up to which all models are enumerated, and samples are exactly uniform. Cells of a
/// hard program take nearly as long as all of its models, so they pay off for large numbers only.
const EXACT: usize = 200_000;
/// The same for projected models, which are excluded by clauses.
const EXACT_PROJECTED: usize = 20_000;

impl Search<'_> {
    /// The state before the first sample; at level 0.
    pub(crate) fn new_drawing(&mut self, seed: u64) -> Drawing {
        let program = &mut *self.program;
        let lits = match self.options.projection {
            Some(projection) => projection_literals(program, projection),
            None => program.atoms.literals().map(|(_, lit)| lit).collect(),
        };
        let is_free = |lit: &Lit| program.sat.is_free(*lit);
        let lits = lits.into_iter().filter(is_free).collect();
        let is_projected = self.options.projection.is_some();
        let exact = if is_projected { EXACT_PROJECTED } else { EXACT };
        Drawing::new(Sampler::new(seed, lits, exact), is_projected)
    }

    /// Draws samples from now on, among the models within the bound, if there is one.
    pub(crate) fn begin_samples(&mut self, bound: Option<Vec<i64>>) {
        if let Some(drawing) = &mut self.drawing {
            drawing.bound = bound;
            self.phase = Phase::Sample;
        }
    }

    /// Finds the next sample.
    pub(crate) fn draw(&mut self, stop: &dyn Fn() -> bool) -> Outcome {
        loop {
            let Some(drawing) = &mut self.drawing else { return Outcome::Failed };
            match drawing.task().clone() {
                Task::End => return Outcome::Failed,
                Task::List { constraints, limit } => match self.list(&constraints, limit, stop) {
                    None => return Outcome::Stopped,
                    Some(is_complete) => {
                        self.drawing.iter_mut().for_each(|drawing| drawing.end_list(is_complete));
                    }
                },
                Task::Find(bits) => {
                    let outcome = self.find(&bits, stop);
                    if let (Outcome::Model, Some(drawing)) = (outcome, &mut self.drawing) {
                        self.summary.population = drawing.end_sample();
                    }
                    return outcome;
                }
            }
        }
    }

    /// Begins the present task, unless it has begun: a new guard, the bound, the constraints, and further
    /// assumptions.
    fn begin_task(&mut self, constraints: &[ParityConstraint], assumed: &[Lit]) {
        let Some(drawing) = &mut self.drawing else { return };
        if !drawing.begin_task() {
            return;
        }
        let bound = drawing.bound.clone();
        self.make_guard();
        self.guards = true;
        let guard = self.guard.expect("the guard was just made");
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        if let Some(bound) = bound {
            propagators.objective.set_bound(guard, &bound, true);
        }
        propagators.set_parity_constraints(sat, guard, constraints);
        self.assume(assumed);
    }

    /// Enumerates the models of a cell. Returns whether all models were found, or `None` if `stop` returned
    /// `true`.
    fn list(
        &mut self,
        constraints: &[ParityConstraint],
        limit: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<bool> {
        self.begin_task(constraints, &[]);
        loop {
            match self.search_within_guard(stop) {
                Outcome::Stopped => return None,
                Outcome::Failed | Outcome::Unsatisfiable => return Some(true),
                Outcome::Model => {}
            }
            if self.drawing.as_mut()?.add_model(&self.program.sat) > limit {
                return Some(false);
            }
            if !self.exclude_listed() {
                return Some(true);
            }
        }
    }

    /// Searches for the model with the given values of the projected literals.
    fn find(&mut self, bits: &Bits, stop: &dyn Fn() -> bool) -> Outcome {
        let lits = self.drawing.iter().flat_map(Drawing::lits).enumerate();
        let is_true = |place: usize| bits[place / 64] >> (place % 64) & 1 == 1;
        let values: Vec<Lit> = lits.map(|(place, &lit)| if is_true(place) { lit } else { !lit }).collect();
        self.begin_task(&[], &values);
        self.search_within_guard(stop)
    }

    /// Excludes the last model of an enumeration. `false` if no other model exists.
    fn exclude_listed(&mut self) -> bool {
        let Some(drawing) = self.drawing.as_ref() else { return false };
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        if !drawing.is_projected {
            return sat.next_by_backtracking(propagators);
        }
        let opposite = |&lit: &Lit| if sat.is_true(lit) { !lit } else { lit };
        let clause = drawing.lits().iter().map(opposite).collect();
        self.require_any(clause)
    }
}

#[cfg(test)]
mod tests {
    use crate::propagate::answers::samples;
    use std::collections::BTreeMap;

    /// The number of samples by answer set.
    fn counted(text: &str, seed: u64, number: u64) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        for sample in samples(text, seed, number) {
            *counts.entry(sample).or_default() += 1;
        }
        counts
    }

    #[test]
    fn samples_are_answer_sets_within_bounds() {
        let counts = counted("{a; b}. c :- a, b. #show c/0. #show a/0.", 1, 600);
        assert_eq!(counts.keys().collect::<Vec<_>>(), ["{a c}", "{a}", "{}"]);
        assert!(counts.values().all(|&count| (150..250).contains(&count)), "{counts:?}");
        // Optimal answer sets only.
        let counts = counted("1 {a; b; c}. #minimize { 1,a : a; 1,b : b; 1,c : c }.", 2, 600);
        assert_eq!(counts.keys().collect::<Vec<_>>(), ["{a}:1", "{b}:1", "{c}:1"]);
        assert!(counts.values().all(|&count| (150..250).contains(&count)), "{counts:?}");
        assert_eq!(samples("a. :- a.", 1, 5), [""; 0]);
        assert_eq!(samples("a :- not b. c | d. :- d.", 1, 2), ["{a c}", "{a c}"]);
    }
}
