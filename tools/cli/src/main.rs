//! `hamadryad`: the command line.
//!
//! Results go to standard output, all else to standard error. Only this crate reads files, arguments and clocks, and
//! only it knows exit codes. A broken pipe is success: whoever reads the answers has seen enough.

mod arguments;
mod clingo_options;
mod nearest;
mod output;
mod solve_arguments;

use output::{Format, Json, Text};
use solve_arguments::{AnswerFormat, SolveArguments};
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    match arguments::read(std::env::args_os()) {
        Ok(_) => ExitCode::SUCCESS,
        Err(refusal) if refusal.exit_code == 0 => {
            print!("{}", refusal.message);
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            eprint!("{}", refusal.message);
            refusal.exit_code.into()
        }
    }
}

fn open_format<'a>(solve: &SolveArguments, out: impl Write + 'a) -> Box<dyn Format + 'a> {
    let verbose = solve.verbose > 0;
    match solve.answer_format() {
        AnswerFormat::Text => Box::new(Text::plain(out, verbose)),
        AnswerFormat::Competition => Box::new(Text::competition(out, verbose)),
        AnswerFormat::Json => Box::new(Json::new(out, verbose)),
        AnswerFormat::Nothing => Box::new(Json::new(std::io::sink(), verbose)),
    }
}
