//! Where the lines of a writer go.
//!
//! A sink has no way to refuse a statement: the first write that fails is kept, silences the rest, and comes out of
//! [`Lines::finish`].

use std::io::{self, Write};

/// Lines on their way out.
pub(crate) struct Lines<W: Write> {
    out: W,
    result: io::Result<()>,
}

impl<W: Write> Lines<W> {
    pub(crate) fn new(out: W) -> Lines<W> {
        Lines { out, result: Ok(()) }
    }

    /// Writes a line that has its break.
    pub(crate) fn write(&mut self, line: &str) {
        if self.result.is_ok() {
            self.result = self.out.write_all(line.as_bytes());
        }
    }

    /// Flushes, and tells whether all has been written.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.result?;
        self.out.flush()?;
        Ok(self.out)
    }
}
