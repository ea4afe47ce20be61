//! Verification of an answer set by a second run.
//!
//! The atoms that a solver shows are only a part of its answer set. The second run searches for an answer set of the same
//! program with all of them, and with at most the claimed costs; the independent checker tests what it finds. If there is
//! none, the answer is wrong.

use super::answer::{Answer, Verdict};
use super::limits::Limits;
use super::player::{Supervised, Supervisor};
use super::task::SolveTask;
use crate::LabError;
use std::fs;
use std::path::{Path, PathBuf};

/// Whether the answer set exists; `None` if there is nothing to verify, or the second run does not end in time.
pub(super) fn verify(
    task: &SolveTask,
    instance: &Path,
    answer: &Answer,
    supervisor: &Supervisor,
    folder: &Path,
    stop: &dyn Fn() -> bool,
) -> Result<Option<bool>, LabError> {
    let is_claimed = answer.verdict != Verdict::Unsatisfiable;
    let Some(atoms) = answer.atoms.as_ref().filter(|_| is_claimed) else { return Ok(None) };
    let path = folder.join("claimed.lp");
    let claims: String = atoms.iter().map(|atom| format!(":- not {atom}.\n")).collect();
    fs::write(&path, claims).map_err(LabError::file("write", &path))?;
    let mode = match &answer.costs {
        Some(costs) if !costs.is_empty() => {
            let costs = costs.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
            format!("--opt-mode=enum,{costs}")
        }
        _ => "--opt-mode=ignore".to_string(),
    };
    let program = supervisor.program().display().to_string();
    let command = format!(
        "exec '{}' solve --check --quiet --warn=none {mode} {} \"$@\" 1",
        program.replace('\'', "'\\''"),
        task.options
    );
    let files: Vec<PathBuf> = task.encoding.iter().cloned().chain([instance.to_path_buf(), path]).collect();
    let limits = Limits { cpu: task.limit, memory: task.memory as f64, grace: 1.0 };
    let Supervised { usage, .. } = match supervisor.run(&command, &files, &limits, folder, stop)? {
        Some(run) => run,
        None => return Ok(None),
    };
    Ok(match usage.code {
        Some(10 | 30) if usage.hit.is_none() => Some(true),
        Some(20) if usage.hit.is_none() => Some(false),
        _ => None,
    })
}
