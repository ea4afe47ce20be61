//! The approaches that ground the program once and solve it repeatedly.
//!
//! They differ in the way in which a solve holds atoms true, which is a [`Hold`].

use crate::approach::meter::Meter;
use crate::approach::request::{Approach, OnModel, Request, Setting, Solved};
use crate::{Control, Error, Signature, Symbol, Symbols, Truth};

/// A way to hold atoms true in one solve.
pub(super) trait Hold: Sized {
    /// Prepares the control after grounding; `candidates` are the predicates of the atoms that may be held.
    fn prepare(control: &mut Control, candidates: &[Signature]) -> Self;

    /// Solves with the held atoms of the request.
    ///
    /// # Errors
    /// If a step is invalid, or a propagator rejects it.
    fn solve(
        &mut self,
        control: &mut Control,
        request: Request<'_>,
        meter: Meter<'_>,
        on_model: OnModel<'_>,
    ) -> Result<Solved, Error>;
}

/// A program that is grounded once.
pub(super) struct Incremental<H> {
    control: Control,
    hold: H,
}

impl<H: Hold> Incremental<H> {
    /// Grounds the program.
    ///
    /// # Errors
    /// If grounding fails or is stopped.
    pub(super) fn new(setting: Setting<'_>, stop: &dyn Fn() -> bool) -> Result<Incremental<H>, Error> {
        let Setting { mut control, parts, candidates, .. } = setting;
        control.ground_until(parts, stop)?;
        let hold = H::prepare(&mut control, candidates);
        Ok(Incremental { control, hold })
    }
}

impl<H: Hold> Approach for Incremental<H> {
    fn control(&self) -> &Control {
        &self.control
    }

    fn symbols_mut(&mut self) -> &mut Symbols {
        self.control.symbols_mut()
    }

    fn assign_external(&mut self, atom: Symbol, value: Truth) {
        self.control.assign_external(atom, value);
    }

    fn solve(&mut self, request: Request<'_>, on_model: OnModel<'_>) -> Result<Solved, Error> {
        let meter = Meter::start(request.clock, &self.control);
        self.hold.solve(&mut self.control, request, meter, on_model)
    }
}
