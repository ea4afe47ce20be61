//! `#include <incmode>`: a program whose parts are grounded and solved in turn, until there is an answer.
//!
//! ```text
//! #include <incmode>.
//! #program step(t).      { move(t,a); move(t,b) } = 1.
//! #program check(t).     :- query(t), not done(t).
//! ```
//!
//! First `base` and `check(0)` are grounded and solved, then, for t = 1, 2, …, `step(t)` and `check(t)`. The
//! external atom `query(t)` holds while t is the last step. The constants `imin` and `imax` limit the number
//! of solves from below and above; `istop` is the result that ends the loop: "SAT" (the default), "UNSAT" or
//! "UNKNOWN".
//!
//! *Invariant:* the caller decides how a step is grounded and solved; the order of the steps is decided here.

use crate::{Control, Error, Part, Symbol, Truth, View};

/// The result of a solve, in the words of `istop`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// There is an answer set.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// The search ended early, without an answer set.
    Unknown,
}

impl Outcome {
    /// The result of a search that found an answer set or not, and was exhaustive or not.
    pub fn of(found: bool, is_exhausted: bool) -> Outcome {
        match (found, is_exhausted) {
            (true, _) => Outcome::Satisfiable,
            (false, true) => Outcome::Unsatisfiable,
            (false, false) => Outcome::Unknown,
        }
    }
}

/// The steps of a program.
///
/// ```
/// use hamadryad::incremental::{Outcome, Steps};
/// use hamadryad::{Control, SolveOptions};
///
/// let mut control = Control::new();
/// control.add("way.lp", "#program step(t). at(t). #program check(t). :- query(t), t < 3.")?;
/// let mut steps = Steps::new(&mut control)?;
/// let (mut last, mut solves) = (None, 0);
/// while !steps.is_over(last) {
///     steps.ground(&mut control, &|| false)?;
///     let found = control.solve(SolveOptions::default())?.next_model().is_some();
///     last = Some(Outcome::of(found, true));
///     solves += 1;
/// }
/// assert_eq!(solves, 4);
/// # Ok::<(), hamadryad::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Steps {
    /// The number of steps that are grounded.
    done: i32,
    least: i32,
    most: i32,
    /// The result that ends the loop; `None` for a word that is no result, as in clingo.
    wanted: Option<Outcome>,
}

impl Steps {
    /// The steps of a program that is loaded and not yet grounded.
    ///
    /// # Errors
    /// The errors of [`Control::add`].
    pub fn new(control: &mut Control) -> Result<Steps, Error> {
        control.add("<incmode>", "#program check(t). #external query(t).")?;
        let (least, most) = (number(control, "imin"), number(control, "imax"));
        let wanted = wanted(control);
        Ok(Steps { done: 0, least: least.unwrap_or(0), most: most.unwrap_or(i32::MAX), wanted })
    }

    /// Grounds the next step, until `stop` returns true.
    ///
    /// # Errors
    /// The errors of [`Control::ground_until`].
    pub fn ground(&mut self, control: &mut Control, stop: &dyn Fn() -> bool) -> Result<(), Error> {
        self.ground_with(control, |control, parts| control.ground_until(parts, stop), |_, _| ())
    }

    /// As [`Steps::ground`], with another way of grounding parts; `assigned` receives the changes of external
    /// atoms in their order, without a value for a release.
    ///
    /// # Errors
    /// The errors of `ground`.
    pub fn ground_with<E>(
        &mut self,
        control: &mut Control,
        ground: impl FnOnce(&mut Control, &[Part<'_>]) -> Result<(), E>,
        mut assigned: impl FnMut(Symbol, Option<Truth>),
    ) -> Result<(), E> {
        let step = self.done;
        let now = [control.symbols_mut().number(step)];
        let first = if step == 0 { Part::base() } else { Part::new("step", &now) };
        if step > 0 {
            let query = query(control, step - 1);
            control.release_external(query);
            assigned(query, None);
        }
        ground(control, &[Part::new("check", &now), first])?;
        let query = query(control, step);
        control.assign_external(query, Truth::True);
        assigned(query, Some(Truth::True));
        self.done += 1;
        Ok(())
    }

    /// Whether the loop ends after this result of the last step; without a result, no step was solved.
    pub fn is_over(&self, last: Option<Outcome>) -> bool {
        self.done >= self.most || last.is_some() && self.done >= self.least && last == self.wanted
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

/// The value of `istop`.
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
