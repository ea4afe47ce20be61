//! The thread that checks open texts and publishes their diagnostics.
//!
//! *Invariant:* only the last version of a text is checked: a change ends the check of the version before, whose
//! diagnostics are dropped. Diagnostics of a closed file are published by the texts that include it; an open
//! text has its own.

use crate::check::{Checked, Limits, check};
use crate::features::actions::{Published, by_file};
use crate::workspace::Document;
use gen_lsp_types::{Diagnostic, PublishDiagnosticsParams, Uri};
use lsp_server::{Message, Notification};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Sends a message to the client.
pub type Send = Arc<dyn Fn(Message) + std::marker::Send + Sync>;

/// The time without a change after which a text is checked.
const PAUSE: Duration = Duration::from_millis(50);

/// A text to check.
struct Job {
    document: Arc<Document>,
    overlay: HashMap<String, Arc<str>>,
    open: HashSet<String>,
    since: Instant,
}

#[derive(Default)]
struct Jobs {
    waiting: BTreeMap<String, Job>,
    /// The text that is being checked, and whether to stop.
    current: Option<(String, Arc<AtomicBool>)>,
    is_closed: bool,
}

/// The diagnostics of the last check of a text.
#[derive(Default)]
struct Results {
    version: Option<i32>,
    files: BTreeMap<String, Vec<Published>>,
}

#[derive(Default)]
struct Shared {
    jobs: Mutex<Jobs>,
    changed: Condvar,
    results: Mutex<HashMap<String, Results>>,
}

/// Poisoned locks are used further: each critical section leaves valid data.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The thread that checks texts.
pub struct Checker {
    shared: Arc<Shared>,
    send: Send,
    thread: Option<JoinHandle<()>>,
}

impl Checker {
    /// Starts the thread.
    pub fn start(send: Send) -> Checker {
        let shared = Arc::new(Shared::default());
        let (jobs, sender) = (shared.clone(), send.clone());
        let thread = std::thread::spawn(move || {
            while let Some((job, stop)) = jobs.next() {
                jobs.run(&job, &stop, &sender);
            }
        });
        Checker { shared, send, thread: Some(thread) }
    }

    /// Checks a version of a text, and stops the check of the version before. The other open texts are given by
    /// the identities of their files and by their URIs.
    pub fn submit(&self, document: Arc<Document>, overlay: HashMap<String, Arc<str>>, open: HashSet<String>) {
        let mut jobs = lock(&self.shared.jobs);
        let uri = document.uri.clone();
        stop(&jobs, &uri);
        jobs.waiting.insert(uri, Job { document, overlay, open, since: Instant::now() });
        self.shared.changed.notify_all();
    }

    /// Forgets a closed text, and removes its diagnostics from the client.
    pub fn forget(&self, uri: &str) {
        let mut jobs = lock(&self.shared.jobs);
        stop(&jobs, uri);
        jobs.waiting.remove(uri);
        drop(jobs);
        if let Some(results) = lock(&self.shared.results).remove(uri) {
            for file in results.files.keys() {
                publish(&self.send, file, None, Vec::new());
            }
        }
    }

    /// The diagnostics of a version of a text, if it has been checked.
    pub fn published(&self, uri: &str, version: Option<i32>) -> Vec<Published> {
        let results = lock(&self.shared.results);
        let found = results.get(uri).filter(|found| found.version == version);
        found.and_then(|found| found.files.get(uri)).cloned().unwrap_or_default()
    }
}

impl Drop for Checker {
    fn drop(&mut self) {
        let mut jobs = lock(&self.shared.jobs);
        jobs.is_closed = true;
        if let Some((_, stop)) = &jobs.current {
            stop.store(true, Ordering::Relaxed);
        }
        drop(jobs);
        self.shared.changed.notify_all();
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn stop(jobs: &Jobs, uri: &str) {
    if let Some((current, stop)) = &jobs.current
        && current == uri
    {
        stop.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    /// The next text that has not changed for a while; `None` at the end of the server.
    fn next(&self) -> Option<(Job, Arc<AtomicBool>)> {
        let mut jobs = lock(&self.jobs);
        loop {
            if jobs.is_closed {
                return None;
            }
            let oldest = jobs.waiting.values().map(|job| (job.since, job.document.uri.clone())).min();
            let Some((since, uri)) = oldest else {
                jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let waited = since.elapsed();
            if waited < PAUSE {
                let rest = PAUSE - waited;
                let result = self.changed.wait_timeout(jobs, rest);
                jobs = result.unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            let job = jobs.waiting.remove(&uri)?;
            let stop = Arc::new(AtomicBool::new(false));
            jobs.current = Some((uri, stop.clone()));
            return Some((job, stop));
        }
    }

    fn run(&self, job: &Job, stop: &AtomicBool, send: &Send) {
        let document = &job.document;
        let name = document.name();
        let is_stopped = || stop.load(Ordering::Relaxed);
        let result = catch_unwind(AssertUnwindSafe(|| {
            check(&name, &document.text, &job.overlay, Limits::TYPING, &is_stopped)
        }));
        let checked =
            result.unwrap_or_else(|_| Checked::failed("the check of this text failed: please report it"));
        let mut files = by_file(&checked, (&name, &document.uri));
        files.retain(|file, _| *file == document.uri || !job.open.contains(file));
        let mut jobs = lock(&self.jobs);
        jobs.current = None;
        if is_stopped() {
            return;
        }
        let mut results = lock(&self.results);
        drop(jobs);
        let old = results.remove(&document.uri).unwrap_or_default();
        for file in old.files.keys().filter(|file| !files.contains_key(*file) && !job.open.contains(*file)) {
            publish(send, file, None, Vec::new());
        }
        for (file, found) in &files {
            let version = if *file == document.uri { document.version } else { None };
            publish(send, file, version, found.iter().map(|found| found.diagnostic.clone()).collect());
        }
        results.insert(document.uri.clone(), Results { version: document.version, files });
    }
}

fn publish(send: &Send, uri: &str, version: Option<i32>, diagnostics: Vec<Diagnostic>) {
    let parameters = PublishDiagnosticsParams { uri: Uri(uri.to_owned()), version, diagnostics };
    let method = "textDocument/publishDiagnostics".to_owned();
    send(Message::Notification(Notification::new(method, parameters)));
}
