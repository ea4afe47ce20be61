//! The files of `--proof`: the proof, and beside it the problem that it is about.

use crate::messages::Messages;
use hamadryad::Control;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

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
    pub fn finish(self, control: &mut Control, messages: &Messages) -> Result<(), String> {
        let out = File::create(&self.problem).map_err(|error| said(&self.problem, &error))?;
        let written = control.finish_proof(&mut BufWriter::new(out));
        let axioms = written.map_err(|error| said(&self.proof, &error))?.unwrap_or(0);
        let (problem, proof) = (self.problem.display(), self.proof.display());
        let line = format!("--proof: {axioms} loop nogoods as axioms; to check it: veripb {problem} {proof}");
        messages.line("Info ", &line);
        Ok(())
    }
}

fn said(file: &Path, error: &io::Error) -> String {
    format!("--proof: {}: {error}", file.display())
}
