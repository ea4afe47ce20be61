//! The approach `assume`: held atoms are assumptions. Only the program is grounded, and no clean-up is
//! needed.

use crate::approach::incremental::Hold;
use crate::approach::meter::Meter;
use crate::approach::request::{OnModel, Request, Solved};
use crate::{Control, Error, Signature, SolveOptions, Symbol};

/// Assumes the held atoms.
pub(super) struct Assume;

impl Hold for Assume {
    fn prepare(_: &mut Control, _: &[Signature]) -> Assume {
        Assume
    }

    fn solve(
        &mut self,
        control: &mut Control,
        request: Request<'_>,
        meter: Meter<'_>,
        on_model: OnModel<'_>,
    ) -> Result<Solved, Error> {
        let held = request.held.iter().map(|&atom| (atom, true));
        let assumptions: Vec<(Symbol, bool)> =
            request.options.assumptions.iter().copied().chain(held).collect();
        let options = SolveOptions { assumptions: &assumptions, ..request.options };
        meter.solve(control, options, on_model)
    }
}
