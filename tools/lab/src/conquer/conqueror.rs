//! Plays the tasks of a problem: searches a cube, and splits it if it lasts.

use super::CONQUER;
use super::cube::{Cube, CubeRecord, CubeTask, Splitting, Verdict};
use super::search::{End, Searcher};
use super::split::{Grown, split};
use crate::{LabError, Machine, Player, journal};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A cube is split once it has lasted as many times as long as the median of the cubes that were exhausted.
const LASTING: f64 = 6.0;
/// The number of exhausted cubes from which their median is used.
pub(super) const ENOUGH: usize = 4;
/// No cube is split earlier.
const EARLIEST: Duration = Duration::from_secs(1);

/// Searches the cubes of the problem of a directory.
pub struct Conqueror {
    directory: PathBuf,
    machine: Machine,
    /// Why the last task could not be played.
    error: Mutex<Option<LabError>>,
}

impl Conqueror {
    /// A player for the problem of a directory.
    pub fn new(directory: &Path, machine: Machine) -> Conqueror {
        Conqueror { directory: directory.into(), machine, error: Mutex::new(None) }
    }

    /// The error that ended a task, if there was one.
    pub fn take_error(&self) -> Option<LabError> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Splits the whole search space into parts; `None` if it was stopped.
    ///
    /// # Errors
    /// If a file cannot be used.
    pub fn begin(
        &self,
        splitting: Splitting,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<CubeRecord>, LabError> {
        let start = Instant::now();
        let mut searcher = Searcher::new(&self.directory)?;
        let verdict = parts_of(&mut searcher, &Cube::default(), Vec::new(), splitting, stop)?;
        Ok(verdict.map(|verdict| self.record(&Cube::default(), verdict, start, &searcher)))
    }

    fn record(&self, cube: &Cube, verdict: Verdict, start: Instant, searcher: &Searcher<'_>) -> CubeRecord {
        CubeRecord {
            experiment: CONQUER.to_string(),
            cube: cube.clone(),
            verdict,
            wall: start.elapsed().as_secs_f64(),
            conflicts: searcher.control.search_statistics().conflicts,
            machine: self.machine.clone(),
        }
    }

    fn search(&self, task: &CubeTask, stop: &dyn Fn() -> bool) -> Result<Option<CubeRecord>, LabError> {
        let start = Instant::now();
        let mut searcher = Searcher::new(&self.directory)?;
        let patience = RefCell::new(Patience::new(&self.directory, task.limit));
        let limit = || patience.borrow_mut().is_over();
        let end = searcher.search(&task.cube, &task.lower, &limit, stop)?;
        let verdict = match end {
            End::Exhausted { models, bound } => Verdict::Exhausted { models, bound },
            End::Satisfiable => Verdict::Satisfiable,
            End::Stopped => return Ok(None),
            End::Limit { lower } => match parts_of(&mut searcher, &task.cube, lower, task.splitting, stop)? {
                Some(verdict) => verdict,
                None => return Ok(None),
            },
        };
        Ok(Some(self.record(&task.cube, verdict, start, &searcher)))
    }
}

impl Player<CubeTask> for Conqueror {
    fn play(&self, task: &CubeTask, stop: &dyn Fn() -> bool) -> Option<CubeRecord> {
        self.search(task, stop).unwrap_or_else(|error| {
            self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            None
        })
    }
}

/// Splits a cube. If no atom splits it, it is searched to its end.
fn parts_of(
    searcher: &mut Searcher<'_>,
    cube: &Cube,
    lower: Vec<i64>,
    splitting: Splitting,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Verdict>, LabError> {
    let (open, closed) = match split(searcher, cube, &lower, splitting, stop)? {
        Grown::Parts { open, closed } => (open, closed),
        Grown::Satisfiable => return Ok(Some(Verdict::Satisfiable)),
        Grown::Stopped => return Ok(None),
    };
    if open.iter().all(|part| part.cube != *cube) {
        return Ok(Some(Verdict::Split { open, closed, lower }));
    }
    Ok(match searcher.search(cube, &lower, &|| false, stop)? {
        End::Exhausted { models, bound } => Some(Verdict::Exhausted { models, bound }),
        End::Satisfiable => Some(Verdict::Satisfiable),
        End::Limit { .. } | End::Stopped => None,
    })
}

/// Decides when a cube has lasted too long: after a given time, or, if that is 0, compared with the other cubes.
struct Patience<'d> {
    directory: &'d Path,
    start: Instant,
    limit: Option<Duration>,
    /// The next look at the times of the other cubes.
    next: Duration,
}

impl Patience<'_> {
    fn new(directory: &Path, seconds: f64) -> Patience<'_> {
        let limit = (seconds > 0.0).then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        Patience { directory, start: Instant::now(), limit, next: EARLIEST }
    }

    fn is_over(&mut self) -> bool {
        let elapsed = self.start.elapsed();
        if let Some(limit) = self.limit {
            return elapsed >= limit;
        }
        if elapsed < self.next {
            return false;
        }
        // The longer the search, the more rarely the records of the others are read.
        self.next = elapsed + elapsed / 16;
        let is_long = |median: f64| elapsed.as_secs_f64() >= LASTING * median;
        median(self.directory).is_some_and(is_long)
    }
}

/// The median time of the cubes that were exhausted, once there are enough of them.
fn median(directory: &Path) -> Option<f64> {
    let mut times = Vec::new();
    // A file that cannot be read now is read the next time.
    let _ = journal::for_each_record(directory, |record: CubeRecord| {
        if matches!(record.verdict, Verdict::Exhausted { .. }) {
            times.push(record.wall);
        }
    });
    if times.len() < ENOUGH {
        return None;
    }
    times.sort_by(f64::total_cmp);
    Some(times[times.len() / 2])
}
