//! An application: the hooks by which a program changes the command line.
//!
//! ```text
//! words ─ options, validate ─→ arguments ─→ session ─ main ─→ searches ─→ report ─→ exit code
//! ```
//!
//! Each hook has a default, which is `hamadryad solve` without pictures and scripts.

use crate::arguments::SolveArguments;
use crate::ground::{self, GroundFormat};
use crate::run::Run;
use crate::session::{Failure, Scripts, Session};
use hamadryad::{Control, Model};
use hamadryad_present::answers::{Ending, Printer};
use std::io;

/// A program with the command line of this crate.
pub trait Application {
    /// The name in messages and in the help.
    fn name(&self) -> String {
        "hamadryad".to_owned()
    }

    /// The first line of the output.
    fn title(&self) -> String {
        format!("hamadryad version {}", env!("CARGO_PKG_VERSION"))
    }

    /// The text of `--version`, which ends with a line break.
    fn version(&self) -> String {
        format!("{}\n", self.title())
    }

    /// The options that it adds.
    ///
    /// # Errors
    /// The reason why it has none.
    fn options(&self) -> Result<Vec<AddedOption>, String> {
        Ok(Vec::new())
    }

    /// Receives a value of an added option, by the place of the option in [`Application::options`]; of a flag, `yes` or
    /// `no`. `false` if the value is invalid.
    fn set_option(&self, _place: usize, _value: &str) -> bool {
        true
    }

    /// Checks the options together.
    ///
    /// # Errors
    /// The reason why the command line cannot be run.
    fn validate(&self, _arguments: &SolveArguments) -> Result<(), String> {
        Ok(())
    }

    /// The function that prints models, if it is not the usual one.
    fn printer(&self) -> Option<Printer> {
        None
    }

    /// Whether another process has printed the beginning of the output already.
    fn continues(&self) -> bool {
        false
    }

    /// Whether the process goes on after the run.
    fn is_embedded(&self) -> bool {
        false
    }

    /// The runner of scripts, if there is one.
    fn scripts(&self) -> Option<&dyn Scripts> {
        None
    }

    /// The main function: loads, grounds and solves. The control is new; the searches are reported to
    /// [`Run::searches`]. The outer error is one of standard output.
    ///
    /// # Errors
    /// Errors of writing to standard output.
    fn main(&self, run: &Run<'_>, control: &mut Control) -> io::Result<Result<Ending, Failure>> {
        run.load_and_solve(control)
    }

    /// Writes the ground program, and returns the exit code.
    ///
    /// # Errors
    /// Errors of writing to standard output.
    fn write_ground(
        &self,
        session: &Session<'_>,
        arguments: &SolveArguments,
        format: GroundFormat,
    ) -> io::Result<u8> {
        ground::write(session, format, arguments.writing, arguments.accepted())
    }

    /// Receives each model of the usual main function, before it is printed. `is_optimal` says whether the search
    /// enumerates optimal models, of which this is one.
    ///
    /// # Errors
    /// Errors that end the run.
    fn model(&self, _model: &Model<'_>, _is_optimal: bool) -> io::Result<()> {
        Ok(())
    }

    /// Receives the exit code after the summary, and returns the final one.
    fn ended(&self, _run: &Run<'_>, code: u8) -> u8 {
        code
    }
}

/// An option that an application adds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddedOption {
    /// The heading in the help.
    pub group: String,
    /// The long name.
    pub name: String,
    /// The short name.
    pub letter: Option<char>,
    /// The description.
    pub description: String,
    /// The level of the help from which on it is listed.
    pub level: u8,
    /// Its value.
    pub kind: AddedKind,
}

/// The kind of an added option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AddedKind {
    /// A flag, which `--no-name` or `--name=no` switches off.
    Flag,
    /// An option with a value.
    Value {
        /// The name of the value in the help.
        name: String,
        /// Whether it may be given several times.
        repeats: bool,
    },
}
