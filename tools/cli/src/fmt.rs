//! `hamadryad fmt`: formats programs.
//!
//! The result goes to standard output or, with `--write`, replaces the file; `--check` only lists the files
//! that are not formatted. If a program has errors, they are printed and its file is not changed.

use crate::exit;
use crate::input;
use crate::messages::{self, Messages};
use crate::upgrade::replace;
use clap::Args;
use hamadryad::Sources;
use std::io::{self, Write};

/// The arguments of `hamadryad fmt`.
#[derive(Args, Debug)]
pub struct FmtArguments {
    /// The programs [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Print only the names of the files that are not formatted, and end with exit code 1 if there are any.
    #[arg(long)]
    check: bool,
    /// Replace the files by the formatted programs.
    #[arg(short = 'i', long = "write", conflicts_with = "check")]
    write: bool,
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &FmtArguments) -> io::Result<u8> {
    let standard_input = ["-".to_owned()];
    let files = if arguments.files.is_empty() { &standard_input[..] } else { &arguments.files[..] };
    let mut code = 0;
    for name in files {
        code = code.max(format(name, arguments)?);
    }
    Ok(code)
}

fn format(name: &str, arguments: &FmtArguments) -> io::Result<u8> {
    let messages = Messages::new(|_| true);
    let text = match input::read(name) {
        Ok(text) => text,
        Err(message) => {
            messages.error(&message);
            return Ok(exit::BAD_INPUT);
        }
    };
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let formatted = match hamadryad_syntax::format(&sources, file) {
        Ok(formatted) => formatted,
        Err(errors) => {
            messages.diagnostics(&errors, &sources);
            return Ok(exit::BAD_INPUT);
        }
    };
    let text = sources.text(file);
    if arguments.check {
        if text != formatted {
            messages::print(&format!(
                "`{name}` is not formatted: `hamadryad fmt --write {name}` formats it\n"
            ));
        }
        return Ok(if text == formatted { 0 } else { exit::NOT_FORMATTED });
    }
    if !arguments.write || name == "-" {
        io::stdout().write_all(formatted.as_bytes())?;
    } else if let Err(message) = replace(name, text, &formatted) {
        messages.error(&message);
        return Ok(exit::BAD_INPUT);
    }
    Ok(0)
}
