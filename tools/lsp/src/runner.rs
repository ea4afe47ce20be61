//! The commands "run" and "ground profile": a program is grounded, and solved, in a thread with limits of time
//! and of size. Afterwards the number of instances of each rule is known.
//!
//! *Invariant:* at most one program runs; a new run ends the one before.

use crate::check::{Bounds, Limits, load};
use crate::uri;
use hamadryad::{Config, Control, Diagnostic, Error, Part, Sink, SolveOptions, Sources, Truth};
use hamadryad_present::answers::{Ending, Interruption, ModelView, Quiet, Report, Text, Times};
use hamadryad_present::diagnostics::Style;
use hamadryad_present::outlet::escaped;
use hamadryad_present::profile;
use std::cell::Cell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The largest number of ground rules of a run.
const MOST_RULES: u64 = 20_000_000;
/// The number of statements in a profile.
const DEAREST: usize = 20;
/// The number of models that are printed.
const MOST_MODELS: u64 = 100;

/// A command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Grounds and solves.
    Run,
    /// Grounds, and lists the costs of statements.
    Profile,
}

/// The program and the options of a command.
pub struct Request {
    /// The command.
    pub task: Task,
    /// The name of the program in messages.
    pub name: String,
    /// Its URI.
    pub uri: String,
    /// Its text.
    pub text: Arc<str>,
    /// The texts of open documents, by the identities of their files.
    pub overlay: HashMap<String, Arc<str>>,
    /// The limit of time.
    pub time: Duration,
    /// The number of models; `None` for one, or an optimal one.
    pub models: Option<u64>,
    /// Set to end the command.
    pub stop: Arc<AtomicBool>,
}

/// The result of a command.
pub struct Outcome {
    /// The output, as `hamadryad solve` prints it.
    pub text: String,
    /// The last line that describes the result, such as `SATISFIABLE`.
    pub summary: String,
    /// For each file, the numbers of instances of its statements, by their texts.
    pub instances: HashMap<String, HashMap<String, u64>>,
}

/// Runs a command.
pub fn run(request: &Request) -> Outcome {
    let begin = Instant::now();
    let mut control = Control::with_config(Config::default());
    control.time_grounding(Arc::new(move || begin.elapsed()));
    let mut run =
        Run { request, begin, bounds: Bounds { rules: Cell::new(0), most: MOST_RULES }, text: String::new() };
    let summary = match run.execute(&mut control) {
        Ok(summary) => summary,
        Err(Error::Program(errors)) => {
            run.diagnostics(&errors, control.sources());
            "the program has errors".to_owned()
        }
        Err(Error::Interrupted) => {
            let warnings = control.take_warnings();
            run.diagnostics(&warnings, control.sources());
            run.text.push_str(&profile::table(&control, DEAREST));
            format!("stopped while grounding, after {:.1} s", begin.elapsed().as_secs_f64())
        }
        Err(other) => other.to_string(),
    };
    let instances = instances(&control, request);
    Outcome { text: run.text, summary, instances }
}

struct Run<'a> {
    request: &'a Request,
    begin: Instant,
    bounds: Bounds,
    text: String,
}

impl Run<'_> {
    fn is_over(&self) -> bool {
        self.request.stop.load(Ordering::Relaxed)
            || self.begin.elapsed() >= self.request.time
            || self.bounds.are_exceeded()
    }

    fn diagnostics(&mut self, diagnostics: &[Diagnostic], sources: &Sources) {
        self.text.push_str(&Style::plain().render_all(diagnostics, sources, |_| true));
    }

    fn execute(&mut self, control: &mut Control) -> Result<String, Error> {
        let Request { name, text, overlay, .. } = self.request;
        let is_incremental = load(control, name, text, overlay)?;
        if is_incremental {
            control.add("<incmode>", "#program check(t). #external query(t).")?;
        }
        let mut step = 0;
        loop {
            self.ground(control, is_incremental, step)?;
            let warnings = control.take_warnings();
            self.diagnostics(&warnings, control.sources());
            if self.request.task == Task::Profile {
                self.text.push_str(&profile::table(control, DEAREST));
                return Ok(format!(
                    "{} ground rules, {:.3} s",
                    self.bounds.rules.get(),
                    self.begin.elapsed().as_secs_f64()
                ));
            }
            let (summary, found) = self.solve(control)?;
            if !is_incremental || found || self.is_over() {
                return Ok(summary);
            }
            step += 1;
        }
    }

    fn ground(&self, control: &mut Control, is_incremental: bool, step: i32) -> Result<(), Error> {
        let stop = || self.is_over();
        let mut counter = Counter(&self.bounds);
        if !is_incremental {
            return control.ground_observed(&[Part::base()], &mut counter, &stop);
        }
        let query = |control: &mut Control, step: i32| {
            let step = control.symbols_mut().number(step);
            control.symbols_mut().function("query", &[step])
        };
        let now = [control.symbols_mut().number(step)];
        let first = if step == 0 { Part::base() } else { Part::new("step", &now) };
        if step > 0 {
            let last = query(control, step - 1);
            control.release_external(last);
        }
        control.ground_observed(&[Part::new("check", &now), first], &mut counter, &stop)?;
        let query = query(control, step);
        control.assign_external(query, Truth::True);
        Ok(())
    }

    /// Solves; returns the summary, and whether there is an answer set.
    fn solve(&mut self, control: &mut Control) -> Result<(String, bool), Error> {
        let stop = || self.request.stop.load(Ordering::Relaxed) || self.begin.elapsed() >= self.request.time;
        let optimizing = !control.priorities().is_empty();
        let options = SolveOptions { models: self.request.models, stop: &stop, ..SolveOptions::default() };
        let start = self.begin.elapsed();
        let mut out = Vec::new();
        let mut report = Report::new(Box::new(Text::plain(&mut out, false)), Quiet::default());
        let mut search = control.solve(options)?;
        let mut number = 0;
        while let Some(model) = search.next_model() {
            number += 1;
            if number <= MOST_MODELS || !model.costs().is_empty() {
                let shown = model.shown().map(|symbol| escaped(&model.symbols().display(symbol).to_string()));
                let view = ModelView {
                    shown: shown.collect(),
                    costs: model.costs().to_vec(),
                    ..ModelView::default()
                };
                // Writing to memory cannot fail.
                let _ = report.model(view, self.begin.elapsed().as_secs_f64());
            }
        }
        let summary = search.summary();
        let interrupted = summary.interrupted.then_some(Interruption::TimeLimit);
        let solve = (self.begin.elapsed() - start).as_secs_f64();
        let times = Times { total: self.begin.elapsed().as_secs_f64(), solve, ..Times::default() };
        let ending =
            Ending { exhausted: summary.exhausted, interrupted, optimizing, times, ..Ending::default() };
        let _ = report.finish(ending);
        let text = String::from_utf8_lossy(&out);
        self.text.push_str(&text);
        let result = if number > 0 {
            if optimizing && summary.exhausted { "OPTIMUM FOUND" } else { "SATISFIABLE" }
        } else if summary.interrupted {
            "UNKNOWN"
        } else {
            "UNSATISFIABLE"
        };
        let limit = if summary.interrupted { ", stopped at the time limit" } else { "" };
        let models = if number == 1 { "1 model".to_owned() } else { format!("{number} models") };
        Ok((format!("{result}: {models}, {:.3} s{limit}", times.total), number > 0))
    }
}

struct Counter<'a>(&'a Bounds);

impl Sink for Counter<'_> {
    fn rule(&mut self, _: hamadryad::Head<'_>, _: hamadryad::BodyRef<'_>) {
        self.0.rules.set(self.0.rules.get() + 1);
    }
}

fn instances(control: &Control, request: &Request) -> HashMap<String, HashMap<String, u64>> {
    let mut files: HashMap<String, HashMap<String, u64>> = HashMap::new();
    for (span, cost) in control.ground_costs() {
        let name = control.sources().name(span.file);
        let uri = if name == request.name { request.uri.clone() } else { uri::of_path(Path::new(name)) };
        let statement = control.sources().slice(span).to_owned();
        *files.entry(uri).or_default().entry(statement).or_default() += cost.instances;
    }
    files
}

/// The default limits, of which the time can be configured.
pub const DEFAULT_TIME: Duration = Duration::from_secs(10);

const _: () = assert!(Limits::TYPING.rules < MOST_RULES);

#[cfg(test)]
mod tests {
    use super::*;

    fn request(task: Task, text: &str, time: Duration) -> Request {
        let (name, uri) = ("/x/a.lp".to_owned(), "file:///x/a.lp".to_owned());
        let stop = Arc::new(AtomicBool::new(false));
        Request { task, name, uri, text: text.into(), overlay: HashMap::new(), time, models: Some(0), stop }
    }

    #[test]
    fn a_run_prints_models_and_counts_instances() {
        let rule = "q(X,Y) :- p(X), p(Y), X < Y.";
        let outcome =
            run(&request(Task::Run, &format!("p(1..10). {rule} {{ a }}. #show a/0."), DEFAULT_TIME));
        assert!(outcome.summary.starts_with("SATISFIABLE: 2 models"), "{}", outcome.summary);
        assert!(outcome.text.contains("SATISFIABLE"), "{}", outcome.text);
        assert_eq!(outcome.instances["file:///x/a.lp"][rule], 45);
    }

    #[test]
    fn incremental_programs_run_to_their_answer() {
        let text = "#include <incmode>. #program step(t). p(t). #program check(t). :- query(t), not p(3).";
        let outcome = run(&request(Task::Run, text, DEFAULT_TIME));
        assert!(outcome.summary.starts_with("SATISFIABLE"), "{} {}", outcome.summary, outcome.text);
    }

    #[test]
    fn limits_end_a_run_and_leave_the_profile() {
        let text = "p(1..100000). q(X,Y) :- p(X), p(Y).";
        let outcome = run(&request(Task::Run, text, Duration::from_millis(20)));
        assert!(outcome.summary.starts_with("stopped while grounding"), "{}", outcome.summary);
        assert!(outcome.text.contains("q(X,Y)") || outcome.text.contains("/x/a.lp:1:"), "{}", outcome.text);
        let outcome = run(&request(Task::Profile, "p(1..3). q(X) :- p(X).", DEFAULT_TIME));
        assert!(outcome.text.contains("instances"), "{}", outcome.text);
    }
}
