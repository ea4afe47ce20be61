//! A shard: the part of a submission that one job plays.

use super::attempts::{Attempts, MOST_ATTEMPTS};
use super::events::{self, Event, Log};
use super::files::Files;
use super::plan::{self, Planned};
use super::submission::Submission;
use crate::{Event as Heard, Job, Journal, LabError, Player, Progress, Summary, journal, run};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

/// The time between two attempts to lock a journal.
const PAUSE: Duration = Duration::from_millis(500);

/// The number of a submission and of one of its shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The submission.
    pub submission: u32,
    /// The shard.
    pub number: u32,
}

/// The end of a shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShardEnd {
    /// The games that are recorded, new and failed.
    pub summary: Summary,
    /// The number of tasks that were not tried, because they have killed their process too often.
    pub given_up: usize,
}

impl ShardEnd {
    /// Whether no task is left to try.
    pub fn is_complete(&self) -> bool {
        self.summary.is_complete()
    }

    /// The exit code if the shard was stopped: another one if a further attempt makes progress.
    pub fn stopped_code(&self) -> u8 {
        if self.summary.played > 0 { super::submission::STOPPED_WITH_PROGRESS } else { 1 }
    }
}

impl Shard {
    /// The path of the plan of its submission.
    pub fn plan(self, directory: &Path) -> std::path::PathBuf {
        Files::of(directory, self.submission).plan()
    }
}

/// A player that writes an event at the beginning of each task.
struct Noting<'p, P: ?Sized> {
    player: &'p P,
    log: &'p Log,
    error: Mutex<Option<LabError>>,
}

impl<T: Job, P: Player<T> + ?Sized> Player<T> for Noting<'_, P> {
    fn play(&self, task: &T, stop: &dyn Fn() -> bool) -> Option<T::Record> {
        if let Err(error) = self.log.append(&Event::Task { key: task.key() }) {
            self.error.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(error);
            return None;
        }
        self.player.play(task, stop)
    }
}

/// Plays the tasks of a shard that are not recorded, and appends them to the journal of the shard.
///
/// # Errors
/// If the plan is missing or damaged, or a file cannot be written; earlier records stay.
pub fn play_shard<T: Planned>(
    directory: &Path,
    shard: Shard,
    jobs: usize,
    player: &dyn Player<T>,
    stop: &(dyn Fn() -> bool + Sync),
    listener: &mut dyn FnMut(Heard<'_, T::Record>, &Progress),
) -> Result<ShardEnd, LabError> {
    let files = Files::of(directory, shard.submission);
    let mut journal = open(directory, &files.journal(shard.number), stop)?;
    let attempts = Attempts::of(events::read(&files.events(shard.number))?);
    let recorded = journal::merged_keys::<T::Record>(directory)?;
    let mut tasks: Vec<T> = Vec::new();
    let start = Submission::read(&files)?.start_of(shard.number).unwrap_or(u64::MAX);
    plan::for_each_of_shard(&files.plan(), start, shard.number, |task: T| {
        if !recorded.contains(&task.key()) {
            tasks.push(task);
        }
    })?;
    let (mut tasks, given_up): (Vec<T>, Vec<T>) =
        tasks.into_iter().partition(|task| attempts.deaths_of(&task.key()) < MOST_ATTEMPTS);
    // The other tasks are not lost if one kills its process again.
    tasks.sort_by_key(|task| attempts.deaths_of(&task.key()));
    let log = Log::open(files.events(shard.number))?;
    log.append(&Event::Start { at: events::now(), node: node(), job: job() })?;
    let noting = Noting { player, log: &log, error: Mutex::new(None) };
    let result = run(&tasks, &mut journal, jobs, &noting, stop, listener);
    let is_complete = result.as_ref().is_ok_and(Summary::is_complete);
    let ended = log.append(&Event::End { at: events::now(), is_complete });
    let summary = result?;
    if let Some(error) = noting.error.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        return Err(error);
    }
    ended?;
    Ok(ShardEnd { summary, given_up: given_up.len() })
}

/// Opens the journal of a shard. A process of an earlier attempt may still be writing it, on a machine that has
/// lost its connection: then this process waits until that one has ended.
fn open<R: crate::Entry>(
    directory: &Path,
    name: &str,
    stop: &dyn Fn() -> bool,
) -> Result<Journal<R>, LabError> {
    loop {
        match Journal::open_shard(directory, name) {
            Err(LabError::Locked { .. }) if !stop() => std::thread::sleep(PAUSE),
            result => return result,
        }
    }
}

fn node() -> String {
    std::env::var("SLURMD_NODENAME").unwrap_or_else(|_| "this machine".to_string())
}

fn job() -> String {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    format!("{}_{}", variable("SLURM_ARRAY_JOB_ID"), variable("SLURM_ARRAY_TASK_ID"))
}
