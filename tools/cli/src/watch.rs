//! What a thread beside the run looks after: the memory limit, and a sign of life while grounding or solving takes its time.
//!
//! ```text
//! grounding: 12 s, 3412345 rules, 512 MB
//! solving: 7 s, 45678 conflicts, 8123 learnt, costs 45, at least 38
//! ```
//!
//! The engine asks a [`Stop`] whether to go on, but not everywhere: where it has not stopped for seconds, or far more
//! than the limit is in use, the thread ends the process, before the system does so without a word. The sign of life
//! is for people: it appears after two seconds, on a terminal alone, and goes away when that is over, or something is printed.

use crate::clock::Stop;
use crate::exit;
use crate::memory;
use crate::messages;
use hamadryad::Progress;
use hamadryad_aspif::{BodyRef, Head, Sink};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the thread looks.
const PERIOD: Duration = Duration::from_millis(20);
/// How long a run that has been asked to stop may take to do so: tables that grow at one blow are common.
const GRACE: Duration = Duration::from_secs(10);
/// What is over by then needs no sign of life.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often the sign of life changes.
const REFRESH: Duration = Duration::from_millis(500);

/// The thread, as seen from the run.
pub struct Watch(Arc<Shared>);

#[derive(Default)]
struct Shared {
    rules: AtomicU64,
    line: Mutex<Line>,
}

enum Activity {
    Grounding,
    /// With the conflicts of earlier searches.
    Solving(Progress, u64),
}

/// The line of the terminal that the sign of life stands on.
#[derive(Default)]
struct Line {
    /// What goes on, and since when.
    activity: Option<(Instant, Activity)>,
    /// When the line was written last.
    shown: Option<Instant>,
}

impl Watch {
    /// Watches from now on. The limit is in bytes.
    pub fn start(stop: &Stop, memory_limit: Option<u64>, shows_progress: bool) -> Watch {
        let shared = Arc::new(Shared::default());
        if memory_limit.is_some() || shows_progress {
            let (stop, shared) = (stop.clone(), Arc::clone(&shared));
            let look = move || {
                let mut exceeded_since = None;
                loop {
                    std::thread::sleep(PERIOD);
                    if let Some(limit) = memory_limit {
                        enforce(limit, &stop, &mut exceeded_since);
                    }
                    if shows_progress {
                        shared.show();
                    }
                }
            };
            // Where there are no threads, the run does without.
            let _ = std::thread::Builder::new().name("watch".into()).spawn(look);
        }
        Watch(shared)
    }

    /// Grounding goes on until what is returned is dropped.
    pub fn grounding(&self) -> Grounding<'_> {
        self.0.rules.store(0, Ordering::Relaxed);
        self.0.line().activity = Some((Instant::now(), Activity::Grounding));
        Grounding(&self.0)
    }

    /// A search goes on until what is returned is dropped.
    pub fn solving(&self, progress: Progress) -> Solving<'_> {
        let before = progress.conflicts();
        self.0.line().activity = Some((Instant::now(), Activity::Solving(progress, before)));
        Solving(&self.0)
    }
}

fn enforce(limit: u64, stop: &Stop, exceeded_since: &mut Option<Instant>) {
    let Some(used) = memory::in_use().filter(|&used| used > limit) else { return };
    stop.request_for_memory();
    let since = exceeded_since.get_or_insert_with(Instant::now);
    if since.elapsed() > GRACE || used / 2 > limit.saturating_add(64 << 20) {
        messages::write(&format!("*** ERROR: (hamadryad): {}\n", exceeded(limit)));
        std::process::exit(i32::from(exit::OUT_OF_MEMORY));
    }
}

/// What to say where the limit, in bytes, is exceeded.
pub fn exceeded(limit: u64) -> String {
    format!("more than {} MB of memory are needed: see --memory-limit", limit >> 20)
}

impl Line {
    /// What is shown goes.
    fn clear(&mut self) {
        if self.shown.take().is_some() {
            messages::write("\r\x1b[K");
        }
    }
}

impl Shared {
    /// Nothing goes on any more.
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
        // Back to the first column; what is left of a longer line goes.
        messages::write(&format!("\r{what}\x1b[K"));
        line.shown = Some(Instant::now());
    }
}

/// Grounding that goes on: a sink that counts rules.
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

/// A search that goes on.
pub struct Solving<'w>(&'w Shared);

impl Solving<'_> {
    /// The sign of life goes, and does not come back before what is returned is dropped: something is to be printed.
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

/// Nothing is shown.
pub struct Quiet<'w> {
    _line: MutexGuard<'w, Line>,
}

/// How a search gets on, in a line.
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
