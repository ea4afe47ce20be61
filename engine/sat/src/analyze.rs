//! Conflict analysis: the first unique implication point, minimisation, glue, failed assumptions.
//!
//! The learnt clause is that of the first unique implication point (Zhang et al. 2001), minimised recursively
//! (Sörensson, Biere 2009). Its glue is the number of decision levels of its literals (Audemard, Simon 2009).
//!
//! Invariant: the learnt clause follows from the clauses and the theory by reverse unit propagation over the
//! reasons; on the level of the conflict it has the asserting literal and no other.
//!
//! With a scoped assumption ([`Solver::scope_assumption`]), literals implied by assumptions may be replaced
//! by this single one.

use crate::analysis::{Frame, Mark};
use crate::config::Minimization;
use crate::conflict::ConflictClause;
use crate::trail::Reason;
use crate::{Lit, Solver, Theory, Var};

/// If a learnt clause has more literals implied by assumptions, the scoped assumption replaces them. Shorter
/// clauses make this search faster; clauses without the scoped assumption are kept for the next search. For
/// games of Snake, 3 to 7 is best.
const MANY_ASSUMED: usize = 5;

impl Solver {
    /// Appends the true literals from which a literal follows: a true literal, or a false one that a theory
    /// tried to imply.
    pub(crate) fn append_antecedents<T: Theory>(
        &mut self,
        theory: &mut T,
        lit: Lit,
        reason: Reason,
        into: &mut Vec<Lit>,
    ) {
        match reason {
            Reason::None => {}
            Reason::Binary(other) => into.push(!other),
            Reason::Clause(clause) => into.extend(self.arena.lits(clause).skip(1).map(|lit| !lit)),
            Reason::Theory(handle) => theory.explain(self, lit, handle, into),
        }
    }

    /// Takes the conflict. Returns its literals, all of them false.
    pub(crate) fn take_conflict<T: Theory>(&mut self, theory: &mut T) -> Vec<Lit> {
        match self.conflict.take().expect("there is a conflict") {
            ConflictClause::Literals(literals) => literals,
            ConflictClause::Binary(a, b) => vec![a, b],
            ConflictClause::Clause(clause) => {
                self.use_clause(clause);
                self.arena.lits(clause).collect()
            }
            ConflictClause::Implied(lit, handle) => {
                let mut literals = Vec::new();
                theory.explain(self, lit, handle, &mut literals);
                for literal in &mut literals {
                    *literal = !*literal;
                }
                literals.push(lit);
                literals
            }
        }
    }

    /// Learns from a conflict at the current level; the clause is left in `self.analysis.clause`. Returns its
    /// glue.
    pub(crate) fn analyze<T: Theory>(&mut self, theory: &mut T, conflict: &[Lit]) -> u32 {
        let level = self.decision_level();
        let mut clause = std::mem::take(&mut self.analysis.clause);
        clause.clear();
        // A placeholder for the asserting literal.
        clause.push(conflict[0]);
        let mut open = 0;
        let mut at = self.trail.literals.len();
        let mut antecedents = std::mem::take(&mut self.analysis.antecedents);
        antecedents.clear();
        antecedents.extend(conflict.iter().map(|&lit| !lit));
        loop {
            for &lit in &antecedents {
                let var = lit.var();
                debug_assert!(self.is_true(lit), "an antecedent is true");
                if self.analysis.marks[var.index()] != Mark::None || self.trail.level(var) == 0 {
                    continue;
                }
                self.analysis.mark(var, Mark::Seen);
                self.heuristic.bump(var);
                if self.trail.level(var) >= level {
                    open += 1;
                } else {
                    clause.push(!lit);
                }
            }
            let lit = loop {
                at -= 1;
                let lit = self.trail.literals[at];
                if self.analysis.marks[lit.var().index()] == Mark::Seen
                    && self.trail.level(lit.var()) >= level
                {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                clause[0] = !lit;
                break;
            }
            antecedents.clear();
            let reason = self.trail.reason(lit.var());
            debug_assert!(reason != Reason::None, "only the last open literal of a level has no reason");
            if let Reason::Clause(clause) = reason {
                self.use_clause(clause);
            }
            self.append_antecedents(theory, lit, reason, &mut antecedents);
        }
        self.analysis.antecedents = antecedents;
        self.use_scoped_assumption(&mut clause);
        match self.config.minimization {
            Minimization::Recursive => self.minimize(theory, &mut clause),
            Minimization::Local => self.minimize_locally(theory, &mut clause),
            Minimization::None => {}
        }
        self.analysis.clear();
        let glue = self.analysis.count_levels(&self.trail, clause.iter().copied());
        self.analysis.clause = clause;
        self.put_second_highest_second();
        glue
    }

    /// Replaces all literals implied by assumptions by the scoped assumption, if there is one, and the clause
    /// contains it already or has many literals implied by assumptions.
    fn use_scoped_assumption(&mut self, clause: &mut Vec<Lit>) {
        self.analysis.known_level = 0;
        let Some(scoped) = self.scoped else { return };
        let root_level = self.root_level;
        let is_granted = |lit: Lit| self.trail.level(lit.var()) <= root_level;
        let granted = clause.iter().filter(|&&lit| is_granted(lit)).count();
        if granted > MANY_ASSUMED || clause.contains(&!scoped) {
            clause.retain(|&lit| !is_granted(lit));
            clause.push(!scoped);
            self.analysis.known_level = root_level;
        }
    }

    /// Counts a use of a learnt clause in a conflict, and updates its glue if it is smaller now.
    fn use_clause(&mut self, clause: crate::arena::ClauseRef) {
        if !self.arena.is_learnt(clause) {
            return;
        }
        self.arena.count_use(clause);
        let old = self.arena.glue(clause);
        if old > self.config.keep_glue {
            let glue = self.analysis.count_levels(&self.trail, self.arena.lits(clause));
            if glue < old {
                self.arena.set_glue(clause, glue);
            }
        }
    }

    /// Removes the literals that the others imply.
    fn minimize<T: Theory>(&mut self, theory: &mut T, clause: &mut Vec<Lit>) {
        // Marks the clause's levels: an implied literal has antecedents on these alone.
        self.analysis.count_levels(&self.trail, clause.iter().copied());
        let mut kept = 1;
        for i in 1..clause.len() {
            let lit = clause[i];
            if !self.is_implied_by_marked(theory, !lit) {
                clause[kept] = lit;
                kept += 1;
            }
        }
        clause.truncate(kept);
    }

    /// Removes the literals whose antecedents are all in the clause.
    fn minimize_locally<T: Theory>(&mut self, theory: &mut T, clause: &mut Vec<Lit>) {
        let mut antecedents = Vec::new();
        let asserting = clause[0];
        clause.retain(|&lit| {
            antecedents.clear();
            let reason = self.trail.reason(lit.var());
            self.append_antecedents(theory, !lit, reason, &mut antecedents);
            let is_marked = |other: &Lit| self.analysis.marks[other.var().index()] == Mark::Seen;
            let is_implied =
                |other: &Lit| is_marked(other) || self.trail.level(other.var()) <= self.analysis.known_level;
            lit == asserting || reason == Reason::None || !antecedents.iter().all(is_implied)
        });
    }

    fn is_on_clause_level(&self, var: Var) -> bool {
        let stamps = &self.analysis.level_stamps;
        stamps.get(self.trail.level(var) as usize) == Some(&self.analysis.stamp)
    }

    /// Whether a true literal follows from marked literals, by depth-first search over the reasons; the marks
    /// store the results.
    fn is_implied_by_marked<T: Theory>(&mut self, theory: &mut T, lit: Lit) -> bool {
        let reason = self.trail.reason(lit.var());
        if reason == Reason::None {
            return false;
        }
        let mut lits = std::mem::take(&mut self.analysis.antecedents);
        let mut stack = std::mem::take(&mut self.analysis.stack);
        lits.clear();
        stack.clear();
        self.append_antecedents(theory, lit, reason, &mut lits);
        stack.push(Frame { lit, next: 0, start: 0 });
        let mut implied = true;
        while let Some(frame) = stack.last_mut() {
            if frame.next == lits.len() {
                // All antecedents follow. The first literal of the stack keeps its mark.
                let done = *frame;
                stack.pop();
                lits.truncate(done.start);
                if !stack.is_empty() {
                    self.analysis.mark(done.lit.var(), Mark::Removable);
                    let parent = stack.last_mut().expect("just seen");
                    parent.next += 1;
                }
                continue;
            }
            let antecedent = lits[frame.next];
            let var = antecedent.var();
            let known = self.trail.level(var) <= self.analysis.known_level
                || matches!(self.analysis.marks[var.index()], Mark::Seen | Mark::Removable);
            if known {
                frame.next += 1;
                continue;
            }
            let reason = self.trail.reason(var);
            let hopeless = reason == Reason::None
                || self.analysis.marks[var.index()] == Mark::Needed
                || !self.is_on_clause_level(var);
            if hopeless {
                implied = false;
                break;
            }
            let start = lits.len();
            self.append_antecedents(theory, antecedent, reason, &mut lits);
            stack.push(Frame { lit: antecedent, next: start, start });
        }
        if !implied {
            for frame in stack.iter().skip(1) {
                self.analysis.mark(frame.lit.var(), Mark::Needed);
            }
        }
        self.analysis.antecedents = lits;
        self.analysis.stack = stack;
        implied
    }

    fn put_second_highest_second(&mut self) {
        let clause = &mut self.analysis.clause;
        if let Some(highest) = (1..clause.len()).max_by_key(|&i| self.trail.level(clause[i].var())) {
            clause.swap(1, highest);
        }
    }

    /// Sets the core to the assumptions from which a conflict on the level of the assumptions follows.
    pub(crate) fn analyze_final<T: Theory>(&mut self, theory: &mut T, conflict: &[Lit]) {
        self.core.clear();
        let mut antecedents: Vec<Lit> = conflict.iter().map(|&lit| !lit).collect();
        while let Some(lit) = antecedents.pop() {
            let var = lit.var();
            if self.analysis.marks[var.index()] != Mark::None || self.trail.level(var) == 0 {
                continue;
            }
            self.analysis.mark(var, Mark::Seen);
            match self.trail.reason(var) {
                Reason::None => self.core.push(lit),
                reason => self.append_antecedents(theory, lit, reason, &mut antecedents),
            }
        }
        self.analysis.clear();
    }
}
