//! `hamadryad ground`: reads files, writes the ground program.

use crate::program::ProgramArguments;
use crate::session::Session;
use clap::Args;
use hamadryad_application::ground::{GroundFormat, WritingArguments, format, write};
use hamadryad_application::input::Accepted;
use std::io::{self, IsTerminal};

const AFTER_HELP: &str = "\
Exit codes: 0 written, 1 interrupted or bad option, 33 out of memory, 65 bad input, 128 a file is missing.";

/// Arguments of `hamadryad ground`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct GroundArguments {
    /// Logic programs, or one ground program (aspif); `-` is standard input [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<String>,

    /// The format to write: text (a program again), aspif or smodels (the inputs of solvers), or reify (facts
    /// that describe the program)
    #[arg(short, long, short_alias = 'o', alias = "output")]
    #[arg(value_name = "FORMAT", default_value = "text", value_parser = format)]
    format: GroundFormat,

    /// Options of the writers.
    #[command(flatten)]
    writing: WritingArguments,

    /// Options of the program.
    #[command(flatten)]
    program: ProgramArguments,
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &GroundArguments) -> io::Result<u8> {
    // The ground program and the progress line would mix on a terminal.
    let shows_progress = io::stderr().is_terminal() && !io::stdout().is_terminal();
    match Session::begin(&arguments.program, arguments.files.clone(), shows_progress) {
        Ok(session) => write(&session, arguments.format, arguments.writing, Accepted::TextOrGround),
        Err(code) => Ok(code),
    }
}
