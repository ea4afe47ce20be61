//! The thread beside a run: it enforces limits and signals, and shows progress while grounding or solving
//! takes long.
//!
//! ```text
//! grounding: 12 s, 3412345 rules, 512 MB
//! solving: 7 s, 45678 conflicts, 8123 learnt, costs 45, at least 38
//! ```
//!
//! The engine calls a [`Stop`] regularly, but not everywhere: a sort or the doubling of a table may take
//! long. If a run has not ended [`GRACE`] of processor time or [`WAITING_GRACE`] after the stop, or uses more
//! memory than the limit and a margin, the thread closes it: the thread prints the summary in place of the
//! run, removes incomplete files, and ends the process. The progress line appears after two seconds, on a
//! terminal only, and disappears at the end of the activity or when something is printed.

use crate::clock::{Clock, Stop, restore_terminal};
use crate::exit;
use crate::file;
use crate::memory;
use crate::messages;
use hamadryad::Progress;
use hamadryad_aspif::{BodyRef, Head, Sink};
use hamadryad_present::answers::Interruption;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The time between two tests by the thread.
const PERIOD: Duration = Duration::from_millis(10);
/// The same while more than half of the memory limit is in use: a process can request some 2 GB of pages per
/// second.
const SHORT_PERIOD: Duration = Duration::from_millis(3);
/// The time for a run to end after the stop, while it is executed.
const GRACE: Duration = Duration::from_millis(40);
/// The same for a run that is not executed in between, because other processes occupy the processors or
/// because its output blocks.
const WAITING_GRACE: Duration = Duration::from_millis(120);
/// Activities shorter than this show no progress.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between two updates of the progress line.
const REFRESH: Duration = Duration::from_millis(500);

/// The handle of the run to the thread.
pub struct Watch(Arc<Shared>);

/// Prints the summary of a run that is ended early; returns the exit code.
pub type Closing = Box<dyn FnOnce(Interruption) -> u8 + Send>;

#[derive(Default)]
struct Shared {
    rules: AtomicU64,
    line: Mutex<Line>,
    closing: Mutex<Option<Closing>>,
    /// Whether the run has ended by itself.
    is_over: AtomicBool,
}

enum Activity {
    Grounding,
    /// Solving; the number has the conflicts of earlier searches.
    Solving(Progress, u64),
}

/// The progress line on the terminal.
#[derive(Default)]
struct Line {
    /// The present activity, and its start.
    activity: Option<(Instant, Activity)>,
    /// The time at which the line was last written.
    shown: Option<Instant>,
}

impl Watch {
    /// Starts the thread. The limit is in bytes.
    pub fn start(stop: &Stop, memory_limit: Option<u64>, shows_progress: bool) -> Watch {
        let shared = Arc::new(Shared::default());
        let (stop, watched) = (stop.clone(), Arc::clone(&shared));
        let look = move || {
            let mut guard = Guard { stop, memory_limit, stopped: None };
            while !watched.is_over.load(Ordering::Relaxed) {
                std::thread::sleep(guard.period());
                if let Some(why) = guard.overdue() {
                    watched.close(why);
                }
                if shows_progress {
                    watched.show();
                }
            }
        };
        // If no thread can be started, the run continues without it.
        let _ = std::thread::Builder::new().name("watch".into()).spawn(look);
        Watch(shared)
    }

    /// Watches a run that prints no summary: if it does not stop in time, the process ends with a message.
    /// The run drops the watch before it prints its result.
    pub fn without_summary(stop: &Stop) -> Watch {
        let watch = Watch::start(stop, None, false);
        watch.closes_with(|_| {
            restore_terminal();
            messages::print("stopped: the run did not end in time, so its result is not printed\n");
            exit::INTERRUPTED
        });
        watch
    }

    /// Sets the function that closes the run if it does not stop in time; without it, the process ends
    /// without a summary.
    pub fn closes_with(&self, closing: impl FnOnce(Interruption) -> u8 + Send + 'static) {
        *self.0.closing.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(closing));
    }

    /// Ends the watch, because another process continues the run.
    pub fn leave(&self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }

    /// Shows progress of grounding until the result is dropped.
    pub fn grounding(&self) -> Grounding<'_> {
        self.0.rules.store(0, Ordering::Relaxed);
        self.0.line().activity = Some((Instant::now(), Activity::Grounding));
        Grounding(&self.0)
    }

    /// Shows progress of a search until the result is dropped.
    pub fn solving(&self, progress: Progress) -> Solving<'_> {
        let before = progress.conflicts();
        self.0.line().activity = Some((Instant::now(), Activity::Solving(progress, before)));
        Solving(&self.0)
    }
}

impl Drop for Watch {
    /// Ends the watch. If the thread closes the run at this moment, the call waits for the end of the
    /// process.
    fn drop(&mut self) {
        let _closing = self.0.closing.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

/// Decides whether a run has exceeded its time to end.
struct Guard {
    stop: Stop,
    memory_limit: Option<u64>,
    /// The clock since the stop, and the processor time in seconds until then.
    stopped: Option<(Clock, f64)>,
}

impl Guard {
    fn period(&self) -> Duration {
        let is_close = |limit| memory::in_use().is_some_and(|used| used > limit / 2);
        if self.memory_limit.is_some_and(is_close) { SHORT_PERIOD } else { PERIOD }
    }

    /// The reason to close the run now, if there is one.
    fn overdue(&mut self) -> Option<Interruption> {
        let (used, limit) = (self.memory_limit.and_then(|_| memory::in_use()), self.memory_limit);
        let used_and_limit = used.zip(limit);
        if used_and_limit.is_some_and(|(used, limit)| used > limit) {
            self.stop.request_for_memory();
        }
        let why = self.stop.reason()?;
        let (clock, before) = *self.stopped.get_or_insert_with(|| {
            let clock = Clock::start();
            (clock, clock.cpu_seconds())
        });
        let (passed, executed) = (clock.seconds(), clock.cpu_seconds() - before);
        let is_late = passed.min(executed) > GRACE.as_secs_f64() || passed > WAITING_GRACE.as_secs_f64();
        let is_far_beyond = used_and_limit.is_some_and(|(used, limit)| used > limit + limit / 32);
        (is_far_beyond || is_late).then_some(why)
    }
}

/// The message about an exceeded limit in bytes.
pub fn exceeded(limit: u64) -> String {
    format!("the run needs more than {} MB of memory, the limit of --memory-limit", limit >> 20)
}

impl Line {
    /// Removes the progress line.
    fn clear(&mut self) {
        if self.shown.take().is_some() {
            messages::write("\r\x1b[K");
        }
    }
}

impl Shared {
    /// Closes the run and ends the process, unless the run ends at this moment.
    fn close(&self, why: Interruption) {
        // The lock is held until the process ends: the run cannot end meanwhile.
        let mut closing = self.closing.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_over.load(Ordering::Relaxed) {
            return;
        }
        if let Ok(mut line) = self.line.try_lock() {
            line.clear();
        }
        let code = closing.take().map_or(exit::INTERRUPTED, |closing| closing(why));
        file::abandon_all();
        std::process::exit(i32::from(code));
    }

    /// Ends the activity.
    fn end(&self) {
        let mut line = self.line();
        line.activity = None;
        line.clear();
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self) {
        let mut line = self.line();
        let Some((since, activity)) = &line.activity else { return };
        if since.elapsed() < PATIENCE {
            return;
        }
        if line.shown.is_some_and(|shown| shown.elapsed() < REFRESH) {
            return;
        }
        let what = match activity {
            Activity::Grounding => {
                let memory = memory::in_use().map(|used| format!(", {} MB", used >> 20)).unwrap_or_default();
                format!(
                    "grounding: {} s, {} rules{memory}",
                    since.elapsed().as_secs(),
                    self.rules.load(Ordering::Relaxed)
                )
            }
            Activity::Solving(progress, before) => solving(since.elapsed(), progress, *before),
        };
        // Back to the first column; the rest of a longer line is erased.
        messages::write(&format!("\r{what}\x1b[K"));
        line.shown = Some(Instant::now());
    }
}

/// A sink that counts rules while grounding is in progress.
pub struct Grounding<'w>(&'w Shared);

impl Sink for Grounding<'_> {
    fn rule(&mut self, _: Head<'_>, _: BodyRef<'_>) {
        self.0.rules.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Grounding<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// A search in progress.
pub struct Solving<'w>(&'w Shared);

impl Solving<'_> {
    /// Removes the progress line until the result is dropped, so that something else can be printed.
    pub fn quiet(&self) -> Quiet<'_> {
        let mut line = self.0.line();
        line.clear();
        Quiet { _line: line }
    }
}

impl Drop for Solving<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Hides the progress line.
pub struct Quiet<'w> {
    _line: MutexGuard<'w, Line>,
}

/// The progress of a search in one line.
fn solving(time: Duration, progress: &Progress, before: u64) -> String {
    let numbers = |costs: &[i64]| costs.iter().map(i64::to_string).collect::<Vec<String>>().join(" ");
    let bounds = progress.bounds();
    let best = bounds.best.map(|best| format!(", costs {}", numbers(&best))).unwrap_or_default();
    let least = if bounds.least.is_empty() {
        String::new()
    } else {
        format!(", at least {}", numbers(&bounds.least))
    };
    let (conflicts, learnt) = (progress.conflicts() - before, progress.learnt());
    format!("solving: {} s, {conflicts} conflicts, {learnt} learnt{best}{least}", time.as_secs())
}
