//! Errors of the lab, each with a hint.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Errors of experiments and reports.
#[derive(Debug)]
pub enum LabError {
    /// A file or directory cannot be read or written.
    File {
        /// The path.
        path: PathBuf,
        /// The operation: "read", "write", "create".
        verb: &'static str,
        /// The reason from the system.
        error: io::Error,
    },
    /// Another process writes records to the directory.
    Locked {
        /// The directory.
        path: PathBuf,
    },
    /// A line is no record.
    Damaged {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// The message of the reader.
        reason: String,
    },
    /// The directory contains no records.
    NoRecords {
        /// The directory.
        path: PathBuf,
    },
    /// Python cannot run clingo.
    NoClingo {
        /// The Python interpreter.
        python: PathBuf,
        /// Its last message.
        reason: String,
    },
    /// A command of Slurm is missing.
    NoSlurm {
        /// The command.
        command: String,
    },
    /// A command of Slurm failed.
    Slurm {
        /// The command.
        command: String,
        /// Its message.
        reason: String,
    },
    /// A plan or the description of a submission cannot be read.
    BadPlan {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// The message of the reader.
        reason: String,
    },
    /// A plan was written by a version with another format.
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// That version.
        version: String,
    },
    /// The list of tasks belongs to another experiment, or has other options of the player.
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// The experiment of the list.
        experiment: String,
    },
    /// A directory has no list of tasks.
    NoTasks {
        /// The directory.
        path: PathBuf,
    },
    /// A list has no task with this number.
    NoTask {
        /// The list.
        path: PathBuf,
        /// The number.
        number: usize,
        /// The number of tasks of the list.
        count: usize,
    },
    /// The file of a site's defaults is no such file.
    BadSite {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// The message of the reader.
        reason: String,
    },
    /// The file of a suite is no suite.
    BadSuite {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// The message of the reader.
        reason: String,
    },
    /// A benchmark has no instance.
    NoInstances {
        /// The benchmark.
        benchmark: String,
        /// The first place where instances are expected.
        path: PathBuf,
    },
    /// A run cannot be supervised.
    NoLimits {
        /// The message of the supervisor.
        reason: String,
    },
    /// Jobs of a cluster have tasks of the directory.
    Assigned {
        /// The directory.
        path: PathBuf,
        /// The number of tasks.
        tasks: usize,
    },
    /// A directory has another problem.
    OtherProblem {
        /// The directory.
        path: PathBuf,
    },
    /// The solver rejects the program of a problem.
    Unsolvable {
        /// Its message.
        reason: String,
    },
    /// The records of a problem do not cover its search space exactly once.
    BrokenTree {
        /// The directory.
        path: PathBuf,
        /// The cube with the contradiction.
        cube: String,
        /// The contradiction.
        reason: String,
    },
    /// A figure cannot be drawn.
    Figure {
        /// The message of the library.
        reason: String,
    },
}

impl LabError {
    pub(crate) fn file(verb: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { path, verb, error }
    }

    /// A hint for the user.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::File { error, .. } if error.kind() == io::ErrorKind::StorageFull => {
                Some("free some space; nothing is lost, and the same command continues".to_string())
            }
            Self::File { .. } | Self::Figure { .. } => None,
            Self::Locked { .. } => Some("wait until it has ended, or choose another directory".to_string()),
            Self::Damaged { line, .. } => Some(format!(
                "delete line {line}, and run the command again, which plays the game of this line once more"
            )),
            Self::NoRecords { .. } => {
                Some("`hamadryad lab run snake-approaches --out DIR` writes records".to_string())
            }
            Self::NoSlurm { .. } => Some(
                "install Slurm's commands on this machine (Debian: `apt install slurm-client`), or leave out \
                 `--on slurm`"
                    .to_string(),
            ),
            Self::Slurm { .. } => Some("`sinfo` shows the partitions and whether Slurm answers".to_string()),
            Self::BadPlan { .. } => {
                Some("restore the file, or choose another directory; `records.jsonl` and `shards` have the games"
                    .to_string())
            }
            Self::OtherVersion { version, .. } => Some(format!(
                "finish the experiment with version {version}, or choose another directory"
            )),
            Self::OtherPlan { .. } => Some("choose another directory".to_string()),
            Self::NoTasks { .. } => {
                Some("`hamadryad lab tasks planners --out DIR` writes a list, with the options of `lab run`".to_string())
            }
            Self::NoTask { count, .. } => Some(format!("the list has the tasks 1 to {count}")),
            Self::BadSite { .. } => Some(
                "the keys are partition, account, time, memory, cores, tasks-per-job, jobs-at-once, options, \
                 prepare and program"
                    .to_string(),
            ),
            Self::BadSuite { .. } => Some(
                "a suite has `limit`, `memory`, `seeds`, `orders`, `check`, and tables `[[solver]]` (name, command, \
                 reads), `[[configuration]]` (name, options, solvers) and `[[benchmark]]` (name, encoding, instances, \
                 options)"
                    .to_string(),
            ),
            Self::NoInstances { .. } => Some("`instances` lists files, and folders of files".to_string()),
            Self::NoLimits { .. } | Self::Unsolvable { .. } => None,
            Self::OtherProblem { .. } => Some(
                "choose another directory, or run the command with the program and the options of this one"
                    .to_string(),
            ),
            Self::BrokenTree { .. } => {
                Some("choose another directory: the records of this one give no answer".to_string())
            }
            Self::Assigned { .. } => Some(
                "`hamadryad lab status DIR` shows the jobs, `scancel` ends them; with `--on slurm` the other tasks \
                 are submitted"
                    .to_string(),
            ),
            Self::NoClingo { .. } => Some(
                "`pip install clingo` installs one; `--clingo-python PATH` names the Python that has it"
                    .to_string(),
            ),
        }
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, verb, error } => write!(f, "cannot {verb} `{}`: {error}", path.display()),
            Self::Locked { path } => write!(f, "another process writes to `{}`", path.display()),
            Self::Damaged { path, line, reason } => {
                write!(f, "`{}`, line {line}, is not a record: {reason}", path.display())
            }
            Self::NoRecords { path } => write!(f, "there are no records in `{}`", path.display()),
            Self::NoClingo { python, reason } => {
                write!(f, "`{}` cannot run clingo: {reason}", python.display())
            }
            Self::NoSlurm { command } => write!(f, "`{command}` is not installed, so there is no Slurm"),
            Self::Slurm { command, reason } => write!(f, "`{command}` failed: {reason}"),
            Self::BadPlan { path, line, reason } => {
                write!(f, "`{}`, line {line}, is not part of a plan: {reason}", path.display())
            }
            Self::OtherVersion { path, version } => {
                write!(
                    f,
                    "`{}` was written by version {version}, in a format that this version does not read",
                    path.display()
                )
            }
            Self::OtherPlan { path, experiment } => {
                write!(f, "`{}` has tasks of `{experiment}`, or other options of the player", path.display())
            }
            Self::NoTasks { path } => write!(f, "`{}` has no list of tasks", path.display()),
            Self::NoTask { path, number, .. } => write!(f, "`{}` has no task {number}", path.display()),
            Self::BadSite { path, line, reason } => {
                write!(f, "`{}`, line {line}: {reason}", path.display())
            }
            Self::BadSuite { path, line, reason } => write!(f, "`{}`, line {line}: {reason}", path.display()),
            Self::NoInstances { benchmark, path } => {
                write!(f, "benchmark `{benchmark}` has no instance in `{}`", path.display())
            }
            Self::NoLimits { reason } => write!(f, "a run cannot be supervised: {reason}"),
            Self::Assigned { path, tasks } => {
                write!(f, "jobs of the cluster have {tasks} tasks of `{}`", path.display())
            }
            Self::OtherProblem { path } => {
                write!(f, "`{}` has another program, or other options", path.display())
            }
            Self::Unsolvable { reason } => write!(f, "the program cannot be solved: {reason}"),
            Self::BrokenTree { path, cube, reason } => {
                write!(
                    f,
                    "the records in `{}` contradict each other at cube {cube}: {reason}",
                    path.display()
                )
            }
            Self::Figure { reason } => write!(f, "a figure cannot be drawn: {reason}"),
        }
    }
}

impl std::error::Error for LabError {}
