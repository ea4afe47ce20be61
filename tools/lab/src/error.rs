//! Errors of the lab, each with a hint.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Errors of experiments and reports.
#[derive(Debug)]
pub enum LabError {
    /// A file or directory cannot be read or written.
    File {
        /// The path.
        path: PathBuf,
        /// The operation: "read", "write", "create".
        verb: &'static str,
        /// The reason from the system.
        error: io::Error,
    },
    /// Another process writes records to the directory.
    Locked {
        /// The directory.
        path: PathBuf,
    },
    /// A line is no record.
    Damaged {
        /// The file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// The message of the reader.
        reason: String,
    },
    /// The directory contains no records.
    NoRecords {
        /// The directory.
        path: PathBuf,
    },
    /// Python cannot run clingo.
    NoClingo {
        /// The Python interpreter.
        python: PathBuf,
        /// Its last message.
        reason: String,
    },
    /// A figure cannot be drawn.
    Figure {
        /// The message of the library.
        reason: String,
    },
}

impl LabError {
    pub(crate) fn file(verb: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { path, verb, error }
    }

    /// A hint for the user.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::File { .. } | Self::Figure { .. } => None,
            Self::Locked { .. } => Some("wait until it has ended, or choose another directory".to_string()),
            Self::Damaged { line, .. } => Some(format!(
                "delete line {line}, and run the command again, which plays the game of this line once more"
            )),
            Self::NoRecords { .. } => {
                Some("`hamadryad lab run snake-approaches --out DIR` writes records".to_string())
            }
            Self::NoClingo { .. } => Some(
                "`pip install clingo` installs one; `--clingo-python PATH` names the Python that has it"
                    .to_string(),
            ),
        }
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, verb, error } => write!(f, "cannot {verb} `{}`: {error}", path.display()),
            Self::Locked { path } => write!(f, "another process writes to `{}`", path.display()),
            Self::Damaged { path, line, reason } => {
                write!(f, "`{}`, line {line}, is not a record: {reason}", path.display())
            }
            Self::NoRecords { path } => write!(f, "there are no records in `{}`", path.display()),
            Self::NoClingo { python, reason } => {
                write!(f, "`{}` cannot run clingo: {reason}", python.display())
            }
            Self::Figure { reason } => write!(f, "a figure cannot be drawn: {reason}"),
        }
    }
}

impl std::error::Error for LabError {}
