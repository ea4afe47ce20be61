//! Writers of ground programs behind one trait, for programs that choose the format at run time.

use crate::{AspifWriter, ReifyWriter, Sink, SmodelsWriter, TextWriter};
use std::io::{self, Write};

/// A sink that writes ground programs.
pub trait GroundWriter: Sink {
    /// The number of statements that the format cannot express.
    fn dropped(&self) -> usize {
        0
    }

    /// Writes the end of the program, flushes, and returns the first error.
    ///
    /// # Errors
    /// The first error of writing.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

impl<W: Write> GroundWriter for TextWriter<W> {
    fn finish(self: Box<Self>) -> io::Result<()> {
        TextWriter::finish(*self).map(drop)
    }
}

impl<W: Write> GroundWriter for AspifWriter<W> {
    fn finish(self: Box<Self>) -> io::Result<()> {
        AspifWriter::finish(*self).map(drop)
    }
}

impl<W: Write> GroundWriter for ReifyWriter<W> {
    fn finish(self: Box<Self>) -> io::Result<()> {
        ReifyWriter::finish(*self).map(drop)
    }
}

impl<W: Write> GroundWriter for SmodelsWriter<W> {
    fn dropped(&self) -> usize {
        SmodelsWriter::dropped(self)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        SmodelsWriter::finish(*self).map(drop)
    }
}
