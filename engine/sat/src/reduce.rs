//! Forgetting learnt clauses, removing satisfied ones and false literals, and collecting the garbage.
//!
//! Clauses of little glue are kept for good, others while they take part in conflicts (in the manner of CaDiCaL's tiers); of
//! the rest three quarters go: those that took part in the fewest conflicts lately, then by glue, then by size. Half of them, by
//! glue alone, made as many conflicts and took a third more time for each where the glue of all clauses is high: on random
//! graphs, pigeons, sums.
//!
//! Where there are few variables and many learnt clauses, a conflict costs little but the visits to these: there, no tier is
//! kept, fewer clauses stay, and restarts are rare, as in clasp's configuration "crafty" (see [`crate::restart`]).

use crate::arena::{ClauseRef, Moved};
use crate::propagate::Watch;
use crate::trail::Reason;
use crate::{Lit, Solver};

const MIDDLE_GLUE: u32 = 6;
/// More learnt clauses than this for each variable are a crowd.
const CROWD: usize = 10;

impl Solver {
    pub(crate) fn reduce_due(&self) -> bool {
        self.statistics.conflicts >= self.reduce_limit
    }

    pub(crate) fn reduce(&mut self) {
        self.reductions += 1;
        let crowded = self.learnts.len() > CROWD * self.num_used_vars();
        self.restarts.is_crowded = crowded;
        let interval = if crowded {
            250 * self.statistics.conflicts.isqrt().isqrt()
        } else {
            u64::from(self.config.reduce_first + self.config.reduce_step * self.reductions)
        };
        self.reduce_limit = self.statistics.conflicts + interval;
        let kept_while_used = if crowded { self.config.keep_glue } else { MIDDLE_GLUE };
        let mut candidates = Vec::new();
        for clause in self.learnts.clone() {
            let uses = self.arena.take_uses(clause);
            let glue = self.arena.glue(clause);
            let keep = glue <= self.config.keep_glue || uses > 0 && glue <= kept_while_used;
            if !keep && !self.is_reason(clause) {
                candidates.push((uses, glue, self.arena.len(clause), clause));
            }
        }
        // The worst first: of little use, of much glue, long.
        candidates.sort_by_key(|&(uses, glue, len, clause)| {
            (uses, std::cmp::Reverse(glue), std::cmp::Reverse(len), clause.0)
        });
        for &(.., clause) in &candidates[..candidates.len() - candidates.len() / 4] {
            self.prove_forgotten(clause);
            self.arena.discard(clause);
            self.statistics.removed += 1;
        }
        self.collect_garbage(|_| false);
    }

    fn is_reason(&self, clause: ClauseRef) -> bool {
        let first = self.arena.lit(clause, 0);
        self.is_true(first) && self.trail.reason(first.var()) == Reason::Clause(clause)
    }

    /// At level 0, at a fixpoint: removes what is satisfied for good and the literals that are false for good, where anything
    /// new has become so. Watched literals are not among these: the clause would be satisfied.
    pub(crate) fn simplify(&mut self) {
        debug_assert_eq!(self.decision_level(), 0);
        if self.simplified == self.trail.literals.len() {
            return;
        }
        for i in self.simplified..self.trail.literals.len() {
            // At level 0 nobody asks why.
            let lit = self.trail.literals[i];
            self.trail.set_reason(lit.var(), Reason::None);
            // Whatever watches it, or its opposite, is satisfied.
            for lit in [lit, !lit] {
                self.watches[lit.index()].retain(|watch| watch.clause().is_some());
            }
        }
        self.simplified = self.trail.literals.len();
        self.simplify_at = self.statistics.propagations + self.arena.num_words() as u64;
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
        self.prove_shortened();
        let values = self.trail.values().to_vec();
        self.collect_garbage(|lit| values[lit.index()] < 0);
    }

    /// Moves the clauses together without the literals to be dropped, and drops all that refers to garbage.
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
        }
        self.learnts = self.learnts.iter().filter_map(|&clause| moves.place(clause)).collect();
        for i in 0..self.trail.literals.len() {
            let var = self.trail.literals[i].var();
            if let Reason::Clause(clause) = self.trail.reason(var) {
                let moved = moves.place(clause).map_or(Reason::None, Reason::Clause);
                self.trail.set_reason(var, moved);
            }
        }
    }
}
