//! The binary `hamadryad`; see the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    hamadryad_cli::run(std::env::args_os())
}
