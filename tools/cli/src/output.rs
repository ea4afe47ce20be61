//! What `hamadryad solve` prints about answers: clingo's formats, so that its users and their scripts can read them.
//!
//! A [`Report`] decides what is printed and when; a [`Format`] decides how. Both know nothing of the engine: models
//! come as text and numbers, and the clock is read elsewhere. Everything here goes to standard output, whose
//! errors are passed on.
//!
//! Two habits of clingo that look like accidents and are kept: models of the second phase of `--opt-mode=optN` are numbered
//! from 1 again while the summary counts all of them, and the last model is printed late where only the last one
//! is asked for.

mod json;
mod shared;
mod text;

pub use json::Json;
pub use shared::{SharedReport, wait_for_the_end};
pub use text::Text;

use crate::exit;
use hamadryad::{Consequences, Estimate};
use std::io;

/// An answer set, ready to be printed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ModelView {
    /// The shown symbols, in the order in which they are printed.
    pub shown: Vec<String>,
    /// The costs, those of the highest priority first; empty where nothing is optimised.
    pub costs: Vec<i64>,
    /// Whether it is one of the optimal models that `--opt-mode=optN` enumerates at the end.
    pub optimal: bool,
    /// How many consequences are known, where these are asked for: `shown` is their estimate.
    pub consequences: Option<Estimate>,
}

/// What ended the search before its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interruption {
    /// The time limit.
    TimeLimit,
    /// The memory limit.
    MemoryLimit,
    /// A signal, such as that of Ctrl-C.
    Signal,
}

/// Times of a run, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Times {
    /// Since the start.
    pub total: f64,
    /// In search.
    pub solve: f64,
    /// In search, until the first model.
    pub first_model: f64,
    /// In search, after the last model.
    pub unsat: f64,
    /// Of the processor, in all threads.
    pub cpu: f64,
}

/// One line of `--stats`, and the entries that JSON has for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Statistic {
    /// The group: an empty line stands between two of them.
    pub group: &'static str,
    /// The name, such as `Conflicts`.
    pub name: String,
    /// The number.
    pub value: u64,
    /// What text says of it besides, in brackets.
    pub note: String,
    /// Where the entries stand in JSON, such as `Core/Conflicts`; a number is a place in an array.
    pub entries: Vec<(String, Entry)>,
}

/// A value in JSON.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Entry {
    /// A whole number.
    Number(u64),
    /// One with a sign.
    Signed(i64),
    /// An average or a share.
    Real(f64),
    /// A word.
    Word(&'static str),
}

/// How a run ended, as far as its models do not tell.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ending {
    /// Whether there are no more models in the last call: all were enumerated, or the last one is optimal.
    pub exhausted: bool,
    /// What ended the search early.
    pub interrupted: Option<Interruption>,
    /// Whether an optimum was searched for.
    pub optimizing: bool,
    /// Where that was cut short: what nothing costs less than, by priority, as far as known.
    pub bounds: Vec<i64>,
    /// How many consequences there are, where these were asked for and there is a model.
    pub consequences: Option<Estimate>,
    /// How long it took.
    pub times: Times,
    /// The statistics, if they were asked for.
    pub statistics: Vec<Statistic>,
}

/// A run as a whole.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The number of models, those of all calls and phases.
    pub models: u64,
    /// Whether the last call found one.
    pub satisfiable: bool,
    /// The number of models of the last call that are known to be optimal.
    pub optimal: u64,
    /// The costs of the last model, if it has any.
    pub costs: Option<Vec<i64>>,
    /// Whether the last model is known to be optimal.
    pub optimum: bool,
    /// Which consequences were asked for.
    pub asked: Option<Consequences>,
    /// The number of solve calls.
    pub calls: u32,
    /// How the run ended.
    pub ending: Ending,
}

/// What is known about the program in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Neither a model nor a proof that there is none.
    Unknown,
    /// There is a model.
    Satisfiable,
    /// There is no model.
    Unsatisfiable,
    /// There is a model, and it is optimal.
    Optimum,
}

impl Summary {
    /// What is known about the program.
    pub fn verdict(&self) -> Verdict {
        match (self.satisfiable, self.ending.exhausted) {
            (false, true) => Verdict::Unsatisfiable,
            (false, false) => Verdict::Unknown,
            _ if self.optimum => Verdict::Optimum,
            _ => Verdict::Satisfiable,
        }
    }

    /// clingo's exit code: 10 with a model, 20 exhausted, 1 interrupted, and their sums; 33 out of memory.
    pub fn exit_code(&self) -> u8 {
        if self.ending.interrupted == Some(Interruption::MemoryLimit) {
            return exit::OUT_OF_MEMORY;
        }
        let satisfiable = if self.satisfiable { 10 } else { 0 };
        let exhausted = if self.ending.exhausted { 20 } else { 0 };
        let interrupted = u8::from(self.ending.interrupted.is_some());
        satisfiable + exhausted + interrupted
    }
}

/// Which of several things are printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Level {
    /// All of them.
    #[default]
    All,
    /// The last one, or the optimal ones.
    Last,
    /// None.
    None,
}

/// What `--quiet` leaves to print.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Quiet {
    /// Which models.
    pub models: Level,
    /// Which costs.
    pub costs: Level,
}

/// Which parts of a model are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Its symbols.
    pub values: bool,
    /// Its costs.
    pub costs: bool,
    /// How many consequences are known.
    pub consequences: bool,
}

/// A way to print.
pub trait Format: Send {
    /// The program is about to be read from these files, or from standard input if there is none.
    fn begin(&mut self, inputs: &[String]) -> io::Result<()>;
    /// What belongs to the next solve call begins, this many seconds after the start.
    fn begin_call(&mut self, at: f64) -> io::Result<()>;
    /// The program is grounded, the search begins.
    fn solving(&mut self) -> io::Result<()>;
    /// A model of this number, found this many seconds after the start; at least one part of it is printed.
    fn model(&mut self, model: &ModelView, number: u64, at: f64, parts: Parts) -> io::Result<()>;
    /// The call has ended, and all is printed of its models.
    fn end_call(&mut self, at: f64) -> io::Result<()>;
    /// The run as a whole.
    fn summary(&mut self, summary: &Summary) -> io::Result<()>;
}

/// Chooses what is printed of a run.
pub struct Report<'a> {
    format: Box<dyn Format + 'a>,
    quiet: Quiet,
    /// Which consequences are asked for.
    asked: Option<Consequences>,
    /// Whether a call has begun and not ended.
    in_call: bool,
    calls: u32,
    /// When the present search began.
    solving_since: Option<f64>,
    /// Models of the calls before this one.
    earlier: u64,
    models: u64,
    optimal: u64,
    /// The last model of the call with its number and time.
    last: Option<(ModelView, u64, f64)>,
    last_is_due: bool,
}

impl<'a> Report<'a> {
    /// A report in this format.
    pub fn new(format: Box<dyn Format + 'a>, quiet: Quiet) -> Report<'a> {
        Report {
            format,
            quiet,
            asked: None,
            in_call: false,
            calls: 0,
            solving_since: None,
            earlier: 0,
            models: 0,
            optimal: 0,
            last: None,
            last_is_due: false,
        }
    }

    /// The same, of models that are asked for consequences.
    pub fn asking(self, asked: Option<Consequences>) -> Report<'a> {
        Report { asked, ..self }
    }

    /// See [`Format::begin`]. The first call begins with it, because reading the program is part of it.
    pub fn begin(&mut self, inputs: &[String], at: f64) -> io::Result<()> {
        self.format.begin(inputs)?;
        self.begin_call(at)
    }

    /// A further step of the program is about to be read, see [`Format::begin_call`]; nothing where a call has begun.
    pub fn begin_call(&mut self, at: f64) -> io::Result<()> {
        if self.in_call {
            return Ok(());
        }
        self.in_call = true;
        self.calls += 1;
        self.earlier += std::mem::take(&mut self.models);
        self.optimal = 0;
        self.last = None;
        self.format.begin_call(at)
    }

    /// Whether the last call has found a model.
    pub fn found_in_call(&self) -> bool {
        self.models > 0
    }

    /// See [`Format::solving`]; the search begins this many seconds after the start.
    pub fn solving(&mut self, at: f64) -> io::Result<()> {
        self.solving_since = Some(at);
        self.format.solving()
    }

    /// When the present search began, if it goes on.
    pub fn solving_since(&self) -> Option<f64> {
        self.solving_since.filter(|_| self.in_call)
    }

    /// A model was found.
    pub fn model(&mut self, model: ModelView, at: f64) -> io::Result<()> {
        self.models += 1;
        self.optimal += u64::from(model.optimal);
        let number = if model.optimal { self.optimal } else { self.models };
        let level = if model.optimal { Level::Last } else { Level::All };
        self.print(&model, number, at, level)?;
        let only_last =
            self.quiet.models == Level::Last || (self.quiet.costs == Level::Last && !model.costs.is_empty());
        self.last_is_due = !model.optimal && only_last;
        self.last = Some((model, number, at));
        Ok(())
    }

    /// Whether the symbols of such a model are printed as soon as it is found. Where they are not, they may be left out
    /// and given for the last model alone, see [`Report::show_last`]: text costs more than most models do.
    pub fn prints_at_once(&self, optimal: bool) -> bool {
        self.quiet.models <= if optimal { Level::Last } else { Level::All }
    }

    /// The symbols of the last model, where they have been left out and are to be printed after all.
    pub fn show_last(&mut self, shown: impl FnOnce() -> Vec<String>) {
        if self.last_is_due
            && self.quiet.models == Level::Last
            && let Some((model, ..)) = &mut self.last
        {
            model.shown = shown();
        }
    }

    /// Whether the text of the last model is to be printed and has been left out.
    pub fn lacks_text(&self) -> bool {
        let is_empty = |(model, ..): &(ModelView, u64, f64)| model.shown.is_empty();
        self.last_is_due && self.quiet.models == Level::Last && self.last.as_ref().is_some_and(is_empty)
    }

    fn print(&mut self, model: &ModelView, number: u64, at: f64, level: Level) -> io::Result<()> {
        let has_costs = !model.costs.is_empty();
        let (values, costs) = (self.quiet.models <= level, self.quiet.costs <= level);
        if values || (costs && has_costs) {
            let consequences = self.quiet.models <= level && model.consequences.is_some();
            let parts = Parts { values, costs: costs && has_costs, consequences };
            self.format.model(model, number, at, parts)?;
        }
        Ok(())
    }

    /// The call has ended, and so many consequences are known; nothing where none has begun.
    pub fn end_call(&mut self, at: f64, consequences: Option<Estimate>) -> io::Result<()> {
        if !std::mem::take(&mut self.in_call) {
            return Ok(());
        }
        if std::mem::take(&mut self.last_is_due)
            && let Some((mut model, number, found_at)) = self.last.take()
        {
            model.consequences = model.consequences.and(consequences);
            self.print(&model, number, found_at, Level::Last)?;
            self.last = Some((model, number, found_at));
        }
        self.format.end_call(at)
    }

    /// The run has ended.
    pub fn finish(mut self, ending: Ending) -> io::Result<Summary> {
        self.end_call(ending.times.total, ending.consequences)?;
        let last = self.last.take();
        let costs = last.as_ref().map(|(model, ..)| &model.costs).filter(|costs| !costs.is_empty()).cloned();
        let last_is_optimal = last.as_ref().is_some_and(|(model, ..)| model.optimal);
        let optimum = costs.is_some() && (ending.exhausted || last_is_optimal);
        let proven_by_exhaustion = u64::from(optimum && ending.optimizing);
        let optimal = self.optimal.max(proven_by_exhaustion);
        let (models, satisfiable) = (self.earlier + self.models, self.models > 0);
        let summary = Summary {
            models,
            satisfiable,
            optimal,
            costs,
            optimum,
            asked: self.asked,
            calls: self.calls.max(1),
            ending,
        };
        self.format.summary(&summary)?;
        Ok(summary)
    }
}

#[cfg(test)]
mod tests;
