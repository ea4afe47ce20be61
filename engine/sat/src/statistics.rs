//! Counts of decisions, conflicts, clauses and models, as `--stats` prints them.

/// Counts since the solver was made.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Decisions.
    pub decisions: u64,
    /// Conflicts that were analysed or led to backtracking.
    pub conflicts: u64,
    /// The sum of the decision levels at which conflicts were found.
    pub conflict_levels: u64,
    /// Literals that were propagated through the clauses.
    pub propagations: u64,
    /// Restarts.
    pub restarts: u64,
    /// Clauses learnt from conflicts.
    pub learnt: u64,
    /// Literals in clauses learnt from conflicts.
    pub learnt_literals: u64,
    /// Learnt clauses that were deleted.
    pub removed: u64,
    /// Clauses learnt from a theory, except those of unfounded sets.
    pub lemmas: u64,
    /// Clauses learnt from unfounded sets: loop nogoods.
    pub loop_nogoods: u64,
    /// Literals in these clauses.
    pub loop_literals: u64,
    /// Learnt clauses that were exported to other solvers.
    pub offered: u64,
    /// Clauses that were imported from other solvers.
    pub taken: u64,
    /// Learnt clauses of two literals.
    pub binary: u64,
    /// Learnt clauses of three literals.
    pub ternary: u64,
    /// Jumps back from a conflict.
    pub jumps: u64,
    /// Levels that these jumps passed.
    pub jumped_levels: u64,
    /// The largest number of levels that a jump passed.
    pub longest_jump: u64,
    /// Variables that were eliminated.
    pub eliminated: u64,
    /// Models.
    pub models: u64,
    /// The sum of the decision levels at which models were found.
    pub model_levels: u64,
}

impl Statistics {
    /// The counts minus earlier counts. The longest jump remains the maximum of the whole time.
    pub fn since(&self, before: &Statistics) -> Statistics {
        Statistics {
            decisions: self.decisions - before.decisions,
            conflicts: self.conflicts - before.conflicts,
            conflict_levels: self.conflict_levels - before.conflict_levels,
            propagations: self.propagations - before.propagations,
            restarts: self.restarts - before.restarts,
            learnt: self.learnt - before.learnt,
            learnt_literals: self.learnt_literals - before.learnt_literals,
            removed: self.removed - before.removed,
            lemmas: self.lemmas - before.lemmas,
            loop_nogoods: self.loop_nogoods - before.loop_nogoods,
            loop_literals: self.loop_literals - before.loop_literals,
            offered: self.offered - before.offered,
            taken: self.taken - before.taken,
            binary: self.binary - before.binary,
            ternary: self.ternary - before.ternary,
            jumps: self.jumps - before.jumps,
            jumped_levels: self.jumped_levels - before.jumped_levels,
            longest_jump: self.longest_jump,
            eliminated: self.eliminated - before.eliminated,
            models: self.models - before.models,
            model_levels: self.model_levels - before.model_levels,
        }
    }

    /// The sum of the counts of two searches; of the longest jump and of the eliminated variables, the
    /// maximum, because the searches may have eliminated the same variables.
    pub fn and(&self, other: &Statistics) -> Statistics {
        Statistics {
            decisions: self.decisions + other.decisions,
            conflicts: self.conflicts + other.conflicts,
            conflict_levels: self.conflict_levels + other.conflict_levels,
            propagations: self.propagations + other.propagations,
            restarts: self.restarts + other.restarts,
            learnt: self.learnt + other.learnt,
            learnt_literals: self.learnt_literals + other.learnt_literals,
            removed: self.removed + other.removed,
            lemmas: self.lemmas + other.lemmas,
            loop_nogoods: self.loop_nogoods + other.loop_nogoods,
            loop_literals: self.loop_literals + other.loop_literals,
            offered: self.offered + other.offered,
            taken: self.taken + other.taken,
            binary: self.binary + other.binary,
            ternary: self.ternary + other.ternary,
            jumps: self.jumps + other.jumps,
            jumped_levels: self.jumped_levels + other.jumped_levels,
            longest_jump: self.longest_jump.max(other.longest_jump),
            eliminated: self.eliminated.max(other.eliminated),
            models: self.models + other.models,
            model_levels: self.model_levels + other.model_levels,
        }
    }

    /// Counts a learnt clause of so many literals, and a jump over so many levels.
    pub(crate) fn note_learnt(&mut self, literals: usize, levels: u32) {
        self.binary += u64::from(literals == 2);
        self.ternary += u64::from(literals == 3);
        self.jumps += 1;
        self.jumped_levels += u64::from(levels);
        self.longest_jump = self.longest_jump.max(u64::from(levels));
    }
}
