//! `#include <incmode>`: grounds and solves the steps of a program in turn, see [`hamadryad::incremental`].

use super::Solving;
use crate::session::Failure;
use crate::shared_report::SharedReport;
use hamadryad::incremental::{Outcome, Steps};
use hamadryad::{Control, ExternalValue};
use hamadryad_present::answers::{Ending, Times};
use std::io;

/// Runs the loop. The outer error is one of standard output.
pub fn solve(
    solving: &Solving<'_>,
    control: &mut Control,
    report: &SharedReport,
) -> io::Result<Result<Ending, Failure>> {
    let steps = Steps::new(control);
    let mut steps = match solving.session.accept(control, steps) {
        Ok(steps) => steps,
        Err(failure) => return Ok(Err(failure)),
    };
    let mut total = Ending::default();
    let mut last = None;
    while !steps.is_over(last) {
        let before = solving.session.clock.seconds();
        let grounded = steps.ground_with(
            control,
            |control, parts| solving.ground(control, parts),
            |query, value| solving.assign_in_checker(query, value.map_or(ExternalValue::Release, Into::into)),
        );
        if let Err(failure) = grounded {
            return Ok(Err(failure));
        }
        report.with(|report| report.begin_call(before))?;
        let ending = match solving.search(control, report)? {
            Ok(ending) => ending,
            Err(failure) => return Ok(Err(failure)),
        };
        let now = solving.session.clock.seconds();
        report.with(|report| report.end_call(now, &ending))?;
        last = Some(Outcome::of(report.with(|report| report.found_in_call()), ending.exhausted));
        let solve = total.times.solve + ending.times.solve;
        total = Ending { times: Times { solve, ..ending.times }, ..ending };
        if total.interrupted.is_some() {
            break;
        }
    }
    Ok(Ok(total))
}
