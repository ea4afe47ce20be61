//! Deleting clauses: reductions of the learnt ones, simplification at level 0, and garbage collection.
//!
//! Invariant: after a collection, watch lists, reasons and the list of learnt clauses refer to no deleted
//! clause.

use crate::arena::{ClauseRef, Moved};
use crate::trail::Reason;
use crate::watch::Watch;
use crate::{Lit, Solver};

/// Watch lists of this length may keep room for four times as many watches.
const SHORT: usize = 4;

impl Solver {
    /// Deletes learnt clauses, as selected by `reduce.rs`.
    pub(crate) fn reduce(&mut self) {
        let (vars, conflicts) = (self.num_used_vars(), self.statistics.conflicts);
        let has_high_ratio = self.reducer.begin(self.learnts.len(), vars, conflicts, &self.config);
        self.restarts.set_high_ratio(has_high_ratio);
        for clause in self.reducer.select(&self.learnts, &mut self.arena, &self.trail, &self.config) {
            self.proof.deleted(&self.arena, clause);
            self.arena.discard(clause);
            self.statistics.removed += 1;
        }
        self.collect_garbage(|_| false);
    }

    /// At a fixpoint on level 0: simplifies the clauses if that takes less time than the propagations and additions
    /// since the last time. A step that adds a rule to a large program must not visit the whole program.
    pub(crate) fn simplify_if_due(&mut self) {
        if self.statistics.propagations >= self.simplify_at || self.size() >= self.simplify_from {
            self.simplify();
        }
    }

    /// A measure of the clauses: simplifying them takes time proportional to it.
    fn size(&self) -> usize {
        self.arena.num_words() + self.watches.len()
    }

    /// At a fixpoint on level 0: removes satisfied clauses and false literals, if any variable was assigned
    /// since the last call. Watched literals are not removed: if one is false, its clause is satisfied.
    pub(crate) fn simplify(&mut self) {
        debug_assert_eq!(self.decision_level(), 0);
        if self.simplified == self.trail.literals.len() {
            return;
        }
        for i in self.simplified..self.trail.literals.len() {
            // Reasons of level 0 are never used.
            let lit = self.trail.literals[i];
            self.trail.set_reason(lit.var(), Reason::None);
            // All binary clauses that watch the literal or its negation are satisfied.
            for lit in [lit, !lit] {
                self.watches[lit.index()].retain(|watch| watch.clause().is_some());
            }
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
        self.proof.shortened(&self.learnts, &self.arena, &self.trail);
        let values = self.trail.values().to_vec();
        self.collect_garbage(|lit| values[lit.index()] < 0);
        self.simplify_at = self.statistics.propagations + self.arena.num_words() as u64;
        self.simplify_from = self.size() + self.size() / 4;
    }

    /// Compacts the arena without garbage and without the literals to drop, and updates all references to
    /// clauses.
    pub(crate) fn collect_garbage(&mut self, drops: impl Fn(Lit) -> bool) {
        let moves = self.arena.collect(&drops);
        for (code, list) in self.watches.iter_mut().enumerate() {
            list.retain_mut(|watch| {
                let Some(clause) = watch.clause() else { return true };
                match moves.get(clause) {
                    Moved::Gone => return false,
                    Moved::Long(moved) => *watch = Watch::long(watch.blocker, moved),
                    Moved::Binary { literals: [first, second], learnt } => {
                        let other = if first.index() == code { second } else { first };
                        *watch = Watch::binary(other, learnt);
                    }
                }
                true
            });
            // Each list was long at some time, and few are long at once.
            let needed = 2 * list.len().max(SHORT);
            if list.capacity() > 2 * needed {
                list.shrink_to(needed);
            }
        }
        self.learnts = self.learnts.iter().filter_map(|&clause| moves.place(clause)).collect();
        for i in 0..self.trail.literals.len() {
            let var = self.trail.literals[i].var();
            self.trail.set_reason(var, self.trail.reason(var).moved(&moves));
        }
        self.late.move_reasons(&moves);
    }
}
