//! A report that two threads may finish: the run, and the thread that watches it.
//!
//! Invariant: a report is finished once. The run passes each event of the search to the report under a lock,
//! so that the report that the other thread finishes is complete up to an event. After that, the next call of
//! the run waits for the end of the process.

use crate::exit;
use hamadryad_present::answers::{Report, Summary};
use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// The time for the run to supply the text of its last model, if only that model is printed.
const FOR_TEXT: Duration = Duration::from_millis(500);

/// The report of a run, and its exit code once it is finished.
#[derive(Clone)]
pub struct SharedReport(Arc<Mutex<Option<Report<'static>>>>, Arc<OnceLock<u8>>);

impl SharedReport {
    /// Shares a report.
    pub fn new(report: Report<'static>) -> SharedReport {
        SharedReport(Arc::new(Mutex::new(Some(report))), Arc::default())
    }

    /// Passes an event or a query to the report. Does not return if the other thread has finished the report.
    pub fn with<T>(&self, event: impl FnOnce(&mut Report<'static>) -> T) -> T {
        if let Some(report) = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            return event(report);
        }
        wait_for_the_end()
    }

    /// Finishes the report, or does not return if the other thread has done so.
    pub fn finish(&self, end: impl FnOnce(Report<'static>) -> io::Result<Summary>) -> io::Result<Summary> {
        let report = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        match report {
            Some(report) => end(report).inspect(|summary| {
                let _ = self.1.set(exit::of(summary));
            }),
            None => wait_for_the_end(),
        }
    }

    /// The exit code of the report, if the run finishes it before `patience` is over.
    pub fn exit_code(&self, patience: Duration) -> Option<u8> {
        let begin = Instant::now();
        while self.1.get().is_none() && begin.elapsed() < patience {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.1.get().copied()
    }

    /// Takes the report from a run that does not end in time. `None` if the run has finished it, or has been
    /// writing to it for longer than `patience`. If the last model must be printed and has no text yet, the
    /// wait is longer.
    pub fn take(&self, patience: Duration) -> Option<Report<'static>> {
        let begin = Instant::now();
        loop {
            match self.0.try_lock() {
                Ok(report)
                    if begin.elapsed() < FOR_TEXT && report.as_ref().is_some_and(Report::lacks_text) => {}
                Ok(mut report) => return report.take(),
                Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner().take(),
                Err(TryLockError::WouldBlock) if begin.elapsed() > patience => return None,
                Err(TryLockError::WouldBlock) => {}
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Waits until another thread ends the process.
pub fn wait_for_the_end() -> ! {
    loop {
        std::thread::park();
    }
}
