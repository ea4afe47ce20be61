//! A single propagator as the theory of a solver, for solvers other than the main solver.

use crate::propagate::propagator::{Context, Propagator};
use hamadryad_sat::{Conflict, Lit, Solver, Theory};

/// A theory with one propagator, which sees all literals.
#[derive(Clone, Default)]
pub(crate) struct Single<P> {
    pub(crate) propagator: P,
    /// The number of literals on the trail that the propagator has seen.
    seen: usize,
}

#[cfg(test)]
impl<P> Single<P> {
    /// A theory of a propagator that has not seen any literal.
    pub(crate) fn of(propagator: P) -> Single<P> {
        Single { propagator, seen: 0 }
    }
}

impl<P: Propagator> Theory for Single<P> {
    fn propagate(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
        while let Some(&lit) = solver.trail().get(self.seen) {
            self.propagator.assigned(lit, self.seen);
            self.seen += 1;
        }
        self.propagator.propagate(&mut Context::new(solver, 0, None))
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, handle: u32, reason: &mut Vec<Lit>) {
        self.propagator.explain(solver, lit, handle, reason);
    }

    fn undo(&mut self, solver: &Solver, keep: usize) {
        while self.seen > keep {
            self.seen -= 1;
            self.propagator.unassigned(solver.trail()[self.seen]);
        }
        self.propagator.backjumped(solver, keep);
    }
}
