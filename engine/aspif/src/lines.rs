//! The output of a writer, line by line.
//!
//! The methods of a sink return no error: the first failed write is stored, later lines are dropped, and
//! [`Lines::finish`] returns the error.

use crate::bounded::{LONGEST_TERM, append, too_long};
use std::fmt::Display;
use std::io::{self, Write};

/// A buffered output of lines.
pub(crate) struct Lines<W: Write> {
    out: W,
    result: io::Result<()>,
}

impl<W: Write> Lines<W> {
    pub(crate) fn new(out: W) -> Lines<W> {
        Lines { out, result: Ok(()) }
    }

    /// Writes a line, including its line break.
    pub(crate) fn write(&mut self, line: &str) {
        if self.result.is_ok() {
            self.result = self.out.write_all(line.as_bytes());
        }
    }

    /// Stores an error, unless there is one: later lines are dropped.
    pub(crate) fn fail(&mut self, error: io::Error) {
        if self.result.is_ok() {
            self.result = Err(error);
        }
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.result.is_err()
    }

    /// Appends a value to a line that is not written yet. If the text is too long, that is the error of the
    /// output.
    pub(crate) fn append(&mut self, line: &mut String, value: &(impl Display + ?Sized)) {
        if self.result.is_ok() && !append(line, value, LONGEST_TERM) {
            self.fail(too_long());
        }
    }

    /// Flushes, and returns the first error.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.result?;
        self.out.flush()?;
        Ok(self.out)
    }
}
