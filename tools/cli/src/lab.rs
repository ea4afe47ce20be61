//! `hamadryad lab`: experiments that run for hours, and reports about them.
//!
//! `lab run` plays games and writes one record for each, here or on a cluster (`lab status`, `lab merge`); `lab
//! report` makes tables and figures of the records, `lab bands` the table of planners for the arcade. If a run is
//! stopped or killed, the same command continues it. `lab tasks` and `lab task` serve other engines. `lab exact`
//! computes the expected number of steps of optimal play. `lab weights` learns the value function of the agent
//! `foresight`.

mod arguments;
mod cluster;
mod exact;
mod progress;
mod solve;
mod weights;

use crate::exit;
use arguments::{
    BandsArguments, LabCommand, Place, PlannersArguments, ReportArguments, RicochetArguments, RunCommand,
    SnakeApproaches,
};
pub use arguments::{JobArguments, LabArguments};
pub use cluster::site;
pub use progress::clock;

use crate::clock::{Clock, Stop};
use crate::watch::Watch;
use crate::{file, messages};
use hamadryad_lab::cluster::{Planned, assigned_to_jobs};
use hamadryad_lab::solve::{SOLVE, SolveRecord};
use hamadryad_lab::{
    AgentRecord, AgentTask, Agents, Clingo, EXPERIMENT, Engine, Entry, Event, Job, Journal, LabError,
    Machine, Matrix, Player, Players, RICOCHET, Record, RicochetPlayer, RicochetRecord, RicochetTask,
    Summary, Task, bands, experiment, read, report,
};
use progress::Display;
use solve::tell_of_run;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &LabArguments) -> io::Result<u8> {
    match &arguments.command {
        LabCommand::Run(run) => match &run.command {
            RunCommand::SnakeApproaches(arguments) => Ok(snake_approaches(arguments)
                .unwrap_or_else(|error| refuse(&error, "lab run snake-approaches"))),
            RunCommand::Planners(arguments) => {
                Ok(planners(arguments).unwrap_or_else(|error| refuse(&error, "lab run planners")))
            }
            RunCommand::Ricochet(arguments) => {
                Ok(ricochet(arguments).unwrap_or_else(|error| refuse(&error, "lab run ricochet")))
            }
            RunCommand::Solve(arguments) => {
                Ok(solve::run(arguments).unwrap_or_else(|error| refuse(&error, "lab run solve")))
            }
        },
        LabCommand::Status(arguments) => {
            Ok(cluster::status(arguments).unwrap_or_else(|error| refuse(&error, "lab status")))
        }
        LabCommand::Merge(arguments) => {
            Ok(cluster::merged(arguments).unwrap_or_else(|error| refuse(&error, "lab merge")))
        }
        LabCommand::Tasks(arguments) => {
            Ok(cluster::tasks(&arguments.command).unwrap_or_else(|error| refuse(&error, "lab tasks")))
        }
        LabCommand::Task(arguments) => {
            Ok(cluster::task(arguments).unwrap_or_else(|error| refuse(&error, "lab task")))
        }
        LabCommand::Shard(arguments) => {
            Ok(cluster::shard(arguments).unwrap_or_else(|error| refuse(&error, "lab shard")))
        }
        LabCommand::Limited(arguments) => {
            Ok(solve::limited(arguments).unwrap_or_else(|error| refuse(&error, "lab limited")))
        }
        LabCommand::Bands(arguments) => {
            Ok(make_bands(arguments).map_or_else(|error| refuse(&error, "lab bands"), |()| 0))
        }
        LabCommand::Exact(arguments) => exact::run(arguments),
        LabCommand::Weights(arguments) => weights::run(arguments),
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
    messages::print(&format!("error: {error}\n\n  tip: {tip}\n"));
    exit::BAD_INPUT
}

fn make_report(arguments: &ReportArguments) -> Result<Vec<PathBuf>, LabError> {
    let directory = &arguments.directory;
    let formats = arguments.formats();
    let pages = match experiment(directory)?.as_deref() {
        Some(EXPERIMENT) => report::make_for_agents(&read::<AgentRecord>(directory)?, &formats)?,
        Some(RICOCHET) => report::make_for_ricochet(&read::<RicochetRecord>(directory)?, &formats),
        Some(SOLVE) => report::make_for_solvers(&read::<SolveRecord>(directory)?, &formats)?,
        _ => report::make(&read::<Record>(directory)?, &formats)?,
    };
    write_report(pages, &arguments.out.clone().unwrap_or_else(|| directory.join("report")))
}

fn make_bands(arguments: &BandsArguments) -> Result<(), LabError> {
    let records = read::<AgentRecord>(&arguments.directory)?;
    let table = bands(&records, "hamadryad lab bands");
    let path = &arguments.out;
    file::write(path, table.as_bytes()).map_err(|error| LabError::File {
        path: path.clone(),
        verb: "write",
        error,
    })
}

/// Writes the pages of a report to a directory, which is created if it is missing; returns the names of the
/// files.
fn write_report(pages: Vec<report::Page>, directory: &Path) -> Result<Vec<PathBuf>, LabError> {
    let failed = |verb, path: &Path| {
        let path = path.to_owned();
        move |error| LabError::File { path, verb, error }
    };
    std::fs::create_dir_all(directory).map_err(failed("create", directory))?;
    let mut paths = Vec::new();
    for page in pages {
        let path = directory.join(page.name);
        file::write(&path, &page.content).map_err(failed("write", &path))?;
        paths.push(path);
    }
    Ok(paths)
}

fn planners(arguments: &PlannersArguments) -> Result<u8, LabError> {
    let (directory, tasks) = (&arguments.out, arguments.tasks());
    if arguments.cluster.on == Place::Slurm {
        return cluster::submit(directory, &arguments.header(), &tasks, &arguments.cluster);
    }
    let (stop, _watch) = listening_stop();
    let journal = open_here::<AgentTask>(directory)?;
    let player = Agents::new(Machine::this(arguments.jobs())).with_checks(arguments.check);
    play(&tasks, journal, arguments.jobs(), &player, &tell_of_agent, directory, &stop)
}

fn tell_of_agent(record: &AgentRecord) -> String {
    let configuration = &record.configuration;
    let game = format!(
        "{}x{} {} seed {}",
        configuration.rows, configuration.cols, configuration.planner, record.seed
    );
    match &record.failure {
        Some(failure) => format!("{game}: not won: {failure}"),
        None => format!("{game}: {} steps, {:.2} s", record.steps, record.cpu),
    }
}

/// The path of this program, which other processes of an experiment run.
pub fn this_program() -> Result<PathBuf, LabError> {
    std::env::current_exe().map_err(|error| LabError::File { path: "hamadryad".into(), verb: "find", error })
}

/// Opens the journal of a directory for a run on this machine. Tasks that jobs of a cluster have would be played
/// twice, so this is an error while there are such jobs.
fn open_here<T: Planned>(directory: &Path) -> Result<Journal<T::Record>, LabError> {
    let journal = Journal::open(directory)?;
    let recorded = journal.records().iter().map(Entry::key).collect();
    match assigned_to_jobs::<T>(directory, &recorded) {
        Ok(assigned) if assigned.is_empty() => Ok(journal),
        Ok(assigned) => Err(LabError::Assigned { path: directory.into(), tasks: assigned.len() }),
        Err(LabError::NoSlurm { .. }) => {
            messages::print(
                "note: Slurm is not installed here; jobs that still have games of this directory are unknown\n",
            );
            Ok(journal)
        }
        Err(error) => Err(error),
    }
}

fn ricochet(arguments: &RicochetArguments) -> Result<u8, LabError> {
    let (directory, tasks) = (&arguments.out, arguments.games().tasks());
    if arguments.cluster.on == Place::Slurm {
        return cluster::submit(directory, &cluster::plain_header(RICOCHET), &tasks, &arguments.cluster);
    }
    let (stop, _watch) = listening_stop();
    let journal = open_here::<RicochetTask>(directory)?;
    let jobs = arguments.jobs();
    let player = RicochetPlayer::new(Machine::this(jobs));
    play(&tasks, journal, jobs, &player, &tell_of_round, directory, &stop)
}

fn tell_of_round(record: &RicochetRecord) -> String {
    let configuration = &record.configuration;
    let (rows, cols, approach) = (configuration.rows, configuration.cols, configuration.approach);
    let game = format!("{rows}x{cols} {approach} seed {}", record.seed);
    match &record.failure {
        Some(failure) => format!("{game}: failed: {failure}"),
        None => format!("{game}: {} rounds, {:.2} s", record.rounds.len(), record.cpu),
    }
}

fn snake_approaches(arguments: &SnakeApproaches) -> Result<u8, LabError> {
    let matrix = arguments.matrix();
    let needs_clingo = matrix.engines.contains(&Engine::Clingo);
    let (directory, tasks) = (&arguments.out, matrix.tasks());
    if arguments.cluster.on == Place::Slurm {
        return cluster::submit(directory, &arguments.header(), &tasks, &arguments.cluster);
    }
    let clingo = needs_clingo.then(|| Clingo::find(&arguments.clingo_python)).transpose()?;
    let (stop, _watch) = listening_stop();
    let journal = open_here::<Task>(directory)?;
    let jobs = arguments.jobs();
    let players = Players::new(Machine::this(jobs), clingo);
    note_other_versions(&matrix, &journal, &players);
    play(&tasks, journal, jobs, &players, &tell_of_approach, directory, &stop)
}

fn tell_of_approach(record: &Record) -> String {
    let outcome = &record.outcome;
    let (configuration, seed) = (&record.configuration, record.seed);
    match &outcome.failure {
        Some(failure) => format!("{configuration} seed {seed}: not won: {failure}"),
        None => format!("{configuration} seed {seed}: {} steps, {:.2} s", outcome.steps, outcome.wall),
    }
}

/// A stop that SIGINT and SIGTERM request, and the thread that ends a run that does not stop in time. They
/// must exist before the journal is opened, so that a signal ends the run cleanly at any later time. An
/// interrupted game has no record.
fn listening_stop() -> (Stop, Watch) {
    let stop = stop_on_signals();
    let watch = Watch::without_summary(&stop);
    (stop, watch)
}

/// A stop that signals request, without the thread: for runs that end processes of their own before they stop.
fn stop_on_signals() -> Stop {
    let stop = Stop::after(Clock::start(), None);
    stop.listen();
    stop
}

/// Plays the missing games, shows progress, and returns the exit code.
fn play<T: Job>(
    tasks: &[T],
    mut journal: Journal<T::Record>,
    jobs: usize,
    player: &dyn Player<T>,
    describe: &dyn Fn(&T::Record) -> String,
    directory: &Path,
    stop: &Stop,
) -> Result<u8, LabError> {
    let is_stopped = || stop.reason().is_some();
    let mut display = Display::new(T::NOUN);
    let summary =
        hamadryad_lab::run(tasks, &mut journal, jobs, player, &is_stopped, &mut |event, progress| {
            let line = match event {
                Event::Finished(record) => Some(describe(record)),
                Event::Tick => None,
            };
            display.show(line, progress);
        });
    display.end();
    let summary = summary?;
    sum_up(&summary, T::NOUN, directory);
    Ok(match summary {
        summary if !summary.is_complete() => exit::INTERRUPTED,
        Summary { failed: 0, .. } => 0,
        _ => exit::BROKEN_GUARANTEE,
    })
}

/// Prints a note if records of other versions take part in the same report.
fn note_other_versions(matrix: &Matrix, journal: &Journal, players: &Players) {
    for &engine in &matrix.engines {
        let version = players.version(engine);
        let records = journal.records().iter().filter(|record| record.configuration.engine == engine);
        let others = records.filter(|record| record.version != version).count();
        if others > 0 {
            messages::print(&format!(
                "note: {others} games of this directory were played by other versions than {version}\n"
            ));
        }
    }
}

fn sum_up(summary: &Summary, noun: &str, directory: &Path) {
    let Summary { games, known, played, failed } = *summary;
    let directory = directory.display();
    let failures = if failed > 0 {
        format!(", {failed} of them {}", if noun == "games" { "not won" } else { "without a right answer" })
    } else {
        String::new()
    };
    let next = if summary.is_complete() {
        format!("hamadryad lab report {directory}")
    } else {
        format!("the same command continues with the missing {noun}")
    };
    messages::print(&format!(
        "{} of {games} {noun} are in {directory}, {played} of them new{failures}\n\n  tip: {next}\n",
        known + played
    ));
}
