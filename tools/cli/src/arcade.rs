//! `hamadryad arcade`: serves the page on which people play, and opens it in a browser; or exports the page.

mod export;

use crate::clock::{Clock, Stop};
use crate::exit;
use crate::memory;
use crate::messages;
use clap::Args;
use hamadryad_server::{Limits, Server};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The usual port. Browsers keep the statistics of a player by address and port.
const PORT: u16 = 8642;
/// The largest size of a request in bytes.
const BODY: usize = 8 << 20;
/// The number of sessions; a page has five of them.
const SESSIONS: usize = 16;

const AFTER_HELP: &str = "\
The page is served to this machine only. Ctrl-C ends the command.
Exit codes: 0 exported, or ended by a signal, 65 no WebAssembly module, 74 the port cannot be used or a file cannot be \
written.";

/// Arguments of `hamadryad arcade`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ArcadeArguments {
    /// Serve the page at this port; 0 for any free port.
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,

    /// Open the page in a browser.
    #[arg(long)]
    open: bool,

    /// End each search on the page after this time.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    time_limit: u64,

    /// End searches on the page when the process uses more memory than this; 0 for no limit.
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(..=1 << 24))]
    memory_limit: u64,

    /// Write the page with the engine as a WebAssembly module instead of serving it: as a single file that opens
    /// without a server (a name that ends in .html), or as a folder for a server of static files.
    #[arg(long, value_name = "FILE.html|FOLDER", conflicts_with_all = ["port", "open"])]
    export: Option<PathBuf>,

    /// The module of an exported page; tools/wasm/build.sh makes it [default: target/wasm/hamadryad-arcade.wasm].
    #[arg(long, value_name = "FILE", requires = "export")]
    wasm: Option<PathBuf>,
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &ArcadeArguments) -> io::Result<u8> {
    match &arguments.export {
        Some(target) => export(target, arguments.wasm.as_deref()),
        None => serve(arguments),
    }
}

fn export(target: &Path, module: Option<&Path>) -> io::Result<u8> {
    let (message, code) = match export::export(target, module) {
        Ok(files) => {
            let bytes: usize = files.iter().map(|(_, bytes)| bytes).sum();
            let number = if files.len() == 1 { String::new() } else { format!(" in {} files", files.len()) };
            writeln!(io::stdout(), "{}: {:.2} MB{number}", target.display(), bytes as f64 / 1e6)?;
            return Ok(exit::SUCCESS);
        }
        Err(export::Failure::Module(message)) => (message, exit::BAD_INPUT),
        Err(export::Failure::Output(message)) => (message, exit::BAD_OUTPUT),
    };
    messages::print(&format!("error: {message}\n"));
    Ok(code)
}

fn serve(arguments: &ArcadeArguments) -> io::Result<u8> {
    let limits = Limits {
        body: BODY,
        sessions: SESSIONS,
        time: Duration::from_secs(arguments.time_limit),
        memory: Some(arguments.memory_limit << 20).filter(|&bytes| bytes > 0),
        in_use: memory::in_use,
    };
    let port = arguments.port;
    let server = match Server::bind(port, limits) {
        Ok(server) => server,
        Err(error) => {
            let tip = "another arcade may use the port; `--port 0` selects a free one";
            messages::print(&format!("error: cannot serve at port {port}: {error}\n\n  tip: {tip}\n"));
            return Ok(exit::BAD_OUTPUT);
        }
    };
    let stop = Stop::after(Clock::start(), None);
    stop.listen();
    let url = server.url();
    let mut out = io::stdout().lock();
    writeln!(out, "The arcade is at {url} (Ctrl-C ends it)")?;
    out.flush()?;
    drop(out);
    if arguments.open && !open(&url) {
        messages::print(&format!("note: no browser could be started: open {url} by hand\n"));
    }
    match server.run(move || stop.reason().is_some()) {
        Ok(()) => Ok(exit::SUCCESS),
        Err(error) => {
            messages::print(&format!("error: the server failed: {error}\n"));
            Ok(exit::BAD_OUTPUT)
        }
    }
}

/// Opens an address with the program of the system for it; false if there is no such program.
fn open(url: &str) -> bool {
    let program = match () {
        () if cfg!(target_os = "macos") => "open",
        () if cfg!(windows) => "explorer",
        () => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
