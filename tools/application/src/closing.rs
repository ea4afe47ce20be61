//! The end of a `solve` that does not stop in time: another thread prints the summary of the results so far.

use crate::clock::Clock;
use crate::exit;
use crate::session::report_interruption;
use crate::shared_report::SharedReport;
use hamadryad::Progress;
use hamadryad_present::answers::{Ending, Interruption, Times};
use std::time::Duration;

/// The time for a run to finish a print; without it, a reader that has stopped reading would block the end.
const PATIENCE: Duration = Duration::from_millis(60);
/// The time for a run to print the end of its report, which would be lost otherwise.
const FOR_THE_END: Duration = Duration::from_secs(1);

/// The state of a run that another thread needs to close it.
pub struct Closing {
    /// The report with the results so far.
    pub report: SharedReport,
    /// The clock since the start of the run.
    pub clock: Clock,
    /// The memory limit in bytes.
    pub memory_limit: Option<u64>,
    /// Whether an optimum is searched for.
    pub optimizing: bool,
    /// The progress of the search.
    pub progress: Progress,
}

impl Closing {
    /// Prints the summary and returns the exit code.
    pub fn close(self, why: Interruption) -> u8 {
        let code = if why == Interruption::MemoryLimit { exit::OUT_OF_MEMORY } else { exit::INTERRUPTED };
        let Some(report) = self.report.take(PATIENCE) else {
            return self.report.exit_code(FOR_THE_END).unwrap_or(code);
        };
        report_interruption(why, self.memory_limit);
        let (total, cpu) = (self.clock.seconds(), Some(self.clock.cpu_seconds()));
        let solve = report.solving_since().map_or(0.0, |since| total - since);
        let times = Times { total, solve, cpu, ..Times::default() };
        let (optimizing, bounds) = (self.optimizing, self.progress.bounds().least);
        let ending = Ending { interrupted: Some(why), optimizing, bounds, times, ..Ending::default() };
        report.finish(ending).map_or(code, |summary| exit::of(&summary))
    }
}
