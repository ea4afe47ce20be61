//! The operations of a user propagator during the search.
//!
//! Invariant: the solver receives only clauses over its own variables, and only reasons that were true before
//! the literals that they imply; a propagator that violates this panics with a message.

use crate::propagate::user::sharing::{Implied, Sharing};
use hamadryad_sat::{Lit, Solver};

/// The values of all literals at some moment of the search.
#[derive(Clone, Copy)]
pub struct Assignment<'s> {
    solver: &'s Solver,
}

impl<'s> Assignment<'s> {
    pub(crate) fn of(solver: &'s Solver) -> Assignment<'s> {
        Assignment { solver }
    }

    /// The value of a literal; `None` if it is free.
    pub fn value(self, lit: Lit) -> Option<bool> {
        self.solver.value(lit)
    }

    /// Whether a literal is true.
    pub fn is_true(self, lit: Lit) -> bool {
        self.solver.is_true(lit)
    }

    /// Whether a literal is false.
    pub fn is_false(self, lit: Lit) -> bool {
        self.solver.is_false(lit)
    }

    /// Whether a literal has no value.
    pub fn is_free(self, lit: Lit) -> bool {
        self.solver.is_free(lit)
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
        self.solver.decision_level()
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

    /// Adds a clause. If a single literal is not false, it becomes true.
    ///
    /// # Errors
    /// If all literals are false in the present assignment.
    pub fn add_clause(&mut self, clause: &[Lit], lasting: Lasting) -> Result<(), Conflict> {
        self.check_status()?;
        let mut literals = clause.to_vec();
        if lasting == Lasting::ThisSolve {
            literals.push(!self.sharing.guard.expect("a propagator runs during a solve only"));
            self.sharing.guard_is_used = true;
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
            (Ok(()), false) => Status::Open,
        };
        self.check_status()
    }

    /// Implies a literal with a reason: the true literals that make it true, in this and all later solves.
    ///
    /// # Errors
    /// If the literal is false.
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
            let clause: Vec<Lit> = reason.iter().map(|&lit| !lit).collect();
            self.status = Status::Conflict(self.solver.set_conflict(&clause));
        }
        Conflict(())
    }

    fn check_status(&self) -> Result<(), Conflict> {
        if self.status == Status::Open { Ok(()) } else { Err(Conflict(())) }
    }

    fn require_true(&self, reason: &[Lit]) {
        let is_true = reason.iter().all(|&lit| self.solver.is_true(lit));
        assert!(is_true, "a propagator gave a reason with a literal that is not true");
    }
}
