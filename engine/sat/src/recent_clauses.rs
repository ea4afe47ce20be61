//! Decisions in recent learnt clauses: the most active free variable of the last clause that is not
//! satisfied (Goldberg, Novikov: "BerkMin: A Fast and Robust Sat-Solver", 2002).
//!
//! Invariant: while only decisions and implications follow each other, satisfied clauses stay satisfied, so
//! the search for the clause continues where it ended.

use crate::{Lit, Solver, Var};

/// The place where the search for a clause ended.
#[derive(Clone, Default)]
pub(crate) struct RecentClause {
    /// Conflicts, restarts and models then: each of them takes values back.
    moment: (u64, u64, u64),
    /// All learnt clauses from here on are satisfied.
    place: usize,
}

impl Solver {
    /// The decision in a recent clause; `None` if so many recent clauses (0 for all) are satisfied.
    pub(crate) fn decide_in_recent_clause(&mut self, considered: u32) -> Option<Lit> {
        let counts = &self.statistics;
        let moment = (counts.conflicts, counts.restarts, counts.models);
        if self.recent.moment != moment {
            self.recent = RecentClause { moment, place: self.learnts.len() };
        }
        let first = match considered {
            0 => 0,
            number => self.learnts.len().saturating_sub(number as usize),
        };
        self.recent.place = self.recent.place.min(self.learnts.len());
        while self.recent.place > first {
            let clause = self.learnts[self.recent.place - 1];
            if !self.arena.lits(clause).any(|lit| self.is_true(lit)) {
                return self
                    .most_active(self.arena.lits(clause).map(Lit::var))
                    .map(|var| self.with_sign(var));
            }
            self.recent.place -= 1;
        }
        None
    }

    fn most_active(&self, vars: impl Iterator<Item = Var>) -> Option<Var> {
        let free = vars.filter(|var| self.is_free(var.positive()) && self.heuristic.may_be_decided(*var));
        free.max_by(|&a, &b| self.heuristic.activity(a).total_cmp(&self.heuristic.activity(b)))
    }
}
