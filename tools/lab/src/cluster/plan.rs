//! Plans: the tasks of an experiment as lines of JSON.
//!
//! ```text
//! {"format":2,"version":"0.1.0","experiment":"planners","options":{}}
//! {"shard":0,"task":{"configuration":{"planner":"splice","rows":6,"cols":6,"rules":"standard"},"seed":1}}
//! ```

use crate::{Job, LabError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The version of the format of plans and submissions.
pub(super) const FORMAT: u32 = 2;

/// A task that plans can hold.
pub trait Planned: Job + Serialize + DeserializeOwned {}

impl<T: Job + Serialize + DeserializeOwned> Planned for T {}

/// Options of the player, which are the same for all tasks of a plan.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlayerOptions {
    /// Whether the guarantee of an agent is checked after every step.
    #[serde(default, skip_serializing_if = "is_false")]
    pub check: bool,
    /// The Python that has clingo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clingo_python: Option<PathBuf>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_false(value: &bool) -> bool {
    !value
}

/// The first line of a plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    pub(super) format: u32,
    /// The version of the program that made the plan.
    pub version: String,
    /// The name of the experiment.
    pub experiment: String,
    /// The options of the player.
    pub options: PlayerOptions,
}

impl Header {
    /// The header of a plan for an experiment.
    pub fn new(experiment: &str, options: PlayerOptions) -> Header {
        let version = env!("CARGO_PKG_VERSION").to_string();
        Header { format: FORMAT, version, experiment: experiment.to_string(), options }
    }
}

#[derive(Serialize)]
struct LineOf<'t, T> {
    shard: u32,
    task: &'t T,
}

#[derive(Deserialize)]
struct Line<T> {
    shard: u32,
    task: T,
}

/// The text of a plan.
pub(super) fn text<'t, T: Planned + 't>(
    header: &Header,
    tasks: impl Iterator<Item = (u32, &'t T)>,
) -> Vec<u8> {
    let mut text = serde_json::to_vec(header).expect("a header is data that JSON can hold");
    text.push(b'\n');
    lines(&mut text, tasks);
    text
}

fn lines<'t, T: Planned + 't>(text: &mut Vec<u8>, tasks: impl Iterator<Item = (u32, &'t T)>) {
    for (shard, task) in tasks {
        serde_json::to_writer(&mut *text, &LineOf { shard, task })
            .expect("a task is data that JSON can hold");
        text.push(b'\n');
    }
}

/// The text of a plan whose tasks are in the order of their shards, and the place at which the lines of each shard begin.
pub(super) fn text_by_shard<T: Planned>(
    header: &Header,
    shards: u32,
    tasks: &[&T],
    shard_of: impl Fn(usize) -> u32,
) -> (Vec<u8>, Vec<u64>) {
    let mut parts: Vec<Vec<&T>> = vec![Vec::new(); shards as usize];
    for (place, &task) in tasks.iter().enumerate() {
        parts[shard_of(place) as usize].push(task);
    }
    let mut all = text::<T>(header, std::iter::empty());
    let mut starts = Vec::new();
    for (shard, part) in (0..).zip(parts) {
        starts.push(all.len() as u64);
        lines(&mut all, part.into_iter().map(|task| (shard, task)));
    }
    (all, starts)
}

/// Calls a function with the tasks of one shard, whose lines begin at a place.
pub(super) fn for_each_of_shard<T: Planned>(
    path: &Path,
    start: u64,
    shard: u32,
    mut found: impl FnMut(T),
) -> Result<(), LabError> {
    let (_, mut file) = open(path)?;
    file.seek(SeekFrom::Start(start)).map_err(LabError::file("read", path))?;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if file.read_until(b'\n', &mut line).map_err(LabError::file("read", path))? == 0 {
            break;
        }
        let Line { shard: its, task } = serde_json::from_slice(&line).map_err(|error| LabError::BadPlan {
            path: path.into(),
            line: number,
            reason: format!("{error}; lines are counted from those of shard {shard}"),
        })?;
        if its != shard {
            break;
        }
        found(task);
    }
    Ok(())
}

/// The header of a plan.
///
/// # Errors
/// If the file is missing or no plan of this version.
pub fn header(path: &Path) -> Result<Header, LabError> {
    Ok(open(path)?.0)
}

/// Calls a function with all tasks of a plan, their shards and their places from 0.
pub(super) fn for_each<T: Planned>(
    path: &Path,
    mut found: impl FnMut(usize, u32, T),
) -> Result<Header, LabError> {
    let (header, mut lines) = open(path)?;
    let mut line = Vec::new();
    for place in 0.. {
        line.clear();
        if lines.read_until(b'\n', &mut line).map_err(LabError::file("read", path))? == 0 {
            break;
        }
        let Line { shard, task } = serde_json::from_slice(&line).map_err(|error| LabError::BadPlan {
            path: path.into(),
            line: place + 2,
            reason: error.to_string(),
        })?;
        found(place, shard, task);
    }
    Ok(header)
}

fn open(path: &Path) -> Result<(Header, BufReader<File>), LabError> {
    #[derive(Deserialize)]
    struct Version {
        format: u32,
        version: String,
    }
    let file = File::open(path).map_err(LabError::file("read", path))?;
    let mut lines = BufReader::new(file);
    let mut first = Vec::new();
    lines.read_until(b'\n', &mut first).map_err(LabError::file("read", path))?;
    let bad = |error: serde_json::Error| LabError::BadPlan {
        path: path.into(),
        line: 1,
        reason: error.to_string(),
    };
    let Version { format, version } = serde_json::from_slice(&first).map_err(bad)?;
    if format != FORMAT {
        return Err(LabError::OtherVersion { path: path.into(), version });
    }
    Ok((serde_json::from_slice(&first).map_err(bad)?, lines))
}
