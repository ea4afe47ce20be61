//! The output of a writer, line by line.
//!
//! The methods of a sink return no error: the first failed write is stored, later lines are dropped, and
//! [`Lines::finish`] returns the error.

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

    /// Flushes, and returns the first error.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.result?;
        self.out.flush()?;
        Ok(self.out)
    }
}
