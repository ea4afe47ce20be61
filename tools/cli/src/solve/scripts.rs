//! Scripts in Python: a program that has one is run again by `python3`, where clingo's Python package uses this engine
//! (`tools/clingo-python`).
//!
//! ```text
//! hamadryad solve program.lp 0   ─ #script (python) ─→   python3 -c "…" program.lp 0
//! ```
//!
//! The beginning of the output is printed already, and standard input may be read: the other process continues the
//! output, and receives the text of standard input. *Invariant:* no code of a program runs in this process.

use crate::file;
use hamadryad::Control;
use hamadryad_application::arguments::SolveArguments;
use hamadryad_application::session::{Failure, Scripts, Session};
use std::ffi::OsString;
use std::io::{self, Seek, SeekFrom, Write};
use std::process::{Command, Stdio};

/// The program that runs scripts.
const PYTHON: &str = "python3";

/// Exits with 0 if the wheel is installed, and with 3 otherwise. A folder of the user is not searched for it.
const TEST: &str = "\
import sys
sys.path[:] = [folder for folder in sys.path if folder]
from importlib.util import find_spec
spec = find_spec('clingo') and find_spec('_clingo')
sys.exit(0 if spec and spec.submodule_search_locations and find_spec('_clingo._command') else 3)
";

/// Runs `hamadryad solve` in Python. Scripts find modules in the present folder, as in other programs. Their functions
/// become names of the main module, which therefore has no function of its own.
const RUN: &str = "\
import sys
path = sys.path[:]
sys.path[:] = [folder for folder in path if folder]
command = __import__('_clingo._command', fromlist=['run'])
sys.path[:] = path
sys.exit(command.run(sys.argv[1:], continues=True))
";

/// The runner of scripts in Python, for a command line.
pub struct Python<'a> {
    /// The arguments.
    pub arguments: &'a SolveArguments,
    /// Their words.
    pub words: &'a [OsString],
}

impl Scripts for Python<'_> {
    fn languages(&self) -> Vec<String> {
        vec!["python".to_owned()]
    }

    fn hand_over(&self, session: &Session<'_>, control: &Control) -> Failure {
        let pictures = self.arguments.pictures().map(|_| "--output with a picture");
        if let Some(option) = self.arguments.of_usual_main().or(pictures) {
            session.messages.error(&format!("`{option}` needs a program without scripts"));
            return Failure::Program("a script cannot be run");
        }
        let reason = match is_installed() {
            Ok(true) => match standard_input(control) {
                Ok(input) => replace_process(self.words, input, session).to_string(),
                Err(error) => format!("standard input cannot be passed on: {error}"),
            },
            Ok(false) => "Python does not have the package hamadryad-clingo".to_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => format!("there is no `{PYTHON}`"),
            Err(error) => error.to_string(),
        };
        session.messages.error(&format!(
            "the program has a script in Python, which cannot be run: {reason}\n  \
             install Python 3.9 or newer, and in it Hamadryad's package for clingo, from the sources: \
             pip install ./tools/clingo-python\n  \
             `{PYTHON}` on the path must be this Python, for example after the activation of its virtual environment"
        ));
        Failure::Program("a script cannot be run")
    }
}

/// Whether Python has the wheel.
///
/// # Errors
/// If Python cannot be started.
pub fn is_installed() -> io::Result<bool> {
    let mut test = Command::new(PYTHON);
    test.args(["-c", TEST]).env_remove("HAMADRYAD");
    let status = test.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    Ok(status.success())
}

/// A file without a name that begins with the text that was read from standard input, if it was read.
fn standard_input(control: &Control) -> io::Result<Option<Stdio>> {
    let sources = control.sources();
    let Some(read) = sources.files().find(|&file| sources.name(file) == "-") else { return Ok(None) };
    let mut copy = tempfile::tempfile()?;
    copy.write_all(sources.text(read).as_bytes())?;
    copy.seek(SeekFrom::Start(0))?;
    Ok(Some(copy.into()))
}

/// Runs the command line in Python, in the place of this process. Returns only if that is impossible.
fn replace_process(words: &[OsString], input: Option<Stdio>, session: &Session<'_>) -> io::Error {
    let mut command = Command::new(PYTHON);
    command.args(["-c", RUN]).args(words).env_remove("HAMADRYAD");
    if let Some(input) = input {
        command.stdin(input);
    }
    session.watch.leave();
    file::remove_all();
    #[cfg(unix)]
    return std::os::unix::process::CommandExt::exec(&mut command);
    #[cfg(not(unix))]
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
