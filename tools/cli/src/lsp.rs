//! `hamadryad lsp`: the language server on standard input and output, which editors start.

use crate::exit;
use clap::Args;
use std::io;

/// The arguments of `hamadryad lsp`.
#[derive(Args, Debug)]
pub struct LspArguments {
    /// Use standard input and output, the only way; editors pass this option.
    #[arg(long)]
    stdio: bool,
}

/// Serves an editor until it ends the session; returns the exit code.
///
/// # Errors
/// None: errors of the protocol are printed.
pub fn run(_arguments: &LspArguments) -> io::Result<u8> {
    match hamadryad_lsp::serve_stdio() {
        Ok(()) => Ok(exit::SUCCESS),
        Err(error) => {
            crate::messages::print(&format!("error: the session of the editor ended early: {error}\n"));
            Ok(exit::BAD_INPUT)
        }
    }
}
