//! The readers of the command line, without files, output and exit codes, for tests and fuzzers.
//!
//! Each function processes a text as a command does before it writes anything, and returns the result as
//! text.

use crate::{arguments, show, snake};
use std::ffi::OsString;

/// Reads a command line; its first word is the name of the program.
///
/// # Errors
/// The error message, or the text of the help.
pub fn options(words: impl IntoIterator<Item = OsString>) -> Result<String, String> {
    match arguments::read(words) {
        Ok(arguments) => Ok(format!("{:?}", arguments.command)),
        Err(error) => Err(error.message),
    }
}

/// Reads a position of Snake with its apple (`snake next --start`), and writes it as JSON.
///
/// # Errors
/// The message.
pub fn position(text: &str) -> Result<String, String> {
    snake::position::rewritten(text)
}

/// Reads a game (`snake play --save`) on a board of at most `cells` cells, and returns its last picture as
/// SVG.
///
/// # Errors
/// The message.
pub fn game(text: &str, cells: usize) -> Result<String, String> {
    show::last_picture(text, cells)
}
