//! `hamadryad conquer`: one hard program, split into cubes that many processes search, here or on a cluster.

use crate::clock::Stop;
use crate::exit;
use crate::input::{Accepted, Loaded};
use crate::lab::{JobArguments, clock, site, this_program};
use crate::messages;
use crate::program::ProgramArguments;
use crate::session::{Failure, Session};
use clap::{Args, ValueEnum};
use hamadryad::{Config, Control, Part, Reader, Tee};
use hamadryad_aspif::AspifWriter;
use hamadryad_configuration::Configuration;
use hamadryad_lab::LabError;
use hamadryad_lab::cluster::Processes;
use hamadryad_lab::conquer::{
    Answer, Best, Drive, DriveEnd, Plan, Problem, Question, Watched, Workers, drive,
};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The time between two lines of progress that are not on a terminal.
const PERIOD: Duration = Duration::from_secs(10);

const AFTER_HELP: &str = "\
Exit codes: 10 an answer set, 20 none, 30 an optimum or the number of answer sets, 1 stopped (11 with an answer
set), 65 bad input, 70 the processes of a cube have ended without a result three times.

  hamadryad conquer --local schedule.lp --out schedule
  hamadryad conquer --local --count queens.lp -c n=14 --cubes 64 --out queens
  hamadryad conquer schedule.lp --memory 4G --time 2:00:00 --jobs-at-once 100 --out schedule";

/// Arguments of `hamadryad conquer`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ConquerArguments {
    /// Logic programs, or one ground program (aspif); `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,

    /// The directory of the search. The same command continues a search that was stopped or killed.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Count the answer sets; without this, find an optimum, or one answer set of a program without an objective.
    #[arg(long)]
    count: bool,

    /// Find any answer set, also of a program with an objective.
    #[arg(long, conflicts_with = "count")]
    any: bool,

    /// The number of cubes into which the search space is split at first.
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    cubes: u32,

    /// The number of parts into which a cube is split that lasts.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=1000))]
    parts: u32,

    /// The number of conflicts of the short searches that measure the difficulty of parts
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    probe: u64,

    /// Split a cube after this time [default: after six times the median of the cubes that have ended]
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    split_after: Option<f64>,

    /// Set a key of clingo's configuration, such as solver.opt_strategy=usc; can be repeated.
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,

    /// Search in processes of this machine; without this, in jobs of Slurm.
    #[arg(long)]
    local: bool,

    /// With --local: the number of processes at once [default: the number of cores]
    #[arg(long, value_name = "N", requires = "local", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// The format of the answer.
    #[arg(long, value_name = "NAME", value_enum, default_value_t = ConquerFormat::Text)]
    format: ConquerFormat,

    #[command(flatten)]
    cluster: JobArguments,

    #[command(flatten)]
    program: ProgramArguments,
}

/// A format of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ConquerFormat {
    /// clingo's lines.
    Text,
    /// One JSON object.
    Json,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds > 0.0 => Ok(seconds),
        _ => Err("a number of seconds above 0 is expected".to_string()),
    }
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("KEY=VALUE is expected")?;
    Configuration::new().set_path(key, value).map_err(|error| error.to_string())?;
    Ok((key.to_string(), value.to_string()))
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &ConquerArguments) -> io::Result<u8> {
    let start = Instant::now();
    let session =
        match Session::begin(&arguments.program, arguments.files.clone(), io::stderr().is_terminal()) {
            Ok(session) => session,
            Err(code) => return Ok(code),
        };
    let (ground, has_objective) = match ground(&session) {
        Ok(ground) => ground,
        Err(failure) => {
            session.report(&failure);
            return Ok(failure.exit_code());
        }
    };
    // From here on, a signal ends the workers first.
    let stop = session.stop.clone();
    drop(session);
    stop.listen();
    let question = match (arguments.count, arguments.any || !has_objective) {
        (true, _) => Question::Count,
        (false, true) => Question::Satisfiable,
        (false, false) => Question::Optimum,
    };
    match conquer(arguments, question, &ground, &stop) {
        Ok(drive) => print(arguments, &drive, start.elapsed()),
        Err(error) => {
            let tip = match &error {
                LabError::NoSlurm { .. } => Some(
                    "`--local` searches in processes of this machine; Debian's package slurm-client has Slurm's commands"
                        .to_string(),
                ),
                error => error.hint(),
            };
            let tip = tip.unwrap_or_else(|| "hamadryad conquer --help".to_string());
            messages::print(&format!("error: {error}\n\n  tip: {tip}\n"));
            Ok(exit::BAD_INPUT)
        }
    }
}

/// The ground program as aspif, and whether it has an objective.
fn ground(session: &Session<'_>) -> Result<(Vec<u8>, bool), Failure> {
    let mut control = Control::with_compat(Config::default(), session.program.compat);
    let text = match session.load(&mut control, Accepted::TextOrGround)? {
        Loaded::Incremental => {
            session
                .messages
                .error("a program with `#include <incmode>` has many ground programs, and cubes need one");
            return Err(Failure::Program("grounding stopped because of errors"));
        }
        Loaded::Program => {
            let mut writer = AspifWriter::new(Vec::new());
            let stop = || session.stop.reason().is_some();
            let mut grounding = session.watch.grounding();
            let result = control.ground_into(&[Part::base()], &mut Tee(&mut grounding, &mut writer), &stop);
            drop(grounding);
            session.accept(&mut control, result)?;
            writer.finish().expect("a vector takes everything")
        }
        Loaded::Ground(program) => {
            // The workers read the text: it must be a program of one step.
            let read = Reader::new(&program.text).and_then(|mut reader| {
                let mut writer = AspifWriter::new(Vec::new());
                while reader.read_step(control.symbols_mut(), &mut writer)? {}
                Ok(writer.finish().expect("a vector takes everything"))
            });
            session.accept_ground(&program, read)?
        }
    };
    let has_objective = text.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"2 "));
    Ok((text, has_objective))
}

fn conquer(
    arguments: &ConquerArguments,
    question: Question,
    ground: &[u8],
    stop: &Stop,
) -> Result<Drive, LabError> {
    let directory = &arguments.out;
    let program = this_program()?;
    let mut workers = if arguments.local {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Workers::Local(Processes::new(program, arguments.jobs.map_or(cores, usize::from)))
    } else {
        Workers::Slurm(arguments.cluster.request().or(site(&arguments.cluster)?), program)
    };
    let is_known = Problem::new(question, arguments.set.clone()).keep(directory, ground)?;
    if is_known {
        messages::print(&format!("continuing the search in {}\n", directory.display()));
    }
    let plan = Plan {
        cubes: arguments.cubes as usize,
        parts: arguments.parts as usize,
        probe: arguments.probe,
        limit: arguments.split_after.unwrap_or(0.0),
    };
    let mut progress = ProgressLine::new();
    let result =
        drive(directory, &plan, &mut workers, &|| stop.reason().is_some(), &mut |state| progress.show(state));
    progress.end();
    result
}

/// Shows the state of the search on standard error.
struct ProgressLine {
    is_terminal: bool,
    shown: Option<Instant>,
    last: String,
}

impl ProgressLine {
    fn new() -> ProgressLine {
        let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
        ProgressLine { is_terminal: io::stderr().is_terminal() && !is_dumb, shown: None, last: String::new() }
    }

    fn show(&mut self, state: &Watched) {
        let Watched { exhausted, open, splits, best, lower, elapsed } = state;
        let costs = match best {
            Some(Best { costs, .. }) if !costs.is_empty() => format!(", costs {}", numbers(costs)),
            _ => String::new(),
        };
        let least = if lower.is_empty() { String::new() } else { format!(", at least {}", numbers(lower)) };
        let state = format!("{exhausted} parts are exhausted, {open} open, {splits} split{costs}{least}");
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() >= PERIOD);
        if self.is_terminal {
            messages::write(&format!("\r{}  {state}\x1b[K", clock(*elapsed)));
            self.shown = Some(Instant::now());
        } else if is_due && state != self.last {
            messages::write(&format!("{}  {state}\n", clock(*elapsed)));
            self.shown = Some(Instant::now());
            self.last = state;
        }
    }

    fn end(&self) {
        if self.is_terminal && self.shown.is_some() {
            messages::write("\r\x1b[K");
        }
    }
}

fn numbers(costs: &[i64]) -> String {
    costs.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

/// Prints the answer; returns the exit code.
fn print(arguments: &ConquerArguments, drive: &Drive, elapsed: Duration) -> io::Result<u8> {
    let (verdict, best, count, code) = match &drive.end {
        DriveEnd::Answer(Answer::Unsatisfiable) => ("UNSATISFIABLE", None, None, exit::UNSATISFIABLE),
        DriveEnd::Answer(Answer::Satisfiable(best)) => ("SATISFIABLE", Some(best), None, exit::SATISFIABLE),
        DriveEnd::Answer(Answer::Optimum(best)) => {
            ("OPTIMUM FOUND", Some(best), None, exit::SATISFIABLE + exit::UNSATISFIABLE)
        }
        DriveEnd::Answer(Answer::Count(0)) => ("UNSATISFIABLE", None, Some(0), exit::UNSATISFIABLE),
        DriveEnd::Answer(Answer::Count(number)) => {
            ("SATISFIABLE", None, Some(*number), exit::SATISFIABLE + exit::UNSATISFIABLE)
        }
        DriveEnd::Stopped | DriveEnd::GivenUp(_) => {
            let best = drive.best.as_ref();
            let code = if matches!(drive.end, DriveEnd::GivenUp(_)) {
                exit::BROKEN_GUARANTEE
            } else {
                exit::INTERRUPTED + best.map_or(0, |_| exit::SATISFIABLE)
            };
            (if best.is_some() { "SATISFIABLE" } else { "UNKNOWN" }, best, None, code)
        }
    };
    let median = drive.times.get(drive.times.len() / 2).copied().unwrap_or(0.0);
    let longest = drive.times.last().copied().unwrap_or(0.0);
    let mut out = io::stdout().lock();
    match arguments.format {
        ConquerFormat::Json => {
            let answer = serde_json::json!({
                "Result": verdict,
                "Models": count,
                "Costs": best.map(|best| &best.costs).filter(|costs| !costs.is_empty()),
                "Value": best.map(|best| &best.shown),
                "Cubes": { "Exhausted": drive.exhausted, "Split": drive.splits, "Median": median, "Longest": longest },
                "Conflicts": drive.conflicts,
                "Time": elapsed.as_secs_f64(),
            });
            writeln!(out, "{answer:#}")?;
        }
        ConquerFormat::Text => {
            if let Some(Best { costs, shown }) = best {
                writeln!(out, "Answer: 1\n{}", shown.join(" "))?;
                if !costs.is_empty() {
                    writeln!(out, "Optimization: {}", numbers(costs))?;
                }
            }
            writeln!(out, "{verdict}\n")?;
            if let Some(count) = count {
                writeln!(out, "Models       : {count}")?;
            }
            writeln!(out, "Cubes        : {} exhausted, {} split", drive.exhausted, drive.splits)?;
            writeln!(out, "Cube times   : {median:.2}s median, {longest:.2}s longest")?;
            writeln!(out, "Conflicts    : {}", drive.conflicts)?;
            writeln!(out, "Time         : {:.3}s", elapsed.as_secs_f64())?;
        }
    }
    out.flush()?;
    match &drive.end {
        DriveEnd::Answer(_) => {}
        DriveEnd::Stopped => {
            let jobs = if arguments.local { "" } else { "the jobs go on; " };
            messages::print(&format!("stopped\n\n  tip: {jobs}the same command continues the search\n"));
        }
        DriveEnd::GivenUp(cubes) => messages::print(&format!(
            "error: the processes of {} cubes have ended without a result three times, cube {} among them\n\n  tip: \
             {}/submissions has their output; more memory may help\n",
            cubes.len(),
            cubes[0],
            arguments.out.display()
        )),
    }
    Ok(code)
}
