//! Learning from conflicts: the first unique implication point, minimisation, glue, failed assumptions.
//!
//! First UIP: Zhang et al., "Efficient Conflict Driven Learning in a Boolean Satisfiability Solver", ICCAD 2001.
//! Recursive minimisation: Sörensson, Biere, "Minimizing Learned Clauses", SAT 2009. Glue (the number of decision levels
//! in a clause): Audemard, Simon, "Predicting Learnt Clauses Quality", IJCAI 2009.

use crate::propagate::Conflict;
use crate::trail::{Reason, Trail};
use crate::{Lit, Solver, Theory, Var};

/// More literals than this that follow from assumptions are replaced by the assumption that will retire, if there is one.
/// Shorter clauses make a search faster, kept clauses the next one: on games of Snake, 3 to 7 is best.
const MANY_ASSUMED: usize = 5;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// Not looked at.
    None,
    /// In the clause, or resolved away.
    Seen,
    /// Implied by literals of the clause.
    Removable,
    /// Not implied by literals of the clause.
    Needed,
}

/// Scratch space of the analysis, and its result.
#[derive(Clone, Default)]
pub(crate) struct Analysis {
    marks: Vec<Mark>,
    marked: Vec<Var>,
    /// By level: the stamp of the last clause that counted it.
    level_stamps: Vec<u32>,
    stamp: u32,
    antecedents: Vec<Lit>,
    /// What is true on levels up to this one need not be named in the clause.
    known_level: u32,
    stack: Vec<Frame>,
    /// The learnt clause, the asserting literal first and one of the highest other level second.
    pub(crate) clause: Vec<Lit>,
}

/// A literal whose antecedents are being examined: they lie at `from..` of the shared list.
#[derive(Clone, Copy)]
struct Frame {
    lit: Lit,
    next: usize,
    start: usize,
}

impl Analysis {
    pub(crate) fn reserve(&mut self, vars: usize) {
        self.marks.reserve(vars);
    }

    pub(crate) fn new_var(&mut self) {
        self.marks.push(Mark::None);
    }

    fn mark(&mut self, var: Var, mark: Mark) {
        if self.marks[var.index()] == Mark::None {
            self.marked.push(var);
        }
        self.marks[var.index()] = mark;
    }

    /// The number of decision levels of some literals, which are marked with the present stamp.
    fn count_levels(&mut self, trail: &Trail, literals: impl Iterator<Item = Lit>) -> u32 {
        self.stamp += 1;
        let mut count = 0;
        for lit in literals {
            let level = trail.level(lit.var()) as usize;
            if self.level_stamps.len() <= level {
                self.level_stamps.resize(level + 1, 0);
            }
            if std::mem::replace(&mut self.level_stamps[level], self.stamp) != self.stamp {
                count += 1;
            }
        }
        count
    }

    fn clear(&mut self) {
        for var in self.marked.drain(..) {
            self.marks[var.index()] = Mark::None;
        }
    }
}

impl Solver {
    /// Appends the true literals that a true literal, or one that a theory failed to imply, follows from.
    fn append_antecedents<T: Theory>(
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

    /// The conflict's literals, all false.
    pub(crate) fn take_conflict<T: Theory>(&mut self, theory: &mut T) -> Vec<Lit> {
        match self.conflict.take().expect("there is a conflict") {
            Conflict::Literals(literals) => literals,
            Conflict::Binary(a, b) => vec![a, b],
            Conflict::Clause(clause) => {
                self.use_clause(clause);
                self.arena.lits(clause).collect()
            }
            Conflict::Implied(lit, handle) => {
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

    /// Learns from a conflict at the current level; the clause is left in `self.analysis.clause`. Returns its glue.
    pub(crate) fn analyze<T: Theory>(&mut self, theory: &mut T, conflict: &[Lit]) -> u32 {
        let level = self.decision_level();
        let mut clause = std::mem::take(&mut self.analysis.clause);
        clause.clear();
        // The place of the asserting literal.
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
                self.order.bump(var);
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
        self.take_assumptions_for_granted(&mut clause);
        self.minimize(theory, &mut clause);
        self.analysis.clear();
        let glue = self.analysis.count_levels(&self.trail, clause.iter().copied());
        self.analysis.clause = clause;
        self.put_second_highest_second();
        glue
    }

    /// Puts the assumption that will retire in the place of all that follows from assumptions, where the clause is of no
    /// use later anyhow, or names so many of them that it hardly will be.
    fn take_assumptions_for_granted(&mut self, clause: &mut Vec<Lit>) {
        self.analysis.known_level = 0;
        let Some(retiring) = self.retiring else { return };
        let root_level = self.root_level;
        let is_granted = |lit: Lit| self.trail.level(lit.var()) <= root_level;
        let granted = clause.iter().filter(|&&lit| is_granted(lit)).count();
        if granted > MANY_ASSUMED || clause.contains(&!retiring) {
            clause.retain(|&lit| !is_granted(lit));
            clause.push(!retiring);
            self.analysis.known_level = root_level;
        }
    }

    /// A learnt clause took part in a conflict: it is worth keeping, and its glue may have shrunk.
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

    fn is_on_clause_level(&self, var: Var) -> bool {
        let stamps = &self.analysis.level_stamps;
        stamps.get(self.trail.level(var) as usize) == Some(&self.analysis.stamp)
    }

    /// Whether a true literal follows from marked ones: depth first over the reasons, with memory.
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
                // All antecedents follow; the literal itself is marked already where it is the one asked for.
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

    /// The assumptions behind a conflict on the level of the assumptions, as they were given.
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
