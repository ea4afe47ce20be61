//! `hamadryad upgrade`: rewrites programs of gringo 3 in the language of today.
//!
//! The program goes to standard output or, with `--write`, replaces its file; remarks for the user go to
//! standard error.

use crate::exit;
use crate::messages::Messages;
use crate::{file, input};
use clap::Args;
use hamadryad::{Diagnostic, Sources};
use std::io::{self, Write};
use std::path::Path;

/// The arguments of `hamadryad upgrade`.
#[derive(Args, Debug)]
pub struct UpgradeArguments {
    /// The programs [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Replace the files by the rewritten programs; correct programs of today remain unchanged.
    #[arg(short = 'i', long = "write")]
    write: bool,
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &UpgradeArguments) -> io::Result<u8> {
    let messages = Messages::new(|_| true);
    let standard_input = ["-".to_owned()];
    let files = if arguments.files.is_empty() { &standard_input[..] } else { &arguments.files[..] };
    let mut code = 0;
    for name in files {
        let text = match input::read(name) {
            Ok(text) => text,
            Err(message) => {
                messages.error(&message);
                code = exit::BAD_INPUT;
                continue;
            }
        };
        let mut sources = Sources::new();
        let source = sources.add(name, text);
        let (upgraded, notes) = hamadryad_syntax::upgrade(&sources, source);
        messages.diagnostics(&notes, &sources);
        if notes.iter().any(Diagnostic::is_error) {
            code = exit::BAD_INPUT;
        }
        if !arguments.write || name == "-" {
            io::stdout().write_all(upgraded.as_bytes())?;
        } else if let Err(message) = replace(name, sources.text(source), &upgraded) {
            messages.error(&message);
            code = exit::BAD_INPUT;
        }
    }
    Ok(code)
}

/// Replaces the text of a file, if it has changed.
pub fn replace(name: &str, was: &str, is: &str) -> Result<(), String> {
    if was == is {
        return Ok(());
    }
    let path = Path::new(name);
    file::write(path, is.as_bytes()).map_err(|error| file::cannot_write(path, &error))
}
