//! The report of searches: their bounds and their table, their models, and their end.
//!
//! ```text
//! Searches: the report, the clock, the reason to stop  ─ begin → SearchReport ─ look, model, … ─ end → the ending
//! ```
//!
//! Whoever runs a search calls these functions: the usual main function of an application, or a control that the main
//! function has made. *Invariant:* nothing here depends on who runs the search.

use crate::clock::{Clock, Stop};
use crate::session::report_interruption;
use crate::shared_report::SharedReport;
use hamadryad::{Consequences, Control, Model, OptimizeMode, Progress, Summary, Symbol, Symbols, View};
use hamadryad_present::answers::{Ending, Interruption, ModelView, SearchRow, Times};
use hamadryad_present::outlet::Outlet;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The shown symbols of models as texts.
#[derive(Clone, Copy, Debug)]
pub struct ShownTexts {
    /// The treatment of the texts.
    pub outlet: Outlet,
    /// Whether symbols are hidden whose names begin with `_`.
    pub hides_auxiliary: bool,
}

impl ShownTexts {
    /// The symbols of a model that are printed.
    pub fn visible<'m>(self, model: &'m Model<'_>) -> impl Iterator<Item = Symbol> + 'm {
        let hides = self.hides_auxiliary;
        model.shown().filter(move |&symbol| !hides || !is_auxiliary(model.symbols(), symbol))
    }

    /// Their texts.
    ///
    /// # Errors
    /// If a text is too long.
    pub fn of(self, model: &Model<'_>) -> io::Result<Vec<String>> {
        self.outlet.texts(model.symbols(), self.visible(model))
    }
}

/// Whether the name of an atom begins with `_`.
fn is_auxiliary(symbols: &Symbols, symbol: Symbol) -> bool {
    matches!(symbols.view(symbol), View::Function { name, .. } if symbols.text(name).starts_with('_'))
}

/// The kind of a search, as far as its report depends on it.
#[derive(Clone, Debug)]
pub struct SearchKind {
    /// The treatment of the objective.
    pub optimize: OptimizeMode,
    /// The maximal number of models, 0 for all; `None` if it is not given.
    pub models: Option<u64>,
    /// The consequences that are computed instead of models.
    pub consequences: Option<Consequences>,
    /// Whether models are samples.
    pub samples: bool,
    /// The number of threads.
    pub threads: usize,
    /// Whether lower bounds are printed.
    pub shows_bounds: bool,
}

impl SearchKind {
    /// Whether an optimum is searched for.
    pub fn optimizes(&self) -> bool {
        matches!(self.optimize, OptimizeMode::Optimize | OptimizeMode::EnumerateOptimal)
    }

    /// Whether the search continues after an optimum: for all optimal answer sets, for samples of them, or
    /// for their consequences.
    pub fn enumerates_optimal(&self) -> bool {
        let concerns_optima = self.consequences.is_some() || self.samples;
        match self.optimize {
            OptimizeMode::EnumerateOptimal => true,
            OptimizeMode::Optimize => concerns_optima,
            _ => false,
        }
    }

    /// Whether a model is one of the optimal models that the search enumerates.
    pub fn is_optimal(&self, model: &Model<'_>) -> bool {
        model.optimality_proven() && self.enumerates_optimal()
    }
}

/// The searches of a run. Clones belong to the same run.
#[derive(Clone)]
pub struct Searches {
    /// The report.
    pub report: SharedReport,
    /// The clock since the start of the run.
    pub clock: Clock,
    /// The reasons to stop.
    pub stop: Stop,
    /// The texts of models.
    pub texts: ShownTexts,
    /// The end of the last search, with the time of all.
    ending: Arc<Mutex<Ending>>,
}

impl Searches {
    /// The searches of a run that has none yet.
    pub fn new(report: SharedReport, clock: Clock, stop: Stop, texts: ShownTexts) -> Searches {
        Searches { report, clock, stop, texts, ending: Arc::default() }
    }

    /// Whether the run must stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.reason().is_some()
    }

    /// The reason to stop, or a signal if there is none.
    pub fn interruption(&self) -> Interruption {
        self.stop.reason().unwrap_or(Interruption::Signal)
    }

    /// Prints that the run is interrupted, in clingo's words.
    pub fn report_interruption(&self) {
        report_interruption(self.interruption(), None);
    }

    /// The next call begins, unless one has begun; `at` is the time of its beginning.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn begin_call(&self, at: f64) -> io::Result<()> {
        self.report.with(|report| report.begin_call(at))
    }

    /// A search of the control begins.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn begin(&self, control: &mut Control, kind: SearchKind) -> io::Result<SearchReport> {
        let progress = control.progress();
        let has_table = self.report.with(|report| report.has_table());
        let problem = if has_table { control.size().1.into_iter().sum::<usize>() } else { 0 };
        let (begin, cpu) = (self.clock.seconds(), self.clock.cpu_seconds());
        self.report.with(|report| report.solving(begin))?;
        Ok(SearchReport {
            searches: self.clone(),
            has_objective: !control.priorities().is_empty(),
            seen: AtomicU64::new(progress.lower_bound_changes()),
            restarts_shown: AtomicU64::new(u64::MAX),
            found: Mutex::new(Found { first: None, last: begin, counted: 0 }),
            kind,
            progress,
            has_table,
            problem,
            begin,
            cpu,
        })
    }

    /// The call of the last search has ended so.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn end_call(&self, ending: Ending) -> io::Result<()> {
        let now = self.clock.seconds();
        self.report.with(|report| report.end_call(now, &ending))?;
        let mut total = lock(&self.ending);
        let solve = total.times.solve + ending.times.solve;
        *total = Ending { times: Times { solve, ..ending.times }, ..ending };
        Ok(())
    }

    /// The end of the last search, with the time of all.
    pub fn ending(&self) -> Ending {
        lock(&self.ending).clone()
    }
}

/// The report of a search.
pub struct SearchReport {
    searches: Searches,
    /// The kind of the search.
    pub kind: SearchKind,
    progress: Progress,
    has_objective: bool,
    has_table: bool,
    /// The number of clauses, if the table is printed.
    problem: usize,
    /// The changes of lower bounds that are printed.
    seen: AtomicU64,
    /// The restarts at the last row of the table.
    restarts_shown: AtomicU64,
    found: Mutex<Found>,
    begin: f64,
    cpu: f64,
}

/// The models so far.
struct Found {
    first: Option<f64>,
    last: f64,
    /// The number of models that count.
    counted: u64,
}

impl SearchReport {
    /// Prints a row of the table or a new lower bound, if there is one; called often during the search.
    pub fn look(&self) {
        let restarts = self.progress.restarts();
        if self.has_table && self.restarts_shown.swap(restarts, Ordering::Relaxed) != restarts {
            self.row(false);
        }
        let changes = self.progress.lower_bound_changes();
        if self.kind.shows_bounds && self.seen.swap(changes, Ordering::Relaxed) != changes {
            let bounds = self.progress.bounds();
            let at = self.searches.clock.seconds();
            // An error of the output is returned by the next model or by the summary.
            let report = &self.searches.report;
            let _ = report.with(|report| report.progress(&bounds.least, bounds.best.as_deref(), at));
        }
    }

    fn row(&self, has_ended: bool) {
        if !self.has_table {
            return;
        }
        let at = self.searches.clock.seconds();
        let row = search_row(&self.progress, self.problem, has_ended);
        // As above.
        let _ = self.searches.report.with(|report| report.search_row(&row, at));
    }

    /// Notes that the search has found a model, which counts towards its greatest number of models. Returns the time.
    pub fn note(&self, optimality_proven: bool) -> f64 {
        let at = self.searches.clock.seconds();
        let mut found = lock(&self.found);
        found.last = at;
        found.first.get_or_insert(at);
        let is_on_the_way = self.kind.optimize == OptimizeMode::EnumerateOptimal && !optimality_proven;
        found.counted += u64::from(!is_on_the_way);
        at
    }

    /// A model without its symbols, and whether these are printed at once or, if it is the last model, at the end.
    pub fn view(&self, model: &Model<'_>) -> (ModelView, bool, bool) {
        let optimal = self.kind.is_optimal(model);
        let consequences = model.consequences();
        let is_final = optimal && consequences.is_none();
        let (at_once, last) =
            self.searches.report.with(|report| (report.prints_at_once(is_final), report.prints_last()));
        let view = ModelView { shown: Vec::new(), costs: model.costs().to_vec(), optimal, consequences };
        (view, at_once, last && !at_once)
    }

    /// Prints a model that was found at a time.
    ///
    /// # Errors
    /// Errors of the output and of a function that prints models.
    pub fn model(&self, view: ModelView, at: f64) -> io::Result<()> {
        self.row(true);
        self.searches.report.with(|report| report.model(view, at))
    }

    /// The end of the search. `has_externals` says whether the program has external atoms.
    pub fn end(
        &self,
        summary: &Summary,
        interrupted: Option<Interruption>,
        levels: usize,
        has_externals: bool,
    ) -> Ending {
        let end = self.searches.clock.seconds();
        if summary.exhausted || summary.interrupted {
            self.row(true);
        }
        let seeks_all = self.kind.consequences.is_some() || self.kind.optimizes() && self.has_objective;
        let most = self.kind.models.unwrap_or(u64::from(!seeks_all));
        let Found { first, last, counted } = *lock(&self.found);
        // With external atoms, clingo does not see that the last model of a limited number is the last of all.
        let ended_by_number = most > 0 && counted >= most;
        let exhausted = summary.exhausted && !(ended_by_number && has_externals);
        let first_model = first.map_or(0.0, |first| first - self.begin);
        let unsat = if exhausted { end - last } else { 0.0 };
        let cpu = Some(self.searches.clock.cpu_seconds() - self.cpu);
        let is_open = summary.interrupted || !summary.optimum_proven && !exhausted;
        let mut bounds = if is_open { summary.lower_bounds.clone() } else { Vec::new() };
        if !bounds.is_empty() {
            // A level that the search has not reached has the bound 0, as in clingo.
            bounds.resize(levels, 0);
        }
        let threads = self.kind.threads;
        Ending {
            exhausted,
            interrupted,
            optimizing: self.kind.optimizes(),
            bounds,
            consequences: summary.consequences,
            threads: (threads > 1).then_some((threads, summary.winner)),
            times: Times { solve: end - self.begin, first_model, unsat, cpu, ..Times::default() },
            ..Ending::default()
        }
    }
}

/// A row of the table of a search, for a problem with so many clauses.
fn search_row(progress: &Progress, problem: usize, has_ended: bool) -> SearchRow {
    let state = progress.state();
    SearchRow {
        has_ended,
        variables: [if has_ended { 0 } else { state.open_variables }, state.fixed_variables],
        clauses: [problem as u64, progress.learnt()],
        effort: [progress.conflicts(), state.decisions],
        limit: state.until_reduction,
    }
}
