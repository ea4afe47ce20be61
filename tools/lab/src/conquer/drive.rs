//! Drives the search: gives open cubes to workers until the answer follows.
//!
//! ```text
//! records → tree → open cubes that no worker has → workers → records → …
//! ```
//!
//! The state is in the files, so that a driver that was killed is replaced by running the same command again.
//! *Invariant:* a cube is given to a worker only if it has no record and no worker has it.

use super::CONQUER;
use super::best::Best;
use super::conqueror::{Conqueror, ENOUGH};
use super::cube::{CubeRecord, CubeTask, Splitting};
use super::problem::Problem;
use super::tree::{Answer, Open, Tree};
use crate::cluster::{Header, PlayerOptions, Processes, Request, assigned_to_jobs, cancel_jobs, submit};
use crate::{Entry, Job, Journal, LabError, Machine, journal};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A cube is given to workers this often before the search ends without an answer.
const MOST_ATTEMPTS: u32 = 3;

/// The options of a drive.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The number of parts of the whole search space.
    pub cubes: usize,
    /// The number of parts of a cube that lasts.
    pub parts: usize,
    /// The number of conflicts of the short searches that measure the difficulty of parts.
    pub probe: u64,
    /// Seconds after which a cube is split; 0 compares its time with those of the other cubes.
    pub limit: f64,
}

/// The place of the workers.
pub enum Workers {
    /// Processes of this machine.
    Local(Processes),
    /// Jobs of a cluster, with the path of this program.
    Slurm(Request, PathBuf),
}

/// The state of a drive, for its progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Watched {
    /// The parts that are exhausted.
    pub exhausted: usize,
    /// The cubes that are to be searched, those included that workers have.
    pub open: usize,
    /// The cubes that were split.
    pub splits: usize,
    /// The best known answer set.
    pub best: Option<Best>,
    /// A lower bound of the costs, highest priority first; empty if none is known.
    pub lower: Vec<i64>,
    /// The time since the beginning of this drive.
    pub elapsed: Duration,
}

/// The end of a drive.
#[derive(Clone, PartialEq, Debug)]
pub enum DriveEnd {
    /// The answer.
    Answer(Answer),
    /// It was stopped. Jobs of a cluster go on.
    Stopped,
    /// Cubes whose workers have ended without a record too often.
    GivenUp(Vec<String>),
}

/// Figures about a drive that has ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Drive {
    /// How it has ended.
    pub end: DriveEnd,
    /// The best known answer set.
    pub best: Option<Best>,
    /// The parts that are exhausted.
    pub exhausted: usize,
    /// The cubes that were split.
    pub splits: usize,
    /// Seconds of each record, the longest last, without the first split.
    pub times: Vec<f64>,
    /// Conflicts of all searches.
    pub conflicts: u64,
}

/// Searches until the question of the directory is answered, or `stop` returns `true`.
///
/// # Errors
/// If another process drives the same directory, a file cannot be used, or Slurm refuses a job.
pub fn drive(
    directory: &Path,
    plan: &Plan,
    workers: &mut Workers,
    stop: &(dyn Fn() -> bool + Sync),
    listener: &mut dyn FnMut(&Watched),
) -> Result<Drive, LabError> {
    let _lock = journal::lock_driver(directory)?;
    let problem = Problem::of(directory)?;
    let start = Instant::now();
    if !begin(directory, plan, stop)? {
        return Ok(end_of(DriveEnd::Stopped, None, Tree::default(), Vec::new()));
    }
    let mut attempts: HashMap<String, u32> = HashMap::new();
    loop {
        // The workers first: a record that comes later belongs to a cube that still counts as theirs.
        let assigned = workers.assigned(directory)?;
        let records = records(directory)?;
        let times = records
            .iter()
            .map(|record| (record.wall, record.conflicts, record.cube == Default::default()))
            .collect();
        let tree = Tree::of(records, directory)?;
        let best = Best::of(directory)?;
        if let Some(answer) = tree.answer(problem.question, best.clone()) {
            workers.cancel(directory)?;
            return Ok(end_of(DriveEnd::Answer(answer), best, tree, times));
        }
        let missing: Vec<CubeTask> = ordered(&tree.open)
            .into_iter()
            .map(|open| task(open, plan))
            .filter(|task| !assigned.contains(&task.key()))
            .collect();
        if missing.is_empty() && assigned.is_empty() {
            return Err(LabError::BrokenTree {
                path: directory.into(),
                cube: "-".into(),
                reason: "all parts are exhausted, and the best answer set is missing".into(),
            });
        }
        let mut given_up = Vec::new();
        for task in &missing {
            let count = attempts.entry(task.key()).or_insert(0);
            *count += 1;
            if *count > MOST_ATTEMPTS {
                given_up.push(task.cube.to_string());
            }
        }
        if !given_up.is_empty() {
            workers.cancel(directory)?;
            return Ok(end_of(DriveEnd::GivenUp(given_up), best, tree, times));
        }
        if !missing.is_empty() {
            workers.start(directory, &missing)?;
        }
        listener(&Watched {
            exhausted: tree.exhausted,
            open: tree.open.len(),
            splits: tree.splits,
            lower: tree.open.iter().map(|open| open.lower.clone()).min().unwrap_or_default(),
            best: best.clone(),
            elapsed: start.elapsed(),
        });
        if stop() {
            workers.stop();
            return Ok(end_of(DriveEnd::Stopped, best, tree, times));
        }
        workers.wait();
    }
}

/// Splits the whole search space, unless a record has that. `false` if it was stopped.
fn begin(directory: &Path, plan: &Plan, stop: &(dyn Fn() -> bool + Sync)) -> Result<bool, LabError> {
    let mut journal = Journal::<CubeRecord>::open(directory)?;
    if journal.records().iter().any(|record| record.cube == Default::default()) {
        return Ok(true);
    }
    let splitting = Splitting { parts: plan.cubes, probe: plan.probe };
    let Some(record) = Conqueror::new(directory, Machine::this(1)).begin(splitting, stop)? else {
        return Ok(false);
    };
    journal.append(&record)?;
    Ok(true)
}

fn records(directory: &Path) -> Result<Vec<CubeRecord>, LabError> {
    let mut records = Vec::new();
    journal::for_each_record(directory, |record| records.push(record))?;
    Ok(records)
}

/// The order of the work: the hardest cube first, so that it does not run alone at the end. Before it come some of the
/// middle, because a cube is split only once the times of some others are known.
fn ordered(open: &[Open]) -> Vec<&Open> {
    let mut order: Vec<&Open> = open.iter().collect();
    order.sort_by(|one, other| other.difficulty.total_cmp(&one.difficulty));
    let middle = order.len() / 2;
    let end = order.len().min(middle + ENOUGH);
    order[..end].rotate_left(middle);
    order
}

fn task(open: &Open, plan: &Plan) -> CubeTask {
    let splitting = Splitting { parts: plan.parts, probe: plan.probe };
    CubeTask { cube: open.cube.clone(), limit: plan.limit, splitting, lower: open.lower.clone() }
}

fn end_of(end: DriveEnd, best: Option<Best>, tree: Tree, records: Vec<(f64, u64, bool)>) -> Drive {
    let conflicts = records.iter().map(|&(_, conflicts, _)| conflicts).sum();
    let mut times: Vec<f64> =
        records.into_iter().filter(|&(.., is_first)| !is_first).map(|(wall, ..)| wall).collect();
    times.sort_by(f64::total_cmp);
    Drive { end, best, exhausted: tree.exhausted, splits: tree.splits, times, conflicts }
}

impl Workers {
    /// The keys of the cubes that workers have.
    fn assigned(&mut self, directory: &Path) -> Result<HashSet<String>, LabError> {
        match self {
            Workers::Local(processes) => processes.assigned::<CubeTask>(directory),
            Workers::Slurm(..) => {
                let recorded = records(directory)?.iter().map(Entry::key).collect();
                assigned_to_jobs::<CubeTask>(directory, &recorded)
            }
        }
    }

    fn start(&mut self, directory: &Path, tasks: &[CubeTask]) -> Result<(), LabError> {
        let header = Header::new(CONQUER, PlayerOptions::default());
        match self {
            Workers::Local(processes) => processes.start(directory, &header, tasks),
            Workers::Slurm(request, program) => submit(directory, &header, tasks, request, program).map(drop),
        }
    }

    /// Ends all searches, because the answer is known.
    fn cancel(&mut self, directory: &Path) -> Result<(), LabError> {
        match self {
            Workers::Local(processes) => processes.stop(),
            Workers::Slurm(..) => cancel_jobs(directory)?,
        }
        Ok(())
    }

    /// Ends the processes of this machine; jobs of a cluster go on.
    fn stop(&mut self) {
        if let Workers::Local(processes) = self {
            processes.stop();
        }
    }

    /// Waits until there may be a new record.
    fn wait(&mut self) {
        match self {
            Workers::Local(processes) => processes.wait(),
            Workers::Slurm(..) => std::thread::sleep(Duration::from_secs(1)),
        }
    }
}
