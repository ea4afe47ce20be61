//! Command lines: each line of the text is a word.

use std::ffi::OsString;

/// A command line is accepted, or refused with a message.
pub(crate) fn read(text: &str) {
    let words = std::iter::once("hamadryad").chain(text.lines()).map(OsString::from);
    if let Err(message) = hamadryad_cli::readers::options(words) {
        assert!(!message.trim().is_empty());
    }
}
