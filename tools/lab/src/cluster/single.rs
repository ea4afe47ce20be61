//! Single tasks for other engines: a list of tasks with numbers, and a command that plays one of them.

use super::files::replace;
use super::plan::{self, Header, Planned};
use crate::{Event, Journal, LabError, Player, Progress, Summary, journal, run};
use std::path::{Path, PathBuf};

fn list(directory: &Path) -> PathBuf {
    directory.join("tasks.jsonl")
}

/// Writes all tasks to the list of a directory, and returns the missing ones with their numbers from 1. Tasks of an
/// earlier list keep their numbers.
///
/// # Errors
/// If the directory has a list of another experiment or with other options, or a file cannot be used.
pub fn assignments<T: Planned>(
    directory: &Path,
    header: &Header,
    tasks: Vec<T>,
) -> Result<Vec<(usize, T)>, LabError> {
    let _lock = journal::lock_directory(directory)?;
    let path = list(directory);
    let mut all: Vec<T> = Vec::new();
    if path.exists() {
        let found = plan::for_each(&path, |_, _, task: T| all.push(task))?;
        if (&found.experiment, &found.options) != (&header.experiment, &header.options) {
            return Err(LabError::OtherPlan { path, experiment: found.experiment });
        }
    }
    let wanted: std::collections::HashSet<String> = tasks.iter().map(crate::Job::key).collect();
    let known: std::collections::HashSet<String> = all.iter().map(crate::Job::key).collect();
    all.extend(tasks.into_iter().filter(|task| !known.contains(&task.key())));
    replace(&path, &plan::text(header, all.iter().map(|task| (0, task))))?;
    let recorded = journal::keys::<T::Record>(directory)?;
    let missing = |task: &T| wanted.contains(&task.key()) && !recorded.contains(&task.key());
    Ok(all
        .into_iter()
        .enumerate()
        .filter(|(_, task)| missing(task))
        .map(|(place, task)| (place + 1, task))
        .collect())
}

/// The header of the list of a directory.
///
/// # Errors
/// If there is no list.
pub fn task_header(directory: &Path) -> Result<Header, LabError> {
    let path = list(directory);
    if !path.exists() {
        return Err(LabError::NoTasks { path: directory.into() });
    }
    plan::header(&path)
}

/// Plays the task with a number of the list, unless it is recorded. Its journal is a shard of its own, so that any
/// number of tasks can be played at once.
///
/// # Errors
/// If there is no such task, another process plays it, or a file cannot be written.
pub fn play_task<T: Planned>(
    directory: &Path,
    number: usize,
    player: &dyn Player<T>,
    stop: &(dyn Fn() -> bool + Sync),
    listener: &mut dyn FnMut(Event<'_, T::Record>, &Progress),
) -> Result<Summary, LabError> {
    let mut wanted = None;
    let mut count = 0;
    plan::for_each(&list(directory), |place, _, task: T| {
        count = place + 1;
        if place + 1 == number {
            wanted = Some(task);
        }
    })?;
    let task = wanted.ok_or_else(|| LabError::NoTask { path: list(directory), number, count })?;
    let mut journal = Journal::open_shard(directory, &format!("task-{number}"))?;
    if journal::merged_keys::<T::Record>(directory)?.contains(&task.key()) {
        return Ok(Summary { games: 1, known: 1, played: 0, failed: 0 });
    }
    run(&[task], &mut journal, 1, player, stop, listener)
}
