//! Answers from the logic programs.

use crate::clock::{Clock, Stop};
use crate::watch::Watch;
use hamadryad::{Control, OptimizeMode, Part, SolveOptions, Truth};
use std::time::Duration;

/// The answer sets of a program, each as its shown atoms separated by blanks.
#[derive(Default)]
pub(super) struct Answers {
    pub(super) texts: Vec<String>,
    /// The costs of the last answer set; empty without an objective.
    pub(super) costs: Vec<i64>,
    /// Whether a signal or a limit ended the search.
    pub(super) interrupted: bool,
}

/// The answer sets to search for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// One optimal answer set.
    Best,
    /// All optimal answer sets, or all answer sets of a program without objective.
    All,
    /// One answer set, without regard to the objective.
    Any,
    /// All answer sets, without regard to the objective.
    Every,
}

/// A program of named texts, and values of its constants.
pub(super) struct Program<'a> {
    pub(super) texts: &'a [(&'a str, &'a str)],
    pub(super) constants: &'a [(&'a str, String)],
}

impl Program<'_> {
    fn load(&self) -> Result<Control, hamadryad::Error> {
        let mut control = Control::new();
        for (name, value) in self.constants {
            control.define(name, value)?;
        }
        for (name, text) in self.texts {
            // The only possible include is <incmode>, which `grow` implements.
            control.add_apart_from_includes(name, text)?;
        }
        Ok(control)
    }

    /// Solves the program.
    ///
    /// # Errors
    /// The message of the engine about an invalid program.
    pub(super) fn solve(&self, wanted: Wanted, stop: &Stop) -> Result<Answers, String> {
        answers(|| {
            let mut control = self.load()?;
            control.ground_until(&[Part::base()], &|| stop.reason().is_some())?;
            search(&mut control, wanted, stop)
        })
    }

    /// Solves a program with `#include <incmode>` step by step until it has an answer; also returns the
    /// number of the last step.
    ///
    /// # Errors
    /// The message of the engine about an invalid program.
    pub(super) fn grow(&self, wanted: Wanted, stop: &Stop) -> Result<(Answers, i32), String> {
        let mut last = 0;
        let answers = answers(|| {
            let mut control = self.load()?;
            control.add("<incmode>", "#program check(t). #external query(t).")?;
            let mut query = None;
            for step in 0.. {
                last = step;
                if let Some(query) = query {
                    control.release_external(query);
                }
                let now = [control.symbols_mut().number(step)];
                let next = if step == 0 { Part::base() } else { Part::new("step", &now) };
                control.ground_until(&[next, Part::new("check", &now)], &|| stop.reason().is_some())?;
                let atom = control.symbols_mut().function("query", &now);
                control.assign_external(atom, Truth::True);
                query = Some(atom);
                let answers = search(&mut control, wanted, stop)?;
                if answers.interrupted || !answers.texts.is_empty() {
                    return Ok(answers);
                }
            }
            Ok(Answers::default())
        });
        answers.map(|answers| (answers, last))
    }
}

/// Runs a search that stops after the limit, or at a signal. If the search does not react in time, the
/// process ends.
pub(super) fn within<T>(limit: Option<Duration>, search: impl FnOnce(&Stop) -> T) -> T {
    let stop = Stop::after(Clock::start(), limit);
    stop.listen();
    let _watch = Watch::without_summary(&stop);
    search(&stop)
}

/// Runs a search; an interruption is not an error.
fn answers(run: impl FnOnce() -> Result<Answers, hamadryad::Error>) -> Result<Answers, String> {
    match run() {
        Err(hamadryad::Error::Interrupted) => Ok(Answers { interrupted: true, ..Answers::default() }),
        answers => answers.map_err(|error| error.to_string()),
    }
}

/// The answers of a grounded program.
pub(super) fn search(
    control: &mut Control,
    wanted: Wanted,
    stop: &Stop,
) -> Result<Answers, hamadryad::Error> {
    let is_stopped = || stop.reason().is_some();
    let ranks = matches!(wanted, Wanted::Best | Wanted::All);
    let is_optimised = ranks && !control.priorities().is_empty();
    let optimize = match wanted {
        Wanted::Best => OptimizeMode::Optimize,
        Wanted::All => OptimizeMode::EnumerateOptimal,
        Wanted::Any | Wanted::Every => OptimizeMode::Ignore,
    };
    let models = match wanted {
        Wanted::Best => None,
        Wanted::Any => Some(1),
        Wanted::All | Wanted::Every => Some(0),
    };
    let options = SolveOptions { models, optimize, stop: &is_stopped, ..SolveOptions::default() };
    let mut search = control.solve(options)?;
    let mut answers = Answers::default();
    let mut has_proven = false;
    while let Some(model) = search.next_model() {
        // A better answer replaces its predecessors on the way to the optimum.
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
