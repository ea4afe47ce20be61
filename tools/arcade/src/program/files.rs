//! The files of a request as a program.

use super::diagnostic;
use crate::reply::Failure;
use hamadryad::{Control, Files};
use serde::Deserialize;

/// A file of a program.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The name: `#include "NAME".` refers to it.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The files of a request; no other file exists.
struct Given<'a> {
    files: &'a [File],
    /// Whether the program includes `<incmode>`.
    is_incremental: bool,
}

/// A program that is loaded.
pub(super) struct Loaded {
    pub(super) control: Control,
    /// Whether its parts are to be grounded and solved in turn.
    pub(super) is_incremental: bool,
}

impl Files for Given<'_> {
    fn find(&mut self, name: &str, _: Option<&str>) -> Option<String> {
        self.files.iter().any(|file| file.name == name).then(|| name.to_owned())
    }

    fn read(&mut self, name: &str) -> Result<String, String> {
        let file = self.files.iter().find(|file| file.name == name);
        file.map(|file| file.text.clone()).ok_or_else(|| format!("there is no file `{name}`"))
    }

    fn places(&self) -> String {
        "the search covers the open files".to_owned()
    }

    fn is_built_in(&mut self, name: &str) -> bool {
        self.is_incremental |= name == "incmode";
        name == "incmode"
    }
}

/// Loads the program of these files.
///
/// # Errors
/// `files` if two files have the same name; `program` with diagnostics if a text is no program.
pub(super) fn load(files: &[File]) -> Result<Loaded, Failure> {
    let mut control = Control::new();
    for (place, file) in files.iter().enumerate() {
        if files[..place].iter().any(|other| other.name == file.name) {
            return Err(Failure::new("files", format!("two files have the name `{}`", file.name)));
        }
    }
    let mut given = Given { files, is_incremental: false };
    for file in files {
        if let Err(error) = control.load_from(&mut given, &file.name) {
            return Err(diagnostic::failure_of(&error, control.sources()));
        }
    }
    Ok(Loaded { control, is_incremental: given.is_incremental })
}

/// As [`load`], for calls that ground the whole program at once.
///
/// # Errors
/// As [`load`]; `program` for a program with `#include <incmode>`.
pub(super) fn load_at_once(files: &[File]) -> Result<Control, Failure> {
    let Loaded { control, is_incremental } = load(files)?;
    let message = "a program with `#include <incmode>` is grounded and solved in turn: show its answers";
    if is_incremental { Err(Failure::new("program", message)) } else { Ok(control) }
}
