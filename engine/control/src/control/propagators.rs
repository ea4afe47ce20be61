//! The propagators of a control: registration, preparation, access.

use crate::Error;
use crate::control::state::Control;
use crate::propagator::hosted::Hosted;
use crate::propagator::{Init, Propagator};
use hamadryad_solve::UserPropagator;
use std::any::Any;
use std::fmt;
use std::marker::PhantomData;

/// The number of a propagator in its control, and in all clones of the control.
pub struct PropagatorId<P> {
    number: usize,
    kind: PhantomData<fn() -> P>,
}

impl<P> Clone for PropagatorId<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for PropagatorId<P> {}

impl<P> fmt::Debug for PropagatorId<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PropagatorId({})", self.number)
    }
}

impl<P: Propagator> PropagatorId<P> {
    pub(crate) fn number(self) -> usize {
        self.number
    }

    pub(crate) fn find<'g>(self, propagator: &'g (dyn UserPropagator + 'static)) -> Option<&'g P> {
        let hosted = (propagator as &dyn Any).downcast_ref::<Hosted>()?;
        (hosted.propagator.as_ref() as &dyn Any).downcast_ref()
    }
}

impl Control {
    /// Registers a propagator, which takes part in all solves from now on. It receives the present program,
    /// and each later step, when that step is solved. See [`propagator`](crate::propagator).
    pub fn register_propagator<P: Propagator>(&mut self, propagator: P) -> PropagatorId<P> {
        let number = self.solver.add_user_propagator(Box::new(Hosted::new(Box::new(propagator))));
        PropagatorId { number, kind: PhantomData }
    }

    /// A propagator in its present state. `None` if the number belongs to another control.
    pub fn propagator<P: Propagator>(&self, id: PropagatorId<P>) -> Option<&P> {
        id.find(self.solver.user_propagator(id.number)?)
    }

    /// A propagator for changes between solves. Its implications so far stay; so its constraints may become
    /// stronger, but not weaker.
    pub fn propagator_mut<P: Propagator>(&mut self, id: PropagatorId<P>) -> Option<&mut P> {
        let hosted =
            (self.solver.user_propagator_mut(id.number)? as &mut dyn Any).downcast_mut::<Hosted>()?;
        (hosted.propagator.as_mut() as &mut dyn Any).downcast_mut()
    }

    /// Passes new steps to the propagators.
    pub(super) fn prepare_propagators(&mut self) -> Result<(), Error> {
        let Control { symbols, grounder, solver, .. } = self;
        solver.prepare_user_propagators(|propagator, preparation| {
            match (propagator as &mut dyn Any).downcast_mut::<Hosted>() {
                Some(hosted) => hosted.init(&mut Init::new(symbols, grounder, preparation)),
                None => Ok(()),
            }
        })
    }
}
