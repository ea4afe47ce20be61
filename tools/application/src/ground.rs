//! The ground program instead of answers: clingo's options `--text`, `--output` and `--mode=gringo`.
//!
//! If grounding fails or is stopped, the output is incomplete: an aspif text lacks its last line `0`.

use crate::input::{Accepted, Loaded};
use crate::lines::Lines;
use crate::nearest::known;
use crate::session::{Failure, Session, report_interruption};
use clap::Args;
use hamadryad::{Config, Control, Part, Symbols};
use hamadryad_aspif::{
    AspifWriter, GroundWriter, Reader, ReifyOptions, ReifyWriter, Sink, SmodelsWriter, Tee, TextWriter,
};
use hamadryad_present::outlet::Outlet;
use std::io::{self, Write};
use std::mem::ManuallyDrop;

/// The format of the ground program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroundFormat {
    /// Text in the language itself.
    Text,
    /// aspif.
    Aspif,
    /// Facts about the program.
    Reify,
    /// The format of smodels.
    Smodels,
}

/// Options of the ground program.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Ground program")]
pub struct WritingArguments {
    /// With the format reify: also write the strongly connected components of the positive dependencies.
    #[arg(long)]
    reify_sccs: bool,

    /// With the format reify: append the number of the step to each fact.
    #[arg(long)]
    reify_steps: bool,

    /// Also write the ground program to standard error, as comments: none, text (with `%`), translate (with
    /// `%%`), or all, which writes both.
    #[arg(long, value_name = "WHAT", default_value = "none", value_parser = debug, hide_default_value = true)]
    output_debug: Debug,
}

/// The value of `--output-debug`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Debug {
    None,
    Text,
    Translate,
    All,
}

impl Debug {
    /// The beginnings of the lines that are written for a line of the program. The grounder writes rules as
    /// solvers read them, so that clingo's two stages have the same lines.
    fn marks(self) -> &'static [&'static [u8]] {
        match self {
            Debug::None => &[],
            Debug::Text => &[b"% "],
            Debug::Translate => &[b"%% "],
            Debug::All => &[b"% ", b"%% "],
        }
    }
}

/// Reads the name of a format, by clingo or by us.
pub fn format(text: &str) -> Result<GroundFormat, String> {
    match text {
        "text" => Ok(GroundFormat::Text),
        "intermediate" | "aspif" => Ok(GroundFormat::Aspif),
        "reify" => Ok(GroundFormat::Reify),
        "smodels" => Ok(GroundFormat::Smodels),
        _ => Err(known(text, &["text", "aspif", "intermediate", "smodels", "reify"])),
    }
}

fn debug(text: &str) -> Result<Debug, String> {
    match text {
        "none" => Ok(Debug::None),
        "text" => Ok(Debug::Text),
        "translate" => Ok(Debug::Translate),
        "all" => Ok(Debug::All),
        _ => Err(known(text, &["none", "text", "translate", "all"])),
    }
}

/// Writes the ground program to standard output and returns the exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn write(
    session: &Session<'_>,
    format: GroundFormat,
    writing: WritingArguments,
    accepted: Accepted,
) -> io::Result<u8> {
    // The process ends with the command, so the control need not be dropped.
    let mut control = ManuallyDrop::new(Control::with_compat(Config::default(), session.program.compat));
    let loaded = session.load(&mut control, accepted);
    let result = match loaded {
        Err(failure) => Err(failure),
        Ok(Loaded::Incremental) => {
            session.messages.error(
                "a program with `#include <incmode>` is grounded and solved in turn: use `hamadryad solve`",
            );
            Err(Failure::Program("grounding stopped because of errors"))
        }
        Ok(Loaded::Program) => writing.write(format, false, session, |sink| {
            let stop = || session.stop.reason().is_some();
            let mut grounding = session.watch.grounding();
            let result = control.ground_into(&[Part::base()], &mut Tee(&mut grounding, sink), &stop);
            drop(grounding);
            session.accept(&mut control, result)
        })?,
        Ok(Loaded::Ground(program)) => {
            let copied = Reader::new(&program.text).map(|mut reader| {
                writing.write(format, reader.is_incremental(), session, |sink| {
                    let mut symbols = Symbols::new();
                    while !sink.has_failed() && reader.read_step(&mut symbols, sink)? {}
                    Ok(())
                })
            });
            let copied = match copied {
                Ok(written) => written?,
                Err(error) => Err(error),
            };
            session.accept_ground(&program, copied)
        }
    };
    Ok(result.err().map_or(0, |failure: Failure| {
        session.report(&failure);
        failure.exit_code()
    }))
}

impl WritingArguments {
    /// Opens a writer of ground programs to standard output. If the run is closed, the output ends with a whole line.
    pub fn open(self, format: GroundFormat, incremental: bool, session: &Session<'_>) -> OpenGround {
        let lines = Lines::default();
        let (until_now, memory_limit) = (lines.clone(), session.program.memory_limit());
        session.watch.closes_with(move |why| {
            report_interruption(why, memory_limit);
            // The reader of the output may have closed it.
            let _ = until_now.end();
            Failure::Interrupted(why).exit_code()
        });
        let out = session.program.outlet().to(lines.clone());
        let Self { reify_sccs: components, reify_steps: steps, .. } = self;
        let writer: Box<dyn GroundWriter + Send> = match format {
            GroundFormat::Text => Box::new(TextWriter::new(out)),
            GroundFormat::Aspif if incremental => Box::new(AspifWriter::incremental(out)),
            GroundFormat::Aspif => Box::new(AspifWriter::new(out)),
            GroundFormat::Reify => {
                Box::new(ReifyWriter::new(out, ReifyOptions { components, steps, incremental }))
            }
            GroundFormat::Smodels => Box::new(SmodelsWriter::new(out)),
        };
        OpenGround { writer, rest: lines }
    }

    /// Runs `fill` with a writer of ground programs to standard output.
    fn write<T>(
        self,
        format: GroundFormat,
        incremental: bool,
        session: &Session<'_>,
        fill: impl FnOnce(&mut dyn Sink) -> T,
    ) -> io::Result<T> {
        let OpenGround { mut writer, rest } = self.open(format, incremental, session);
        let errors = session.program.error_outlet();
        let result = self.fill(errors, &mut *writer, fill);
        finish(writer, rest, session)?;
        Ok(result)
    }

    fn fill<T>(self, errors: Outlet, sink: &mut dyn Sink, fill: impl FnOnce(&mut dyn Sink) -> T) -> T {
        match self.debug_writer(errors) {
            Some(mut debug) => fill(&mut Tee(&mut debug, sink)),
            None => fill(sink),
        }
    }

    /// The writer of the ground program to standard error, if `--output-debug` demands it.
    pub fn debug_writer(self, errors: Outlet) -> Option<TextWriter<impl Write>> {
        let marks = self.output_debug.marks();
        let out = Commented { out: errors.to(io::stderr()), marks, line: Vec::new() };
        (!marks.is_empty()).then(|| TextWriter::new(out))
    }
}

/// A writer of ground programs to standard output.
pub struct OpenGround {
    /// The writer.
    pub writer: Box<dyn GroundWriter + Send>,
    /// The lines that the writer has passed on.
    pub rest: Lines,
}

/// Ends the output of a ground program.
///
/// # Errors
/// Errors of writing to standard output.
pub fn finish(writer: Box<dyn GroundWriter + Send>, rest: Lines, session: &Session<'_>) -> io::Result<()> {
    if writer.dropped() > 0 {
        let dropped = format!("{} statements have no form in smodels: left out.", writer.dropped());
        session.messages.line("Warn ", &dropped);
    }
    let written = writer.finish();
    let passed_on = pass_on(rest);
    written.and(passed_on)
}

/// Writes the remaining output of a writer, which may have failed.
///
/// # Errors
/// Errors of writing to standard output.
pub fn pass_on(mut rest: Lines) -> io::Result<()> {
    rest.flush()
}

/// A writer that turns each line into comments.
struct Commented<W> {
    out: W,
    /// The beginnings of the comments.
    marks: &'static [&'static [u8]],
    /// The begun line.
    line: Vec<u8>,
}

impl<W: Write> Write for Commented<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(line);
            if line.ends_with(b"\n") {
                self.marks
                    .iter()
                    .try_for_each(|mark| self.out.write_all(&[mark, &self.line[..]].concat()))?;
                self.line.clear();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_becomes_a_comment() {
        let written = |debug: Debug| {
            let mut commented = Commented { out: Vec::new(), marks: debug.marks(), line: Vec::new() };
            for part in ["a.", "\n", "b.\nc", ".\n"] {
                commented.write_all(part.as_bytes()).unwrap();
            }
            String::from_utf8(commented.out).unwrap()
        };
        assert_eq!(written(Debug::Text), "% a.\n% b.\n% c.\n");
        assert_eq!(written(Debug::All), "% a.\n%% a.\n% b.\n%% b.\n% c.\n%% c.\n");
    }
}
