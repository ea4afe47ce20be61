//! The files of `--proof`: the proof, and beside it the problem that it is about.

use super::check::Judge;
use crate::messages::Messages;
use hamadryad::Control;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// What becomes of several threads.
pub const THREADS: &str = "a proof is written by one thread: `--parallel-mode` counts for nothing";

/// Why programs with steps are not proven.
pub const STEPS: &str = "a proof is of a single solve, and `#include <incmode>` makes many";

/// Where a proof is written to.
pub struct Files {
    proof: PathBuf,
    problem: PathBuf,
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
        let files = Files { proof: proof.to_owned(), problem };
        File::create(&files.problem).map_err(|error| said(&files.problem, &error))?;
        let out = File::create(proof).map_err(|error| said(proof, &error))?;
        control.begin_proof(Box::new(BufWriter::new(out)));
        Ok(files)
    }

    /// There is no answer, and so no proof.
    pub fn discard(self) {
        // What cannot be removed harms nobody.
        let _ = std::fs::remove_file(&self.proof);
        let _ = std::fs::remove_file(&self.problem);
    }

    /// Ends the proof, writes the problem, and says how they are checked.
    ///
    /// # Errors
    /// Where that is not possible, why.
    pub fn finish(&self, control: &mut Control, messages: &Messages) -> Result<(), String> {
        let out = File::create(&self.problem).map_err(|error| said(&self.problem, &error))?;
        let written = control.finish_proof(&mut BufWriter::new(out));
        let axioms = written.map_err(|error| said(&self.proof, &error))?.unwrap_or(0);
        let (problem, proof) = (self.problem.display(), self.proof.display());
        let line =
            format!("--proof: {axioms} axioms beside the rules; to check it: veripb {problem} {proof}");
        messages.line("Info ", &line);
        Ok(())
    }

    /// Lets a judge look at the axioms that were written, until it is told to stop.
    ///
    /// # Errors
    /// The first that cannot be seen to hold.
    pub fn judge(&self, judge: &Judge, messages: &Messages, stop: &dyn Fn() -> bool) -> Result<(), String> {
        let problem = std::fs::read_to_string(&self.problem).map_err(|error| said(&self.problem, &error))?;
        let (judged, all) = judge.judge_axioms(&problem, stop).map_err(|what| format!("--check: {what}"))?;
        let of_how_many =
            if judged < all { format!(" of {all}, then it was stopped") } else { String::new() };
        messages.line("Info ", &format!("--check: {judged} axioms follow from the program{of_how_many}"));
        Ok(())
    }
}

fn said(file: &Path, error: &io::Error) -> String {
    format!("--proof: {}: {error}", file.display())
}
