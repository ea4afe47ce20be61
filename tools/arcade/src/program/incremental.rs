//! `#include <incmode>`: a program whose parts are grounded and solved in turn, as `hamadryad solve` does it.
//!
//! First `base` and `check(0)` are grounded and solved, then, for t = 1, 2, …, `step(t)` and `check(t)`. The
//! external atom `query(t)` holds while t is the last step. The constants `imin` and `imax` limit the number of
//! solves, and `istop` is the result that ends the loop.

use hamadryad::{Control, Error, Part, Symbol, Truth, View};

/// The result of a solve, in the words of `istop`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

/// The steps of a program.
pub(super) struct Steps {
    /// The number of steps that are grounded.
    done: i32,
    least: i32,
    most: i32,
    /// The result that ends the loop; `None` for a word that is no result.
    wanted: Option<Outcome>,
}

impl Steps {
    /// The steps of a program that is loaded and not yet grounded.
    pub(super) fn new(control: &mut Control) -> Result<Self, Error> {
        control.add("<incmode>", "#program check(t). #external query(t).")?;
        let (least, most) = (number(control, "imin"), number(control, "imax"));
        let wanted = wanted(control);
        Ok(Self { done: 0, least: least.unwrap_or(0), most: most.unwrap_or(i32::MAX), wanted })
    }

    /// Grounds the next step.
    pub(super) fn ground(&mut self, control: &mut Control, stop: &dyn Fn() -> bool) -> Result<(), Error> {
        let step = self.done;
        let now = [control.symbols_mut().number(step)];
        let first = if step == 0 { Part::base() } else { Part::new("step", &now) };
        if step > 0 {
            let query = query(control, step - 1);
            control.release_external(query);
        }
        control.ground_until(&[Part::new("check", &now), first], stop)?;
        let query = query(control, step);
        control.assign_external(query, Truth::True);
        self.done += 1;
        Ok(())
    }

    /// Whether the loop ends after this result of the last step.
    pub(super) fn is_over(&self, last: Outcome) -> bool {
        self.done >= self.most || self.done >= self.least && Some(last) == self.wanted
    }
}

fn query(control: &mut Control, step: i32) -> Symbol {
    let step = control.symbols_mut().number(step);
    control.symbols_mut().function("query", &[step])
}

fn number(control: &mut Control, name: &str) -> Option<i32> {
    let value = control.constant(name)?;
    control.symbols().as_number(value)
}

fn wanted(control: &mut Control) -> Option<Outcome> {
    let Some(value) = control.constant("istop") else { return Some(Outcome::Satisfiable) };
    let symbols = control.symbols();
    let text = match symbols.view(value) {
        View::String(text) => text,
        View::Function { name, arguments: [], .. } => symbols.text(name),
        _ => return Some(Outcome::Satisfiable),
    };
    match text {
        "SAT" => Some(Outcome::Satisfiable),
        "UNSAT" => Some(Outcome::Unsatisfiable),
        "UNKNOWN" => Some(Outcome::Unknown),
        _ => None,
    }
}
