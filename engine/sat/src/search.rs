//! The main loop.

use crate::propagate::Conflict;
use crate::trail::Reason;
use crate::{Checked, Lit, Solver, Theory, Var};

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All variables have values, all constraints hold. The assignment stands until the next change.
    Model,
    /// No (further) assignment satisfies the constraints, whatever is assumed.
    Unsatisfiable,
    /// None does under the assumptions; [`Solver::core`] tells which are to blame. While enumerating by backtracking: there
    /// is no further model.
    Failed,
    /// The stop function said so, or there have been as many conflicts as are allowed.
    Stopped,
}

impl Solver {
    /// Searches from where the solver stands for the next assignment that satisfies everything.
    ///
    /// After a model, going on needs a change that excludes it: [`Solver::next_by_backtracking`],
    /// [`Solver::add_clause_in_search`], or a theory that will object. `stop` is asked at each conflict and now and then
    /// between.
    pub fn search<T: Theory>(&mut self, theory: &mut T, stop: &dyn Fn() -> bool) -> Outcome {
        self.core.clear();
        if self.inconsistent {
            return Outcome::Unsatisfiable;
        }
        if self.decision_level() == 0 {
            self.reset_restarts();
            if !self.begin_anew(theory) {
                return Outcome::Unsatisfiable;
            }
        }
        loop {
            if !self.new_units.is_empty() && !self.assign_new_units(theory) {
                return if self.inconsistent { Outcome::Unsatisfiable } else { Outcome::Failed };
            }
            if self.conflict.is_some() || !self.propagate(theory) {
                if let Some(outcome) = self.resolve(theory) {
                    return outcome;
                }
                if self.limit_reached() || stop() {
                    return Outcome::Stopped;
                }
                continue;
            }
            if !self.new_units.is_empty() {
                continue;
            }
            if self.decision_level() == 0 && self.statistics.propagations >= self.simplify_at {
                self.simplify();
            }
            if self.restart_due() {
                self.restart(theory);
                if !self.begin_anew(theory) {
                    return Outcome::Unsatisfiable;
                }
                continue;
            }
            if self.reduce_due() {
                self.reduce();
            }
            if self.root_level == 0 {
                if !self.make_assumptions(theory) {
                    return Outcome::Failed;
                }
                continue;
            }
            if self.statistics.decisions.is_multiple_of(1 << 5) && stop() {
                return Outcome::Stopped;
            }
            if theory.knows_the_rest(self) {
                return Outcome::Model;
            }
            if self.decide(theory) {
                continue;
            }
            let before = self.trail.literals.len();
            match theory.check(self, stop) {
                Checked::Stopped => return Outcome::Stopped,
                Checked::Conflict => {
                    if let Some(outcome) = self.resolve(theory) {
                        return outcome;
                    }
                }
                Checked::Fine => {
                    let nothing_new = self.trail.literals.len() == before && self.new_units.is_empty();
                    if nothing_new && self.is_total() {
                        self.complete_model();
                        self.statistics.models += 1;
                        self.statistics.model_levels += u64::from(self.decision_level() - self.root_level);
                        return Outcome::Model;
                    }
                }
            }
        }
    }

    /// Before decisions begin anew. `false` where nothing satisfies the clauses.
    fn begin_anew<T: Theory>(&mut self, theory: &mut T) -> bool {
        if self.elimination_due() {
            self.eliminate(theory);
        }
        if !self.inconsistent {
            // Where one of them is violated, that is the next conflict.
            self.take_offers();
        }
        !self.inconsistent
    }

    /// All variables have values and are propagated. A check may add clauses that change this.
    fn is_total(&self) -> bool {
        let assigned = self.trail.literals.len();
        assigned == self.num_used_vars() && self.trail.head == assigned
    }

    /// Puts learnt units on level 0, or as low as enumeration allows. `false` where that leaves nothing.
    fn assign_new_units<T: Theory>(&mut self, theory: &mut T) -> bool {
        if self.backtrack_level == 0 {
            self.reset(theory);
            return !self.inconsistent;
        }
        self.backtrack(theory, self.backtrack_level);
        self.postponed_units.append(&mut self.new_units);
        self.assign_postponed_units() || self.flip(theory)
    }

    /// `false` where one of them is false.
    fn assign_postponed_units(&mut self) -> bool {
        for i in 0..self.postponed_units.len() {
            let unit = self.postponed_units[i];
            if self.is_free(unit) {
                self.trail.assign(unit, Reason::None);
            }
        }
        self.postponed_units.iter().all(|&unit| self.is_true(unit))
    }

    /// Puts all assumptions on level 1, which is there even without any, so that what enumeration flips never ends up on
    /// level 0. `false` where assumptions contradict each other or level 0.
    fn make_assumptions<T: Theory>(&mut self, theory: &mut T) -> bool {
        self.trail.new_level();
        self.root_level = 1;
        for i in 0..self.assumptions.len() {
            let lit = self.assumptions[i];
            match self.value(lit) {
                Some(true) => {}
                None => self.trail.assign(lit, Reason::None),
                Some(false) => {
                    self.analyze_final(theory, &[lit]);
                    if !self.core.contains(&lit) {
                        self.core.push(lit);
                    }
                    return false;
                }
            }
        }
        true
    }

    fn decide<T: Theory>(&mut self, theory: &mut T) -> bool {
        let lit = match theory.decide(self) {
            Some(lit) => lit,
            // Without this look, the last decision would empty the heap of all that propagation assigned.
            None if self.trail.literals.len() == self.num_used_vars() => return false,
            None => loop {
                let Some(var) = self.order.pop() else { return false };
                if self.is_free(var.positive()) {
                    break if self.value_to_try(var) { var.positive() } else { var.negative() };
                }
            },
        };
        debug_assert!(self.is_free(lit), "a decision is free");
        self.statistics.decisions += 1;
        self.trail.new_level();
        self.trail.assign(lit, Reason::None);
        true
    }

    /// Advice first; then what was saved; then the sign in which learnt clauses have the variable more often, which
    /// satisfies most of them; then the initial phase.
    fn value_to_try(&self, var: Var) -> bool {
        let i = var.index();
        let balance = self.sign_balance[i];
        self.advice[i].unwrap_or(if balance == 0 || self.phase_saved[i] {
            self.phases[i]
        } else {
            balance > 0
        })
    }

    /// Learns from the conflict and jumps back. Gives an outcome where there is nowhere to jump.
    fn resolve<T: Theory>(&mut self, theory: &mut T) -> Option<Outcome> {
        self.statistics.conflicts += 1;
        if self.inconsistent {
            return Some(Outcome::Unsatisfiable);
        }
        let conflict = self.take_conflict(theory);
        let level = conflict.iter().map(|lit| self.trail.level(lit.var())).max().unwrap_or(0);
        if level == 0 {
            self.inconsistent = true;
            return Some(Outcome::Unsatisfiable);
        }
        if level <= self.base_level() {
            if self.backtrack_level > 0 {
                // A clause may have been added that has been violated since a lower level: nothing is left above that.
                self.backtrack(theory, level.min(self.backtrack_level));
                self.core.clear();
                return if self.flip(theory) { None } else { Some(Outcome::Failed) };
            }
            self.analyze_final(theory, &conflict);
            self.inconsistent |= self.core.is_empty();
            return Some(if self.inconsistent { Outcome::Unsatisfiable } else { Outcome::Failed });
        }
        // A theory may notice late; the conflict is then below the current level.
        self.backtrack(theory, level);
        let glue = self.analyze(theory, &conflict);
        self.statistics.learnt += 1;
        self.statistics.learnt_literals += self.analysis.clause.len() as u64;
        self.prove_learnt();
        if let Some(gauge) = &self.gauge {
            gauge.note_conflict(self.learnts.len());
        }
        self.restarts.learnt(glue);
        self.offer_learnt(glue);
        for lit in &self.analysis.clause {
            self.sign_balance[lit.var().index()] += if lit.is_positive() { 1 } else { -1 };
        }
        self.assert_learnt(theory, glue);
        self.order.decay(self.decay());
        None
    }

    /// Jumps to where the learnt clause became unit, and assigns its literal.
    fn assert_learnt<T: Theory>(&mut self, theory: &mut T, glue: u32) {
        let clause = std::mem::take(&mut self.analysis.clause);
        let target = clause.get(1).map_or(0, |second| self.trail.level(second.var())).max(self.base_level());
        self.statistics.note_learnt(clause.len(), self.decision_level() - target);
        match clause[..] {
            [unit] => self.new_units.push(unit),
            [asserted, _, ..] => {
                self.backtrack(theory, target);
                let reason = self.attach(&clause, true, glue);
                self.trail.assign(asserted, reason);
            }
            [] => unreachable!("a learnt clause has its asserted literal"),
        }
        self.analysis.clause = clause;
    }

    /// Excludes the model just found by flipping its last decision, without a clause: models are enumerated in constant
    /// memory (Gebser et al., "Conflict-Driven Answer Set Enumeration", LPNMR 2007). `false` where nothing is left.
    pub fn next_by_backtracking<T: Theory>(&mut self, theory: &mut T) -> bool {
        self.flip(theory)
    }

    fn flip<T: Theory>(&mut self, theory: &mut T) -> bool {
        loop {
            let level = self.decision_level();
            if level <= self.root_level {
                return false;
            }
            let decision = self.trail.literals[self.trail.level_start(level)];
            self.backtrack(theory, level - 1);
            self.backtrack_level = level - 1;
            if !self.assign_postponed_units() || self.is_true(decision) {
                continue;
            }
            if self.is_free(decision) {
                self.trail.assign(!decision, Reason::None);
            }
            return true;
        }
    }

    /// Adds a clause between two searches of the same assumptions, whatever has been excluded by backtracking: where it is
    /// violated, the next search begins with the conflict.
    pub fn add_clause_while_enumerating(&mut self, literals: &[Lit]) {
        let Some(mut clause) = self.normalize(literals) else { return };
        self.put_watches_first(&mut clause);
        match clause[..] {
            [] => self.inconsistent = true,
            [unit] => self.new_units.push(unit),
            [first, second, ..] => {
                let reason = self.attach(&clause, false, 0);
                if self.is_false(first) {
                    // Of two violated clauses, the one that was violated first: once it is not, nor is the other.
                    if self.conflict_level().is_none_or(|level| level > self.trail.level(first.var())) {
                        self.set_conflict(&clause);
                    }
                } else if self.is_free(first) && self.is_false(second) {
                    self.trail.assign(first, reason);
                }
            }
        }
    }

    /// The level at which the clause that waits to be resolved was violated.
    fn conflict_level(&self) -> Option<u32> {
        match &self.conflict {
            Some(Conflict::Literals(literals)) => {
                literals.iter().map(|lit| self.trail.level(lit.var())).max()
            }
            _ => None,
        }
    }

    /// Adds a clause between two searches of the same assumptions, jumping back only as far as it takes. `false` where no
    /// assignment under the assumptions is left.
    pub fn add_clause_in_search<T: Theory>(&mut self, theory: &mut T, literals: &[Lit]) -> bool {
        let Some(mut clause) = self.normalize(literals) else { return true };
        self.put_watches_first(&mut clause);
        let level_of =
            |solver: &Solver, lit: Lit| if solver.is_false(lit) { solver.level(lit.var()) } else { u32::MAX };
        match clause[..] {
            [] => {
                self.inconsistent = true;
                false
            }
            [unit] => {
                self.new_units.push(unit);
                true
            }
            [first, second, ..] => {
                let (highest, next) = (level_of(self, first), level_of(self, second));
                if highest != u32::MAX {
                    // All literals are false: back to where the clause is unit, or to where two are free.
                    let target = if highest > next { next } else { highest - 1 };
                    if target < self.base_level() {
                        self.reset(theory);
                    } else {
                        self.backtrack(theory, target);
                    }
                }
                let reason = self.attach(&clause, false, 0);
                if self.is_free(first) && self.is_false(second) {
                    self.trail.assign(first, reason);
                }
                true
            }
        }
    }
}
