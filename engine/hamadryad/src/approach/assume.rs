//! The approach `assume`: held atoms are assumptions. Only the program is grounded, and no clean-up is
//! needed.

use super::{Approach, Meter, OnModel, Request, Setting, Solved, ground, solve_plainly};
use crate::{Control, Error, SolveOptions, Symbol, Symbols, Truth};

/// Assumes the held atoms.
#[derive(Clone)]
pub struct Assume {
    control: Control,
}

impl Assume {
    /// Grounds the program.
    ///
    /// # Errors
    /// If grounding fails or is stopped.
    pub fn new(setting: Setting<'_>, stop: &dyn Fn() -> bool) -> Result<Assume, Error> {
        Ok(Assume { control: ground(setting, stop)? })
    }
}

impl Approach for Assume {
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
        let held = request.held.iter().map(|&atom| (atom, true));
        let assumptions: Vec<(Symbol, bool)> =
            request.options.assumptions.iter().copied().chain(held).collect();
        let options = SolveOptions { assumptions: &assumptions, ..request.options };
        solve_plainly(&mut self.control, options, meter, on_model)
    }
}
