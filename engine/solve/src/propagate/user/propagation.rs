//! The operations of a user propagator during the search.
//!
//! Invariant: the solver receives only clauses over its own variables, and only reasons that were true before
//! the literals that they imply; a propagator that violates this panics with a message.

use crate::propagate::user::sharing::{Implied, Sharing};
use hamadryad_sat::{Lit, Solver, Var};

/// The values of all literals at some moment of the search.
#[derive(Clone, Copy)]
pub struct Assignment<'s> {
    solver: &'s Solver,
    /// Literals at this position of the trail and behind it count as free.
    keep: usize,
    level: u32,
}

impl<'s> Assignment<'s> {
    pub(crate) fn of(solver: &'s Solver) -> Assignment<'s> {
        Assignment { solver, keep: usize::MAX, level: solver.decision_level() }
    }

    /// The assignment while a level is left: the literals of this level and of higher levels are free.
    pub(crate) fn leaving(solver: &'s Solver, level: u32) -> Assignment<'s> {
        Assignment { solver, keep: solver.level_start(level), level }
    }

    /// The value of a literal; `None` if it is free.
    pub fn value(self, lit: Lit) -> Option<bool> {
        let value = self.solver.value(lit)?;
        (self.keep == usize::MAX || self.solver.position(lit.var()) < self.keep).then_some(value)
    }

    /// Whether a literal is true.
    pub fn is_true(self, lit: Lit) -> bool {
        self.value(lit) == Some(true)
    }

    /// Whether a literal is false.
    pub fn is_false(self, lit: Lit) -> bool {
        self.value(lit) == Some(false)
    }

    /// Whether a literal has no value.
    pub fn is_free(self, lit: Lit) -> bool {
        self.value(lit).is_none()
    }

    /// Whether a literal is fixed to true, in this and all later solves.
    pub fn is_fixed_true(self, lit: Lit) -> bool {
        self.solver.is_fixed_true(lit)
    }

    /// The decision level of the assignment of a literal; `None` if it is free.
    pub fn level(self, lit: Lit) -> Option<u32> {
        self.value(lit).map(|_| self.solver.level(lit.var()))
    }

    /// The current decision level. Level 0 has fixed literals, level 1 assumptions, higher levels decisions.
    pub fn decision_level(self) -> u32 {
        self.level
    }

    /// The level of the assumptions: 0 before the search has made them.
    pub fn root_level(self) -> u32 {
        self.solver.root_level().min(self.level)
    }

    /// Whether the search has found a conflict that it has not handled yet.
    pub fn has_conflict(self) -> bool {
        self.solver.has_conflict()
    }

    /// Whether all literals have values.
    pub fn is_total(self) -> bool {
        self.keep >= self.solver.trail().len() && self.solver.num_free_vars() == 0
    }

    /// The true literals, in the order in which they became true.
    pub fn trail(self) -> &'s [Lit] {
        let trail = self.solver.trail();
        &trail[..self.keep.min(trail.len())]
    }

    /// The length of the trail when a decision level began; `None` if there is no such level.
    pub fn level_start(self, level: u32) -> Option<usize> {
        (level <= self.level).then(|| self.solver.level_start(level))
    }

    /// The positive literals are numbered from 0 up to this number. Some have no value until they are used
    /// again.
    pub fn number_of_variables(self) -> usize {
        self.solver.num_vars()
    }

    /// The positive literal with a number.
    pub fn variable(self, number: usize) -> Option<Lit> {
        (number < self.number_of_variables()).then(|| Var::from_index(number).positive())
    }
}

/// The lifetime of a clause that a propagator adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lasting {
    /// In this and all later solves, independent of later steps: the clause follows from the constraint of
    /// the propagator. It is kept.
    Always,
    /// As `Always`, but the search may delete the clause. The propagator must be able to find it again.
    UntilForgotten,
    /// In this solve only. It is kept until the search ends.
    ThisSolve,
}

/// The present assignment cannot be completed: the search backtracks when the propagator returns.
///
/// Only [`Propagation`] creates it. With `?` after each call, a propagator returns at the right moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict(());

/// The state of a call of a propagator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// The propagator may continue.
    Open,
    /// The search must backjump before it continues: a clause has its literals on lower levels.
    Backjump,
    /// The solver has a conflict.
    Conflict(hamadryad_sat::Conflict),
}

/// The access of a propagator to the search.
pub struct Propagation<'s> {
    pub(crate) solver: &'s mut Solver,
    pub(crate) sharing: &'s mut Sharing,
    pub(crate) user: u32,
    pub(crate) first_handle: u32,
    pub(crate) status: Status,
}

impl Propagation<'_> {
    /// The current values, with all implied literals.
    pub fn assignment(&self) -> Assignment<'_> {
        Assignment::of(self.solver)
    }

    /// Adds a clause. If a single literal is not false, it becomes true. A clause with a literal of
    /// [`Propagation::new_literal`] lasts for this solve, as the literal does.
    ///
    /// # Errors
    /// If all literals are false in the present assignment, or if the clause fixes a literal, for which the
    /// search jumps back first.
    pub fn add_clause(&mut self, clause: &[Lit], lasting: Lasting) -> Result<(), Conflict> {
        self.check_status()?;
        let mut literals = clause.to_vec();
        if lasting == Lasting::ThisSolve || self.sharing.is_for_this_search(clause) {
            literals.push(!self.sharing.use_guard());
            self.sharing.clauses_of_solve.push(clause.to_vec());
        }
        let is_violated = clause.iter().all(|&lit| self.solver.is_false(lit));
        let learnt = match lasting {
            Lasting::UntilForgotten => self.solver.learn(&literals),
            Lasting::Always | Lasting::ThisSolve => self.solver.learn_permanently(&literals),
        };
        self.status = match (learnt, is_violated) {
            (Err(conflict), _) => Status::Conflict(conflict),
            // A single literal is not fixed to false: it is implied after a backjump.
            (Ok(()), true) => Status::Backjump,
            (Ok(()), false) if !self.solver.assign_units_here() => Status::Backjump,
            (Ok(()), false) => Status::Open,
        };
        self.check_status()
    }

    /// Implies a literal with a reason: the true literals that make it true, in this and all later solves.
    ///
    /// # Errors
    /// As for [`Propagation::add_clause`].
    ///
    /// # Panics
    /// If a literal of the reason is not true.
    pub fn imply(&mut self, lit: Lit, reason: &[Lit]) -> Result<(), Conflict> {
        self.require_true(reason);
        if self.solver.is_true(lit) {
            return self.check_status();
        }
        let clause: Vec<Lit> = std::iter::once(lit).chain(reason.iter().map(|&lit| !lit)).collect();
        self.add_clause(&clause, Lasting::UntilForgotten)
    }

    /// Implies a literal whose reason the propagator computes on demand, from the `note`. Most reasons are
    /// never needed.
    ///
    /// # Errors
    /// If the literal is false.
    pub fn imply_lazily(&mut self, lit: Lit, note: u64) -> Result<(), Conflict> {
        self.check_status()?;
        if self.solver.is_true(lit) {
            return Ok(());
        }
        let position = self.solver.trail().len();
        let id = self.sharing.record(Implied { position, user: self.user, note });
        if let Err(conflict) = self.solver.imply(lit, self.first_handle + id) {
            self.status = Status::Conflict(conflict);
        }
        self.check_status()
    }

    /// Reports a conflict: the literals, which are all true, can never be true together, in this and all
    /// later solves.
    ///
    /// ```text
    /// return Err(search.conflict(&[a, b]));
    /// ```
    ///
    /// # Panics
    /// If a literal is not true.
    pub fn conflict(&mut self, reason: &[Lit]) -> Conflict {
        if self.status == Status::Open {
            self.require_true(reason);
            let mut clause: Vec<Lit> = reason.iter().map(|&lit| !lit).collect();
            if self.sharing.is_for_this_search(reason) {
                clause.push(!self.sharing.use_guard());
            }
            self.status = Status::Conflict(self.solver.set_conflict(&clause));
        }
        Conflict(())
    }

    /// Propagates all clauses, but no other propagator.
    ///
    /// # Errors
    /// If a clause is violated.
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        self.check_status()?;
        if let Err(conflict) = self.solver.propagate_units() {
            self.status = Status::Conflict(conflict);
        }
        self.check_status()
    }

    /// The literal of a new variable, which lasts until this solve ends. Models that differ in it are different
    /// models.
    pub fn new_literal(&mut self) -> Lit {
        let lit = self.solver.new_temporary_in_search();
        self.sharing.add_made(lit);
        lit
    }

    /// Watches a literal from now on, in this and all later solves. If it is true already, it is reported when
    /// it becomes true again.
    pub fn watch(&mut self, lit: Lit) {
        if self.sharing.watches.add(self.user, lit) {
            self.sharing.watches.fresh.push(lit);
        }
    }

    /// Whether the propagator watches a literal.
    pub fn is_watched(&self, lit: Lit) -> bool {
        self.sharing.watches.has(self.user, lit)
    }

    /// Ends the watch of a literal.
    pub fn unwatch(&mut self, lit: Lit) {
        self.sharing.watches.remove(self.user, lit);
    }

    fn check_status(&self) -> Result<(), Conflict> {
        if self.status == Status::Open { Ok(()) } else { Err(Conflict(())) }
    }

    fn require_true(&self, reason: &[Lit]) {
        let is_true = reason.iter().all(|&lit| self.solver.is_true(lit));
        assert!(is_true, "a propagator gave a reason with a literal that is not true");
    }
}
