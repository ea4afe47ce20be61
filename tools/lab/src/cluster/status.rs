//! The state of an experiment on a cluster: its records, its plans, the events of its shards, and the queue.

use super::attempts::{Attempts, Ended};
use super::events;
use super::files::Files;
use super::plan::{self, Planned};
use super::slurm::{self, Element};
use super::submission::{Submission, submissions};
use crate::run::Forecast;
use crate::{Entry as _, LabError, journal};
use serde::Serialize;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The state of an experiment.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Status {
    /// The tasks of all submissions, and all others that are recorded.
    pub tasks: usize,
    /// The tasks that are recorded.
    pub recorded: usize,
    /// The keys of the tasks that are being played.
    pub running: Vec<String>,
    /// The number of tasks of jobs that are queued or running, and that have not begun.
    pub waiting: usize,
    /// The number of tasks that no job has, for example because their job was cancelled before they began.
    pub missing: usize,
    /// The tasks that have begun and have no record, although their job has ended.
    pub failed: Vec<Failed>,
    /// The submissions.
    pub submissions: Vec<SubmissionStatus>,
    /// An estimate of the remaining time in seconds, from the times of finished tasks and the running jobs.
    pub remaining: Option<f64>,
    /// The reason if Slurm does not answer. Then all unrecorded tasks count as failed or missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_queue: Option<String>,
}

/// A task that has begun and failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failed {
    /// Its key.
    pub key: String,
    /// The reason.
    pub why: String,
    /// The machine, if the job has begun.
    pub node: Option<String>,
    /// How often it has ended its process without order.
    pub attempts: u32,
    /// The output of its job.
    pub log: PathBuf,
}

/// The state of a submission.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SubmissionStatus {
    /// Its number.
    pub number: u32,
    /// The numbers of its jobs.
    pub jobs: Vec<String>,
    /// The number of its tasks.
    pub tasks: usize,
    /// The number of its shards.
    pub shards: u32,
    /// The number of shards that are running.
    pub running: usize,
    /// The number of shards that wait in the queue.
    pub queued: usize,
    /// The reasons for which Slurm lets shards wait, with their number.
    pub reasons: BTreeMap<String, usize>,
    /// Seconds since 1970.
    pub submitted: u64,
}

/// A task of a plan.
struct Place {
    submission: usize,
    shard: u32,
    class: String,
    cells: usize,
}

/// A submission with its queue.
struct Looked {
    files: Files,
    submission: Submission,
    queued: HashMap<u32, Element>,
    /// The states of ended shards, once they are asked for.
    ended: Option<HashMap<u32, String>>,
    attempts: HashMap<u32, Attempts>,
}

/// The state of an experiment.
///
/// # Errors
/// If a file cannot be read or belongs to another version. A Slurm that does not answer is no error.
pub fn status<T: Planned>(directory: &Path) -> Result<Status, LabError> {
    let mut status = Status::default();
    let mut looked = Vec::new();
    let mut places: HashMap<String, Place> = HashMap::new();
    for (files, submission) in submissions(directory)? {
        let number = looked.len();
        plan::for_each::<T>(&files.plan(), |_, shard, task| {
            let place = Place { submission: number, shard, class: task.class(), cells: task.cells() };
            places.insert(task.key(), place);
        })?;
        looked.push(look(directory, files, submission, &mut status)?);
    }
    let mut forecast = Forecast::default();
    journal::for_each_record::<T::Record>(directory, |record| {
        forecast.note(&record);
        status.recorded += 1;
        places.remove(&record.key());
    })?;
    // Records of tasks that no plan has, for example of local runs, are tasks as well.
    status.tasks = status.recorded + places.len();
    let mut open: Vec<(String, Place)> = places.into_iter().collect();
    open.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (key, place) in open {
        forecast.open(place.class, place.cells);
        sort(key, &mut looked[place.submission], place.shard, &mut status)?;
    }
    let processes = looked.iter().map(|looked| running(looked) * looked.submission.cores).sum();
    status.remaining = forecast.remaining_with(processes).as_ref().map(Duration::as_secs_f64);
    status.submissions = looked.iter().map(describe).collect();
    Ok(status)
}

/// Reads the queue and the events of active shards. This comes before the records are read: a task that has begun before
/// and is not recorded afterwards is running.
fn look(
    directory: &Path,
    files: Files,
    submission: Submission,
    status: &mut Status,
) -> Result<Looked, LabError> {
    let mut queued = match submission.queued() {
        Ok(queued) => queued,
        Err(error) => {
            status.no_queue.get_or_insert(error.to_string());
            HashMap::new()
        }
    };
    // A process may go on after Slurm has lost its machine.
    for shard in 0..submission.shards {
        if !queued.contains_key(&shard) && journal::is_busy(directory, &files.journal(shard)) {
            let (name, state) = (submission.name.clone(), "R".to_string());
            queued.insert(
                shard,
                Element { name, job: String::new(), index: shard, state, reason: String::new() },
            );
        }
    }
    let mut attempts = HashMap::new();
    for (&shard, _) in queued.iter().filter(|(_, element)| element.is_running()) {
        attempts.insert(shard, Attempts::of(events::read(&files.events(shard))?));
    }
    Ok(Looked { files, submission, queued, ended: None, attempts })
}

fn running(looked: &Looked) -> usize {
    looked.queued.values().filter(|element| element.is_running()).count()
}

/// Counts an unrecorded task as running, waiting, missing or failed.
fn sort(key: String, looked: &mut Looked, shard: u32, status: &mut Status) -> Result<(), LabError> {
    let Looked { files, submission, queued, ended, attempts } = looked;
    let attempts = match attempts.entry(shard) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(place) => place.insert(Attempts::of(events::read(&files.events(shard))?)),
    };
    if let Some(element) = queued.get(&shard) {
        let is_begun = attempts.last == Ended::Unknown && attempts.begun.contains(&key);
        if element.is_running() && is_begun {
            status.running.push(key);
        } else {
            status.waiting += 1;
        }
        return Ok(());
    }
    let deaths = attempts.deaths_of(&key);
    if deaths == 0 && !(attempts.last == Ended::Stopped && attempts.begun.contains(&key)) {
        status.missing += 1;
        return Ok(());
    }
    let states = ended.get_or_insert_with(|| ended_states(submission));
    let why = reason(attempts.last, states.get(&shard).map(String::as_str));
    let node = attempts.node.clone();
    let (array, place) = submission.array_of(shard);
    let log = files.log(&array, place);
    status.failed.push(Failed { key, why, node, attempts: deaths.max(1), log });
    Ok(())
}

/// The states of ended shards, as far as the cluster keeps accounts.
fn ended_states(submission: &Submission) -> HashMap<u32, String> {
    let states = submission.jobs.iter().flat_map(|(job, first)| {
        slurm::ended_states(job).into_iter().map(move |(index, state)| (first + index, state))
    });
    states.collect()
}

/// The reason of a failure in words.
fn reason(ended: Ended, state: Option<&str>) -> String {
    match (state, ended) {
        (Some("OUT_OF_MEMORY"), _) => "out of memory".to_string(),
        (Some("TIMEOUT" | "DEADLINE"), _) => "longer than the time limit of the job".to_string(),
        (Some("NODE_FAIL" | "BOOT_FAIL"), _) => "the machine failed".to_string(),
        (Some("PREEMPTED"), _) => "another job took the machine".to_string(),
        (Some("CANCELLED"), _) => "the job was cancelled".to_string(),
        (_, Ended::Stopped) => "stopped by the time limit of the job or by a signal".to_string(),
        (_, Ended::Exit(137)) => "killed (signal 9), as by a memory limit".to_string(),
        (_, Ended::Exit(code)) if code > 128 => format!("killed by signal {}", code - 128),
        (_, Ended::Exit(code)) => format!("exit code {code}"),
        (_, Ended::Unknown | Ended::Complete) => {
            "the job ended without an exit code: the machine failed, or all its processes were killed"
                .to_string()
        }
    }
}

fn describe(looked: &Looked) -> SubmissionStatus {
    let mut reasons = BTreeMap::new();
    for element in looked.queued.values().filter(|element| !element.is_running()) {
        *reasons.entry(element.reason.clone()).or_insert(0) += 1;
    }
    let running = running(looked);
    SubmissionStatus {
        number: looked.files.number(),
        jobs: looked.submission.jobs.iter().map(|(job, _)| job.clone()).collect(),
        tasks: looked.submission.tasks,
        shards: looked.submission.shards,
        running,
        queued: looked.queued.len() - running,
        reasons,
        submitted: looked.submission.submitted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_have_the_reason_of_slurm_or_of_the_exit_code() {
        assert_eq!(reason(Ended::Exit(137), Some("OUT_OF_MEMORY")), "out of memory");
        assert_eq!(reason(Ended::Exit(139), Some("FAILED")), "killed by signal 11");
        assert_eq!(reason(Ended::Exit(74), None), "exit code 74");
        assert!(reason(Ended::Unknown, None).contains("without an exit code"));
    }
}
