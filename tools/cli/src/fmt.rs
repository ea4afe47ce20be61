//! `hamadryad fmt`: formats programs.
//!
//! The result goes to standard output or, with `--write`, replaces the file; `--check` only lists the files
//! that are not formatted. If a program has errors, they are printed and its file is not changed. In folders, a
//! file `.fmtignore` names files to leave out, in the syntax of `.gitignore`.

use crate::exit;
use crate::input;
use crate::messages::{self, Messages};
use crate::upgrade::replace;
use clap::Args;
use hamadryad::Sources;
use ignore::{DirEntry, WalkBuilder};
use std::io::{self, Write};
use std::path::Path;

/// The arguments of `hamadryad fmt`.
#[derive(Args, Debug)]
pub struct FmtArguments {
    /// The programs, or folders with programs (`.lp`), without files that a `.gitignore` or `.fmtignore` names
    /// [default: standard input]
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
    for name in files.iter().flat_map(|name| programs(name)) {
        code = code.max(format(&name, arguments)?);
    }
    Ok(code)
}

/// The programs of a folder and its subfolders, in alphabetical order. Links, hidden files, and those that a
/// `.gitignore` or `.fmtignore` excludes, are left out. Any other name is returned as it is.
fn programs(name: &str) -> Vec<String> {
    if !Path::new(name).is_dir() {
        return vec![name.to_owned()];
    }
    let mut walk = WalkBuilder::new(name);
    walk.require_git(false).add_custom_ignore_filename(".fmtignore").sort_by_file_path(Path::cmp);
    let is_program = |entry: &DirEntry| {
        entry.file_type().is_some_and(|kind| kind.is_file())
            && entry.path().extension().is_some_and(|end| end == "lp")
    };
    let entries = walk.build().flatten().filter(is_program);
    entries.map(|entry| entry.path().to_string_lossy().into_owned()).collect()
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
