//! The problem of a directory: a ground program, what is asked of it, and the settings of the solver.

use super::halves::{GroupFinder, Groups};
use crate::LabError;
use crate::cluster::replace;
use hamadryad::{Config, Control, ReadError, Reader, Symbols};
use hamadryad_configuration::Configuration;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// The version of the format of the files.
const FORMAT: u32 = 2;

/// A question about a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Whether an answer set exists.
    Satisfiable,
    /// An answer set with the lowest costs.
    Optimum,
    /// The number of answer sets.
    Count,
}

/// The problem of a directory, as in `problem.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    format: u32,
    version: String,
    /// The question.
    pub question: Question,
    /// Keys of clingo's configuration with their values, such as `solver.opt_strategy` and `usc`.
    pub settings: Vec<(String, String)>,
}

impl Problem {
    /// A problem of this version.
    pub fn new(question: Question, settings: Vec<(String, String)>) -> Problem {
        Problem { format: FORMAT, version: env!("CARGO_PKG_VERSION").to_string(), question, settings }
    }

    /// Writes the problem and its ground program, or checks that the directory has them already. Returns whether it had.
    ///
    /// # Errors
    /// If a file cannot be used, or the directory has another problem.
    pub fn keep(&self, directory: &Path, ground: &[u8]) -> Result<bool, LabError> {
        let (description, program) = (description(directory), program(directory));
        if description.exists() {
            let kept = fs::read(&program).map_err(LabError::file("read", &program))?;
            return match Problem::of(directory)? == *self && kept == ground {
                true => Ok(true),
                false => Err(LabError::OtherProblem { path: directory.into() }),
            };
        }
        fs::create_dir_all(directory).map_err(LabError::file("create", directory))?;
        replace(&program, ground)?;
        let text = serde_json::to_vec_pretty(self).expect("a problem is data that JSON can hold");
        replace(&description, &text)?;
        Ok(false)
    }

    /// The problem of a directory.
    ///
    /// # Errors
    /// If it has none of this version.
    pub fn of(directory: &Path) -> Result<Problem, LabError> {
        #[derive(Deserialize)]
        struct Version {
            format: u32,
            version: String,
        }
        let path = description(directory);
        let text = fs::read(&path).map_err(LabError::file("read", &path))?;
        let bad = |error: serde_json::Error| LabError::BadPlan {
            path: path.clone(),
            line: error.line(),
            reason: error.to_string(),
        };
        let Version { format, version } = serde_json::from_slice(&text).map_err(bad)?;
        if format != FORMAT {
            return Err(LabError::OtherVersion { path, version });
        }
        serde_json::from_slice(&text).map_err(bad)
    }

    /// A control with the ground program of a directory.
    ///
    /// # Errors
    /// If the ground program cannot be read.
    pub fn control(&self, directory: &Path) -> Result<Control, LabError> {
        let mut configuration = Configuration::new();
        for (key, value) in &self.settings {
            // The command line has checked the settings.
            let _ = configuration.set_path(key, value);
        }
        let mut config = Config::default();
        configuration.apply(&mut config);
        let mut control = Control::with_config(config);
        for_each_step(directory, |reader| control.read_step(reader))?;
        Ok(control)
    }

    /// The groups of atoms of the ground program of a directory.
    ///
    /// # Errors
    /// If the ground program cannot be read.
    pub(super) fn groups(directory: &Path) -> Result<Groups, LabError> {
        let (mut finder, mut symbols) = (GroupFinder::default(), Symbols::new());
        for_each_step(directory, |reader| reader.read_step(&mut symbols, &mut finder))?;
        Ok(finder.finish())
    }
}

/// Reads the ground program of a directory. `read_step` returns whether there was a step.
fn for_each_step(
    directory: &Path,
    mut read_step: impl FnMut(&mut Reader<'_>) -> Result<bool, ReadError>,
) -> Result<(), LabError> {
    let path = program(directory);
    let text = fs::read_to_string(&path).map_err(LabError::file("read", &path))?;
    let bad = |error: ReadError| LabError::BadPlan {
        path: path.clone(),
        line: text[..error.place.start.min(text.len())].matches('\n').count() + 1,
        reason: error.message,
    };
    let mut reader = Reader::new(&text).map_err(bad)?;
    while read_step(&mut reader).map_err(bad)? {}
    Ok(())
}

fn description(directory: &Path) -> PathBuf {
    directory.join("problem.json")
}

/// The path of the ground program of a directory.
pub fn program(directory: &Path) -> PathBuf {
    directory.join("problem.aspif")
}
