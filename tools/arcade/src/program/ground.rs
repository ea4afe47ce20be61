//! Grounding: the ground program as text.

use super::diagnostic::{self, DiagnosticView};
use super::files::{File, load_at_once};
use super::limited::Limited;
use crate::budget::Budget;
use crate::reply::Failure;
use crate::{Host, Stop};
use hamadryad::{Error, Part};
use hamadryad_aspif::{AspifWriter, TextWriter};
use serde::{Deserialize, Serialize};
use std::cell::Cell;

/// Arguments of `program.ground`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundCall {
    /// The program.
    pub files: Vec<File>,
    /// Whether the result is aspif, the input of solvers, instead of a logic program.
    #[serde(default)]
    pub aspif: bool,
    /// The time limit in seconds.
    pub seconds: f64,
}

/// A ground program.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ground {
    /// The text, or the beginning of it.
    pub text: String,
    /// The reason of an incomplete text: `time`, `memory`, `cancelled` or `length`, if it exceeds 4 MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<&'static str>,
    /// Warnings.
    pub diagnostics: Vec<DiagnosticView>,
}

/// Grounds a program.
///
/// # Errors
/// `program` with diagnostics if it cannot be grounded.
pub fn ground(call: &GroundCall, host: &dyn Host) -> Result<Ground, Failure> {
    let mut control = load_at_once(&call.files)?;
    let budget = Budget::seconds(host, call.seconds);
    let (mut text, is_full) = (Vec::new(), Cell::new(false));
    let stop = || is_full.get() || budget.is_over();
    let out = Limited::new(&mut text, &is_full);
    let result = if call.aspif {
        let mut writer = AspifWriter::new(out);
        let result = control.ground_into(&[Part::base()], &mut writer, &stop);
        // The only error is a full text.
        let _ = writer.finish();
        result
    } else {
        let mut writer = TextWriter::new(out);
        let result = control.ground_into(&[Part::base()], &mut writer, &stop);
        let _ = writer.finish();
        result
    };
    let cut = match result {
        _ if is_full.get() => Some("length"),
        Ok(()) => None,
        Err(Error::Interrupted) => Some(budget.stop().unwrap_or(Stop::Time).name()),
        Err(error) => return Err(diagnostic::failure_of(&error, control.sources())),
    };
    let warnings = control.take_warnings();
    let diagnostics = diagnostic::views(&warnings, control.sources());
    // The limit may divide a character.
    let text = String::from_utf8_lossy(&text).into_owned();
    Ok(Ground { text, cut, diagnostics })
}
