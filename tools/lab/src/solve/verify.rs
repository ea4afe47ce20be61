//! Verification of an answer set by a second run.
//!
//! The atoms that a solver shows are only a part of its answer set. The second run searches for an answer set of the same
//! program with all of them, and with at most the claimed costs; the independent checker tests what it finds. If there is
//! none, the answer is wrong. Programs that show terms are left out: a shown term need not be an atom.

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
    // Consequences are no answer set.
    let is_claimed = answer.verdict != Verdict::Unsatisfiable && answer.consequences.is_none();
    let Some(atoms) = answer.atoms.as_ref().filter(|_| is_claimed) else { return Ok(None) };
    let files: Vec<PathBuf> = task.encoding.iter().cloned().chain([instance.to_path_buf()]).collect();
    for file in &files {
        let text = fs::read(file).map_err(LabError::file("read", file))?;
        if may_show_terms(&String::from_utf8_lossy(&text)) {
            return Ok(None);
        }
    }
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
    let program = supervisor.program().display().to_string().replace('\'', "'\\''");
    let constants = constants(&task.options);
    let command = format!("exec '{program}' solve --check --quiet --warn=none {mode} {constants} \"$@\" 1");
    let files: Vec<PathBuf> = files.into_iter().chain([path]).collect();
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

/// Whether a text may have a statement `#show term : condition`, or includes another text.
fn may_show_terms(text: &str) -> bool {
    let shows = text.split("#show").skip(1);
    shows.into_iter().any(|rest| rest.split('.').next().is_some_and(|statement| statement.contains(':')))
        || text.contains("#include")
}

/// The options that define constants, and so change the program; all others belong to the solver.
fn constants(options: &str) -> String {
    let mut kept = Vec::new();
    let mut words = options.split_whitespace();
    while let Some(word) = words.next() {
        if word == "-c" || word == "--const" {
            kept.push(word);
            kept.extend(words.next());
        } else if word.starts_with("-c") || word.starts_with("--const=") {
            kept.push(word);
        }
    }
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_constants_are_taken_over() {
        let options = "--opt-mode=optN -c n=3 0 -ck=4 --const=m=5 -q --const l=6";
        assert_eq!(constants(options), "-c n=3 -ck=4 --const=m=5 --const l=6");
        assert_eq!(constants("--configuration=handy"), "");
    }

    #[test]
    fn statements_that_show_terms_are_found() {
        assert!(may_show_terms("a. #show f(X) : a(X)."));
        assert!(may_show_terms("#include \"b.lp\"."));
        assert!(!may_show_terms("#show a/1. b :- c. #show."));
    }
}
