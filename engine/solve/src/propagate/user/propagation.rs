//! What a propagator of the host program may look at and do while the search runs.
//!
//! Invariant: whatever it does, the solver gets clauses whose literals it knows and reasons that were true before what they
//! imply; a propagator that breaks that promise is stopped with a sentence.

use crate::propagate::user::propagator::{Implied, Sharing};
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

    /// A literal's value; `None` while it is free.
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

    /// Whether a literal is true for good: in this solve and all to come.
    pub fn is_fixed_true(self, lit: Lit) -> bool {
        self.solver.is_fixed_true(lit)
    }

    /// The decision level at which a literal got its value; `None` while it is free.
    pub fn level(self, lit: Lit) -> Option<u32> {
        self.value(lit).map(|_| self.solver.level(lit.var()))
    }

    /// The current decision level. Level 0 is what holds for good, level 1 has assumptions, those above have decisions.
    pub fn decision_level(self) -> u32 {
        self.solver.decision_level()
    }
}

/// How long a clause holds that a propagator adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lasting {
    /// In this solve and all to come, whatever steps come yet: a consequence of what the propagator stands for. It is kept.
    Always,
    /// The same, but the search may forget it. The propagator must be ready to find it again.
    UntilForgotten,
    /// In this solve only: it is kept as long as the search lasts, and has no trace in later ones.
    ThisSolve,
}

/// The present assignment cannot be gone on with: the search goes back as soon as the propagator returns.
///
/// Only [`Propagation`] makes one. With `?` behind each call, a propagator returns by itself when it should.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict(());

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Going {
    On,
    /// A clause must first be assigned at a lower level.
    Back,
    /// The solver knows a conflict.
    Conflict,
}

/// The search, in the hands of a propagator.
pub struct Propagation<'s> {
    pub(crate) solver: &'s mut Solver,
    pub(crate) sharing: &'s mut Sharing,
    pub(crate) user: u32,
    pub(crate) first_handle: u32,
    pub(crate) going: Going,
}

impl Propagation<'_> {
    /// The values as they are now, with all that has been implied so far.
    pub fn assignment(&self) -> Assignment<'_> {
        Assignment::of(self.solver)
    }

    /// Adds a clause. Where all but one of its literals are false, the last is true from now on.
    ///
    /// # Errors
    /// Where none of its literals can be true in the present assignment.
    pub fn add_clause(&mut self, clause: &[Lit], lasting: Lasting) -> Result<(), Conflict> {
        self.going_on()?;
        let mut literals = clause.to_vec();
        if lasting == Lasting::ThisSolve {
            literals.push(!self.sharing.guard.expect("a propagator is asked during a solve"));
            self.sharing.guard_is_used = true;
            self.sharing.clauses_of_solve.push(clause.to_vec());
        }
        let is_violated = clause.iter().all(|&lit| self.solver.is_false(lit));
        let goes_on = match lasting {
            Lasting::UntilForgotten => self.solver.learn(&literals),
            Lasting::Always | Lasting::ThisSolve => self.solver.learn_for_good(&literals),
        };
        self.going = match (goes_on, is_violated) {
            (false, _) => Going::Conflict,
            // The clause is a unit beside what is false for good.
            (true, true) => Going::Back,
            (true, false) => Going::On,
        };
        self.going_on()
    }

    /// Says that a literal must be true because those of `reason` are, in this solve and all to come.
    ///
    /// # Errors
    /// Where it is false.
    ///
    /// # Panics
    /// Where a literal of the reason is not true.
    pub fn imply(&mut self, lit: Lit, reason: &[Lit]) -> Result<(), Conflict> {
        self.require_true(reason);
        if self.solver.is_true(lit) {
            return self.going_on();
        }
        let clause: Vec<Lit> = std::iter::once(lit).chain(reason.iter().map(|&lit| !lit)).collect();
        self.add_clause(&clause, Lasting::UntilForgotten)
    }

    /// Says that a literal must be true for a reason that is told when it is asked for: with this `note`, which means what
    /// the propagator likes. Most reasons are never asked for.
    ///
    /// # Errors
    /// Where the literal is false.
    pub fn imply_lazily(&mut self, lit: Lit, note: u64) -> Result<(), Conflict> {
        self.going_on()?;
        if self.solver.is_true(lit) {
            return Ok(());
        }
        let position = self.solver.trail().len();
        let handle = self.sharing.note(Implied { position, user: self.user, note });
        if !self.solver.imply(lit, self.first_handle + handle) {
            self.going = Going::Conflict;
        }
        self.going_on()
    }

    /// A conflict: these literals are all true, and never can be together, in this solve and all to come.
    ///
    /// ```text
    /// return Err(search.conflict(&[a, b]));
    /// ```
    ///
    /// # Panics
    /// Where one of them is not true.
    pub fn conflict(&mut self, reason: &[Lit]) -> Conflict {
        if self.going == Going::On {
            self.require_true(reason);
            let clause: Vec<Lit> = reason.iter().map(|&lit| !lit).collect();
            self.solver.set_conflict(&clause);
            self.going = Going::Conflict;
        }
        Conflict(())
    }

    fn going_on(&self) -> Result<(), Conflict> {
        if self.going == Going::On { Ok(()) } else { Err(Conflict(())) }
    }

    fn require_true(&self, reason: &[Lit]) {
        let is_true = reason.iter().all(|&lit| self.solver.is_true(lit));
        assert!(is_true, "a propagator gave a reason that does not hold");
    }
}
