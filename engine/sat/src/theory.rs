//! The interface between the search and theories: constraints that are not clauses.

use crate::{Conflict, Lit, Solver};

/// The result of [`Theory::check`] for a total assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// The theory found no conflict; it may have learnt clauses or implied literals.
    Fine,
    /// A conflict was found, as when [`Theory::propagate`] returns one.
    Conflict,
    /// The stop function returned `true` before the check was complete.
    Stopped,
}

/// A constraint that takes part in propagation, in the manner of IPASIR-UP (Fazekas et al. 2023).
///
/// A theory reads new literals from [`Solver::trail`]: it stores the number of literals that it has
/// processed, and [`Theory::undo`] notifies it before the trail is cut.
pub trait Theory {
    /// Implies literals with [`Solver::imply`] or [`Solver::learn`]. Called when the clauses are propagated
    /// to a fixpoint.
    ///
    /// May return early once it has implied a literal: it is called again until the trail stays the same.
    ///
    /// # Errors
    /// Returns a conflict, from [`Solver::imply`], [`Solver::learn`] or [`Solver::set_conflict`].
    fn propagate(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
        let _ = solver;
        Ok(())
    }

    /// Appends to `reason` the true literals that implied `lit` when it was implied with `handle`. All of
    /// them must have been on the trail before `lit`.
    fn explain(&mut self, solver: &Solver, lit: Lit, handle: u32, reason: &mut Vec<Lit>) {
        let _ = (solver, handle, reason);
        unreachable!("{lit:?} has no reason here: this theory implies nothing");
    }

    /// The trail is about to be cut to its first `keep` literals.
    fn undo(&mut self, solver: &Solver, keep: usize) {
        let _ = (solver, keep);
    }

    /// By variable: whether a reason, a lemma or the user of the theory may contain it. Other variables may
    /// be eliminated.
    fn may_name(&self, solver: &Solver) -> Vec<bool> {
        vec![true; solver.num_vars()]
    }

    /// A literal to decide next; `None` leaves it to the solver. The literal must be free.
    fn decide(&mut self, solver: &Solver) -> Option<Lit> {
        let _ = solver;
        None
    }

    /// The literal to decide instead of `choice`, which the search would decide next. It must be free.
    fn overrule(&mut self, solver: &Solver, choice: Lit) -> Lit {
        let _ = solver;
        choice
    }

    /// Whether the theory can complete the assignment to a model by itself; called before each decision. If
    /// so, the search ends with [`Outcome::Model`](crate::Outcome::Model), although variables are free, and
    /// the theory has the rest of the model.
    fn knows_the_rest(&mut self, solver: &Solver) -> bool {
        let _ = solver;
        false
    }

    /// May give values to decide next with [`Solver::try_candidate`]. Called at a fixpoint of the lowest level,
    /// before the first decision and after restarts. A long computation calls `stop` from time to time.
    fn suggest(&mut self, solver: &mut Solver, stop: &dyn Fn() -> bool) {
        let _ = (solver, stop);
    }

    /// Checks a total assignment at a fixpoint. May do all that [`Theory::propagate`] may; if it learns a
    /// clause or implies a literal, the search continues. A long check calls `stop` from time to time.
    fn check(&mut self, solver: &mut Solver, stop: &dyn Fn() -> bool) -> Checked {
        let _ = (solver, stop);
        Checked::Fine
    }
}

/// The empty theory: plain satisfiability.
pub struct NoTheory;

impl Theory for NoTheory {}
