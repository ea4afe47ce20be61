//! The main loop of conflict-driven clause learning (Marques-Silva, Lynce, Malik 2021), and the enumeration
//! of models.
//!
//! Each round propagates; then it handles a conflict, or restarts, reduces the learnt clauses, makes the
//! assumptions or decides, as far as each is due. If all variables have values, the theory checks the
//! assignment.
//!
//! Models are enumerated by backtracking from the last decision, without recording them (Gebser et al. 2007):
//! below `backtrack_level` the search space is exhausted, so no jump goes below it.
//!
//! Invariant: level 1 holds the assumptions, also if there are none; decisions begin at level 2. A learnt
//! unit that belongs to level 0 while enumeration forbids to go there is postponed, and assigned again after
//! each jump.

use crate::config::Order;
use crate::conflict::ConflictClause;
use crate::gauge::SearchState;
use crate::restart::AtRestart;
use crate::trail::Reason;
use crate::{Checked, Lit, Solver, Theory};

/// Between two conflicts, the stop function is asked after this number of decisions, or of propagated literals.
const ASK_DECISIONS: u64 = 1 << 5;
const ASK_PROPAGATIONS: u64 = 1 << 13;

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All variables have values and all constraints hold. The assignment is valid until the next change.
    Model,
    /// No (further) assignment satisfies the constraints, with or without assumptions.
    Unsatisfiable,
    /// No assignment satisfies the constraints under the assumptions; [`Solver::core`] is a contradictory
    /// subset of them. While enumerating by backtracking: no further model exists.
    Failed,
    /// The stop function returned `true`, or the limit on conflicts is reached.
    Stopped,
}

impl Solver {
    /// Searches for the next model, from the current assignment on.
    ///
    /// After a model, going on needs a change that excludes it: [`Solver::next_by_backtracking`],
    /// [`Solver::add_clause_in_search`], or a theory that will object. `stop` is asked at each conflict and
    /// now and then between.
    pub fn search<T: Theory>(&mut self, theory: &mut T, stop: &dyn Fn() -> bool) -> Outcome {
        self.core.clear();
        if self.inconsistent {
            return Outcome::Unsatisfiable;
        }
        self.publish_state();
        if self.decision_level() == 0 {
            self.candidate.clear();
            self.restarts.reset();
            self.origin = None;
            self.heuristic.arrange();
            if !self.begin_anew(theory) {
                return Outcome::Unsatisfiable;
            }
        }
        loop {
            if self.inconsistent {
                // A theory found a contradiction while a lookahead tried a value.
                return Outcome::Unsatisfiable;
            }
            if !self.new_units.is_empty() && !self.assign_new_units(theory) {
                return if self.inconsistent { Outcome::Unsatisfiable } else { Outcome::Failed };
            }
            if self.conflict.is_some() || self.propagate(theory).is_err() {
                if let Some(outcome) = self.handle_conflict(theory) {
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
            if self.decision_level() == 0 {
                self.simplify_if_due();
            }
            if self.decision_level() > self.base_level() && self.restarts.is_due(self.config.restarts) {
                self.restart(theory);
                if !self.begin_anew(theory) {
                    return Outcome::Unsatisfiable;
                }
                continue;
            }
            if self.reducer.is_due(self.statistics.conflicts) {
                self.reduce();
            }
            if self.root_level == 0 {
                if !self.make_assumptions(theory) {
                    return Outcome::Failed;
                }
                continue;
            }
            if self.is_time_to_ask() && stop() {
                return Outcome::Stopped;
            }
            if self.decision_level() == self.base_level() {
                theory.suggest(self, stop);
            }
            if theory.knows_the_rest(self) {
                return Outcome::Model;
            }
            if self.decide(theory, stop) {
                continue;
            }
            let before = self.trail.literals.len();
            match theory.check(self, stop) {
                Checked::Stopped => return Outcome::Stopped,
                Checked::Conflict => {
                    if let Some(outcome) = self.handle_conflict(theory) {
                        return outcome;
                    }
                    if self.limit_reached() || stop() {
                        return Outcome::Stopped;
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

    /// Whether the stop function is to be asked before the next decision: a decision of a large problem may imply
    /// thousands of literals, so that decisions alone do not measure time.
    fn is_time_to_ask(&mut self) -> bool {
        let propagations = self.statistics.propagations;
        let is_time = self.statistics.decisions.is_multiple_of(ASK_DECISIONS) || propagations >= self.ask_at;
        if is_time {
            self.ask_at = propagations + ASK_PROPAGATIONS;
        }
        is_time
    }

    /// Prepares for new decisions after a restart: elimination, import of clauses. `false` if the clauses are
    /// unsatisfiable.
    fn begin_anew<T: Theory>(&mut self, theory: &mut T) -> bool {
        if self.elimination_due() {
            self.eliminate(theory);
        }
        if !self.inconsistent {
            // A violated imported clause is the next conflict.
            let _ = self.take_offers();
        }
        !self.inconsistent
    }

    /// Whether all variables have values and are propagated. A check may add clauses that change this.
    fn is_total(&self) -> bool {
        let assigned = self.trail.literals.len();
        assigned == self.num_used_vars() && self.trail.head == assigned
    }

    /// Assigns learnt units on level 0, or as low as enumeration allows. `false` if no model is left.
    fn assign_new_units<T: Theory>(&mut self, theory: &mut T) -> bool {
        if self.backtrack_level == 0 {
            self.reset(theory);
            return !self.inconsistent;
        }
        self.backtrack(theory, self.backtrack_level);
        self.postponed_units.append(&mut self.new_units);
        self.assign_postponed_units() || self.flip(theory)
    }

    /// `false` if a postponed unit is false.
    fn assign_postponed_units(&mut self) -> bool {
        for i in 0..self.postponed_units.len() {
            let unit = self.postponed_units[i];
            if self.is_free(unit) {
                self.trail.assign(unit, Reason::None);
            }
        }
        self.postponed_units.iter().all(|&unit| self.is_true(unit))
    }

    /// Begins level 1 and assigns all assumptions on it. The level exists even without assumptions, so that
    /// decisions flipped by enumeration are never on level 0. `false` if assumptions contradict each other or
    /// level 0.
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

    fn decide<T: Theory>(&mut self, theory: &mut T, stop: &dyn Fn() -> bool) -> bool {
        let is_random = self.config.random_decisions > 0.0 || self.config.random_conflicts > 0;
        let random = if is_random { self.random_decision() } else { None };
        let choice = match random.or_else(|| self.next_of_candidate()).or_else(|| theory.decide(self)) {
            Some(lit) => lit,
            // If all variables are assigned, searching the heap for a free one would empty it.
            None if self.trail.literals.len() == self.num_used_vars() => return false,
            None => match self.ordered_decision(theory, stop) {
                Some(lit) => lit,
                None => loop {
                    let Some(var) = self.heuristic.pop() else { return false };
                    if self.is_free(var.positive()) {
                        break self.with_sign(var);
                    }
                },
            },
        };
        let lit = theory.overrule(self, choice);
        if lit.var() != choice.var() {
            self.heuristic.insert(choice.var());
        }
        debug_assert!(self.is_free(lit), "a decision is free");
        self.statistics.decisions += 1;
        self.trail.new_level();
        self.trail.assign(lit, Reason::None);
        true
    }

    /// The next decision of the candidate; variables that have values already are left out.
    fn next_of_candidate(&mut self) -> Option<Lit> {
        while let Some(lit) = self.candidate.pop() {
            if self.is_free(lit) {
                return Some(lit);
            }
        }
        None
    }

    /// The decision of an order other than the heap's.
    #[inline]
    fn ordered_decision<T: Theory>(&mut self, theory: &mut T, stop: &dyn Fn() -> bool) -> Option<Lit> {
        match self.config.order {
            Order::Activity | Order::MoveToFront { .. } | Order::First if self.config.lookahead == 0 => None,
            Order::RecentClauses { considered } if self.config.lookahead == 0 => {
                self.decide_in_recent_clause(considered)
            }
            order => self.decide_by_lookahead(theory, order, stop),
        }
    }

    /// Backjumps to the lowest possible level.
    fn restart<T: Theory>(&mut self, theory: &mut T) {
        self.statistics.restarts += 1;
        if let Some(gauge) = &self.gauge {
            gauge.note_restart();
        }
        let effect = self.restarts.restart(self.config.restarts);
        if effect == AtRestart::ForgetPhases {
            self.phases.forget_saved();
        }
        self.undo_decisions(theory);
        if effect == AtRestart::ReturnToOrigin {
            self.return_to_origin();
        }
        self.publish_state();
    }

    /// Publishes the state of the search, for its progress.
    fn publish_state(&self) {
        let Some(gauge) = &self.gauge else { return };
        let open = self.num_open_vars();
        gauge.note_state(SearchState {
            decisions: self.statistics.decisions,
            open_variables: open as u64,
            fixed_variables: (self.num_used_vars() - open) as u64,
            until_reduction: self.reducer.conflicts_left(self.statistics.conflicts),
        });
    }

    /// Learns from the conflict and jumps back, until no learnt clause is violated. Returns an outcome if there is
    /// no level to jump to.
    fn handle_conflict<T: Theory>(&mut self, theory: &mut T) -> Option<Outcome> {
        if self.statistics.conflicts == 0 {
            self.note_origin();
        }
        self.statistics.conflicts += 1;
        self.statistics.conflict_levels += u64::from(self.decision_level().saturating_sub(self.root_level));
        if self.inconsistent {
            return Some(Outcome::Unsatisfiable);
        }
        let mut conflict = self.take_conflict(theory);
        loop {
            let level = self.backtrack_to_conflict(theory, &conflict);
            if level == 0 {
                self.inconsistent = true;
                return Some(Outcome::Unsatisfiable);
            }
            if level <= self.base_level() {
                if self.backtrack_level > 0 {
                    // An added clause may be violated on a lower level: no model is left above that level.
                    self.backtrack(theory, level.min(self.backtrack_level));
                    self.core.clear();
                    return if self.flip(theory) { None } else { Some(Outcome::Failed) };
                }
                self.analyze_final(theory, &conflict);
                self.inconsistent |= self.core.is_empty();
                return Some(if self.inconsistent { Outcome::Unsatisfiable } else { Outcome::Failed });
            }
            if self.learn_from(theory, &conflict) {
                return None;
            }
            conflict.clone_from(&self.analysis.clause);
        }
    }

    /// Learns a clause from a conflict on the current level, and jumps back. `false` if the clause is violated then.
    fn learn_from<T: Theory>(&mut self, theory: &mut T, conflict: &[Lit]) -> bool {
        let glue = self.analyze(theory, conflict);
        self.statistics.learnt += 1;
        self.statistics.learnt_literals += self.analysis.clause.len() as u64;
        self.proof.learnt(&self.analysis.clause);
        if let Some(gauge) = &self.gauge {
            gauge.note_conflict(self.learnts.len(), self.statistics.decisions);
        }
        self.restarts.learnt(glue);
        self.offer_learnt(glue);
        self.phases.note_learnt(&self.analysis.clause);
        self.heuristic.note_learnt(&self.analysis.clause, self.config.order);
        let is_asserted = self.assert_learnt(theory, glue);
        self.heuristic.decay(self.restarts.decay(&self.config));
        is_asserted
    }

    /// Jumps to the level where the learnt clause is unit, or less far if this level is very far, and assigns
    /// its literal. `false` if its literal is false: its negation is a late literal that is still implied.
    fn assert_learnt<T: Theory>(&mut self, theory: &mut T, glue: u32) -> bool {
        let clause = std::mem::take(&mut self.analysis.clause);
        let target = clause.get(1).map_or(0, |second| self.trail.level(second.var())).max(self.base_level());
        // A unit is assigned by the main loop, after a jump as far as possible.
        let kept = if clause.len() == 1 { target } else { self.level_after_conflict(target) };
        self.statistics.note_learnt(clause.len(), self.decision_level() - kept);
        self.jump_back(theory, kept);
        let is_asserted = match clause[..] {
            [unit] => {
                self.new_units.push(unit);
                true
            }
            [asserted, _, ..] => {
                let reason = self.attach(&clause, true, glue);
                let is_free = self.is_free(asserted);
                if is_free {
                    self.trail.assign(asserted, reason);
                    if kept > target {
                        self.late.push(asserted, reason, target);
                    }
                }
                is_free
            }
            [] => unreachable!("a learnt clause has its asserted literal"),
        };
        self.analysis.clause = clause;
        is_asserted
    }

    /// Excludes the model just found by flipping its last decision, without a clause: models are enumerated
    /// in constant memory (Gebser et al. 2007). `false` if no model is left.
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

    /// Adds a clause between two searches under the same assumptions, without leaving the part of the search
    /// space that is not yet enumerated. If the clause is violated, the next search begins with the conflict.
    pub fn add_clause_while_enumerating(&mut self, literals: &[Lit]) {
        let Some(mut clause) = self.normalize(literals) else { return };
        self.put_watches_first(&mut clause);
        match clause[..] {
            [] => self.inconsistent = true,
            [unit] => self.new_units.push(unit),
            [first, second, ..] => {
                let reason = self.attach(&clause, false, 0);
                if self.is_false(first) {
                    // Of two violated clauses, the conflict is the clause violated on the lower level: a jump
                    // from it repairs both.
                    if self.conflict_level().is_none_or(|level| level > self.trail.level(first.var())) {
                        self.set_conflict(&clause);
                    }
                } else if self.is_free(first) && self.is_false(second) {
                    self.trail.assign(first, reason);
                }
            }
        }
    }

    /// The level on which the pending conflict was violated.
    fn conflict_level(&self) -> Option<u32> {
        match &self.conflict {
            Some(ConflictClause::Literals(literals)) => {
                literals.iter().map(|lit| self.trail.level(lit.var())).max()
            }
            _ => None,
        }
    }

    /// Adds a clause between two searches under the same assumptions, and jumps back only as far as needed.
    /// `false` if no assignment under the assumptions is left.
    pub fn add_clause_in_search<T: Theory>(&mut self, theory: &mut T, literals: &[Lit]) -> bool {
        let Some(mut clause) = self.normalize(literals) else { return true };
        match clause[..] {
            [] => {
                self.inconsistent = true;
                return false;
            }
            [unit] => {
                self.new_units.push(unit);
                return true;
            }
            _ => {}
        }
        loop {
            self.put_watches_first(&mut clause);
            if !self.is_false(clause[0]) || self.level(clause[0].var()) == 0 {
                break;
            }
            // A late literal is still true after a jump to a level above its own, so that one jump may not suffice.
            // All literals are false: jump to the level where the clause is unit, or where two literals are free.
            let [highest, next] = [0, 1].map(|place| self.level(clause[place].var()));
            let target = if highest > next { next } else { highest - 1 };
            if target < self.base_level() {
                self.reset(theory);
            } else {
                self.backtrack(theory, target);
            }
        }
        let reason = self.attach(&clause, false, 0);
        if self.is_free(clause[0]) && self.is_false(clause[1]) {
            self.trail.assign(clause[0], reason);
        }
        true
    }
}
