//! The files of `--proof`: the proof, and beside it the problem that it refers to.
//!
//! Both are written beside the files of an earlier run, and replace them when the proof is complete: an old
//! proof and a new problem are never together for longer than it takes to rename two files.

use crate::check::AnswerChecker;
use crate::file::{NewFile, cannot_write};
use crate::messages::Messages;
use hamadryad::Control;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The warning for several threads.
pub const THREADS: &str = "a proof is written by one thread: `--parallel-mode` is ignored";

/// The error for programs with steps.
pub const STEPS: &str = "`--proof` supports a single solve only, and `#include <incmode>` leads to several";

/// The files of a proof.
pub struct Files {
    proof: PathBuf,
    problem: PathBuf,
    new_proof: NewFile,
    new_problem: NewFile,
}

impl Files {
    /// Creates both files, and lets the control write the proof.
    ///
    /// # Errors
    /// The reason why this is impossible.
    pub fn begin(proof: &Path, control: &mut Control) -> Result<Files, String> {
        let problem = proof.with_extension("opb");
        if problem == proof {
            return Err("--proof: the problem is written to the file with the ending `.opb`: choose another name for the proof".into());
        }
        let new_problem = NewFile::begin(&problem).map_err(|error| said(&problem, &error))?;
        let new_proof = NewFile::begin(proof).map_err(|error| said(proof, &error))?;
        let out = new_proof.writer().map_err(|error| said(proof, &error))?;
        control.begin_proof(Box::new(BufWriter::new(out)));
        Ok(Files { proof: proof.to_owned(), problem, new_proof, new_problem })
    }

    /// Ends the proof, writes the problem, moves both to their names, and prints how to check them. Returns
    /// the name of the problem's file.
    ///
    /// # Errors
    /// The reason why this is impossible.
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

/// Checks the axioms of a written problem, until `stop`.
///
/// # Errors
/// The first axiom that cannot be verified.
pub fn check_axioms(
    problem: &Path,
    checker: &AnswerChecker,
    messages: &Messages,
    stop: &dyn Fn() -> bool,
) -> Result<(), String> {
    let text = std::fs::read_to_string(problem).map_err(|error| said(problem, &error))?;
    let (checked, all) = checker.check_axioms(&text, stop).map_err(|what| format!("--check: {what}"))?;
    let of_how_many =
        if checked < all { format!(" of {all}, then the run was stopped") } else { String::new() };
    messages.line("Info ", &format!("--check: {checked} axioms follow from the program{of_how_many}"));
    Ok(())
}

fn said(file: &Path, error: &io::Error) -> String {
    format!("--proof: {}", cannot_write(file, error))
}
