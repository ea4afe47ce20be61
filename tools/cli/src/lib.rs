//! `hamadryad`: the command line as a library, so that tests and fuzzers can call its readers in their
//! process.
//!
//! Results go to standard output, all messages to standard error. Only this crate reads files, arguments and
//! clocks, and only it defines exit codes. A broken pipe is success: the reader of the output has closed it.

mod arcade;
mod arguments;
mod clock;
mod conquer;
mod draw;
mod exit;
mod explain;
mod file;
mod fmt;
mod ground;
mod input;
mod lab;
mod lines;
mod lint;
mod lsp;
mod memory;
mod messages;
mod nearest;
mod picture;
mod play;
mod program;
mod puzzles;
pub mod readers;
mod session;
mod shared_report;
mod shell;
mod show;
mod snake;
mod solve;
mod stage;
mod upgrade;
mod watch;

use arguments::Command;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Runs a command line; its first word is the name of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let result = match arguments::read(arguments) {
        Ok(arguments) => match arguments.command {
            Command::Solve(solve) => solve::run(&solve),
            Command::Ground(ground) => ground::run(&ground),
            Command::Explain(explain) => explain::run(&explain),
            Command::Conquer(conquer) => conquer::run(&conquer),
            Command::Snake(snake) => snake::run(&snake),
            Command::Show(show) => show::run(&show),
            Command::Minotaur(minotaur) => puzzles::minotaur::run(&minotaur),
            Command::Rogo(rogo) => puzzles::rogo::run(&rogo),
            Command::Pipes(pipes) => puzzles::pipes::run(&pipes),
            Command::Rush(rush) => puzzles::rush::run(&rush),
            Command::Ricochet(ricochet) => puzzles::ricochet::run(&ricochet),
            Command::Bag(bag) => puzzles::bag::run(&bag),
            Command::Arcade(arcade) => arcade::run(&arcade),
            Command::Lab(lab) => lab::run(&lab),
            Command::Fmt(fmt) => fmt::run(&fmt),
            Command::Upgrade(upgrade) => upgrade::run(&upgrade),
            Command::Lint(lint) => lint::run(&lint),
            Command::Lsp(lsp) => lsp::run(&lsp),
            Command::Completions(completions) => shell::completions(&completions),
            Command::Man(man) => shell::man(&man),
        },
        Err(error) if error.exit_code == 0 => io::stdout().write_all(error.message.as_bytes()).map(|()| 0),
        Err(error) => {
            messages::write(&error.message);
            Ok(error.exit_code)
        }
    };
    match result {
        Ok(code) => code.into(),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            messages::write(&format!("error: cannot write the output: {error}\n"));
            ExitCode::FAILURE
        }
    }
}
