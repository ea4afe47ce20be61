//! `hamadryad explain`: reads a program, and explains its answers or why it has none.
//!
//! A question is a module: `conflict.rs` asks why there is no answer, and for repairs. `asking.rs` has what all
//! questions need: the program, the limit, the output.

mod arguments;
mod asking;
mod conflict;
mod json;

pub use arguments::ExplainArguments;

use crate::session::Session;
use asking::Asking;
use std::io::{self, IsTerminal};

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &ExplainArguments) -> io::Result<u8> {
    let shows_progress = io::stderr().is_terminal() && !io::stdout().is_terminal();
    let session = match Session::begin(&arguments.program, arguments.files.clone(), shows_progress) {
        Ok(session) => session,
        Err(code) => return Ok(code),
    };
    let asking = match Asking::begin(arguments, &session) {
        Ok(asking) => asking,
        Err(code) => return Ok(code),
    };
    conflict::run(asking)
}
