//! Forgetting learnt clauses, removing satisfied ones, and collecting the garbage.
//!
//! Clauses of little glue are kept for good, others while they take part in conflicts; of the rest the worse half goes, by
//! glue, then by size (in the manner of CaDiCaL's tiers).

use crate::Solver;
use crate::arena::ClauseRef;
use crate::trail::Reason;

const MIDDLE_GLUE: u32 = 6;

impl Solver {
    pub(crate) fn reduce_due(&self) -> bool {
        self.statistics.conflicts >= self.reduce_limit
    }

    pub(crate) fn reduce(&mut self) {
        self.reductions += 1;
        let interval = self.config.reduce_first + self.config.reduce_step * self.reductions;
        self.reduce_limit = self.statistics.conflicts + u64::from(interval);
        let mut candidates = Vec::new();
        for clause in self.learnts.clone() {
            let used = self.arena.take_used(clause);
            let glue = self.arena.glue(clause);
            let keep = glue <= self.config.keep_glue || used && glue <= MIDDLE_GLUE;
            if !keep && !self.is_reason(clause) {
                candidates.push((used, glue, self.arena.len(clause), clause));
            }
        }
        // The worst first: unused, of much glue, long.
        candidates.sort_by_key(|&(used, glue, len, clause)| {
            (used, std::cmp::Reverse(glue), std::cmp::Reverse(len), clause.0)
        });
        for &(.., clause) in &candidates[..candidates.len() / 2] {
            self.arena.discard(clause);
            self.statistics.removed += 1;
        }
        self.collect_garbage();
    }

    fn is_reason(&self, clause: ClauseRef) -> bool {
        let first = self.arena.lit(clause, 0);
        self.is_true(first) && self.trail.reason(first.var()) == Reason::Clause(clause)
    }

    /// At level 0: removes what is satisfied for good, where anything new has become so.
    pub(crate) fn simplify(&mut self) {
        debug_assert_eq!(self.decision_level(), 0);
        if self.simplified == self.trail.literals.len() {
            return;
        }
        for i in self.simplified..self.trail.literals.len() {
            // At level 0 nobody asks why.
            let var = self.trail.literals[i].var();
            self.trail.set_reason(var, Reason::None);
        }
        self.simplified = self.trail.literals.len();
        let satisfied: Vec<ClauseRef> = self
            .arena
            .clauses()
            .filter(|&clause| self.arena.lits(clause).any(|lit| self.is_true(lit)))
            .collect();
        for clause in satisfied {
            self.arena.discard(clause);
        }
        let Solver { watches, trail, .. } = self;
        for list in watches.iter_mut() {
            list.retain(|watch| watch.clause().is_some() || trail.value(watch.blocker) <= 0);
        }
        self.collect_garbage();
    }

    /// Moves the clauses together and drops all that refers to garbage.
    fn collect_garbage(&mut self) {
        let moves = self.arena.collect();
        for list in &mut self.watches {
            list.retain_mut(|watch| match watch.clause() {
                None => true,
                Some(clause) => match moves.get(clause) {
                    Some(moved) => {
                        *watch = crate::propagate::Watch::long(watch.blocker, moved);
                        true
                    }
                    None => false,
                },
            });
        }
        self.learnts = self.learnts.iter().filter_map(|&clause| moves.get(clause)).collect();
        for i in 0..self.trail.literals.len() {
            let var = self.trail.literals[i].var();
            if let Reason::Clause(clause) = self.trail.reason(var) {
                let moved = moves.get(clause).map_or(Reason::None, Reason::Clause);
                self.trail.set_reason(var, moved);
            }
        }
    }
}
