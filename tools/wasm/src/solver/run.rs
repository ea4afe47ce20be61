//! A run: ground, search, and the summary in clingo's JSON.

use super::{Caller, File, Options};
use hamadryad::{Control, Diagnostic, Error, Files, Model, OptimizeMode, Part, SolveOptions, Sources};
use hamadryad_present::answers::{Ending, Interruption, Json, Level, ModelView, Quiet, Report, Times};
use hamadryad_present::diagnostics::Style;
use hamadryad_present::outlet::Outlet;
use serde_json::{Value, json};
use std::time::Duration;

/// The files of a request; no other file exists.
struct Given<'a>(&'a [File]);

impl Files for Given<'_> {
    fn find(&mut self, name: &str, _: Option<&str>) -> Option<String> {
        self.0.iter().any(|file| file.name == name).then(|| name.to_owned())
    }

    fn read(&mut self, name: &str) -> Result<String, String> {
        let file = self.0.iter().find(|file| file.name == name);
        file.map(|file| file.text.clone()).ok_or_else(|| format!("there is no file `{name}`"))
    }

    fn places(&self) -> String {
        "the search covers the given files".to_owned()
    }
}

/// Runs the program of these files; the result is clingo's object without witnesses.
pub(super) fn run(files: &[File], options: &Options, caller: &dyn Caller) -> Result<Value, String> {
    let mut control = Control::with_config(options.config.clone());
    for (place, file) in files.iter().enumerate() {
        if files[..place].iter().any(|other| other.name == file.name) {
            return Err(format!("two files have the name `{}`", file.name));
        }
    }
    let run = Run { options, caller, begin: caller.now() };
    for (name, value) in &options.constants {
        control.define(name, value).map_err(|error| run.text_of(&error, &control))?;
    }
    for file in files {
        control.load_from(&mut Given(files), &file.name).map_err(|error| run.text_of(&error, &control))?;
    }
    let grounded = control.ground_until(&[Part::base()], &|| run.reason().is_some());
    let mut warnings = options.remarks.clone();
    if options.warns {
        warnings.extend(texts(&control.take_warnings(), control.sources()));
    }
    let mut text = Vec::new();
    let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    let quiet = Quiet { models: Level::None, costs: Level::None, calls: Level::None };
    let mut report = Report::new(Box::new(Json::new(&mut text, true)), quiet).asking(options.consequences);
    report.begin(&names, 0.0).map_err(|error| error.to_string())?;
    let ending = match grounded {
        Ok(()) => run.search(&mut control, &mut report, &mut warnings)?,
        Err(Error::Interrupted) => Ending { interrupted: run.reason(), ..Ending::default() },
        Err(error) => return Err(run.text_of(&error, &control)),
    };
    let times = Times { total: run.spent(), cpu: Some(run.spent()), ..ending.times };
    report.finish(Ending { times, ..ending }).map_err(|error| error.to_string())?;
    let mut result: Value = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    result["Warnings"] = json!(warnings);
    Ok(result)
}

fn texts(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<String> {
    const MOST: usize = 100;
    let style = Style::plain();
    diagnostics.iter().take(MOST).map(|diagnostic| style.render(diagnostic, sources)).collect()
}

struct Run<'a> {
    options: &'a Options,
    caller: &'a dyn Caller,
    begin: Duration,
}

impl Run<'_> {
    /// Seconds since the beginning.
    fn spent(&self) -> f64 {
        self.caller.now().saturating_sub(self.begin).as_secs_f64()
    }

    /// The reason to end the run.
    fn reason(&self) -> Option<Interruption> {
        let is_over = || self.options.seconds.is_some_and(|seconds| self.spent() >= seconds);
        self.caller.stop().or_else(|| is_over().then_some(Interruption::TimeLimit))
    }

    fn text_of(&self, error: &Error, control: &Control) -> String {
        match error {
            Error::Program(diagnostics) => {
                let shown = |diagnostic: &Diagnostic| self.options.warns || diagnostic.is_error();
                Style::plain().render_all(diagnostics, control.sources(), shown).trim_end().to_owned()
            }
            other => other.to_string(),
        }
    }

    fn search(
        &self,
        control: &mut Control,
        report: &mut Report<'_>,
        warnings: &mut Vec<String>,
    ) -> Result<Ending, String> {
        let output = |error: std::io::Error| error.to_string();
        let options = self.options;
        let has_objective = !control.priorities().is_empty();
        let optimizes = matches!(options.optimize, OptimizeMode::Optimize | OptimizeMode::EnumerateOptimal);
        let is_limited = options.models.is_some_and(|models| models > 0);
        if is_limited && options.consequences.is_some() {
            warnings.push("#models not 0: last model may not cover consequences.".to_owned());
        } else if is_limited && has_objective && options.optimize == OptimizeMode::Optimize {
            warnings.push("#models not 0: optimality of last model not guaranteed.".to_owned());
        }
        let begin = self.spent();
        report.solving(begin).map_err(output)?;
        let stop = || self.reason().is_some();
        let search_options = SolveOptions {
            models: options.models,
            optimize: options.optimize,
            bound: (!options.bounds.is_empty()).then(|| options.bounds.clone()),
            projection: options.projection,
            consequences: options.consequences,
            stop: &stop,
            ..SolveOptions::default()
        };
        let mut search = control.solve(search_options).map_err(|error| error.to_string())?;
        let enumerates_optimal =
            options.optimize == OptimizeMode::EnumerateOptimal || optimizes && options.consequences.is_some();
        let (mut first, mut last, mut number) = (None, begin, 0_u64);
        while let Some(model) = search.next_model() {
            last = self.spent();
            first.get_or_insert(last);
            number += 1;
            let optimal = model.optimality_proven() && enumerates_optimal;
            self.send(&model, number, last)?;
            let (costs, consequences) = (model.costs().to_vec(), model.consequences());
            let view = ModelView { shown: Vec::new(), costs, optimal, consequences };
            report.model(view, last).map_err(output)?;
        }
        let end = self.spent();
        let summary = search.summary();
        let interrupted = summary.interrupted.then(|| self.reason().unwrap_or(Interruption::Signal));
        let first_model = first.map_or(0.0, |first| first - begin);
        let unsat = if summary.exhausted { end - last } else { 0.0 };
        Ok(Ending {
            exhausted: summary.exhausted,
            interrupted,
            optimizing: optimizes,
            bounds: if interrupted.is_some() { summary.lower_bounds } else { Vec::new() },
            consequences: summary.consequences,
            times: Times { solve: end - begin, first_model, unsat, ..Times::default() },
            ..Ending::default()
        })
    }

    /// Sends an answer.
    fn send(&self, model: &Model<'_>, number: u64, at: f64) -> Result<(), String> {
        let outlet = Outlet { escapes: false, most: None };
        let shown = outlet.texts(model.symbols(), model.shown()).map_err(|error| error.to_string())?;
        let mut witness = json!({ "Time": thousandths(at), "Value": shown });
        if let Some(estimate) = model.consequences() {
            witness["Consequences"] = json!({ "True": estimate.known, "Open": estimate.open });
        }
        if !model.costs().is_empty() {
            witness["Costs"] = json!(model.costs());
        }
        let part = json!({ "witness": witness, "number": number, "optimal": model.optimality_proven() });
        self.caller.part(&part.to_string());
        Ok(())
    }
}

/// Seconds with three digits, as clingo writes them.
fn thousandths(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
