//! The files of `--proof`: the proof, and beside it the problem that it is about.
//!
//! Both are written beside the files of an earlier run, and take their places when the proof is complete: an
//! old proof never stands beside a new problem for longer than it takes to rename two files.

use super::check::Judge;
use crate::file::{NewFile, cannot_write};
use crate::messages::Messages;
use hamadryad::Control;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// What becomes of several threads.
pub const THREADS: &str = "a proof is written by one thread: `--parallel-mode` counts for nothing";

/// Why programs with steps are not proven.
pub const STEPS: &str = "a proof is of a single solve, and `#include <incmode>` makes many";

/// Where a proof is written to.
pub struct Files {
    proof: PathBuf,
    problem: PathBuf,
    new_proof: NewFile,
    new_problem: NewFile,
}

impl Files {
    /// Creates both, and lets the control write.
    ///
    /// # Errors
    /// Where that is not possible, why.
    pub fn begin(proof: &Path, control: &mut Control) -> Result<Files, String> {
        let problem = proof.with_extension("opb");
        if problem == proof {
            return Err("--proof: the problem is written to the file with `.opb`, so that the proof needs another name".into());
        }
        let new_problem = NewFile::begin(&problem).map_err(|error| said(&problem, &error))?;
        let new_proof = NewFile::begin(proof).map_err(|error| said(proof, &error))?;
        let out = new_proof.writer().map_err(|error| said(proof, &error))?;
        control.begin_proof(Box::new(BufWriter::new(out)));
        Ok(Files { proof: proof.to_owned(), problem, new_proof, new_problem })
    }

    /// Ends the proof, writes the problem, puts both in their places, and says how they are checked. Returns
    /// the name of the problem's file.
    ///
    /// # Errors
    /// Where that is not possible, why.
    pub fn finish(self, control: &mut Control, messages: &Messages) -> Result<PathBuf, String> {
        let Files { proof, problem, new_proof, mut new_problem } = self;
        let mut out = BufWriter::new(&mut new_problem);
        let axioms = control.finish_proof(&mut out).map_err(|error| said(&proof, &error))?.unwrap_or(0);
        out.flush().map_err(|error| said(&problem, &error))?;
        drop(out);
        new_problem.finish().map_err(|error| said(&problem, &error))?;
        new_proof.finish().map_err(|error| said(&proof, &error))?;
        let (shown, proof) = (problem.display(), proof.display());
        let line = format!("--proof: {axioms} axioms beside the rules; to check it: veripb {shown} {proof}");
        messages.line("Info ", &line);
        Ok(problem)
    }
}

/// Lets a judge look at the axioms of a problem that was written, until it is told to stop.
///
/// # Errors
/// The first that cannot be seen to hold.
pub fn judge(
    problem: &Path,
    judge: &Judge,
    messages: &Messages,
    stop: &dyn Fn() -> bool,
) -> Result<(), String> {
    let text = std::fs::read_to_string(problem).map_err(|error| said(problem, &error))?;
    let (judged, all) = judge.judge_axioms(&text, stop).map_err(|what| format!("--check: {what}"))?;
    let of_how_many = if judged < all { format!(" of {all}, then it was stopped") } else { String::new() };
    messages.line("Info ", &format!("--check: {judged} axioms follow from the program{of_how_many}"));
    Ok(())
}

fn said(file: &Path, error: &io::Error) -> String {
    format!("--proof: {}", cannot_write(file, error))
}
