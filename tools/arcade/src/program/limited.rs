//! A writer that keeps the beginning of a long text.

use std::cell::Cell;
use std::io::{self, Write};

/// The number of bytes that a reply may have.
pub(super) const MOST: usize = 4 << 20;

/// A text of at most [`MOST`] bytes. A write beyond the limit is an error.
pub(super) struct Limited<'a> {
    text: &'a mut Vec<u8>,
    /// Whether a write did not fit.
    is_full: &'a Cell<bool>,
}

impl<'a> Limited<'a> {
    pub(super) fn new(text: &'a mut Vec<u8>, is_full: &'a Cell<bool>) -> Self {
        Self { text, is_full }
    }
}

impl Write for Limited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = bytes.len().min(MOST - self.text.len());
        if room == 0 && !bytes.is_empty() {
            self.is_full.set(true);
            return Err(io::Error::other("the text is longer than 4 MiB"));
        }
        self.text.extend_from_slice(&bytes[..room]);
        Ok(room)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
