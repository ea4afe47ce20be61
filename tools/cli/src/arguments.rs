//! The command line as a whole: its commands, and what becomes of a bad one.
//!
//! Options of `hamadryad solve` are clingo's, see [`crate::solve_arguments`]. Errors in the command line end with clingo's
//! exit code, 1.

use crate::clingo_options;
use crate::solve_arguments::SolveArguments;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;

/// Answer set programming, multi-shot, shown on games played on grids.
#[derive(Parser, Debug)]
#[command(name = "hamadryad", version, infer_long_args = true, disable_help_subcommand = true)]
#[command(max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Computes answer sets of logic programs, with clingo's options and output.
    Solve(Box<SolveArguments>),
}

/// A command line that cannot be run, or asks for help.
#[derive(Debug)]
pub struct Refusal {
    /// What to print.
    pub message: String,
    /// 0 for help and version, which go to standard output; 1 for errors.
    pub exit_code: u8,
}

/// Reads the command line, the name of the program first.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Arguments, Refusal> {
    let arguments = clingo_options::normalise(arguments.into_iter().collect());
    let command = Arguments::command();
    let matches = command.try_get_matches_from(&arguments).map_err(|error| refusal(error, &arguments))?;
    let read = Arguments::from_arg_matches(&matches).map_err(|error| refusal(error, &arguments))?;
    match &read.command {
        Command::Solve(solve) => solve.check().map_err(|message| {
            let mut command = Arguments::command();
            let solve = command.find_subcommand_mut("solve").expect("solve is a command");
            refusal(solve.error(ErrorKind::ArgumentConflict, message), &arguments)
        })?,
    }
    Ok(read)
}

fn refusal(error: clap::Error, arguments: &[OsString]) -> Refusal {
    let exit_code = u8::from(error.use_stderr());
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let message = match error.kind() {
        ErrorKind::UnknownArgument if is_solve(arguments) => {
            context(ContextKind::InvalidArg).and_then(clingo_options::not_yet)
        }
        ErrorKind::InvalidSubcommand => context(ContextKind::InvalidSubcommand).and_then(|word| {
            let is_file = word.ends_with(".lp") || std::path::Path::new(word).is_file();
            is_file.then(|| format!("error: `{word}` is not a command\n\n  tip: hamadryad solve {word}\n"))
        }),
        ErrorKind::DisplayVersion => Some(format!("hamadryad version {}\n", env!("CARGO_PKG_VERSION"))),
        _ => None,
    };
    Refusal { message: message.unwrap_or_else(|| error.render().to_string()), exit_code }
}

fn is_solve(arguments: &[OsString]) -> bool {
    arguments.get(1).is_some_and(|word| word == "solve")
}
