//! The files of submissions in the directory of an experiment.

use crate::LabError;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const SUBMISSIONS: &str = "submissions";

/// The files of one submission.
#[derive(Clone, Debug)]
pub(super) struct Files {
    folder: PathBuf,
    number: u32,
}

impl Files {
    /// The files of a submission that may exist.
    pub(super) fn of(directory: &Path, number: u32) -> Files {
        Files { folder: directory.join(SUBMISSIONS).join(number.to_string()), number }
    }

    /// Makes the folders of the next submission.
    pub(super) fn create(directory: &Path) -> Result<Files, LabError> {
        let number = numbers(directory)?.last().map_or(1, |last| last + 1);
        let files = Files::of(directory, number);
        for folder in [files.folder.join("events"), files.folder.join("log")] {
            fs::create_dir_all(&folder).map_err(LabError::file("create", &folder))?;
        }
        Ok(files)
    }

    pub(super) fn number(&self) -> u32 {
        self.number
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn plan(&self) -> PathBuf {
        self.folder.join("tasks.jsonl")
    }

    pub(super) fn description(&self) -> PathBuf {
        self.folder.join("submission.json")
    }

    pub(super) fn script(&self) -> PathBuf {
        self.folder.join("script.sh")
    }

    pub(super) fn events(&self, shard: u32) -> PathBuf {
        self.folder.join("events").join(format!("{shard}.jsonl"))
    }

    /// The output of the job of a shard. `%x` is the name of its array, which ends with the first shard, `%a` the
    /// place in it.
    pub(super) fn log(&self, array: &str, place: u32) -> PathBuf {
        self.folder.join("log").join(format!("{array}.{place}.txt"))
    }

    /// The name of the journal of a shard.
    pub(super) fn journal(&self, shard: u32) -> String {
        format!("{}-{shard}", self.number)
    }
}

/// The numbers of the submissions of a directory, in ascending order.
pub(super) fn numbers(directory: &Path) -> Result<Vec<u32>, LabError> {
    let folder = directory.join(SUBMISSIONS);
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(LabError::file("read", folder)(error)),
    };
    let mut numbers = Vec::new();
    for entry in entries {
        let name = entry.map_err(LabError::file("read", &folder))?.file_name();
        numbers.extend(name.to_str().and_then(|name| name.parse::<u32>().ok()));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// Replaces a file: it is either complete or unchanged, also on a full disk.
pub(crate) fn replace(path: &Path, content: &[u8]) -> Result<(), LabError> {
    let temporary = path.with_extension("tmp");
    let written = fs::write(&temporary, content)
        .and_then(|()| fs::File::open(&temporary)?.sync_all())
        .and_then(|()| fs::rename(&temporary, path));
    written.inspect_err(|_| drop(fs::remove_file(&temporary))).map_err(LabError::file("write", path))
}
