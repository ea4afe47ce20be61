//! The approach `ad hoc`: each solve has its own guard, and a constraint under it for each held atom.
//!
//! ```text
//! #external guard.    :- guard, not next(a,b).    :- guard, not next(b,c).
//! ```
//!
//! After the solve the guard is released and stays false, so its constraints hold and have no further effect.
//! The next solve deletes them, and adds new constraints, even for the same atoms. (Deletion takes time; at
//! the end of a solve, it would come after a time limit.)

use crate::approach::incremental::Hold;
use crate::approach::meter::Meter;
use crate::approach::request::{OnModel, Request, Solved};
use crate::approach::switch::Switch;
use crate::{Control, Error, Signature};

/// Adds constraints under a guard that is released afterwards.
pub(super) struct AdHoc;

impl Hold for AdHoc {
    fn prepare(_: &mut Control, _: &[Signature]) -> AdHoc {
        AdHoc
    }

    fn solve(
        &mut self,
        control: &mut Control,
        request: Request<'_>,
        meter: Meter<'_>,
        on_model: OnModel<'_>,
    ) -> Result<Solved, Error> {
        control.cleanup();
        let guard = Switch::add(control, request.held);
        guard.turn(control, true);
        let solved = meter.solve(control, request.options, on_model);
        guard.release(control);
        solved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Part, SolveOptions, Symbol};
    use std::ops::ControlFlow;
    use std::time::Duration;

    #[test]
    fn released_constraints_are_deleted() {
        let mut control = Control::new();
        control.add("example.lp", "{ a(1..9) }. :- #sum { 1,X : a(X) } > 5.").expect("a program");
        control.ground(&[Part::base()]).expect("it can be grounded");
        let atoms: Vec<Symbol> = control.atoms().collect();
        let mut sizes = Vec::new();
        for step in 0..40 {
            let held: Vec<Symbol> = (0..4).map(|i| atoms[(step + 2 * i) % 9]).collect();
            let options = SolveOptions { models: Some(0), ..SolveOptions::default() };
            let mut found = 0;
            let request = Request { options, ..Request::new(&held) };
            let meter = Meter::start(&|| Duration::ZERO, &control);
            let solved = AdHoc.solve(&mut control, request, meter, &mut |_| {
                found += 1;
                ControlFlow::Continue(())
            });
            assert!(solved.is_ok_and(|solved| solved.summary.exhausted));
            assert_eq!(found, 6, "none of the other five, or one");
            control.cleanup();
            sizes.push(control.size());
        }
        assert_eq!(sizes[3], sizes[39], "{sizes:?}");
    }
}
