//! `#include <incmode>`: grounds and solves the parts of a program in turn, until there is an answer.
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

use super::Solving;
use crate::session::Failure;
use crate::shared_report::SharedReport;
use hamadryad::{Control, ExternalValue, Part, Symbol, Truth, View};
use hamadryad_present::answers::{Ending, Times};
use std::io;

/// The result that ends the loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

/// Runs the loop. The outer error is one of standard output.
pub fn solve(
    solving: &Solving<'_>,
    control: &mut Control,
    report: &SharedReport,
) -> io::Result<Result<Ending, Failure>> {
    let added = control.add("<incmode>", "#program check(t). #external query(t).");
    if let Err(failure) = solving.session.accept(control, added) {
        return Ok(Err(failure));
    }
    let mut total = Ending::default();
    let (least, most) = (number(control, "imin").unwrap_or(0), number(control, "imax").unwrap_or(i32::MAX));
    let wanted = wanted(control);
    let mut last = None;
    for step in 0..most {
        if step > 0 && step >= least && last == wanted {
            break;
        }
        let before = solving.session.clock.seconds();
        if let Err(failure) = ground(solving, control, step) {
            return Ok(Err(failure));
        }
        report.with(|report| report.begin_call(before))?;
        let ending = match solving.search(control, report)? {
            Ok(ending) => ending,
            Err(failure) => return Ok(Err(failure)),
        };
        let now = solving.session.clock.seconds();
        report.with(|report| report.end_call(now, &ending))?;
        last = Some(match (report.with(|report| report.found_in_call()), ending.exhausted) {
            (true, _) => Verdict::Satisfiable,
            (false, true) => Verdict::Unsatisfiable,
            (false, false) => Verdict::Unknown,
        });
        let solve = total.times.solve + ending.times.solve;
        total = Ending { times: Times { solve, ..ending.times }, ..ending };
        if total.interrupted.is_some() {
            break;
        }
    }
    Ok(Ok(total))
}

/// Grounds a step and makes it the last one.
fn ground(solving: &Solving<'_>, control: &mut Control, step: i32) -> Result<(), Failure> {
    let now = [control.symbols_mut().number(step)];
    let first = if step == 0 { Part::base() } else { Part::new("step", &now) };
    if step > 0 {
        let query = query(control, step - 1);
        control.release_external(query);
        solving.assign_in_checker(query, ExternalValue::Release);
    }
    solving.ground(control, &[Part::new("check", &now), first])?;
    let query = query(control, step);
    control.assign_external(query, Truth::True);
    solving.assign_in_checker(query, ExternalValue::True);
    Ok(())
}

fn query(control: &mut Control, step: i32) -> Symbol {
    let step = control.symbols_mut().number(step);
    control.symbols_mut().function("query", &[step])
}

fn number(control: &mut Control, name: &str) -> Option<i32> {
    let value = control.constant(name)?;
    control.symbols().as_number(value)
}

/// The value of `istop`; `None` for a value that never occurs as a result, as in clingo.
fn wanted(control: &mut Control) -> Option<Verdict> {
    let Some(value) = control.constant("istop") else { return Some(Verdict::Satisfiable) };
    let symbols = control.symbols();
    let text = match symbols.view(value) {
        View::String(text) => text,
        View::Function { name, arguments: [], .. } => symbols.text(name),
        _ => return Some(Verdict::Satisfiable),
    };
    match text {
        "SAT" => Some(Verdict::Satisfiable),
        "UNSAT" => Some(Verdict::Unsatisfiable),
        "UNKNOWN" => Some(Verdict::Unknown),
        _ => None,
    }
}
