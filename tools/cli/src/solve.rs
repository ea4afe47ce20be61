//! `hamadryad solve`: the command line of the crate `application`, with pictures, and with scripts in Python.

mod scripts;

use crate::draw::{DrawArguments, Drawer, destination};
use crate::exit;
use clap::Args;
use hamadryad::Model;
use hamadryad_application::Application;
use hamadryad_application::arguments::{Contradiction, SolveArguments};
use hamadryad_application::run::{Run, run as run_application};
use hamadryad_application::session::Scripts;
use hamadryad_application::values::OptKind;
use scripts::Python;
use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, IsTerminal};

/// Arguments of `hamadryad solve`.
#[derive(Args, Debug)]
pub struct SolveCommand {
    /// The arguments of every solver.
    #[command(flatten)]
    pub arguments: SolveArguments,

    /// Options of pictures.
    #[command(flatten)]
    draw: DrawArguments,

    /// The words of the command line after the name of the command, as they were written.
    #[arg(skip)]
    pub words: Vec<OsString>,
}

impl SolveCommand {
    /// Rejects options that contradict each other.
    pub fn check(&self) -> Result<(), Contradiction> {
        self.arguments.check()?;
        if self.draw.is_given() && self.arguments.pictures().is_none() {
            let message = "`--draw` requires a file for the pictures, such as `-o answers.svg`".to_owned();
            return Err(Contradiction { message, exit_code: exit::NOT_RUN });
        }
        Ok(())
    }
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(command: &SolveCommand) -> io::Result<u8> {
    let destination = command.arguments.pictures().and_then(destination);
    let drawer = destination.as_ref().map(|file| RefCell::new(Drawer::new(&command.draw, file)));
    let python = Python { arguments: &command.arguments, words: &command.words };
    run_application(&Solver { command, drawer, python }, &command.arguments)
}

/// The lines of clingo's version about its parts: scripts in Python can run, or not.
pub fn configuration() -> String {
    let python = if scripts::is_installed().unwrap_or(false) { "with Python" } else { "without Python" };
    format!("\nConfiguration: {python}, without Lua, WITH_THREADS=1\n")
}

/// The application.
struct Solver<'a> {
    command: &'a SolveCommand,
    drawer: Option<RefCell<Drawer<'a>>>,
    python: Python<'a>,
}

impl Application for Solver<'_> {
    fn scripts(&self) -> Option<&dyn Scripts> {
        Some(&self.python)
    }

    /// Adds a model to the picture; on the way to an optimum, the better model replaces its predecessors.
    fn model(&self, model: &Model<'_>, is_optimal: bool) -> io::Result<()> {
        let Some(drawer) = &self.drawer else { return Ok(()) };
        let mut drawer = drawer.borrow_mut();
        let is_on_the_way = !model.costs().is_empty();
        match self.command.arguments.opt_mode.kind {
            _ if model.consequences().is_some() => drawer.clear(),
            OptKind::Opt if is_on_the_way => drawer.clear(),
            OptKind::OptN if is_on_the_way && !is_optimal => return Ok(()),
            _ => {}
        }
        drawer.add(model.symbols(), model.shown())
    }

    fn ended(&self, run: &Run<'_>, code: u8) -> u8 {
        if code == exit::UNSATISFIABLE && io::stderr().is_terminal() {
            point_to_explain(run);
        }
        let drawn = self.drawer.as_ref().map_or(0, |drawer| drawer.borrow_mut().finish(&run.session));
        if drawn > 0 { drawn } else { code }
    }
}

/// Names the command that explains why there is no answer. A program with steps has no such command.
fn point_to_explain(run: &Run<'_>) {
    let files = &run.session.files;
    if files.iter().any(|file| file == "-") || files.is_empty() {
        return;
    }
    let constants = run.session.program.constants.iter();
    let constants: Vec<String> =
        constants.map(|constant| format!("-c {}={} ", constant.name, constant.value)).collect();
    crate::messages::print(&format!("why: hamadryad explain {}{}\n", constants.concat(), files.join(" ")));
}
