//! A run of a command on a logic program: its files, its limits, and its messages about failures.
//!
//! Failures are reported in clingo's words, because scripts search for them.

use crate::clock::{Clock, Stop};
use crate::exit;
use crate::input::{self, Accepted, GroundProgram, Loaded};
use crate::messages::{self, MessageFormat, Messages};
use crate::program::ProgramArguments;
use crate::watch::{self, Watch};
use hamadryad::{Control, Error, ReadError, Sources};
use hamadryad_present::answers::Interruption;
use std::fs::File;

/// A failure before a search could end.
pub enum Failure {
    /// The program is invalid; the text is clingo's name of the failed stage.
    Program(&'static str),
    /// The main function of an application or a script failed with this message.
    Main(String),
    /// A signal or a limit ended the run.
    Interrupted(Interruption),
}

impl Failure {
    /// The exit code of the process.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Program(_) | Failure::Main(_) => exit::BAD_INPUT,
            Failure::Interrupted(Interruption::MemoryLimit) => exit::OUT_OF_MEMORY,
            Failure::Interrupted(_) => exit::INTERRUPTED,
        }
    }
}

/// A run.
pub struct Session<'a> {
    /// The options of the program.
    pub program: &'a ProgramArguments,
    /// The files of the command line; empty for standard input.
    pub files: Vec<String>,
    /// The clock since the start of the run.
    pub clock: Clock,
    /// The reasons to stop.
    pub stop: Stop,
    /// The thread that enforces limits.
    pub watch: Watch,
    /// The messages on standard error.
    pub messages: Messages<'a>,
    /// The runner of scripts; without one, `#script` is an error.
    pub scripts: Option<&'a dyn Scripts>,
}

/// Runs programs with scripts elsewhere.
pub trait Scripts {
    /// The languages of these scripts.
    fn languages(&self) -> Vec<String>;

    /// Runs the program whose texts the control has received. If that is possible, the call does not return; otherwise it
    /// returns the reason, which is printed.
    fn hand_over(&self, session: &Session<'_>, control: &Control) -> Failure;
}

impl<'a> Session<'a> {
    /// Begins a run: starts the clock, and handles signals.
    ///
    /// # Errors
    /// The exit code if one of several files cannot be read: clingo does not begin then.
    pub fn begin(
        program: &'a ProgramArguments,
        files: Vec<String>,
        shows_progress: bool,
    ) -> Result<Session<'a>, u8> {
        let messages = Messages::new(|code| program.prints_warning(code)).in_format(program.message_format);
        if program.message_format == MessageFormat::Sarif {
            messages::print("error: --message-format=sarif needs --check-only, or the command lint\n");
            return Err(exit::BAD_OPTIONS);
        }
        Session::with_messages(program, files, shows_progress, messages)
    }

    /// As [`Session::begin`], with other messages.
    ///
    /// # Errors
    /// As `begin`.
    pub fn with_messages(
        program: &'a ProgramArguments,
        files: Vec<String>,
        shows_progress: bool,
        messages: Messages<'a>,
    ) -> Result<Session<'a>, u8> {
        let clock = Clock::start();
        let stop = Stop::after(clock, program.time_limit());
        stop.listen();
        if let Some(message) = unreadable(&files) {
            messages.error(&message);
            return Err(exit::NOT_RUN);
        }
        let watch = Watch::start(&stop, program.memory_limit(), shows_progress);
        Ok(Session { program, files, clock, stop, watch, messages, scripts: None })
    }

    /// Loads the files into a control, unless they are a ground program.
    pub fn load(&self, control: &mut Control, accepted: Accepted) -> Result<Loaded, Failure> {
        control.keep_facts(self.program.keeps_facts());
        let start = std::time::Instant::now();
        control.time_grounding(std::sync::Arc::new(move || start.elapsed()));
        let constants = &self.program.constants;
        let within = input::folders(self.program, &self.files).map_err(|message| {
            self.messages.error(&message);
            Failure::Program("parsing failed")
        })?;
        if let Some(scripts) = self.scripts {
            control.accept_scripts(scripts.languages());
        }
        let loaded = input::load(control, &self.messages, constants, &self.files, within, accepted)
            .map_err(Failure::Program)?;
        match self.scripts {
            Some(scripts) if !control.take_scripts().is_empty() => Err(scripts.hand_over(self, control)),
            _ => Ok(loaded),
        }
    }

    /// Prints the diagnostics of grounding, and its cost if `--profile-ground` is given.
    pub fn accept<T>(&self, control: &mut Control, result: Result<T, Error>) -> Result<T, Failure> {
        if let Some(most) = self.program.profile_ground {
            messages::write(&hamadryad_present::profile::table(control, most));
        }
        let warnings = control.take_warnings();
        let sources = control.sources();
        self.messages.diagnostics(&warnings, sources);
        result.map_err(|error| self.failed(&error, sources))
    }

    /// Prints an error, and returns the failure.
    pub fn failed(&self, error: &Error, sources: &Sources) -> Failure {
        match error {
            Error::Interrupted => return Failure::Interrupted(self.interruption()),
            Error::Program(diagnostics) => self.messages.diagnostics(diagnostics, sources),
            other => self.messages.error(&other.to_string()),
        }
        match error {
            Error::Redefined(_) | Error::Released(_) | Error::Solve(_) => {
                Failure::Program("solving stopped because of errors")
            }
            _ => Failure::Program("grounding stopped because of errors"),
        }
    }

    /// Prints the error of a ground program.
    pub fn accept_ground<T>(
        &self,
        program: &GroundProgram,
        result: Result<T, ReadError>,
    ) -> Result<T, Failure> {
        result.map_err(|error| {
            let (diagnostic, sources) = program.diagnostic(&error);
            self.messages.diagnostics(&[diagnostic], &sources);
            Failure::Program("parsing failed")
        })
    }

    /// The reason for the stop.
    pub fn interruption(&self) -> Interruption {
        self.stop.reason().unwrap_or(Interruption::Signal)
    }

    /// Prints a failure in clingo's words.
    pub fn report(&self, failure: &Failure) {
        match failure {
            Failure::Program(what) => self.messages.line("ERROR", what),
            Failure::Main(message) => self.messages.line("ERROR", message),
            Failure::Interrupted(why) => report_interruption(*why, self.program.memory_limit()),
        }
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.stop.end_listening();
    }
}

/// Prints the reason for an early end in clingo's words.
pub fn report_interruption(why: Interruption, memory_limit: Option<u64>) {
    match why {
        Interruption::MemoryLimit => {
            messages::line("ERROR", &watch::exceeded(memory_limit.unwrap_or_default()));
        }
        Interruption::Signal | Interruption::TimeLimit => messages::line("Info ", "INTERRUPTED by signal!"),
    }
}

/// The message if one of several files cannot be opened.
fn unreadable(files: &[String]) -> Option<String> {
    if files.len() < 2 {
        return None;
    }
    let named = files.iter().filter(|name| *name != "-");
    named
        .filter_map(|name| File::open(name).err().map(|error| hamadryad::files::cannot_read(name, &error)))
        .next()
}
