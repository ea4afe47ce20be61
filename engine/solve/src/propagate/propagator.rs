//! The interface of a propagator.

use crate::proof::log::Axiom;
use hamadryad_circuit::Budget;
use hamadryad_sat::{Conflict, Lit, Solver};

/// A constraint that takes part in the search.
///
/// Invariant: between two calls of `propagate`, the propagator has seen, by `assigned` and `unassigned`,
/// exactly the literals of the variables that are watched for it on the trail up to a position that all propagators share.
pub(crate) trait Propagator {
    /// A literal has become true; `position` is its position on the trail.
    fn assigned(&mut self, lit: Lit, position: usize);

    /// A literal that was assigned is no longer true. Literals are unassigned in the reverse order.
    fn unassigned(&mut self, _lit: Lit) {}

    /// The trail is about to be cut to `keep` literals, and `unassigned` was called for all others.
    fn backjumped(&mut self, _solver: &Solver, _keep: usize) {}

    /// Implies literals.
    ///
    /// # Errors
    /// Returns a conflict; the solver has its clause.
    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Conflict>;

    /// Appends the true literals that implied `lit` under `id`. If `lit` is false, its implication was a
    /// conflict.
    fn explain(&mut self, solver: &Solver, lit: Lit, id: u32, reason: &mut Vec<Lit>);

    /// The axiom in a proof that justifies the reasons and conflicts; `None` if they follow from logged
    /// constraints.
    fn axiom(&self) -> Option<Axiom> {
        None
    }
}

/// Costs that a bound limits.
pub(crate) trait BoundedCosts {
    /// The costs that the bound in force still allows; `None` if no bound is in force, or if it has several
    /// levels.
    fn budget(&self, solver: &Solver) -> Option<Box<dyn Budget + '_>>;
}

/// The means of a propagator: the solver, and the implications and conflicts that it reports.
pub(crate) struct Context<'a> {
    pub(crate) solver: &'a mut Solver,
    /// The bound on the objective, which limits other constraints; absent while the objective itself
    /// propagates.
    pub(crate) costs: Option<&'a dyn BoundedCosts>,
    /// The handle of id 0 of the propagator.
    first_handle: u32,
}

impl<'a> Context<'a> {
    pub(crate) fn new(
        solver: &'a mut Solver,
        first_handle: u32,
        costs: Option<&'a dyn BoundedCosts>,
    ) -> Context<'a> {
        Context { solver, costs, first_handle }
    }

    /// Implies a literal that is not true yet; `id` is passed to [`Propagator::explain`].
    ///
    /// # Errors
    /// Returns a conflict if the literal is false.
    pub(crate) fn imply(&mut self, lit: Lit, id: u32) -> Result<(), Conflict> {
        self.solver.imply(lit, self.handle(id))
    }

    /// Reports a conflict: a clause whose literals are all false.
    pub(crate) fn conflict(&mut self, clause: &[Lit]) -> Conflict {
        self.solver.set_conflict(clause)
    }

    /// The handle by which the solver stores an id of the propagator.
    pub(crate) fn handle(&self, id: u32) -> u32 {
        self.first_handle + id
    }
}
