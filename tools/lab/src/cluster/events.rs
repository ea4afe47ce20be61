//! The events of a shard: one line of JSON for each start, each task that begins, and each end.
//!
//! The journal has the results; the events explain why results are missing. The script of the job writes the last
//! line of an attempt, the exit code, so that it also exists for a process that was killed.

use crate::LabError;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// An event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(super) enum Event {
    /// An attempt has begun.
    Start {
        /// Seconds since 1970.
        at: u64,
        /// The name of the machine.
        node: String,
        /// Slurm's number of the job.
        job: String,
    },
    /// A task has begun.
    Task {
        /// The key of the task.
        key: String,
    },
    /// The attempt has ended in order.
    End {
        /// Seconds since 1970.
        at: u64,
        /// Whether all tasks of the shard were ended; otherwise a signal or an error has stopped it.
        is_complete: bool,
    },
    /// The process has ended with an exit code; 128 and more are signals.
    Exit {
        /// The code, as a shell has it.
        code: i32,
    },
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// The events of a shard, for appending.
pub(super) struct Log {
    path: PathBuf,
    file: Mutex<File>,
}

impl Log {
    pub(super) fn open(path: PathBuf) -> Result<Log, LabError> {
        let file = OpenOptions::new().append(true).create(true).open(&path);
        Ok(Log { file: Mutex::new(file.map_err(LabError::file("open", &path))?), path })
    }

    pub(super) fn append(&self, event: &Event) -> Result<(), LabError> {
        let mut line = serde_json::to_vec(event).expect("an event is data that JSON can hold");
        line.push(b'\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(&line).map_err(LabError::file("write", &self.path))
    }
}

/// The events of a shard. A line that a kill or a full disk has torn is left out.
pub(super) fn read(path: &Path) -> Result<Vec<Event>, LabError> {
    match fs::read(path) {
        Ok(text) => {
            let lines = text.split(|&byte| byte == b'\n');
            Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(LabError::file("read", path)(error)),
    }
}
