//! `hamadryad`: the command line as a library, so that tests and fuzzers can call its readers in their
//! process.
//!
//! Results go to standard output, all messages to standard error. The command `solve`, limits, messages, files and exit
//! codes are those of the crate `application`. A broken pipe is success: the reader of the output has closed it.

mod arcade;
mod arguments;
mod conquer;
mod deferred;
mod draw;
mod explain;
mod fmt;
mod ground;
mod lab;
mod lint;
mod lsp;
mod picture;
mod play;
mod puzzles;
pub mod readers;
mod shell;
mod show;
mod snake;
mod solve;
mod stage;
mod upgrade;

use arguments::Command;
use hamadryad_application::command_line::code_of;
// The commands share these modules.
use hamadryad_application::{clock, exit, file, input, memory, messages, nearest, program, session, watch};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs a command line; its first word is the name of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    clock::restore_with(stage::restore);
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
        Err(error) if error.exit_code == 0 => {
            let configuration =
                if error.tells_configuration { solve::configuration() } else { String::new() };
            io::stdout().write_all((error.message + &configuration).as_bytes()).map(|()| 0)
        }
        Err(error) => {
            messages::write(&error.message);
            Ok(error.exit_code)
        }
    };
    code_of(result).into()
}
