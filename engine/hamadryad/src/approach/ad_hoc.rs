//! The approach `ad hoc`: each solve has its own guard, and a constraint under it for each held atom.
//!
//! ```text
//! #external guard.    :- guard, not next(a,b).    :- guard, not next(b,c).
//! ```
//!
//! After the solve the guard is released and stays false, so its constraints hold and have no further effect.
//! The next solve deletes them, and adds new constraints, even for the same atoms. (Deletion takes time; at
//! the end of a solve, it would come after a time limit.)

use super::{Approach, Meter, OnModel, Request, Setting, Solved, ground, solve_plainly};
use crate::{Control, Error, Symbol, Symbols, Truth};

/// Adds constraints under a guard that is released afterwards.
#[derive(Clone)]
pub struct AdHoc {
    control: Control,
}

impl AdHoc {
    /// Grounds the program.
    ///
    /// # Errors
    /// If grounding fails or is stopped.
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
        self.control.cleanup();
        let guard = self.control.add_switch(request.held);
        self.control.turn_switch(guard, true);
        let solved = solve_plainly(&mut self.control, request.options, meter, on_model);
        self.control.release_switch(guard);
        solved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Part, SolveOptions};
    use std::ops::ControlFlow;

    #[test]
    fn released_constraints_are_deleted() {
        let mut control = Control::new();
        control.add("example.lp", "{ a(1..9) }. :- #sum { 1,X : a(X) } > 5.").expect("a program");
        let setting = Setting { control, parts: &[Part::base()], candidates: &[], are_open: true };
        let mut approach = AdHoc::new(setting, &|| false).expect("it can be grounded");
        let atoms: Vec<Symbol> = approach.control.atoms().collect();
        let mut sizes = Vec::new();
        for step in 0..40 {
            let held: Vec<Symbol> = (0..4).map(|i| atoms[(step + 2 * i) % 9]).collect();
            let options = SolveOptions { models: Some(0), ..SolveOptions::default() };
            let mut found = 0;
            let solved = approach.solve(Request { options, ..Request::new(&held) }, &mut |_| {
                found += 1;
                ControlFlow::Continue(())
            });
            assert!(solved.is_ok_and(|solved| solved.summary.exhausted));
            assert_eq!(found, 6, "none of the other five, or one");
            approach.control.cleanup();
            sizes.push(approach.control.size());
        }
        assert_eq!(sizes[3], sizes[39], "{sizes:?}");
    }
}
