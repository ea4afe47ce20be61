//! Reduction of the learnt clauses: when it is due, and which clauses are deleted.
//!
//! Clauses of small glue are kept for good, clauses of middle glue while they take part in conflicts, in the
//! manner of CaDiCaL's tiers (Biere et al. 2024). Of the others, three quarters are deleted: first by the
//! number of recent conflicts that they took part in, then by glue, then by size. Deleting half of them by
//! glue alone led to as many conflicts, but a third more time for each conflict where the glue of all clauses
//! is high: random graphs, pigeons, weight constraints.
//!
//! If the ratio of learnt clauses to variables is high, conflicts are cheap except for visits of learnt
//! clauses. Then no middle tier is kept, reductions are more frequent, and restarts rare, as in clasp's
//! configuration "crafty" (`restart.rs`).

use crate::arena::{Arena, ClauseRef};
use crate::config::Config;
use crate::trail::{Reason, Trail};
use std::cmp::Reverse;

/// Clauses of at most this glue are kept while they take part in conflicts.
const MIDDLE_GLUE: u32 = 6;
/// The ratio of learnt clauses to variables is high above this.
const HIGH_RATIO: usize = 10;

/// The schedule of reductions.
#[derive(Clone)]
pub(crate) struct Reducer {
    /// The number of conflicts at which the next reduction is due.
    limit: u64,
    reductions: u32,
    /// The ratio of learnt clauses to variables was high at the last reduction.
    has_high_ratio: bool,
}

impl Reducer {
    pub(crate) fn new(config: &Config) -> Reducer {
        let mut reducer = Reducer { limit: 0, reductions: 0, has_high_ratio: false };
        reducer.set_config(config);
        reducer
    }

    /// Schedules the first reduction by a configuration; later ones follow from the configuration then.
    pub(crate) fn set_config(&mut self, config: &Config) {
        if config.reduce_percent == 0 {
            self.limit = u64::MAX;
        } else if self.reductions == 0 {
            self.limit = u64::from(config.reduce_first);
        } else if self.limit == u64::MAX {
            self.limit = 0;
        }
    }

    /// The number of conflicts until the next reduction.
    pub(crate) fn conflicts_left(&self, conflicts: u64) -> u64 {
        self.limit.saturating_sub(conflicts)
    }

    pub(crate) fn is_due(&self, conflicts: u64) -> bool {
        conflicts >= self.limit
    }

    /// Begins a reduction, and schedules the next. Returns whether the ratio of learnt clauses to variables
    /// is high.
    pub(crate) fn begin(&mut self, learnts: usize, vars: usize, conflicts: u64, config: &Config) -> bool {
        self.reductions += 1;
        self.has_high_ratio = learnts > HIGH_RATIO * vars;
        let interval = if self.has_high_ratio {
            250 * conflicts.isqrt().isqrt()
        } else {
            let interval = u64::from(
                config.reduce_first.saturating_add(config.reduce_step.saturating_mul(self.reductions)),
            );
            match config.reduce_factor {
                1.0 => interval,
                factor => (interval as f64 * factor.powf(f64::from(self.reductions))) as u64,
            }
        };
        self.limit = conflicts.saturating_add(interval);
        self.has_high_ratio
    }

    /// The learnt clauses to delete. Halves the counts of uses.
    pub(crate) fn select(
        &self,
        learnts: &[ClauseRef],
        arena: &mut Arena,
        trail: &Trail,
        config: &Config,
    ) -> Vec<ClauseRef> {
        let kept_while_used = if self.has_high_ratio { config.keep_glue } else { MIDDLE_GLUE };
        let mut candidates = Vec::new();
        for &clause in learnts {
            let uses = arena.take_uses(clause);
            let glue = arena.glue(clause);
            let keep = glue <= config.keep_glue || uses > 0 && glue <= kept_while_used;
            if !keep && !is_reason(arena, trail, clause) {
                let uses = if config.reduce_by_glue { 0 } else { uses };
                candidates.push((uses, Reverse(glue), Reverse(arena.len(clause)), clause.0));
            }
        }
        candidates.sort_unstable();
        let kept = candidates.len() * (100 - config.reduce_percent.min(100) as usize) / 100;
        candidates.truncate(candidates.len() - kept);
        candidates.into_iter().map(|(.., clause)| ClauseRef(clause)).collect()
    }
}

fn is_reason(arena: &Arena, trail: &Trail, clause: ClauseRef) -> bool {
    let first = arena.lit(clause, 0);
    trail.value(first) > 0 && trail.reason(first.var()) == Reason::Clause(clause)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lit, Var};

    #[test]
    fn small_glue_and_used_middle_glue_are_kept() {
        let (config, mut arena, mut trail) = (Config::default(), Arena::default(), Trail::default());
        let lits: Vec<Lit> = (0..3).map(|_| trail.new_var().positive()).collect();
        let glues = [config.keep_glue, MIDDLE_GLUE, MIDDLE_GLUE, 9, 10, 11, 12];
        let learnts: Vec<ClauseRef> = glues.iter().map(|&glue| arena.add(&lits, true, glue)).collect();
        arena.count_use(learnts[1]);
        arena.count_use(learnts[6]);
        let mut reducer = Reducer::new(&config);
        assert!(!reducer.is_due(0) && reducer.is_due(u64::from(config.reduce_first)));
        assert!(!reducer.begin(7, 3, 100, &config));
        // Of five candidates, one stays: the clause that took part in a conflict.
        let deleted = reducer.select(&learnts, &mut arena, &trail, &config);
        assert_eq!(deleted, [learnts[5], learnts[4], learnts[3], learnts[2]]);
        assert_eq!(Var::from_index(0), lits[0].var());
        // With a high ratio there is no middle tier.
        arena.count_use(learnts[1]);
        assert!(reducer.begin(31, 3, 100, &config));
        assert_eq!(reducer.select(&learnts[..2], &mut arena, &trail, &config), [learnts[1]]);
    }
}
