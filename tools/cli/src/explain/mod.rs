//! `hamadryad explain`: reads a program, and explains its answers or why it has none.
//!
//! A question is a module: `conflict.rs` asks why there is no answer, and for repairs; `why.rs` why an atom is true,
//! or not, in the answer that `answer.rs` selects; `cost.rs` why no answer costs less. `asking.rs` has what all
//! questions need: the program, the limit, the output.

mod answer;
mod arguments;
mod asking;
mod conflict;
mod cost;
mod json;
mod why;

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
    if arguments.why.is_asked() {
        return why::run(asking);
    }
    if arguments.cost.is_asked() {
        return cost::run(asking);
    }
    conflict::run(asking)
}
