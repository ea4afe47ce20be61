//! Searches: synchronous, yielding model by model, or on a thread of their own.
//!
//! ```text
//! solve ─ start ─ step ─ model ─ step ─ … ─ end: statistics, finish ─ close: the control gets its program back
//! ```
//!
//! A step is done by one driver: the call `solve` itself, the calls that ask for a model, or the thread.
//!
//! *Invariant:* at most one driver exists. The search is locked while a step runs, and no function of the caller runs
//! then, except for the report of a bound.

mod limit;
mod report;

use crate::application::RunOfControl;
use crate::callbacks::{Checker, Notify, PAUSE, check};
use crate::guard::{Outcome, enter_or};
use crate::model::{ModelObject, Snapshot};
use crate::object::{ControlObject, State, lock};
use crate::pointers::Handle;
use crate::propagator::Failed;
use crate::registry::{self, Part};
use crate::running::Running;
use hamadryad::{
    AtomTables, Consequences, Control, Literal, Progress, SearchStatistics, SolveOptions, Threads,
};
use hamadryad_application::search_report::SearchReport;
use hamadryad_clingo::message::{ErrorCode, Failure, Message, Warning};
use hamadryad_clingo::program::Program;
use hamadryad_clingo::translation::Translation;
use hamadryad_configuration::Call;
use limit::Limit;
use report::{begin_report, is_without_search};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The bits of a result.
pub const SATISFIABLE: u32 = 1;
const UNSATISFIABLE: u32 = 2;
/// All models were found.
pub const EXHAUSTED: u32 = 4;
/// The search ended early.
pub const INTERRUPTED: u32 = 8;
/// The bits of the mode of a solve.
const ASYNC: u32 = 1;
const YIELD: u32 = 2;

/// The last call of solve, and the sums over all calls.
#[derive(Clone, Default)]
pub struct Solved {
    /// The number of calls.
    pub calls: u64,
    /// The last call.
    pub call: Call,
    /// The sums.
    pub total: Call,
    /// The statistics of the search before the last call.
    pub search_before: SearchStatistics,
    /// The same by thread.
    pub threads_before: Vec<SearchStatistics>,
}

/// A search with its handle.
pub struct Solve {
    number: usize,
    me: Weak<Solve>,
    control: Weak<ControlObject>,
    mode: u32,
    notify: Option<Notify>,
    consequences: Option<Consequences>,
    run: Option<Arc<RunOfControl>>,
    report: Option<Arc<SearchReport>>,
    has_externals: bool,
    threads: usize,
    priorities: Vec<i32>,
    translation: Arc<Mutex<Translation>>,
    interrupt: Arc<AtomicBool>,
    cancelled: Arc<AtomicBool>,
    /// Whether the search has reached the limit of the configuration: this is no interruption.
    is_at_limit: Arc<AtomicBool>,
    /// The failure of a report of a bound.
    failure: Arc<Mutex<Option<Failure>>>,
    failed_propagator: Arc<Failed>,
    running: Mutex<Option<Running>>,
    status: Mutex<Status>,
    changed: Condvar,
    thread: Mutex<Option<JoinHandle<()>>>,
    core: OnceLock<Box<[i32]>>,
    has_ended: AtomicBool,
    times: Times,
}

struct Times {
    begin: Instant,
    first_model: Mutex<Option<Instant>>,
    last_model: Mutex<Option<Instant>>,
}

#[derive(Default)]
struct Status {
    /// The model at which the search stands.
    model: Option<Arc<ModelObject>>,
    /// Whether the caller has seen this model, so that `resume` continues.
    is_seen: bool,
    /// Whether a step runs.
    is_searching: bool,
    /// The result, after the end.
    done: Option<Outcome<u32>>,
    /// The last model, after the end.
    last: Option<Arc<ModelObject>>,
    /// The content of the last model so far.
    latest: Option<Arc<Snapshot>>,
    /// The pointer of the model from which the search has gone on. If it was the last one, the pointer is valid again at the
    /// end: callers go through all models and read the last one then.
    past: Option<usize>,
}

/// Starts a search, and runs it if it is synchronous.
pub fn start(
    control: &Arc<ControlObject>,
    mode: u32,
    assumptions: Vec<Literal>,
    notify: Option<Notify>,
) -> Outcome<Arc<Solve>> {
    control.check_single_shot()?;
    let mut program = control.take()?;
    program.settings.configuration = lock(&control.configuration).clone();
    program.configure();
    let finished = program.listeners.finish_step(&assumptions);
    let finished = finished.and_then(|()| prepare(control, &mut program));
    program.listeners.theory.end_step();
    program.was_solved = true;
    if let Err(failure) = finished {
        control.give_back(program);
        return Err(failure);
    }
    let parameters = program.settings.configuration.solve_parameters();
    let options = SolveOptions {
        models: parameters.models,
        optimize: parameters.optimize,
        bound: parameters.bound.clone(),
        projection: parameters.projection,
        consequences: parameters.consequences,
        threads: Threads::new(parameters.threads.max(1)),
        stop_at: parameters.stop_at.clone(),
        by_domain: parameters.by_domain && program.control.config().domain_heuristic,
        ..SolveOptions::default()
    };
    if parameters.by_domain && !options.by_domain {
        let text = "Reasoning mode requires domain heuristic and is ignored.";
        control.logger.deliver(&[Message { warning: Warning::Other, text: text.to_owned() }]);
    }
    let priorities = program.control.priorities().to_vec();
    let limit = Limit::new(&parameters, program.control.progress());
    let is_at_limit = limit.as_ref().map(|limit| Arc::clone(&limit.is_reached)).unwrap_or_default();
    let progress = (notify.is_some() && !priorities.is_empty()).then(|| program.control.progress());
    let (cancelled, failure) = (Arc::<AtomicBool>::default(), Arc::<Mutex<Option<Failure>>>::default());
    if is_without_search(control) {
        cancelled.store(true, Ordering::Relaxed);
    }
    let report = match begin_report(control, &mut program, &parameters) {
        Ok(report) => report,
        Err(failure) => {
            control.give_back(program);
            return Err(failure);
        }
    };
    let has_externals = program.control.has_externals();
    let bounds = progress.zip(notify);
    let stop = stop_function(control, mode, bounds, limit, report.clone(), &cancelled, &failure);
    begin_call(control, &program.control);
    let running = match Running::start(program, stop, assumptions, options) {
        Ok(running) => running,
        Err((program, failure)) => {
            control.give_back(program);
            return Err(failure);
        }
    };
    let number = registry::number();
    let solve = Arc::new_cyclic(|me| Solve {
        number,
        me: me.clone(),
        control: Arc::downgrade(control),
        mode,
        notify,
        consequences: parameters.consequences,
        run: control.run.clone(),
        report,
        has_externals,
        threads: parameters.threads.max(1),
        priorities,
        translation: Arc::clone(&control.translation),
        interrupt: Arc::clone(&control.interrupt),
        cancelled,
        is_at_limit,
        failure,
        failed_propagator: Arc::clone(&control.failed_propagator),
        running: Mutex::new(Some(running)),
        status: Mutex::default(),
        changed: Condvar::new(),
        thread: Mutex::default(),
        core: OnceLock::new(),
        has_ended: AtomicBool::new(false),
        times: Times { begin: Instant::now(), first_model: Mutex::default(), last_model: Mutex::default() },
    });
    *control.state() = State::Solving(Arc::clone(&solve));
    registry::insert_solve(number, Arc::clone(&solve));
    if mode & ASYNC != 0 {
        solve.spawn()?;
    } else if mode & YIELD == 0 {
        solve.run();
    }
    Ok(solve)
}

/// Translates the step and prepares the propagators of the program.
fn prepare(control: &ControlObject, program: &mut Program) -> Outcome {
    control.failed_propagator.take();
    let checker = Checker::new();
    let stop = || control.is_stopped() || checker.is_due_and_stops();
    control.begin_preparation(std::mem::take(&mut program.listeners.theory));
    let prepared = program.control.prepare(&stop);
    program.listeners.theory = control.end_preparation();
    match (prepared, control.failed_propagator.take()) {
        (_, Some(failure)) => Err(failure),
        (prepared, None) => prepared.map(drop).map_err(|error| Failure::runtime(error.to_string())),
    }
}

fn begin_call(control: &ControlObject, engine: &Control) {
    let mut solved = lock(&control.solved);
    solved.search_before = engine.search_statistics();
    solved.threads_before = engine.thread_statistics();
    solved.calls += 1;
}

/// The function that ends a search: it looks for requests, reports bounds, and asks for signals on the thread of the
/// caller.
fn stop_function(
    control: &ControlObject,
    mode: u32,
    bounds: Option<(Progress, Notify)>,
    limit: Option<Limit>,
    report: Option<Arc<SearchReport>>,
    cancelled: &Arc<AtomicBool>,
    failure: &Arc<Mutex<Option<Failure>>>,
) -> Box<dyn Fn() -> bool + Send> {
    let (interrupt, cancelled) = (Arc::clone(&control.interrupt), Arc::clone(cancelled));
    let failed_propagator = Arc::clone(&control.failed_propagator);
    let (failure, run) = (Arc::clone(failure), control.run.clone());
    let checker = (mode & ASYNC == 0).then(Checker::new);
    let reported: RefCell<Vec<i64>> = RefCell::default();
    Box::new(move || {
        if let Some(report) = &report {
            report.look();
        }
        if let Some((progress, notify)) = &bounds {
            let least = progress.bounds().least;
            if !least.is_empty() && *reported.borrow() != least {
                reported.replace(least.clone());
                if let Err(error) = notify.bound(&least) {
                    lock(&failure).get_or_insert(error);
                    return true;
                }
            }
        }
        if checker.as_ref().is_some_and(Checker::is_due_and_stops) {
            cancelled.store(true, Ordering::Relaxed);
        }
        cancelled.load(Ordering::Relaxed)
            || failed_propagator.is_set()
            || run.as_ref().is_some_and(|run| run.stop.reason().is_some())
            || interrupt.load(Ordering::Relaxed)
            || limit.as_ref().is_some_and(Limit::is_exceeded)
    })
}

impl Solve {
    fn status(&self) -> MutexGuard<'_, Status> {
        lock(&self.status)
    }

    /// Its control.
    pub fn control(&self) -> Outcome<Arc<ControlObject>> {
        self.control.upgrade().ok_or_else(|| Failure::logic("the control of the search was freed"))
    }

    /// Its pointer.
    pub fn handle(&self) -> Handle {
        Handle(self.number)
    }

    /// The translation of symbols.
    pub fn translation(&self) -> &Mutex<Translation> {
        &self.translation
    }

    /// The kind of its models, with clingo's number.
    pub fn model_type(&self) -> i32 {
        match self.consequences {
            None => 0,
            Some(Consequences::Brave) => 1,
            Some(Consequences::Cautious) => 2,
        }
    }

    /// Reads the tables of atoms, and the search while it stands still; `None` once the control has its program back.
    pub fn with_tables<T>(
        &self,
        read: impl FnOnce(AtomTables<'_>, Option<&Running>) -> Outcome<T>,
    ) -> Outcome<T> {
        if self.status().is_searching {
            return Err(Failure::runtime("the search is running: wait for its next model or its end first"));
        }
        if let Some(running) = &*lock(&self.running) {
            return read(running.tables(), Some(running));
        }
        self.control()?.tables(|tables| read(tables, None))
    }

    /// Works on the search while it stands still.
    pub fn with_search<T>(&self, work: impl FnOnce(&mut Running) -> Outcome<T>) -> Outcome<T> {
        if self.status().is_searching {
            return Err(Failure::runtime("the search is running: wait for its next model or its end first"));
        }
        let mut running = lock(&self.running);
        work(running.as_mut().ok_or_else(|| Failure::logic("the search has been closed"))?)
    }

    fn spawn(self: &Arc<Self>) -> Outcome {
        let solve = Arc::clone(self);
        let thread = std::thread::Builder::new().name("clingo-solve".to_owned()).spawn(move || solve.run());
        match thread {
            Ok(thread) => {
                *lock(&self.thread) = Some(thread);
                Ok(())
            }
            Err(error) => {
                self.close();
                Err(Failure::runtime(format!("the system cannot start a thread: {error}")))
            }
        }
    }

    /// Runs the search to its end; it pauses at each model if it yields.
    fn run(&self) {
        loop {
            // A panic of the engine must not leave a caller waiting for ever.
            let is_sound = enter_or(false, || {
                self.step();
                Ok(true)
            });
            if !is_sound {
                self.set_done(Err(crate::guard::of_callback()));
            }
            let mut status = self.status();
            while self.mode & YIELD != 0
                && status.model.is_some()
                && status.done.is_none()
                && !self.cancelled.load(Ordering::Relaxed)
            {
                status = self.changed.wait(status).unwrap_or_else(std::sync::PoisonError::into_inner);
            }
            if status.done.is_some() {
                return;
            }
        }
    }

    /// Searches for the next model, and tells the caller about it.
    fn step(&self) {
        self.forget_model();
        let found = {
            self.status().is_searching = true;
            let mut running = lock(&self.running);
            let found =
                running.as_mut().filter(|_| !self.cancelled.load(Ordering::Relaxed)).and_then(|running| {
                    let is_found = running.advance();
                    let snapshot = is_found.then(|| Snapshot::of(running, &self.priorities)).flatten()?;
                    let printed = running.model().and_then(|model| self.printed(&model));
                    Some((snapshot, printed))
                });
            drop(running);
            self.status().is_searching = false;
            found
        };
        let failure = lock(&self.failure).take().or_else(|| self.failed_propagator.take());
        if let Some(failure) = failure {
            return self.end(Err(failure));
        }
        let Some((snapshot, printed)) = found else { return self.end(Ok(())) };
        let snapshot = Arc::new(snapshot);
        let now = Instant::now();
        lock(&self.times.first_model).get_or_insert(now);
        *lock(&self.times.last_model) = Some(now);
        let Some(me) = self.me.upgrade() else { return };
        let model = ModelObject::register(&me, Arc::clone(&snapshot), false, true);
        {
            let mut status = self.status();
            (status.latest, status.past) = (Some(snapshot), None);
        }
        let goes_on = self.notify.as_ref().map_or(Ok(true), |notify| notify.model(model.handle()));
        let goes_on = goes_on.and_then(|goes_on| match printed {
            Some(printed) => self.print(&model, printed).map(|()| goes_on),
            None => Ok(goes_on),
        });
        match goes_on {
            Ok(true) => {
                self.status().model = Some(model);
                self.changed.notify_all();
            }
            other => {
                registry::remove(model.handle().0);
                self.end(other.map(drop));
            }
        }
    }

    fn forget_model(&self) {
        let mut status = self.status();
        status.is_seen = false;
        if let Some(model) = status.model.take() {
            registry::remove(model.handle().0);
            status.past = Some(model.handle().0);
        }
    }

    /// Ends the search with its result, or with the failure of a function of the caller.
    fn end(&self, outcome: Outcome) {
        if self.has_ended.swap(true, Ordering::Relaxed) {
            return;
        }
        let is_cancelled = self.cancelled.load(Ordering::Relaxed);
        let (mut bits, mut proven, mut summary) = (0, false, None);
        if let Some(running) = &*lock(&self.running) {
            let found = running.summary();
            bits |= match found.satisfiable() {
                Some(true) => SATISFIABLE,
                Some(false) => UNSATISFIABLE,
                None => 0,
            };
            bits |= if found.exhausted { EXHAUSTED } else { 0 };
            let is_at_limit = self.is_at_limit.load(Ordering::Relaxed);
            bits |= if found.interrupted && !is_at_limit || is_cancelled && !found.exhausted {
                INTERRUPTED
            } else {
                0
            };
            if self.run.as_ref().is_some_and(|run| run.searches.is_none()) {
                bits = 0;
            }
            proven = found.optimum_proven;
            let _ = self.core.set(found.core_literals.iter().map(|literal| literal.number()).collect());
            summary = Some(found);
        }
        self.interrupt.store(false, Ordering::Relaxed);
        if let (Some(summary), Ok(control)) = (&summary, self.control()) {
            self.count(&control, summary, bits);
            self.report_summary(summary, bits);
        }
        let outcome = outcome.and_then(|()| self.report_end(bits));
        let outcome = outcome.map(|()| bits).map_err(|failure| match self.mode & ASYNC {
            0 => failure,
            // Functions of the caller ran on another thread, so their errors are not those of this one.
            _ => Failure { code: ErrorCode::Runtime, ..failure },
        });
        let latest = self.status().latest.clone();
        if let (Some(me), Some(latest)) = (self.me.upgrade(), latest) {
            let last = ModelObject::register(&me, latest, proven, false);
            let mut status = self.status();
            if let Some(past) = status.past {
                registry::insert_model(past, Arc::clone(&last));
            }
            status.last = Some(last);
        }
        self.set_done(outcome);
    }

    fn set_done(&self, outcome: Outcome<u32>) {
        let mut status = self.status();
        status.is_searching = false;
        status.done.get_or_insert(outcome);
        self.changed.notify_all();
    }

    fn report_end(&self, bits: u32) -> Outcome {
        let Some(notify) = &self.notify else { return Ok(()) };
        let control = self.control()?;
        let part = |part: Part| Handle(control.number | part as usize);
        lock(&control.user_statistics[0]).clear();
        notify.statistics(part(Part::StepStatistics), part(Part::AllStatistics))?;
        notify.finish(bits).map(drop)
    }

    fn count(&self, control: &ControlObject, summary: &hamadryad::Summary, bits: u32) {
        let mut solved = lock(&control.solved);
        let end = Instant::now();
        let seconds = |from: Instant, to: Instant| to.saturating_duration_since(from).as_secs_f64();
        let begin = self.times.begin;
        let total = seconds(begin, end);
        let first = lock(&self.times.first_model).map_or(0.0, |first| seconds(begin, first));
        let after_last = lock(&self.times.last_model).map_or(0.0, |last| seconds(last, end));
        solved.call = Call {
            number: solved.calls - 1,
            result: (bits & (SATISFIABLE | UNSATISFIABLE)) as u8,
            is_exhausted: bits & EXHAUSTED != 0,
            costs: summary.costs.clone().unwrap_or_default(),
            lower_bounds: summary.lower_bounds.clone(),
            threads: self.threads,
            winner: summary.winner,
            times: [total, total, total, after_last, first],
            models: summary.models,
            optimal_models: summary.optimal_models,
            ..Call::default()
        };
        let call = solved.call.clone();
        for (sum, time) in solved.total.times.iter_mut().zip(call.times) {
            *sum += time;
        }
        solved.total.number = call.number;
        solved.total.models += call.models;
        solved.total.optimal_models += call.optimal_models;
        (solved.total.result, solved.total.is_exhausted) = (call.result, call.is_exhausted);
        (solved.total.costs, solved.total.lower_bounds) = (call.costs, call.lower_bounds);
        (solved.total.threads, solved.total.winner) = (call.threads, call.winner);
    }

    /// Waits until a model or the result is there, at most for the time given; whether one is there.
    pub fn wait(&self, time: Option<Duration>) -> bool {
        if self.mode & ASYNC == 0 {
            let is_due = {
                let status = self.status();
                status.model.is_none() && status.done.is_none()
            };
            if is_due {
                self.step();
            }
            return true;
        }
        let end = time.and_then(|time| Instant::now().checked_add(time));
        let mut status = self.status();
        while status.done.is_none() && (self.mode & YIELD == 0 || status.model.is_none()) {
            let left = end.map_or(PAUSE, |end| end.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return false;
            }
            let waited = self.changed.wait_timeout(status, left.min(PAUSE));
            drop(waited);
            if check() {
                self.cancelled.store(true, Ordering::Relaxed);
            }
            status = self.status();
        }
        true
    }

    /// The model at which the search stands; `None` at the end.
    pub fn model(&self) -> Outcome<Option<Arc<ModelObject>>> {
        if self.mode & YIELD == 0 {
            self.wait(None);
            return Ok(None);
        }
        self.wait(None);
        let mut status = self.status();
        if let Some(Err(failure)) = &status.done {
            return Err(failure.clone());
        }
        status.is_seen = true;
        Ok(status.model.clone())
    }

    /// The result, or the result so far if the search stands at a model.
    pub fn result(&self) -> Outcome<u32> {
        self.wait(None);
        let mut status = self.status();
        match &status.done {
            Some(done) => done.clone(),
            None => {
                status.is_seen = true;
                Ok(SATISFIABLE)
            }
        }
    }

    /// The last model, after the end.
    pub fn last(&self) -> Option<Arc<ModelObject>> {
        self.status().last.clone()
    }

    /// The assumptions that cannot hold together, after the end of a search without a model.
    pub fn core(&self) -> &[i32] {
        self.core.get().map_or(&[], |core| core)
    }

    /// Continues after a model that the caller has seen.
    pub fn resume(&self) {
        if self.mode & YIELD == 0 || !self.status().is_seen {
            return;
        }
        self.forget_model();
        self.changed.notify_all();
    }

    /// Ends the search.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        {
            // The thread may be about to wait.
            let _status = self.status();
            self.changed.notify_all();
        }
        let thread = lock(&self.thread).take();
        if thread.as_ref().is_some_and(|thread| thread.thread().id() == std::thread::current().id()) {
            // A function of the caller, on the thread of the search: the search ends when the function returns.
            *lock(&self.thread) = thread;
            return;
        }
        if let Some(thread) = thread {
            // A panic of the thread was caught there.
            let _ = thread.join();
        }
        self.forget_model();
        let is_done = self.status().done.is_some();
        if !is_done {
            self.end(Ok(()));
        }
    }

    /// Gives the program back if the search has ended. Its result and its last model stay until it is closed.
    pub fn release(&self) -> Option<Box<Program>> {
        self.status().done.as_ref()?;
        lock(&self.running).take().map(Running::finish)
    }

    /// Ends the search and gives the control its program back; the pointers to the search and its models end.
    pub fn close(&self) {
        self.cancel();
        registry::remove(self.number);
        let mut status = self.status();
        let last = status.last.take().map(|last| last.handle().0);
        last.into_iter().chain(status.past.take()).for_each(registry::remove);
        drop(status);
        let Some(running) = lock(&self.running).take() else { return };
        let program = running.finish();
        if let Ok(control) = self.control() {
            control.give_back(program);
        }
    }
}
