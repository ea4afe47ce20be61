//! Answers in clingo's formats, which users and scripts can read.
//!
//! A [`Report`] decides which parts are printed and when; a [`Format`] decides their look. Both are
//! independent of the engine: models are texts and numbers, and the caller passes all times, in seconds. Errors
//! of the writer are returned.
//!
//! Two habits of clingo that look like accidents are kept: models of the second phase of `--opt-mode=optN`
//! are numbered from 1 again while the summary counts all models, and the last model is printed late if only
//! the last model is requested.

mod json;
mod text;

pub use json::Json;
pub use text::{AtomStyle, Printer, Text};

use hamadryad::{Consequences, Estimate};
use std::io;

/// An answer set, ready to be printed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ModelView {
    /// The shown symbols, in the order in which they are printed.
    pub shown: Vec<String>,
    /// The costs by descending priority; empty without an objective.
    pub costs: Vec<i64>,
    /// Whether this is one of the optimal models that `--opt-mode=optN` enumerates at the end.
    pub optimal: bool,
    /// The number of known consequences, if consequences are computed: `shown` is their estimate.
    pub consequences: Option<Estimate>,
}

impl ModelView {
    /// Whether there is something to print with the costs: costs, or the number of known consequences.
    fn has_measures(&self) -> bool {
        !self.costs.is_empty() || self.consequences.is_some()
    }
}

/// The kind of problem that a program states, which decides the look of its answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Problem {
    /// Answer sets of a program.
    #[default]
    Program,
    /// Assignments of variables for clauses; a symbol that is shown is a number.
    Clauses,
    /// Assignments of variables for linear constraints; a symbol that is shown is a number.
    PseudoBoolean,
}

/// The reason for the early end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interruption {
    /// The time limit.
    TimeLimit,
    /// The memory limit.
    MemoryLimit,
    /// A signal, for example Ctrl-C.
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
    /// Of the processor, in all threads; `None` if it is not measured.
    pub cpu: Option<f64>,
}

/// One line of `--stats`, and the entries that JSON has for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Statistic {
    /// The group: an empty line stands between two of them.
    pub group: &'static str,
    /// The name, such as `Conflicts`.
    pub name: String,
    /// The number, with a remark in brackets, as the text format prints it.
    pub text: String,
    /// The paths of the entries in JSON, such as `Core/Conflicts`; a number is an index of an array.
    pub entries: Vec<(String, Entry)>,
}

/// A value in JSON.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Entry {
    /// A whole number.
    Number(u64),
    /// A whole number with a sign.
    Signed(i64),
    /// An average or a share.
    Real(f64),
    /// A word.
    Word(&'static str),
}

/// The end of a run, except for its models.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ending {
    /// Whether the last call has no more models: all were enumerated, or the last one is optimal.
    pub exhausted: bool,
    /// The reason for an early end.
    pub interrupted: Option<Interruption>,
    /// Whether an optimum was searched for.
    pub optimizing: bool,
    /// Lower bounds of the optimum by priority, if the search for it was ended early.
    pub bounds: Vec<i64>,
    /// The number of threads, if several have searched, and the one that ended the search.
    pub threads: Option<(usize, usize)>,
    /// The number of consequences, if they are computed and a model exists.
    pub consequences: Option<Estimate>,
    /// The times of the run.
    pub times: Times,
    /// The statistics, if they were asked for.
    pub statistics: Vec<Statistic>,
    /// The statistics of each thread, if they were asked for.
    pub statistics_of_threads: Vec<Vec<Statistic>>,
}

impl Ending {
    /// An estimate of the consequences: nothing is open after an exhaustive search.
    fn settled(&self, estimate: Estimate) -> Estimate {
        if self.exhausted { Estimate { open: 0, ..estimate } } else { estimate }
    }
}

/// A whole run.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The number of models of all calls and phases.
    pub models: u64,
    /// Whether the last call found a model.
    pub satisfiable: bool,
    /// The number of models of the last call that are known to be optimal.
    pub optimal: u64,
    /// The costs of the last model, if the program has an objective.
    pub costs: Option<Vec<i64>>,
    /// Whether the last model is known to be optimal.
    pub optimum: bool,
    /// The kind of consequences, if consequences are computed.
    pub asked: Option<Consequences>,
    /// The number of solve calls; `None` in the summary of a single call.
    pub calls: Option<u32>,
    /// The end of the run.
    pub ending: Ending,
}

/// The result of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Neither a model nor a proof that none exists.
    Unknown,
    /// There is a model.
    Satisfiable,
    /// There is no model.
    Unsatisfiable,
    /// An optimal model.
    Optimum,
}

impl Summary {
    /// The result of the run.
    pub fn verdict(&self) -> Verdict {
        match (self.satisfiable, self.ending.exhausted) {
            (false, true) => Verdict::Unsatisfiable,
            (false, false) => Verdict::Unknown,
            _ if self.optimum => Verdict::Optimum,
            _ => Verdict::Satisfiable,
        }
    }
}

/// The selection of models, or of costs, that are printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Level {
    /// All of them.
    #[default]
    All,
    /// The last, or all that are optimal.
    Last,
    /// None.
    None,
}

/// The selection by `--quiet`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quiet {
    /// The selection of models.
    pub models: Level,
    /// The selection of costs.
    pub costs: Level,
    /// The selection of summaries of single calls.
    pub calls: Level,
}

impl Default for Quiet {
    /// All models with their costs, and one summary.
    fn default() -> Quiet {
        Quiet { models: Level::All, costs: Level::All, calls: Level::None }
    }
}

/// A row of the table of a search (`-V3`), which begins with the number of the thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchRow {
    /// Whether the search has found a model or ended; otherwise it has begun or restarted.
    pub has_ended: bool,
    /// Variables without a value that no decision has changed, and with such a value.
    pub variables: [u64; 2],
    /// Clauses of the problem, and learnt ones.
    pub clauses: [u64; 2],
    /// Conflicts and decisions.
    pub effort: [u64; 2],
    /// The conflicts until the next deletion of learnt clauses.
    pub limit: u64,
}

/// The parts of a model that are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Its symbols.
    pub values: bool,
    /// Its costs.
    pub costs: bool,
    /// The number of known consequences.
    pub consequences: bool,
}

/// A format of the output.
pub trait Format: Send {
    /// The problem is of this kind; called before all other events, or before the first search.
    fn problem(&mut self, _problem: Problem) {}
    /// The program will be read from these files, or from standard input if the list is empty.
    fn begin(&mut self, inputs: &[String]) -> io::Result<()>;
    /// The next solve call begins, `at` seconds after the start.
    fn begin_call(&mut self, at: f64) -> io::Result<()>;
    /// A line between the parts of a run.
    fn rule(&mut self) -> io::Result<()> {
        Ok(())
    }
    /// The times of reading and preprocessing, before the search begins.
    fn preparation(&mut self, _reading: f64, _preprocessing: f64) -> io::Result<()> {
        Ok(())
    }
    /// A search for an optimum has better bounds: lower bounds by priority, and the costs of the best model.
    fn progress(&mut self, _lower: &[i64], _best: Option<&[i64]>, _at: f64) -> io::Result<()> {
        Ok(())
    }
    /// A search has reached a state, if its table is printed.
    fn search_row(&mut self, _row: &SearchRow, _at: f64) -> io::Result<()> {
        Ok(())
    }
    /// A call as a whole, if summaries of calls are printed.
    fn call_summary(&mut self, _summary: &Summary) -> io::Result<()> {
        Ok(())
    }
    /// The summary of all calls follows.
    fn accumulation(&mut self) -> io::Result<()> {
        Ok(())
    }
    /// The program is grounded, the search begins.
    fn solving(&mut self) -> io::Result<()>;
    /// A model with this number was found `at` seconds after the start; at least one part of it is printed.
    fn model(&mut self, model: &ModelView, number: u64, at: f64, parts: Parts) -> io::Result<()>;
    /// The call has ended, and its models are printed. The summary of the call may follow, if it `may_go_on`.
    fn end_call(&mut self, at: f64, may_go_on: bool) -> io::Result<()>;
    /// The run as a whole.
    fn summary(&mut self, summary: &Summary) -> io::Result<()>;
}

/// Selects the parts of a run that are printed.
pub struct Report<'a> {
    format: Box<dyn Format + 'a>,
    quiet: Quiet,
    /// From level 2 on, times of preparation and lines between the parts are printed.
    verbosity: u8,
    /// When the present call began.
    call_began: f64,
    /// The summary of the last call, if only that one is printed.
    last_call: Option<Summary>,
    /// The kind of consequences, if consequences are computed.
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
            verbosity: 1,
            call_began: 0.0,
            last_call: None,
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

    /// The same report, for models that are estimates of consequences.
    pub fn asking(self, asked: Option<Consequences>) -> Report<'a> {
        Report { asked, ..self }
    }

    /// The same report with another level of `--verbose`.
    pub fn with_verbosity(self, verbosity: u8) -> Report<'a> {
        Report { verbosity, ..self }
    }

    /// See [`Format::problem`].
    pub fn problem(&mut self, problem: Problem) {
        self.format.problem(problem);
    }

    /// See [`Format::begin`]. The first call begins with it, because reading the program is part of it.
    pub fn begin(&mut self, inputs: &[String], at: f64) -> io::Result<()> {
        self.format.begin(inputs)?;
        self.begin_call(at)
    }

    /// The next step of the program will be read, see [`Format::begin_call`]; no effect during a call.
    pub fn begin_call(&mut self, at: f64) -> io::Result<()> {
        if self.in_call {
            return Ok(());
        }
        self.in_call = true;
        self.calls += 1;
        self.earlier += std::mem::take(&mut self.models);
        self.optimal = 0;
        self.last = None;
        self.call_began = at;
        if self.quiet.calls != Level::None {
            self.format.rule()?;
        }
        self.format.begin_call(at)
    }

    /// See [`Format::progress`]; no effect if costs are not printed.
    pub fn progress(&mut self, lower: &[i64], best: Option<&[i64]>, at: f64) -> io::Result<()> {
        match self.quiet.costs {
            Level::All => self.format.progress(lower, best, at),
            Level::Last | Level::None => Ok(()),
        }
    }

    /// See [`Format::search_row`]; no effect without the table.
    pub fn search_row(&mut self, row: &SearchRow, at: f64) -> io::Result<()> {
        if self.has_table() { self.format.search_row(row, at) } else { Ok(()) }
    }

    /// Whether the rows of searches are printed: at odd levels of `--verbose` from 3 on, as in clingo.
    pub fn has_table(&self) -> bool {
        self.verbosity >= 3 && self.verbosity % 2 == 1
    }

    /// Whether the last call has found a model.
    pub fn found_in_call(&self) -> bool {
        self.models > 0
    }

    /// See [`Format::solving`]; the search begins `at` seconds after the start.
    pub fn solving(&mut self, at: f64) -> io::Result<()> {
        self.solving_since = Some(at);
        if self.verbosity > 1 {
            self.format.preparation(at - self.call_began, 0.0)?;
        }
        self.format.solving()
    }

    /// The time at which the present search began; `None` between searches.
    pub fn solving_since(&self) -> Option<f64> {
        self.solving_since.filter(|_| self.in_call)
    }

    /// A model was found.
    pub fn model(&mut self, model: ModelView, at: f64) -> io::Result<()> {
        self.models += 1;
        self.optimal += u64::from(model.optimal);
        let number = if model.optimal { self.optimal } else { self.models };
        let is_final = model.optimal && model.consequences.is_none();
        let level = if is_final { Level::Last } else { Level::All };
        self.print(&model, number, at, level)?;
        let only_last =
            self.quiet.models == Level::Last || (self.quiet.costs == Level::Last && model.has_measures());
        self.last_is_due = !is_final && only_last;
        self.last = Some((model, number, at));
        Ok(())
    }

    /// Whether the symbols of such a model are printed as soon as it is found. Otherwise they may be omitted
    /// and supplied for the last model only, see [`Report::show_last`]: their text costs more time than most
    /// models do.
    pub fn prints_at_once(&self, optimal: bool) -> bool {
        self.quiet.models <= if optimal { Level::Last } else { Level::All }
    }

    /// Whether the symbols of the last model are printed at the end.
    pub fn prints_last(&self) -> bool {
        self.quiet.models == Level::Last
    }

    /// Supplies the symbols of the last model, if they were omitted and must be printed now.
    ///
    /// # Errors
    /// Those of the text.
    pub fn show_last(&mut self, shown: impl FnOnce() -> io::Result<Vec<String>>) -> io::Result<()> {
        if self.last_is_due
            && self.quiet.models == Level::Last
            && let Some((model, ..)) = &mut self.last
        {
            model.shown = shown()?;
        }
        Ok(())
    }

    /// Whether the text of the last model was omitted and must be printed.
    pub fn lacks_text(&self) -> bool {
        let is_empty = |(model, ..): &(ModelView, u64, f64)| model.shown.is_empty();
        self.last_is_due && self.quiet.models == Level::Last && self.last.as_ref().is_some_and(is_empty)
    }

    fn print(&mut self, model: &ModelView, number: u64, at: f64, level: Level) -> io::Result<()> {
        let (values, measures) = (self.quiet.models <= level, self.quiet.costs <= level);
        if values || (measures && model.has_measures()) {
            let costs = measures && !model.costs.is_empty();
            let parts = Parts { values, costs, consequences: measures && model.consequences.is_some() };
            self.format.model(model, number, at, parts)?;
        }
        Ok(())
    }

    /// The call has ended so; no effect outside of a call.
    pub fn end_call(&mut self, at: f64, ending: &Ending) -> io::Result<()> {
        if !std::mem::take(&mut self.in_call) {
            return Ok(());
        }
        if self.quiet.calls != Level::None || self.verbosity > 1 && self.solving_since.is_some() {
            self.format.rule()?;
        }
        let consequences = ending.consequences.map(|estimate| ending.settled(estimate));
        if std::mem::take(&mut self.last_is_due)
            && let Some((mut model, number, found_at)) = self.last.take()
        {
            model.consequences = model.consequences.and(consequences);
            self.print(&model, number, found_at, Level::Last)?;
            self.last = Some((model, number, found_at));
        }
        let mut summary = self.summary(self.models, ending.clone());
        summary.calls = None;
        summary.ending.times.total = at - self.call_began;
        summary.ending.statistics.clear();
        summary.ending.statistics_of_threads.clear();
        match self.quiet.calls {
            Level::None => {}
            Level::All => self.format.call_summary(&summary)?,
            Level::Last => self.last_call = Some(summary),
        }
        self.format.end_call(at, self.quiet.calls == Level::Last)
    }

    /// The run has ended.
    pub fn finish(mut self, ending: Ending) -> io::Result<Summary> {
        self.end_call(ending.times.total, &ending)?;
        if let Some(summary) = self.last_call.take() {
            self.format.call_summary(&summary)?;
        }
        if self.quiet.calls != Level::None {
            self.format.accumulation()?;
        }
        let summary = self.summary(self.earlier + self.models, ending);
        self.format.summary(&summary)?;
        Ok(summary)
    }

    /// The summary of the last call, with a number of models.
    fn summary(&self, models: u64, ending: Ending) -> Summary {
        let last = self.last.as_ref();
        let costs = last.map(|(model, ..)| &model.costs).filter(|costs| !costs.is_empty()).cloned();
        let last_is_optimal = last.is_some_and(|(model, ..)| model.optimal);
        let optimum = costs.is_some() && (ending.exhausted || last_is_optimal);
        let proven_by_exhaustion = u64::from(optimum && ending.optimizing);
        Summary {
            models,
            satisfiable: self.models > 0,
            optimal: self.optimal.max(proven_by_exhaustion),
            costs,
            optimum,
            asked: self.asked,
            calls: Some(self.calls.max(1)),
            ending,
        }
    }
}

#[cfg(test)]
mod tests;
