//! `#include <incmode>`: grounds and solves the steps of a program in turn, see [`hamadryad::incremental`].

use crate::run::Run;
use crate::session::Failure;
use hamadryad::incremental::{Outcome, Steps};
use hamadryad::{Control, ExternalValue};
use hamadryad_present::answers::Ending;
use std::io;

/// Runs the loop. The outer error is one of standard output.
pub fn solve(run: &Run<'_>, control: &mut Control) -> io::Result<Result<Ending, Failure>> {
    let steps = Steps::new(control);
    let mut steps = match run.session.accept(control, steps) {
        Ok(steps) => steps,
        Err(failure) => return Ok(Err(failure)),
    };
    let mut last = None;
    while !steps.is_over(last) {
        let before = run.session.clock.seconds();
        let grounded = steps.ground_with(
            control,
            |control, parts| run.ground(control, parts),
            |query, value| run.assign_in_checker(query, value.map_or(ExternalValue::Release, Into::into)),
        );
        if let Err(failure) = grounded {
            return Ok(Err(failure));
        }
        run.searches.begin_call(before)?;
        let ending = match run.search(control)? {
            Ok(ending) => ending,
            Err(failure) => return Ok(Err(failure)),
        };
        let (exhausted, interrupted) = (ending.exhausted, ending.interrupted);
        run.searches.end_call(ending)?;
        last = Some(Outcome::of(run.searches.report.with(|report| report.found_in_call()), exhausted));
        if interrupted.is_some() {
            break;
        }
    }
    Ok(Ok(run.searches.ending()))
}
