//! The program `hamadryad`: the command line of the crate `hamadryad-cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hamadryad_cli::run(std::env::args_os())
}
