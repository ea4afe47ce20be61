//! The approach `ad hoc`: each solve has a guard of its own, and a constraint under it for each atom that is held.
//!
//! ```text
//! #external guard.    :- guard, not next(a,b).    :- guard, not next(b,c).
//! ```
//!
//! After the solve the guard is released: it is false for good, so that the constraints hold and never matter again. The
//! next solve has new ones, even for the same atoms.

use super::{Approach, Meter, OnModel, Request, Setting, Solved, ground, solve_plainly};
use crate::{Control, Error, Symbol, Symbols, Truth};

/// Adds constraints under a guard that it releases afterwards.
#[derive(Clone)]
pub struct AdHoc {
    control: Control,
}

impl AdHoc {
    /// Grounds the program.
    ///
    /// # Errors
    /// Where it cannot be grounded, or grounding was stopped.
    pub fn new(setting: Setting<'_>, stop: &dyn Fn() -> bool) -> Result<AdHoc, Error> {
        Ok(AdHoc { control: ground(setting, stop)? })
    }
}

impl Approach for AdHoc {
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
        let guard = self.control.add_switch(request.held);
        self.control.turn_switch(guard, true);
        let solved = solve_plainly(&mut self.control, request.options, meter, on_model);
        self.control.release_switch(guard);
        solved
    }
}
