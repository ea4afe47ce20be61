//! The search for an optimum: bounds from above, cores from below, or both in turn.
//!
//! From above, each model sets a bound that the next model must beat, until there is none: branch and bound. From below,
//! unsatisfiable cores prove lower bounds (`cores.rs`). Cores are better for many small costs, bounds for costs that depend
//! on each other, as in a tour. The default alternates between both for some conflicts each: they share learnt clauses, a
//! bound from above shrinks cores and decides assumptions, and the search ends when both meet. If a core-guided turn
//! closes less than a quarter of the gap, its counters are deleted and the next turn is delayed 32-fold.
//!
//! Cores are searched without the bound of the best model: with it, a core may contain all costs, and the search for set
//! covers took forty times the conflicts.
//!
//! Invariant: the search for an optimum reports only models that are better than the best known model.

use crate::config::{Descent, Strategy};
use crate::search::core_minimization::minimize_core;
use crate::search::cores::{Cores, Strata};
use crate::search::models::Search;
use crate::search::optimizer::{Optimizer, Turn};
use crate::statistics::LevelStatistics;
use crate::translated_program::TranslatedProgram;
use hamadryad_sat::{Lit, Outcome};

/// What a core counts for, in conflicts: some take none.
const CORE: u64 = 4;
/// A turn from below is worth it where it closes a part of the gap: one in so many.
const WORTH_IT: i64 = 4;
/// Where it is not, the next one from above takes so many times as long as the last.
const PATIENCE: u64 = 32;
/// Conflicts that may be spent on each literal of a core to get rid of it.
const SHRINKING: u64 = 20;

impl Search<'_> {
    /// Searches for a better model than the best one known.
    pub(crate) fn improve(&mut self, stop: &dyn Fn() -> bool) -> Outcome {
        match self.optimizer.strategy {
            Strategy::Both { .. } => self.take_turns(stop),
            Strategy::Cores { .. } => {
                self.search_below(stop).expect("a turn without limit ends with an outcome")
            }
            Strategy::Bounds(Descent::Linear) => self.search_above(None, stop),
            Strategy::Bounds(descent) => self.by_levels(descent, stop),
        }
    }

    /// The models to come must be better than the last one.
    pub(crate) fn require_better(&mut self) {
        let guard = self.guard.expect("optimisation has a guard");
        let costs = self.summary.costs.as_deref().expect("a model has costs");
        let settled = match self.optimizer.strategy {
            Strategy::Bounds(Descent::Linear) | Strategy::Both { .. } | Strategy::Cores { .. } => costs.len(),
            Strategy::Bounds(_) => self.optimizer.level + 1,
        };
        let settled = settled.min(costs.len());
        if matches!(self.optimizer.strategy, Strategy::Both { .. }) && self.optimizer.bound_guard.is_none() {
            self.program.back_to_root();
            self.optimizer.bound_guard = Some(self.program.sat.borrow_var());
            self.assume_bound();
        }
        let guard = self.optimizer.bound_guard.unwrap_or(guard);
        let costs = self.summary.costs.as_deref().expect("a model has costs");
        self.program.propagators.objective.set_bound(guard, &costs[..settled], false);
        if self.optimizer.assumes_nothing() {
            // There is a model, so nobody will ask which assumptions are to blame.
            self.program.sat.retire_after(guard);
        }
    }

    /// Assumes the bound of the best model.
    fn assume_bound(&mut self) {
        let bound: Vec<Lit> = self.optimizer.bound_guard.into_iter().collect();
        self.assume(&bound);
        if let Some(guard) = self.optimizer.bound_guard {
            self.program.sat.retire_after(guard);
        }
    }

    /// The bound is of no use any more, nor is what was learnt from it.
    pub(crate) fn end_bound(&mut self) {
        if let Some(guard) = self.optimizer.bound_guard.take() {
            let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
            propagators.objective.clear_bound();
            sat.give_back(propagators, guard, &[]);
        }
    }

    fn search_above(&mut self, limit: Option<u64>, stop: &dyn Fn() -> bool) -> Outcome {
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        sat.limit_conflicts(limit);
        sat.search(propagators, stop)
    }

    fn take_turns(&mut self, stop: &dyn Fn() -> bool) -> Outcome {
        loop {
            let conflicts = self.program.sat.statistics().conflicts;
            let outcome = match self.optimizer.turn {
                Turn::Above => {
                    let outcome = self.search_above(Some(self.optimizer.left), stop);
                    let out_of_turn = outcome == Outcome::Stopped && self.program.sat.limit_reached();
                    self.program.sat.limit_conflicts(None);
                    let spent = self.program.sat.statistics().conflicts - conflicts;
                    self.optimizer.left = self.optimizer.left.saturating_sub(spent).max(1);
                    if out_of_turn { None } else { Some(outcome) }
                }
                Turn::Below => self.search_below(stop),
            };
            match outcome {
                Some(outcome) => return outcome,
                None => self.change_turns(),
            }
        }
    }

    fn change_turns(&mut self) {
        let optimizer = &mut self.optimizer;
        match optimizer.turn {
            // Without any model, cores would be blind to what is possible at all.
            Turn::Above if self.summary.costs.is_none() => optimizer.left = optimizer.above,
            Turn::Above => {
                optimizer.turn = Turn::Below;
                optimizer.left = optimizer.below;
                optimizer.began = None;
            }
            Turn::Below => {
                optimizer.turn = Turn::Above;
                let bound = self.summary.lower_bounds.last().copied().unwrap_or(i64::MIN);
                let has_gained = optimizer.began.is_none_or(|(level, before, gap)| {
                    level < optimizer.level || bound.saturating_sub(before).saturating_mul(WORTH_IT) >= gap
                });
                optimizer.below += optimizer.below / 2;
                if !has_gained {
                    // They will not soon: it is a long time before they are tried again, and until then nobody needs their counters.
                    optimizer.above = optimizer.above.saturating_mul(PATIENCE);
                }
                optimizer.left = optimizer.above;
                if !has_gained {
                    self.drop_cores();
                }
                self.assume_bound();
            }
        }
    }

    /// Begins anew with the cores, whenever that will be. What was learnt of their counters goes with these; the bound stays.
    fn drop_cores(&mut self) {
        self.optimizer.assumptions_hold = false;
        let borrowed = self.optimizer.give_back();
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        sat.give_back_vars(propagators, &borrowed);
    }

    /// Core after core. `None` where the turn is over.
    fn search_below(&mut self, stop: &dyn Fn() -> bool) -> Option<Outcome> {
        loop {
            if stop() {
                return Some(Outcome::Stopped);
            }
            if !self.settle_levels() {
                return Some(Outcome::Failed);
            }
            let level = self.optimizer.level;
            if let Some(costs) = self.summary.costs.as_ref() {
                let bound = self.summary.lower_bounds[level];
                self.optimizer.began.get_or_insert((level, bound, costs[level] - bound));
            }
            let cores = self.optimizer.cores.as_ref().expect("just begun");
            let mut assumptions = cores.assumptions();
            assumptions.extend(self.optimizer.bound_guard.map(|guard| !guard));
            self.assume(&assumptions);
            let conflicts = self.program.sat.statistics().conflicts;
            let limit = Some(self.optimizer.left).filter(|&left| left < u64::MAX);
            let outcome = self.search_above(limit, stop);
            let out_of_turn = outcome == Outcome::Stopped && self.program.sat.limit_reached();
            self.program.sat.limit_conflicts(None);
            match outcome {
                Outcome::Stopped if out_of_turn => return None,
                Outcome::Failed => {
                    let cores = self.optimizer.cores.as_ref().expect("just begun");
                    let core: Vec<Lit> =
                        self.program.sat.core().iter().copied().filter(|&lit| cores.is_soft(lit)).collect();
                    if core.is_empty() {
                        return Some(Outcome::Failed);
                    }
                    let core = self.shrink(core, stop);
                    let entry = self.level_counts();
                    entry.cores += 1;
                    entry.core_literals += core.len() as u64;
                    self.program.back_to_root();
                    let Optimizer { cores, borrowed, .. } = &mut self.optimizer;
                    cores.as_mut().expect("just begun").add(core, &mut self.program.sat, borrowed);
                    self.note_bounds();
                }
                Outcome::Model => {
                    self.optimizer.assumptions_hold = true;
                    let costs = self.program.propagators.objective.costs();
                    if self.summary.costs.as_ref().is_none_or(|best| costs < *best) {
                        return Some(outcome);
                    }
                }
                Outcome::Stopped | Outcome::Unsatisfiable => return Some(outcome),
            }
            if limit.is_some() {
                let spent = self.program.sat.statistics().conflicts - conflicts + CORE;
                self.optimizer.left = self.optimizer.left.saturating_sub(spent);
                if self.optimizer.left == 0 {
                    return None;
                }
            }
        }
    }

    fn shrink(&mut self, core: Vec<Lit>, stop: &dyn Fn() -> bool) -> Vec<Lit> {
        let wanted = matches!(self.optimizer.strategy, Strategy::Cores { shrink: true, .. });
        if !wanted || core.len() < 2 {
            return core;
        }
        // The last one of a core without any other was a core by itself: given up, it leaves the rest.
        let given = self.always_assumed();
        let smaller = minimize_core(&mut self.program, &given, core.clone(), Some(SHRINKING), stop);
        if smaller.is_empty() { core } else { smaller }
    }

    /// Goes on to the first level that is not known to be as good as can be, with cores for it, where what is assumed holds
    /// or is not enough. `false` where all levels are settled.
    fn settle_levels(&mut self) -> bool {
        let levels = self.program.propagators.objective.priorities().len();
        loop {
            if self.optimizer.cores.is_none() {
                self.begin_level();
            }
            self.note_bounds();
            let level = self.optimizer.level;
            let (best, bound) = (self.summary.costs.as_deref(), self.summary.lower_bounds[level]);
            if best.is_some_and(|costs| bound >= costs[level]) {
                self.optimizer.level += 1;
                if self.optimizer.level == levels {
                    self.optimizer.level = level;
                    return false;
                }
                self.optimizer.cores = None;
                self.optimizer.assumptions_hold = false;
                continue;
            }
            let is_last = level + 1 == levels;
            let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
            sat.reset(propagators);
            let constant = propagators.objective.constant(level);
            let cores = self.optimizer.cores.as_mut().expect("just begun");
            let spare = best.map(|costs| costs[level] - constant - cores.bound() - i64::from(is_last));
            if std::mem::take(&mut self.optimizer.assumptions_hold) {
                cores.go_on(sat, &mut self.optimizer.borrowed);
            }
            if let Some(spare) = spare {
                cores.harden(sat, spare);
            }
            return true;
        }
    }

    fn begin_level(&mut self) {
        let guard = self.guard.expect("optimisation has a guard");
        let strata = match self.optimizer.strategy {
            Strategy::Cores { stratify: false, .. } => Strata::One,
            Strategy::Cores { .. } => Strata::Fine,
            Strategy::Both { .. } | Strategy::Bounds(_) => Strata::Coarse,
        };
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        sat.reset(propagators);
        let costs = propagators.objective.costs_on(self.optimizer.level);
        self.optimizer.cores = Some(Cores::new(sat, guard, costs, strata));
    }

    /// Tells the summary what is known from below.
    fn note_bounds(&mut self) {
        let level = self.optimizer.level;
        let constant = self.program.propagators.objective.constant(level);
        let bound = self.optimizer.cores.as_ref().map(|cores| cores.bound() + constant);
        let Some(bound) = bound.or(self.optimizer.least) else { return };
        let before =
            self.optimizer.proven.filter(|&(of, _)| of == level).map_or(i64::MIN, |(_, bound)| bound);
        let bound = bound.max(before);
        self.optimizer.proven = Some((level, bound));
        let best = self.summary.costs.as_deref().unwrap_or(&[]);
        self.summary.lower_bounds.clear();
        self.summary.lower_bounds.extend_from_slice(&best[..level.min(best.len())]);
        self.summary.lower_bounds.push(bound);
        self.program.show_bounds(None, &self.summary.lower_bounds);
    }

    /// The statistics of the current level.
    fn level_counts(&mut self) -> &mut LevelStatistics {
        let priority = self.program.propagators.objective.priorities()[self.optimizer.level];
        self.program.levels.level(priority)
    }

    /// Branch and bound, level by level.
    fn by_levels(&mut self, descent: Descent, stop: &dyn Fn() -> bool) -> Outcome {
        let levels = self.program.propagators.objective.priorities().len();
        loop {
            if stop() {
                return Outcome::Stopped;
            }
            self.choose_trial(descent);
            let outcome = self.search_above(None, stop);
            match (outcome, self.optimizer.trial) {
                (Outcome::Model, _) => {
                    return outcome;
                }
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

    /// The level is settled: it stays as it is, and the next is to get better.
    fn next_level(&mut self) {
        let level = self.optimizer.level + 1;
        self.make_guard();
        self.guards = true;
        let guard = self.guard.expect("just made");
        let costs = self.summary.costs.as_deref().expect("a level is settled by a model");
        self.program.propagators.objective.set_bound(guard, &costs[..=level], false);
        (self.optimizer.level, self.optimizer.least, self.optimizer.step) = (level, None, 0);
        self.assume(&[]);
        // The clauses of this search went with the old guard.
        self.add_clauses();
        self.program.sat.retire_after(guard);
    }

    /// What was learnt from a bound that was tried goes.
    pub(crate) fn end_trial(&mut self) {
        if let Some((guard, _)) = self.optimizer.trial.take() {
            let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
            propagators.objective.end_trial();
            sat.give_back(propagators, guard, &[]);
        }
    }

    /// Assumes a bound that may be too low, where the descent has any.
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
        // Better by one is what the guard says anyway.
        if self.optimizer.step <= 1 || bound < least {
            if bound < least {
                self.optimizer.step = 0;
            }
            self.assume(&[]);
            self.program.sat.retire_after(self.guard.expect("optimisation has a guard"));
            return;
        }
        self.program.back_to_root();
        let trial = self.program.sat.borrow_var();
        let mut costs = best[..level].to_vec();
        costs.push(bound);
        self.program.propagators.objective.try_bound(trial, &costs);
        self.optimizer.trial = Some((trial, bound));
        self.assume(&[trial]);
    }
}
