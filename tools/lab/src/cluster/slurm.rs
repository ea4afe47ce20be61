//! The commands of Slurm: `sbatch`, `squeue`, `sacct`, `scontrol`.

use crate::LabError;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

/// The largest number of elements of a job array where the cluster does not tell.
const ARRAY: u32 = 1000;

/// An element of a job array in the queue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Element {
    /// The name of the job.
    pub name: String,
    /// The number of the job array.
    pub job: String,
    /// The place in the array.
    pub index: u32,
    /// Slurm's short form of the state: `PD`, `R`, `CG`, …
    pub state: String,
    /// The reason why it waits.
    pub reason: String,
}

impl Element {
    pub(super) fn is_running(&self) -> bool {
        self.state != "PD"
    }
}

/// Submits a script as a job array; returns the number of the job.
pub(super) fn sbatch<S: AsRef<OsStr>>(arguments: &[S], script: &Path) -> Result<String, LabError> {
    let mut command = Command::new("sbatch");
    command.arg("--parsable").args(arguments).arg(script);
    let answer = run(command)?;
    Ok(answer.trim().split(';').next().unwrap_or_default().to_string())
}

/// The elements in the queue of jobs with one of these names.
pub(super) fn queue(names: &[String]) -> Result<Vec<Element>, LabError> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let mut command = Command::new("squeue");
    command.args(["--noheader", "--array", "--states=all", "--format=%j|%F|%K|%t|%r"]);
    command.arg(format!("--name={}", names.join(",")));
    Ok(run(command)?.lines().filter_map(element).filter(|element| is_active(&element.state)).collect())
}

fn element(line: &str) -> Option<Element> {
    let mut fields = line.trim().splitn(5, '|');
    let mut next = || fields.next().map(str::trim);
    let (name, job, index) = (next()?.to_string(), next()?.to_string(), next()?.parse().ok()?);
    let (state, reason) = (next()?.to_string(), next()?.to_string());
    Some(Element { name, job, index, state, reason })
}

/// Whether an element in this state has not ended: pending, requeued, running, suspended, completing, and so on.
fn is_active(state: &str) -> bool {
    !matches!(state, "CD" | "CA" | "F" | "TO" | "NF" | "OOM" | "BF" | "DL" | "PR" | "RV")
}

/// Removes jobs from the queue, and ends them.
pub(super) fn cancel(jobs: &[String]) -> Result<(), LabError> {
    if jobs.is_empty() {
        return Ok(());
    }
    let mut command = Command::new("scancel");
    command.args(jobs);
    run(command).map(drop)
}

/// The states of ended elements of a job, by their place in the array: `TIMEOUT`, `OUT_OF_MEMORY`, … Empty where the
/// cluster keeps no accounts.
pub(super) fn ended_states(job: &str) -> HashMap<u32, String> {
    let mut command = Command::new("sacct");
    command.args(["--noheader", "--allocations", "--parsable2", "--format=JobID,State", "--jobs", job]);
    let Ok(answer) = run(command) else { return HashMap::new() };
    answer.lines().filter_map(ended).collect()
}

/// `12_3|CANCELLED by 0` is element 3 in the state CANCELLED.
fn ended(line: &str) -> Option<(u32, String)> {
    let (job, state) = line.split_once('|')?;
    let (_, index) = job.split_once('_')?;
    Some((index.parse().ok()?, state.split(' ').next()?.to_string()))
}

/// The largest number of elements of a job array.
pub(super) fn longest_array() -> u32 {
    let mut command = Command::new("scontrol");
    command.args(["show", "config"]);
    let configuration = run(command).unwrap_or_default();
    let line = configuration.lines().find(|line| line.starts_with("MaxArraySize"));
    // Slurm counts places from 0 to MaxArraySize - 1.
    line.and_then(|line| line.split('=').nth(1)?.trim().parse().ok()).unwrap_or(ARRAY).max(1)
}

/// Runs a command; returns what it has written to standard output.
fn run(mut command: Command) -> Result<String, LabError> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = match command.output() {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(LabError::NoSlurm { command: name }),
        Err(error) => return Err(LabError::Slurm { command: name, reason: error.to_string() }),
    };
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr).trim().to_string();
        let reason = if reason.is_empty() { output.status.to_string() } else { reason };
        return Err(LabError::Slurm { command: name, reason });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_queue_are_read() {
        let found = element("hamadryad-1-ab.0|12|3|PD|(Resources | Priority)").expect("it is an element");
        assert_eq!((found.job.as_str(), found.index, found.state.as_str()), ("12", 3, "PD"));
        assert_eq!(found.reason, "(Resources | Priority)");
        assert_eq!(element("hamadryad|12|N/A|R|None"), None);
        assert!(is_active("R") && is_active("PD") && is_active("CG") && !is_active("TO"));
    }

    #[test]
    fn lines_of_the_accounts_are_read() {
        assert_eq!(ended("12_3|CANCELLED by 0"), Some((3, "CANCELLED".to_string())));
        assert_eq!(ended("12|COMPLETED"), None);
    }
}
