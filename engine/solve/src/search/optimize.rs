//! The search for an optimum: upper bounds by models, lower bounds by cores, or both in turn.
//!
//! From above, each model sets a bound that the next model must beat, until no better model exists: branch
//! and bound. From below, unsatisfiable cores prove lower bounds (`cores.rs`). Cores are better for many
//! small costs, bounds for costs that depend on each other, as in a tour. The default alternates between both
//! for some conflicts each: they share learnt clauses, a bound from above shrinks cores and decides
//! assumptions, and the search ends when both meet. If a core-guided turn closes less than a quarter of the
//! gap, its counters are deleted and the next turn is delayed 32-fold.
//!
//! Cores are searched without the bound of the best model: with it, a core may contain all costs, and the
//! search for set covers took forty times the conflicts.
//!
//! Invariant: the search for an optimum reports only models that are better than the best known model.

use crate::config::{Descent, Strategy};
use crate::search::models::Search;
use crate::search::optimizer::{Turn, TurnEnd};
use crate::translated_program::TranslatedProgram;
use hamadryad_sat::{Lit, Outcome};

/// A core-guided turn is productive if it closes this fraction (1 in 4) of the gap.
const PRODUCTIVE: i64 = 4;
/// After an unproductive turn, the next turn from above is longer by this factor.
const DELAY: u64 = 32;

impl Search<'_> {
    /// Searches for a model that is better than the best known model.
    pub(crate) fn improve(&mut self, stop: &dyn Fn() -> bool) -> Outcome {
        match self.optimizer.strategy {
            Strategy::Both { .. } => self.take_turns(stop),
            Strategy::Cores { .. } => match self.search_below(stop) {
                TurnEnd::Outcome(outcome) => outcome,
                TurnEnd::OutOfConflicts => unreachable!("the turn has no limit"),
            },
            Strategy::Bounds(Descent::Linear) => self.search_above(None, stop),
            Strategy::Bounds(descent) => self.search_by_levels(descent, stop),
        }
    }

    /// Requires the next model to be better than the last model.
    pub(crate) fn require_better(&mut self) {
        let guard = self.guard.expect("optimisation has a guard");
        let levels = self.program.propagators.objective.priorities().len();
        let bounded = match self.optimizer.strategy {
            Strategy::Bounds(Descent::Linear) | Strategy::Both { .. } | Strategy::Cores { .. } => levels,
            Strategy::Bounds(_) => levels.min(self.optimizer.level + 1),
        };
        if matches!(self.optimizer.strategy, Strategy::Both { .. }) && self.optimizer.bound_guard.is_none() {
            self.program.back_to_root();
            self.optimizer.bound_guard = Some(self.program.sat.new_temporary());
            self.assume_bound();
        }
        let guard = self.optimizer.bound_guard.unwrap_or(guard);
        let costs = self.summary.costs.as_deref().expect("a model has costs");
        self.program.propagators.objective.set_bound(guard, &costs[..bounded], false);
        if self.optimizer.assumes_nothing() {
            // A model exists, so no core of assumptions will be needed.
            self.program.sat.scope_assumption(guard);
        }
    }

    /// Assumes the bound of the best model.
    fn assume_bound(&mut self) {
        let bound: Vec<Lit> = self.optimizer.bound_guard.into_iter().collect();
        self.assume(&bound);
        if let Some(guard) = self.optimizer.bound_guard {
            self.program.sat.scope_assumption(guard);
        }
    }

    /// Searches for a model within the bounds, for at most some conflicts.
    pub(super) fn search_above(&mut self, limit: Option<u64>, stop: &dyn Fn() -> bool) -> Outcome {
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        sat.limit_conflicts(limit);
        sat.search(propagators, stop)
    }

    fn take_turns(&mut self, stop: &dyn Fn() -> bool) -> Outcome {
        loop {
            let end = match self.optimizer.turn {
                Turn::Above => self.turn_above(stop),
                Turn::Below => self.search_below(stop),
            };
            match end {
                TurnEnd::Outcome(outcome) => return outcome,
                TurnEnd::OutOfConflicts => self.change_turns(),
            }
        }
    }

    fn turn_above(&mut self, stop: &dyn Fn() -> bool) -> TurnEnd {
        let before = self.program.sat.statistics().conflicts;
        let outcome = self.search_above(Some(self.optimizer.left), stop);
        let out_of_turn = outcome == Outcome::Stopped && self.program.sat.limit_reached();
        self.program.sat.limit_conflicts(None);
        let spent = self.program.sat.statistics().conflicts - before;
        self.optimizer.left = self.optimizer.left.saturating_sub(spent).max(1);
        if out_of_turn { TurnEnd::OutOfConflicts } else { TurnEnd::Outcome(outcome) }
    }

    fn change_turns(&mut self) {
        let optimizer = &mut self.optimizer;
        match optimizer.turn {
            // Cores are searched after the first model.
            Turn::Above if self.summary.costs.is_none() => optimizer.left = optimizer.above,
            Turn::Above => {
                optimizer.turn = Turn::Below;
                optimizer.left = optimizer.below;
                optimizer.began = None;
            }
            Turn::Below => {
                optimizer.turn = Turn::Above;
                let bound = self.summary.lower_bounds.last().copied().unwrap_or(i64::MIN);
                let was_productive = optimizer.began.is_none_or(|(level, before, gap)| {
                    level < optimizer.level || bound.saturating_sub(before).saturating_mul(PRODUCTIVE) >= gap
                });
                optimizer.below += optimizer.below / 2;
                if !was_productive {
                    optimizer.above = optimizer.above.saturating_mul(DELAY);
                }
                optimizer.left = optimizer.above;
                if !was_productive {
                    self.drop_cores();
                }
                self.assume_bound();
            }
        }
    }

    /// Deletes the cores with their counters and the clauses learnt from these; the lower bound stays.
    fn drop_cores(&mut self) {
        self.optimizer.assumptions_hold = false;
        let temporary = self.optimizer.release();
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        sat.release_vars(propagators, &temporary);
    }
}
