//! Calls about logic programs. A program is a list of files with names; nothing is read from the disk.

mod diagnostic;
mod draw;
mod examples;
mod explain;
mod files;
mod ground;
mod limited;
mod solve;

pub use diagnostic::DiagnosticView;
pub use draw::{Draw, Drawn, draw};
pub use examples::{EXAMPLES, Example};
pub use explain::{Explain, Explained, explain};
pub use files::File;
pub use ground::{Ground, GroundCall, ground};
pub use solve::{AnswerView, Solve, Solved, solve};

use crate::reply::Failure;
use hamadryad_syntax::Sources;
use serde::Deserialize;

/// Arguments of `program.format`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Format {
    /// The name of the file, for diagnostics.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A formatted program.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct Formatted {
    /// The text.
    pub text: String,
}

/// Formats a program.
///
/// # Errors
/// `program` with diagnostics if the text is no program.
pub fn format(call: &Format) -> Result<Formatted, Failure> {
    let mut sources = Sources::new();
    let file = sources.add(&call.name, &call.text);
    let text = hamadryad_syntax::format(&sources, file)
        .map_err(|errors| diagnostic::failure(&errors, &sources, "the text is no program"))?;
    Ok(Formatted { text })
}
