//! Answers from the logic programs.

use crate::clock::{Clock, Stop};
use hamadryad::{Control, OptimizeMode, Part, SolveOptions};
use std::time::Duration;

/// The answer sets that a program has, as their shown atoms with blanks between them.
pub(super) struct Answers {
    pub(super) texts: Vec<String>,
    /// The costs of the last, where there are any.
    pub(super) costs: Vec<i64>,
    /// Whether a signal or a limit came first.
    pub(super) interrupted: bool,
}

/// Which answer sets are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// One that is optimal.
    Best,
    /// All that are optimal, or simply all where nothing is to be optimised.
    All,
}

/// Solves the program that these texts are together.
///
/// # Errors
/// What the engine has against it.
pub(super) fn solve(
    texts: &[(&str, &str)],
    constants: &[(&str, String)],
    wanted: Wanted,
    limit: Option<Duration>,
) -> Result<Answers, String> {
    let stop = Stop::after(Clock::start(), limit);
    stop.listen();
    let is_stopped = || stop.reason().is_some();
    let failed = |error: hamadryad::Error| error.to_string();
    let mut control = Control::new();
    for (name, value) in constants {
        control.define(name, value).map_err(failed)?;
    }
    for (name, text) in texts {
        control.add(name, text).map_err(failed)?;
    }
    let mut answers = Answers { texts: Vec::new(), costs: Vec::new(), interrupted: false };
    match control.ground_until(&[Part::base()], &is_stopped) {
        Ok(()) => {}
        Err(hamadryad::Error::Interrupted) => return Ok(Answers { interrupted: true, ..answers }),
        Err(error) => return Err(failed(error)),
    }
    let is_optimised = !control.priorities().is_empty();
    let optimize =
        if wanted == Wanted::All { OptimizeMode::EnumerateOptimal } else { OptimizeMode::Optimize };
    let models = (wanted == Wanted::All).then_some(0);
    let options = SolveOptions { models, optimize, stop: &is_stopped, ..SolveOptions::default() };
    let mut search = control.solve(options).map_err(failed)?;
    let mut has_proven = false;
    while let Some(model) = search.next_model() {
        // Those on the way to the optimum give way to the next.
        let is_proven = model.optimality_proven();
        if is_optimised && !(is_proven && has_proven) {
            answers.texts.clear();
        }
        has_proven |= is_proven;
        answers.costs = model.costs().to_vec();
        let mut shown: Vec<_> = model.shown().collect();
        shown.sort_by(|&left, &right| model.symbols().cmp(left, right));
        let atoms: Vec<String> =
            shown.iter().map(|&atom| model.symbols().display(atom).to_string()).collect();
        answers.texts.push(atoms.join(" "));
    }
    answers.interrupted = search.summary().interrupted;
    Ok(answers)
}
