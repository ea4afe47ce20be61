//! The seam between the search and reasoning that is not clauses.

use crate::{Lit, Solver};

/// What a theory says of a total assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checked {
    /// It has no objection, or it has learnt or implied something.
    Fine,
    /// There is a conflict, as where [`Theory::propagate`] says `false`.
    Conflict,
    /// The stop function said so before it could tell.
    Stopped,
}

/// Reasoning beyond clauses, which takes part in propagation (in the manner of IPASIR-UP: Fazekas et al., "IPASIR-UP:
/// User Propagators for CDCL", SAT 2023).
///
/// A theory reads the trail by itself: it remembers how much of [`Solver::trail`] it has seen and is told in
/// [`Theory::undo`] when less of it is left.
pub trait Theory {
    /// Clauses are propagated to a fixpoint: imply what follows from the trail with [`Solver::imply`] or
    /// [`Solver::learn`].
    ///
    /// Returns `false` on a conflict, after [`Solver::imply`] or [`Solver::learn`] returned `false`, or after
    /// [`Solver::set_conflict`]. May return early with `true` once it has implied anything: it is called again until
    /// nothing is new.
    fn propagate(&mut self, solver: &mut Solver) -> bool {
        let _ = solver;
        true
    }

    /// Appends to `reason` the true literals that implied `lit` when it was implied with `handle`. All of them must have
    /// been on the trail before `lit`.
    fn explain(&mut self, solver: &Solver, lit: Lit, handle: u32, reason: &mut Vec<Lit>) {
        let _ = (solver, handle, reason);
        unreachable!("{lit:?} has no reason here: this theory implies nothing");
    }

    /// The trail is about to be cut to its first `keep` literals.
    fn undo(&mut self, solver: &Solver, keep: usize) {
        let _ = (solver, keep);
    }

    /// By variable: whether the theory, or who uses it, may ever speak of it. Others may be eliminated.
    fn may_name(&self, solver: &Solver) -> Vec<bool> {
        vec![true; solver.num_vars()]
    }

    /// A literal to decide next; `None` leaves it to the solver. The literal must be free.
    fn decide(&mut self, solver: &Solver) -> Option<Lit> {
        let _ = solver;
        None
    }

    /// Whether the theory knows how to go on to a model, so that nobody needs to: asked before each decision. The search then
    /// ends as with a model, although variables are free; it is the theory that is to be asked for it.
    fn knows_the_rest(&mut self, solver: &Solver) -> bool {
        let _ = solver;
        false
    }

    /// All variables have values and propagation is at a fixpoint: the last word. As [`Theory::propagate`]; where it
    /// learns or implies something the search goes on. What takes long here asks `stop` now and then.
    fn check(&mut self, solver: &mut Solver, stop: &dyn Fn() -> bool) -> Checked {
        let _ = (solver, stop);
        Checked::Fine
    }
}

/// The theory that says nothing: plain satisfiability.
pub struct NoTheory;

impl Theory for NoTheory {}
