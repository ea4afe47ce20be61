//! `hamadryad`: the command line.
//!
//! Results go to standard output, all else to standard error. Only this crate reads files, arguments and clocks, and
//! only it knows exit codes. A broken pipe is success: whoever reads the answers has seen enough.

mod arguments;
mod clingo_options;
mod nearest;
mod output;
mod solve_arguments;

use std::process::ExitCode;

fn main() -> ExitCode {
    match arguments::read(std::env::args_os()) {
        Ok(_) => ExitCode::SUCCESS,
        Err(refusal) => {
            eprint!("{}", refusal.message);
            refusal.exit_code.into()
        }
    }
}
