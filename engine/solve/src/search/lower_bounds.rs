//! Lower bounds of the optimum: the search for cores, level by level.
//!
//! Invariant: the levels before the current one are settled: their costs in the best model are proven
//! optimal.

use crate::config::Strategy;
use crate::search::core_minimization::minimize_core;
use crate::search::cores::{Cores, Strata};
use crate::search::models::Search;
use crate::search::optimizer::{Optimizer, TurnEnd};
use crate::statistics::LevelStatistics;
use crate::translated_program::TranslatedProgram;
use hamadryad_sat::{Lit, Outcome};

/// The conflicts for which a core counts in a turn: some cores take none.
const CORE: u64 = 4;
/// The greatest number of conflicts for the attempt to delete a literal of a core.
const SHRINKING: u64 = 20;

impl Search<'_> {
    /// Searches for cores, one after the other, and for models of their assumptions.
    pub(super) fn search_below(&mut self, stop: &dyn Fn() -> bool) -> TurnEnd {
        loop {
            if stop() {
                return TurnEnd::Outcome(Outcome::Stopped);
            }
            if !self.settle_levels() {
                return TurnEnd::Outcome(Outcome::Failed);
            }
            let level = self.optimizer.level;
            if let Some(costs) = self.summary.costs.as_ref() {
                let bound = self.summary.lower_bounds[level];
                self.optimizer.began.get_or_insert((level, bound, costs[level] - bound));
            }
            let cores = self.optimizer.cores.as_ref().expect("the level has begun");
            let mut assumptions = cores.assumptions();
            assumptions.extend(self.optimizer.bound_guard.map(|guard| !guard));
            self.assume(&assumptions);
            let conflicts = self.program.sat.statistics().conflicts;
            let limit = Some(self.optimizer.left).filter(|&left| left < u64::MAX);
            let outcome = self.search_above(limit, stop);
            let out_of_turn = outcome == Outcome::Stopped && self.program.sat.limit_reached();
            self.program.sat.limit_conflicts(None);
            match outcome {
                Outcome::Stopped if out_of_turn => return TurnEnd::OutOfConflicts,
                Outcome::Failed => {
                    if !self.add_core(stop) {
                        return TurnEnd::Outcome(Outcome::Failed);
                    }
                }
                Outcome::Model => {
                    self.optimizer.assumptions_hold = true;
                    let costs = self.program.propagators.objective.costs();
                    if self.summary.costs.as_ref().is_none_or(|best| costs < *best) {
                        return TurnEnd::Outcome(outcome);
                    }
                }
                Outcome::Stopped | Outcome::Unsatisfiable => return TurnEnd::Outcome(outcome),
            }
            if limit.is_some() {
                let spent = self.program.sat.statistics().conflicts - conflicts + CORE;
                self.optimizer.left = self.optimizer.left.saturating_sub(spent);
                if self.optimizer.left == 0 {
                    return TurnEnd::OutOfConflicts;
                }
            }
        }
    }

    /// Adds the core of the last search. `false` if it contains no assumption of the level: no better model
    /// exists.
    fn add_core(&mut self, stop: &dyn Fn() -> bool) -> bool {
        let cores = self.optimizer.cores.as_ref().expect("the level has begun");
        let core: Vec<Lit> =
            self.program.sat.core().iter().copied().filter(|&lit| cores.is_soft(lit)).collect();
        if core.is_empty() {
            return false;
        }
        let core = self.shrink(core, stop);
        let counts = self.level_counts();
        counts.cores += 1;
        counts.core_literals += core.len() as u64;
        self.program.back_to_root();
        let Optimizer { cores, temporary, .. } = &mut self.optimizer;
        cores.as_mut().expect("the level has begun").add(core, &mut self.program.sat, temporary);
        self.note_bounds();
        true
    }

    /// Minimises a core, if the strategy says so.
    fn shrink(&mut self, core: Vec<Lit>, stop: &dyn Fn() -> bool) -> Vec<Lit> {
        let wanted = matches!(self.optimizer.strategy, Strategy::Cores { shrink: true, .. });
        if !wanted || core.len() < 2 {
            return core;
        }
        // An empty result means that the program has no model at all; then any core will do.
        let given = self.always_assumed();
        let smaller = minimize_core(&mut self.program, &given, core.clone(), Some(SHRINKING), stop);
        if smaller.is_empty() { core } else { smaller }
    }

    /// Goes on to the first level whose optimum is not proven, and extends its assumptions if the last model
    /// satisfies all of them. `false` if the optimum of all levels is proven.
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
            let cores = self.optimizer.cores.as_mut().expect("the level has begun");
            let spare = best.map(|costs| costs[level] - constant - cores.bound() - i64::from(is_last));
            if std::mem::take(&mut self.optimizer.assumptions_hold) {
                cores.extend(sat, &mut self.optimizer.temporary);
            }
            if let Some(spare) = spare {
                cores.harden(sat, spare);
            }
            return true;
        }
    }

    /// Begins the cores of the current level.
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

    /// Writes the lower bounds to the summary.
    pub(super) fn note_bounds(&mut self) {
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
    pub(super) fn level_counts(&mut self) -> &mut LevelStatistics {
        let priority = self.program.propagators.objective.priorities()[self.optimizer.level];
        self.program.levels.level(priority)
    }
}
