//! Branch and bound, level by level, with trial bounds.
//!
//! ```text
//! best costs 80, least 0      decreasing: try 40; a model costs 36, or 41 is a lower bound
//!                             increasing: try 79, 78, 76, 72, … until a bound is too low
//! ```
//!
//! Invariant: a trial bound depends on a guard of its own, so that a bound that is too low can be removed.

use crate::config::Descent;
use crate::search::models::Search;
use crate::translated_program::TranslatedProgram;
use hamadryad_sat::Outcome;

impl Search<'_> {
    /// Searches for a better model on the current level, and continues on the next level if none exists.
    pub(super) fn search_by_levels(&mut self, descent: Descent, stop: &dyn Fn() -> bool) -> Outcome {
        let levels = self.program.propagators.objective.priorities().len();
        loop {
            if stop() {
                return Outcome::Stopped;
            }
            self.choose_trial(descent);
            let outcome = self.search_above(None, stop);
            match (outcome, self.optimizer.trial) {
                (Outcome::Model, _) => return outcome,
                (Outcome::Failed, Some((guard, bound))) if self.program.sat.core().contains(&guard) => {
                    self.optimizer.least = Some(bound + 1);
                    self.level_counts().refuted += 1;
                    self.optimizer.step = 0;
                    self.note_bounds();
                }
                (Outcome::Failed, _) if self.summary.costs.is_some() && self.optimizer.level + 1 < levels => {
                    self.next_level();
                }
                _ => return outcome,
            }
        }
    }

    /// Keeps the costs of the settled level, and requires lower costs on the next level.
    fn next_level(&mut self) {
        let level = self.optimizer.level + 1;
        self.make_guard();
        self.guards = true;
        let guard = self.guard.expect("the guard was just made");
        let costs = self.summary.costs.as_deref().expect("a level is settled by a model");
        self.program.propagators.objective.set_bound(guard, &costs[..=level], false);
        (self.optimizer.level, self.optimizer.least, self.optimizer.step) = (level, None, 0);
        self.assume(&[]);
        // The clauses of the user were deleted with the old guard.
        self.add_clauses();
        self.program.sat.scope_assumption(guard);
    }

    /// Ends the trial bound, and deletes the clauses learnt from it.
    pub(crate) fn end_trial(&mut self) {
        if let Some((guard, _)) = self.optimizer.trial.take() {
            let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
            propagators.objective.end_trial();
            sat.release(propagators, &[guard], &[]);
        }
    }

    /// Assumes a trial bound, if the descent has one.
    fn choose_trial(&mut self, descent: Descent) {
        if descent == Descent::Levels {
            return;
        }
        self.end_trial();
        let level = self.optimizer.level;
        let Some(best) = self.summary.costs.clone() else { return };
        let constant = self.program.propagators.objective.constant(level);
        let least = *self.optimizer.least.get_or_insert(constant);
        let room = best[level] - least;
        self.optimizer.step = match (descent, self.optimizer.step) {
            (Descent::Increasing, step) => (2 * step).max(1),
            (_, _) => (room + 1) / 2,
        };
        let bound = best[level] - self.optimizer.step;
        // The bound of the best model requires an improvement by 1 anyway.
        if self.optimizer.step <= 1 || bound < least {
            if bound < least {
                self.optimizer.step = 0;
            }
            self.assume(&[]);
            self.program.sat.scope_assumption(self.guard.expect("optimisation has a guard"));
            return;
        }
        self.program.back_to_root();
        let trial = self.program.sat.new_temporary();
        let mut costs = best[..level].to_vec();
        costs.push(bound);
        self.program.propagators.objective.try_bound(trial, &costs);
        self.optimizer.trial = Some((trial, bound));
        self.assume(&[trial]);
    }
}
