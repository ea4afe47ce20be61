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
struct Given<'a>(&'a [File]);

impl Files for Given<'_> {
    fn find(&mut self, name: &str, _: Option<&str>) -> Option<String> {
        self.0.iter().any(|file| file.name == name).then(|| name.to_owned())
    }

    fn read(&mut self, name: &str) -> Result<String, String> {
        let file = self.0.iter().find(|file| file.name == name);
        file.map(|file| file.text.clone()).ok_or_else(|| format!("there is no file `{name}`"))
    }

    fn places(&self) -> String {
        "the search covers the open files".to_owned()
    }
}

/// A control with the program of these files.
///
/// # Errors
/// `files` if two files have the same name; `program` with diagnostics if a text is no program.
pub(super) fn load(files: &[File]) -> Result<Control, Failure> {
    let mut control = Control::new();
    for (place, file) in files.iter().enumerate() {
        if files[..place].iter().any(|other| other.name == file.name) {
            return Err(Failure::new("files", format!("two files have the name `{}`", file.name)));
        }
    }
    for file in files {
        if let Err(error) = control.load_from(&mut Given(files), &file.name) {
            return Err(diagnostic::failure_of(&error, control.sources()));
        }
    }
    Ok(control)
}
