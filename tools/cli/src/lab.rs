//! `hamadryad lab`: experiments that run for hours, and reports on them.
//!
//! `lab run` plays games and writes one record for each; `lab report` makes tables and figures of the records. A run that
//! was stopped or killed goes on where it was when the same command is given again.

mod arguments;
mod progress;

pub use arguments::LabArguments;
use arguments::{LabCommand, ReportArguments, RunCommand, SnakeApproaches};

use crate::clock::{Clock, Stop};
use crate::messages;
use hamadryad_lab::{
    Clingo, Engine, Journal, LabError, Machine, Matrix, Players, Summary, Task, read, report,
};
use progress::Display;
use std::io::{self, Write};

/// A directory, a board or a program is at fault.
const BAD_INPUT: u8 = 65;
/// A game was not won.
const NOT_WON: u8 = 70;
/// As everywhere: stopped by a signal.
const INTERRUPTED: u8 = 1;

/// Runs the command and returns its exit code.
///
/// # Errors
/// Those of standard output.
pub fn run(arguments: &LabArguments) -> io::Result<u8> {
    match &arguments.command {
        LabCommand::Run(run) => match &run.command {
            RunCommand::SnakeApproaches(arguments) => Ok(snake_approaches(arguments)
                .unwrap_or_else(|error| refuse(&error, "lab run snake-approaches"))),
        },
        LabCommand::Report(arguments) => match make_report(arguments) {
            Ok(paths) => {
                let mut out = io::stdout().lock();
                for path in paths {
                    writeln!(out, "{}", path.display())?;
                }
                out.flush()?;
                Ok(0)
            }
            Err(error) => Ok(refuse(&error, "lab report")),
        },
    }
}

fn refuse(error: &LabError, command: &str) -> u8 {
    let tip = error.hint().unwrap_or_else(|| format!("hamadryad {command} --help"));
    messages::write(&format!("error: {error}\n\n  tip: {tip}\n"));
    BAD_INPUT
}

fn make_report(arguments: &ReportArguments) -> Result<Vec<std::path::PathBuf>, LabError> {
    let records = read(&arguments.directory)?;
    let out = arguments.out.clone().unwrap_or_else(|| arguments.directory.join("report"));
    report::write(&records, &arguments.formats(), &out)
}

fn snake_approaches(arguments: &SnakeApproaches) -> Result<u8, LabError> {
    let matrix = arguments.matrix();
    let needs_clingo = matrix.engines.contains(&Engine::Clingo);
    let clingo = needs_clingo.then(|| Clingo::find(&arguments.clingo_python)).transpose()?;
    let stop = Stop::after(Clock::start(), None);
    stop.listen();
    let mut journal = Journal::open(&arguments.out)?;
    let jobs = arguments.jobs();
    let players = Players::new(Machine::this(jobs), clingo);
    note_other_versions(&matrix, &journal, &players);
    let tasks: Vec<Task> = matrix.tasks();
    let mut display = Display::new();
    let is_stopped = || stop.reason().is_some();
    let summary =
        hamadryad_lab::run(&tasks, &mut journal, jobs, &players, &is_stopped, &mut |event, progress| {
            display.show(&event, progress);
        });
    display.end();
    let summary = summary?;
    tell(&summary, arguments);
    Ok(match summary {
        summary if !summary.is_complete() => INTERRUPTED,
        Summary { failed: 0, .. } => 0,
        _ => NOT_WON,
    })
}

/// Games of several versions in one report are worth a word.
fn note_other_versions(matrix: &Matrix, journal: &Journal, players: &Players) {
    for &engine in &matrix.engines {
        let version = players.version(engine);
        let records = journal.records().iter().filter(|record| record.configuration.engine == engine);
        let others = records.filter(|record| record.version != version).count();
        if others > 0 {
            messages::write(&format!("note: {others} games there were not played by {version}\n"));
        }
    }
}

fn tell(summary: &Summary, arguments: &SnakeApproaches) {
    let Summary { games, known, played, failed } = *summary;
    let directory = arguments.out.display();
    let failures = if failed > 0 { format!(", {failed} of them not won") } else { String::new() };
    let next = if summary.is_complete() {
        format!("hamadryad lab report {directory}")
    } else {
        "the same command goes on where this one stopped".to_string()
    };
    messages::write(&format!(
        "{} of {games} games are in {directory}, {played} of them new{failures}\n\n  tip: {next}\n",
        known + played
    ));
}
