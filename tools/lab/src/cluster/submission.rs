//! Submissions: a plan of missing tasks, handed to Slurm as job arrays.
//!
//! A submission has its files before Slurm learns of it, and a name that no other has. If the submitting process is
//! killed in between, the queue does not know the name, and the tasks count as missing again.

use super::files::{Files, numbers, replace};
use super::plan::{self, FORMAT, Header, Planned};
use super::request::Request;
use super::slurm::{self, Element};
use crate::{LabError, journal};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The seconds before the time limit at which a job is told to end.
const WARNING: u32 = 60;
/// The exit code of a shard that was stopped after it had ended at least one task, so that a further attempt makes
/// progress (`EX_TEMPFAIL`).
pub(crate) const STOPPED_WITH_PROGRESS: u8 = 75;

/// The description of a submission, as in `submission.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Submission {
    format: u32,
    version: String,
    /// The name of its jobs, without the number of their first shard.
    pub name: String,
    /// The number of shards.
    pub shards: u32,
    /// The number of tasks.
    pub tasks: usize,
    /// The number of tasks that a shard plays at once.
    pub cores: usize,
    /// The job arrays: the number of the job, and of its first shard.
    pub jobs: Vec<(String, u32)>,
    /// The first shards of all arrays, also of those that were not submitted.
    arrays: Vec<u32>,
    /// The places in the plan at which the lines of each shard begin.
    starts: Vec<u64>,
    /// Seconds since 1970.
    pub submitted: u64,
    /// Whether its shards are processes of one machine, without a queue.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_local: bool,
}

impl Submission {
    /// The description of shards that are processes of this machine, with one task each.
    pub(super) fn of_processes(files: &Files, header: &Header, starts: Vec<u64>) -> Submission {
        let tasks = u32::try_from(starts.len()).unwrap_or(u32::MAX);
        Submission {
            format: FORMAT,
            version: header.version.clone(),
            name: name_of_processes(files.number()),
            shards: tasks,
            tasks: tasks as usize,
            cores: 1,
            jobs: Vec::new(),
            arrays: vec![0],
            starts,
            submitted: super::events::now(),
            is_local: true,
        }
    }

    pub(super) fn read(files: &Files) -> Result<Submission, LabError> {
        let path = files.description();
        let text = fs::read(&path).map_err(LabError::file("read", &path))?;
        let bad = |error: serde_json::Error| LabError::BadPlan {
            path: path.clone(),
            line: 1,
            reason: error.to_string(),
        };
        let submission: Submission = serde_json::from_slice(&text).map_err(bad)?;
        if submission.format != FORMAT {
            return Err(LabError::OtherVersion { path, version: submission.version });
        }
        Ok(submission)
    }

    pub(super) fn write(&self, files: &Files) -> Result<(), LabError> {
        replace(
            &files.description(),
            &serde_json::to_vec_pretty(self).expect("it is data that JSON can hold"),
        )
    }

    fn names(&self) -> impl Iterator<Item = (String, u32)> {
        self.arrays.iter().map(|&first| (format!("{}.{first}", self.name), first))
    }

    /// The name of the array of a shard, and the place of the shard in it.
    pub(super) fn array_of(&self, shard: u32) -> (String, u32) {
        let first = self.arrays.iter().copied().filter(|&first| first <= shard).max().unwrap_or(0);
        (format!("{}.{first}", self.name), shard - first)
    }

    /// The place in the plan at which the lines of a shard begin.
    pub(super) fn start_of(&self, shard: u32) -> Option<u64> {
        self.starts.get(shard as usize).copied()
    }

    /// The elements of the queue, by shard.
    pub(super) fn queued(&self) -> Result<HashMap<u32, Element>, LabError> {
        if self.is_local {
            return Ok(HashMap::new());
        }
        let names: HashMap<String, u32> = self.names().collect();
        let elements = slurm::queue(&names.keys().cloned().collect::<Vec<_>>())?.into_iter();
        Ok(elements
            .filter_map(|element| Some((names.get(&element.name)? + element.index, element)))
            .collect())
    }
}

/// The name of a submission whose shards are processes of this machine, as in the names of their logs.
pub(super) fn name_of_processes(submission: u32) -> String {
    format!("hamadryad-{submission}")
}

/// The result of [`submit`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submitted {
    /// The number of tasks that are recorded already.
    pub recorded: usize,
    /// The number of tasks that jobs of earlier submissions have.
    pub assigned: usize,
    /// The number of tasks that were submitted now.
    pub tasks: usize,
    /// The number of shards of these.
    pub shards: u32,
    /// The number of the submission; `None` if nothing was missing.
    pub number: Option<u32>,
    /// The numbers of the jobs.
    pub jobs: Vec<String>,
}

/// All submissions of a directory that have a description, with their files.
pub(super) fn submissions(directory: &Path) -> Result<Vec<(Files, Submission)>, LabError> {
    let mut found = Vec::new();
    for number in numbers(directory)? {
        let files = Files::of(directory, number);
        if files.description().exists() {
            let submission = Submission::read(&files)?;
            found.push((files, submission));
        }
    }
    Ok(found)
}

/// The header of the plan of the last submission of a directory; `None` without submissions.
///
/// # Errors
/// If it cannot be read.
pub fn last_header(directory: &Path) -> Result<Option<Header>, LabError> {
    submissions(directory)?.last().map(|(files, _)| plan::header(&files.plan())).transpose()
}

/// The keys of the tasks that are not recorded, and that a shard has which is queued, running, or writing.
///
/// # Errors
/// If a submission has such tasks, and Slurm cannot be asked.
pub fn assigned_to_jobs<T: Planned>(
    directory: &Path,
    recorded: &HashSet<String>,
) -> Result<HashSet<String>, LabError> {
    let mut assigned = HashSet::new();
    for (files, submission) in submissions(directory)? {
        let open = unrecorded::<T>(&files, recorded)?;
        if open.is_empty() {
            continue;
        }
        let queued = submission.queued()?;
        for (shard, keys) in open {
            if queued.contains_key(&shard) || journal::is_busy(directory, &files.journal(shard)) {
                assigned.extend(keys);
            }
        }
    }
    Ok(assigned)
}

/// The keys of the tasks that are not recorded, and that a shard has which is writing.
pub(super) fn being_written<T: Planned>(
    directory: &Path,
    recorded: &HashSet<String>,
) -> Result<HashSet<String>, LabError> {
    let mut written = HashSet::new();
    for (files, _) in submissions(directory)? {
        for (shard, keys) in unrecorded::<T>(&files, recorded)? {
            if journal::is_busy(directory, &files.journal(shard)) {
                written.extend(keys);
            }
        }
    }
    Ok(written)
}

/// The keys of the tasks of a submission that are not recorded, by shard.
fn unrecorded<T: Planned>(
    files: &Files,
    recorded: &HashSet<String>,
) -> Result<HashMap<u32, Vec<String>>, LabError> {
    let mut open: HashMap<u32, Vec<String>> = HashMap::new();
    plan::for_each::<T>(&files.plan(), |_, shard, task| {
        let key = task.key();
        if !recorded.contains(&key) {
            open.entry(shard).or_default().push(key);
        }
    })?;
    Ok(open)
}

/// Removes all jobs of a directory from the queue, and ends those that are running.
///
/// # Errors
/// If Slurm cannot be asked.
pub fn cancel_jobs(directory: &Path) -> Result<(), LabError> {
    let mut jobs = Vec::new();
    for (_, submission) in submissions(directory)? {
        jobs.extend(submission.queued()?.into_values().map(|element| element.job));
    }
    jobs.sort();
    jobs.dedup();
    slurm::cancel(&jobs)
}

/// Submits all tasks that are neither recorded nor assigned to a job.
///
/// # Errors
/// If Slurm is missing or refuses the job, or a file cannot be written; then nothing is submitted.
pub fn submit<T: Planned>(
    directory: &Path,
    header: &Header,
    tasks: &[T],
    request: &Request,
    program: &Path,
) -> Result<Submitted, LabError> {
    let _lock = journal::lock_directory(directory)?;
    let recorded = journal::keys::<T::Record>(directory)?;
    let assigned = assigned_to_jobs::<T>(directory, &recorded)?;
    let keys: Vec<String> = tasks.iter().map(crate::Job::key).collect();
    let is_recorded = keys.iter().filter(|&key| recorded.contains(key)).count();
    let missing: Vec<&T> = tasks
        .iter()
        .zip(&keys)
        .filter(|&(_, key)| !recorded.contains(key) && !assigned.contains(key))
        .map(|(task, _)| task)
        .collect();
    let mut submitted = Submitted {
        recorded: is_recorded,
        assigned: tasks.len() - is_recorded - missing.len(),
        tasks: missing.len(),
        shards: 0,
        number: None,
        jobs: Vec::new(),
    };
    if missing.is_empty() {
        return Ok(submitted);
    }
    let most = slurm::longest_array();
    let each =
        request.tasks_per_job.map_or_else(|| missing.len().div_ceil(most as usize), |each| each as usize);
    let shards = u32::try_from(missing.len().div_ceil(each.max(1))).unwrap_or(u32::MAX);
    let files = Files::create(directory)?;
    let (text, starts) = plan::text_by_shard(header, shards, &missing, |place| dealt_to(place, shards));
    replace(&files.plan(), &text)?;
    drop(text);
    let moment = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros());
    let mut submission = Submission {
        format: FORMAT,
        version: header.version.clone(),
        name: format!("hamadryad-{}-{moment:x}", files.number()),
        shards,
        tasks: missing.len(),
        cores: request.cores(),
        jobs: Vec::new(),
        arrays: (0..shards).step_by(most as usize).collect(),
        starts,
        submitted: super::events::now(),
        is_local: false,
    };
    submission.write(&files)?;
    let program = request.program.as_deref().unwrap_or(program);
    replace(&files.script(), script(directory, &files, request, program).as_bytes())?;
    for (name, first) in submission.names().collect::<Vec<_>>() {
        let last = (shards - first).min(most) - 1;
        let limit = request.jobs_at_once.map(|limit| format!("%{limit}")).unwrap_or_default();
        let mut arguments = request.arguments();
        arguments.push(format!("--job-name={name}"));
        arguments.push(format!("--array=0-{last}{limit}"));
        arguments.push(format!("--export=ALL,HAMADRYAD_FIRST_SHARD={first}"));
        let job = slurm::sbatch(&arguments, &files.script());
        let job = job.inspect_err(|_| {
            // Nothing of this submission is queued; its files would only confuse readers.
            if submission.jobs.is_empty() {
                let _ = fs::remove_dir_all(files.folder());
            }
        })?;
        submission.jobs.push((job, first));
        submission.write(&files)?;
    }
    submitted.shards = shards;
    submitted.number = Some(files.number());
    submitted.jobs = submission.jobs.into_iter().map(|(job, _)| job).collect();
    Ok(submitted)
}

/// The shard of a task. Neighbours in the list take similar times, so they go to different shards; each round begins
/// with the next shard, because lists repeat their players.
fn dealt_to(place: usize, shards: u32) -> u32 {
    let shards = shards as usize;
    ((place + place / shards) % shards) as u32
}

/// The script of a job.
///
/// A process that a signal has killed is started again, at most twice. Before its time limit, the job ends its
/// process and asks to be queued again if the process has ended at least one task.
fn script(directory: &Path, files: &Files, request: &Request, program: &Path) -> String {
    let absolute = |path: PathBuf| quoted(&std::path::absolute(&path).unwrap_or(path));
    let log = std::path::absolute(files.folder().join("log")).unwrap_or_default();
    let mut text = String::from("#!/bin/sh\n");
    let mut line = |words: std::fmt::Arguments<'_>| {
        let _ = text.write_fmt(words);
        text.push('\n');
    };
    line(format_args!("#SBATCH --output={}/%x.%a.txt", log.display()));
    line(format_args!("#SBATCH --open-mode=append"));
    line(format_args!("#SBATCH --requeue"));
    line(format_args!("#SBATCH --signal=B:USR1@{WARNING}"));
    if let Some(prepare) = &request.prepare {
        line(format_args!("{prepare}"));
    }
    line(format_args!(
        "\
shard=$((${{HAMADRYAD_FIRST_SHARD:-0}} + ${{SLURM_ARRAY_TASK_ID:-0}}))
events={events}/$shard.jsonl
child= ending=
trap 'ending=limit; kill -TERM $child 2>/dev/null' USR1
trap 'ending=signal; kill -TERM $child 2>/dev/null' TERM INT
for attempt in 1 2 3; do
    {program} lab shard {directory} --submission {number} --shard \"$shard\" --jobs {cores} &
    child=$!
    code=0
    wait $child || code=$?
    while kill -0 $child 2>/dev/null; do
        code=0
        wait $child || code=$?
    done
    printf '{{\"event\":\"exit\",\"code\":%d}}\\n' \"$code\" >> \"$events\"
    if [ \"$code\" -lt 128 ] || [ -n \"$ending\" ]; then break; fi
done
if [ \"$ending\" = limit ] && [ \"$code\" -eq {again} ]; then
    scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}\"
fi
exit \"$code\"",
        events = absolute(files.folder().join("events")),
        program = quoted(program),
        directory = absolute(directory.to_path_buf()),
        number = files.number(),
        cores = request.cores(),
        again = STOPPED_WITH_PROGRESS,
    ));
    text
}

/// A path as a word of the shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_get_equally_many_tasks_of_each_player() {
        // Two players take turns.
        let mut counts = [[0; 2]; 4];
        for place in 0..32 {
            counts[dealt_to(place, 4) as usize][place % 2] += 1;
        }
        assert_eq!(counts, [[4; 2]; 4]);
    }

    #[test]
    fn paths_are_words_of_the_shell() {
        assert_eq!(quoted(Path::new("/a b/it's")), "'/a b/it'\\''s'");
    }
}
