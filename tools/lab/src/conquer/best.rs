//! The best answer set that any process has found: one file, which is replaced as a whole.

use super::cube::compare;
use crate::LabError;
use crate::cluster::replace;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fs::{self, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// The time between two looks at the file.
const PERIOD: Duration = Duration::from_millis(200);

/// An answer set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Best {
    /// Its costs, highest priority first; empty without an objective.
    pub costs: Vec<i64>,
    /// Its shown terms.
    pub shown: Vec<String>,
}

impl Best {
    /// The best answer set of a directory.
    ///
    /// # Errors
    /// If the file exists and cannot be read.
    pub fn of(directory: &Path) -> Result<Option<Best>, LabError> {
        let path = path(directory);
        match fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text).map(Some).map_err(|error| LabError::BadPlan {
                path,
                line: error.line(),
                reason: error.to_string(),
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(LabError::file("read", &path)(error)),
        }
    }

    /// Makes this the best answer set of a directory, unless there is one that is at least as good.
    ///
    /// # Errors
    /// If a file cannot be used.
    pub fn keep(&self, directory: &Path) -> Result<(), LabError> {
        let name = directory.join("best.lock");
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(&name);
        let lock = lock.map_err(LabError::file("open", &name))?;
        lock.lock().map_err(LabError::file("lock", &name))?;
        match Best::of(directory)? {
            Some(known) if compare(&known.costs, &self.costs) != Ordering::Greater => Ok(()),
            _ => replace(
                &path(directory),
                &serde_json::to_vec(self).expect("an answer set is data that JSON can hold"),
            ),
        }
    }
}

fn path(directory: &Path) -> PathBuf {
    directory.join("best.json")
}

/// Looks now and then whether another process has replaced the best answer set.
pub struct Lookout {
    path: PathBuf,
    looked: Instant,
    known: Option<SystemTime>,
}

impl Lookout {
    /// A lookout that takes the present file as known.
    pub fn new(directory: &Path) -> Lookout {
        let path = path(directory);
        let known = changed(&path);
        Lookout { path, looked: Instant::now(), known }
    }

    /// Whether the file has changed.
    pub fn has_news(&mut self) -> bool {
        if self.looked.elapsed() < PERIOD {
            return false;
        }
        self.looked = Instant::now();
        changed(&self.path) != self.known
    }
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}
