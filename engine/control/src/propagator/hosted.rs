//! The adapter of a propagator in the solver.

use crate::Error;
use crate::propagator::Propagator;
use crate::propagator::init::{Init, Seen};
use hamadryad_sat::Lit;
use hamadryad_solve::{Assignment, Calls, Propagation, UserPropagator};

/// A propagator in the solver, with its progress in reading the program.
pub(crate) struct Hosted {
    pub(crate) propagator: Box<dyn Propagator>,
    seen: Seen,
}

impl Hosted {
    pub(crate) fn new(propagator: Box<dyn Propagator>) -> Hosted {
        Hosted { propagator, seen: Seen::default() }
    }

    pub(crate) fn init(&mut self, init: &mut Init<'_>) -> Result<(), Error> {
        init.begin(self.seen);
        self.propagator.init(init).map_err(Error::Propagator)?;
        self.seen = init.end();
        Ok(())
    }
}

impl UserPropagator for Hosted {
    fn clone_box(&self) -> Box<dyn UserPropagator> {
        Box::new(Hosted { propagator: self.propagator.clone_propagator(), seen: self.seen })
    }

    fn propagate(&mut self, changes: &[Lit], search: &mut Propagation<'_>) {
        // The search has stored the conflict.
        let _ = self.propagator.propagate(changes, search);
    }

    fn undo(&mut self, undone: &[Lit], assignment: Assignment<'_>) {
        self.propagator.undo_level(undone, assignment);
    }

    fn check(&mut self, search: &mut Propagation<'_>) {
        let _ = self.propagator.check(search);
    }

    fn explain(&mut self, assignment: Assignment<'_>, lit: Lit, note: u64, reason: &mut Vec<Lit>) {
        self.propagator.explain(assignment, lit, note, reason);
    }

    fn decide(&mut self, assignment: Assignment<'_>) -> Option<Lit> {
        self.propagator.decide(assignment)
    }

    fn overrule(&mut self, assignment: Assignment<'_>, choice: Lit) -> Option<Lit> {
        self.propagator.overrule(assignment, choice)
    }

    fn calls(&self) -> Calls {
        self.propagator.calls()
    }

    fn has_failed(&self) -> bool {
        self.propagator.has_failed()
    }
}
