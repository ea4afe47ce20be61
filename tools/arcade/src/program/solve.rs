//! Solving: answers as they are found, and a summary as the command line prints it.

use super::diagnostic::{self, DiagnosticView};
use super::files::{File, Loaded, load};
use super::limited::MOST;
use crate::budget::Budget;
use crate::reply::{Failure, value};
use crate::{Host, Stop};
use hamadryad::incremental::{Outcome, Steps};
use hamadryad::{Consequences, Control, Error, Model, OptimizeMode, Part, SolveOptions};
use hamadryad_present::answers::{
    Ending, Interruption, Level, ModelView, Quiet, Report, Summary, Text, Times, Verdict,
};
use hamadryad_present::outlet::Outlet;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io;

/// The number of answers that are sent; the rest is counted.
const SENT: u64 = 1000;

/// Arguments of `program.solve`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solve {
    /// The program.
    pub files: Vec<File>,
    /// The largest number of answers; 0 for all. Without it one answer, or an optimal one.
    #[serde(default)]
    pub models: Option<u64>,
    /// `brave` or `cautious`: consequences instead of answers.
    #[serde(default)]
    pub consequences: Option<Kind>,
    /// Whether all optimal answers are enumerated.
    #[serde(default)]
    pub all_optimal: bool,
    /// The time limit in seconds.
    pub seconds: f64,
}

/// A kind of consequences.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The atoms of at least one answer.
    Brave,
    /// The atoms of all answers.
    Cautious,
}

/// An answer, or an estimate of consequences.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnswerView {
    /// The number of the answer, from 1.
    pub number: u64,
    /// The shown symbols.
    pub symbols: Vec<String>,
    /// The costs by descending priority.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<i64>,
    /// Whether no answer is better.
    pub optimal: bool,
    /// Seconds since the beginning of the call.
    pub seconds: f64,
}

/// The end of a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Solved {
    /// `satisfiable`, `unsatisfiable`, `optimum` or `unknown`.
    pub verdict: &'static str,
    /// The number of answers.
    pub models: u64,
    /// The number of answers that were sent as parts.
    pub sent: u64,
    /// Whether there are no further answers, or no better ones.
    pub exhausted: bool,
    /// The reason of an early end: `time`, `memory` or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
    /// The stage of the early end: `grounding` or `solving`.
    pub stage: &'static str,
    /// The summary that `hamadryad solve` prints.
    pub summary: String,
    /// Warnings.
    pub diagnostics: Vec<DiagnosticView>,
}

/// Solves a program.
///
/// # Errors
/// `program` with diagnostics if it cannot be grounded.
pub fn solve(call: &Solve, host: &dyn Host, send: &dyn Fn(&Value)) -> Result<Solved, Failure> {
    let budget = Budget::seconds(host, call.seconds);
    let Loaded { mut control, is_incremental } = load(&call.files)?;
    let steps = if is_incremental { Some(Steps::new(&mut control)) } else { None };
    let steps = steps.transpose().map_err(|error| diagnostic::failure_of(&error, control.sources()))?;
    let mut run = Run { call, budget, send, found: 0, sent: 0, left: MOST, diagnostics: Vec::new() };
    let mut text = Vec::new();
    let quiet = Quiet { models: Level::None, costs: Level::None, calls: Level::None };
    let consequences = call.consequences.map(Kind::of);
    let mut report = Report::new(Box::new(Text::plain(&mut text, true)), quiet).asking(consequences);
    let (ending, stage) = run.ground_and_search(&mut control, steps, &mut report)?;
    let total = run.budget.spent().as_secs_f64();
    let ending = Ending { times: Times { total, ..ending.times }, ..ending };
    let summary = report.finish(ending).map_err(|error| Failure::new("output", error))?;
    let stopped = summary.ending.interrupted.map(|_| run.stop().name());
    Ok(Solved {
        verdict: verdict(&summary),
        models: summary.models,
        sent: run.sent,
        exhausted: summary.ending.exhausted,
        stopped,
        stage,
        summary: String::from_utf8_lossy(&text).trim().to_owned(),
        diagnostics: run.diagnostics,
    })
}

fn verdict(summary: &Summary) -> &'static str {
    match summary.verdict() {
        Verdict::Satisfiable => "satisfiable",
        Verdict::Unsatisfiable => "unsatisfiable",
        Verdict::Optimum => "optimum",
        Verdict::Unknown => "unknown",
    }
}

impl Kind {
    fn of(self) -> Consequences {
        match self {
            Self::Brave => Consequences::Brave,
            Self::Cautious => Consequences::Cautious,
        }
    }
}

/// A search in progress.
struct Run<'a> {
    call: &'a Solve,
    budget: Budget<'a>,
    send: &'a dyn Fn(&Value),
    /// The number of answers.
    found: u64,
    /// The number of answers that were sent.
    sent: u64,
    /// Warnings.
    diagnostics: Vec<DiagnosticView>,
    /// The number of bytes that may still be sent.
    left: usize,
}

impl Run<'_> {
    fn stop(&self) -> Stop {
        self.budget.stop().unwrap_or(Stop::Time)
    }

    fn interrupted(&self) -> Ending {
        let why = match self.stop() {
            Stop::Time => Interruption::TimeLimit,
            Stop::Memory => Interruption::MemoryLimit,
            Stop::Cancelled => Interruption::Signal,
        };
        Ending { interrupted: Some(why), ..Ending::default() }
    }

    /// Grounds the program and searches, once or step by step; returns the end and its stage.
    fn ground_and_search(
        &mut self,
        control: &mut Control,
        mut steps: Option<Steps>,
        report: &mut Report<'_>,
    ) -> Result<(Ending, &'static str), Failure> {
        let output = |error: io::Error| Failure::new("output", error);
        let budget = self.budget;
        let mut solved = 0.0;
        loop {
            let begin = budget.spent().as_secs_f64();
            let grounded = match &mut steps {
                None => control.ground_until(&[Part::base()], &|| budget.is_over()),
                Some(steps) => steps.ground(control, &|| budget.is_over()),
            };
            let warnings = control.take_warnings();
            self.diagnostics.extend(diagnostic::views(&warnings, control.sources()));
            match grounded {
                Ok(()) => {}
                Err(Error::Interrupted) => return Ok((self.interrupted(), "grounding")),
                Err(error) => return Err(diagnostic::failure_of(&error, control.sources())),
            }
            let Some(steps) = &mut steps else { return Ok((self.search(control, report)?, "solving")) };
            report.begin_call(begin).map_err(output)?;
            let before = self.found;
            let mut ending = self.search(control, report)?;
            report.end_call(budget.spent().as_secs_f64(), &ending).map_err(output)?;
            solved += ending.times.solve;
            ending.times.solve = solved;
            let outcome = Outcome::of(self.found > before, ending.exhausted);
            if steps.is_over(Some(outcome)) || ending.interrupted.is_some() {
                return Ok((ending, "solving"));
            }
        }
    }

    fn search(&mut self, control: &mut Control, report: &mut Report<'_>) -> Result<Ending, Failure> {
        let output = |error: io::Error| Failure::new("output", error);
        let has_objective = !control.priorities().is_empty();
        let begin = self.budget.spent().as_secs_f64();
        report.solving(begin).map_err(output)?;
        let optimize = if self.call.all_optimal && has_objective {
            OptimizeMode::EnumerateOptimal
        } else {
            OptimizeMode::Optimize
        };
        let budget = self.budget;
        let stop = || budget.is_over();
        let options = SolveOptions {
            models: self.call.models,
            optimize,
            consequences: self.call.consequences.map(Kind::of),
            stop: &stop,
            ..SolveOptions::default()
        };
        let mut search = control.solve(options).map_err(|error| Failure::new("program", error))?;
        let (mut first, mut last) = (None, begin);
        while let Some(model) = search.next_model() {
            last = self.budget.spent().as_secs_f64();
            first.get_or_insert(last);
            self.found += 1;
            self.send(&model, self.found, last).map_err(output)?;
            let optimal = optimize == OptimizeMode::EnumerateOptimal && model.optimality_proven();
            let (costs, consequences) = (model.costs().to_vec(), model.consequences());
            let view = ModelView { shown: Vec::new(), costs, optimal, consequences };
            report.model(view, last).map_err(output)?;
        }
        let end = self.budget.spent().as_secs_f64();
        let summary = search.summary();
        let ending = if summary.interrupted { self.interrupted() } else { Ending::default() };
        let first_model = first.map_or(0.0, |first| first - begin);
        let unsat = if summary.exhausted { end - last } else { 0.0 };
        Ok(Ending {
            exhausted: summary.exhausted,
            optimizing: has_objective,
            bounds: if summary.interrupted { summary.lower_bounds } else { Vec::new() },
            consequences: summary.consequences,
            times: Times { solve: end - begin, first_model, unsat, ..Times::default() },
            ..ending
        })
    }

    /// Sends an answer, if it is one of the first and fits.
    fn send(&mut self, model: &Model<'_>, number: u64, seconds: f64) -> io::Result<()> {
        if number > SENT || self.left == 0 {
            return Ok(());
        }
        let outlet = Outlet { escapes: false, most: Some(self.left as u64) };
        let symbols = outlet.texts(model.symbols(), model.shown())?;
        let length: usize = symbols.iter().map(String::len).sum();
        if length >= self.left {
            self.left = 0;
            return Ok(());
        }
        self.left -= length;
        let (costs, optimal) = (model.costs().to_vec(), model.optimality_proven());
        let answer = AnswerView { number, symbols, costs, optimal, seconds };
        (self.send)(&json!({ "answer": value(&answer) }));
        self.sent += 1;
        Ok(())
    }
}
