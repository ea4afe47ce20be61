//! `hamadryad snake solve`: one snake and one apple, from a file.

use super::position::{self, plannable};
use super::{Format, refuse, seconds};
use crate::clock::{Clock, Stop};
use crate::exit;
use crate::messages;
use crate::stage::terminal;
use crate::watch::Watch;
use clap::{Args, ValueEnum};
use hamadryad_grid::{Cell, Direction};
use hamadryad_snake::{
    Answer, Bound, Evidence, Instance, Plan, PositionRecord, TripConflict, frame_of_instance, solve,
    solve_relaxed, trip_conflict,
};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};
use std::iter::once;
use std::time::Duration;

pub(super) const AFTER_HELP: &str = "\
An instance is one JSON object. Cells are rows and columns, from 1; the snake begins with its head:

  {\"rows\": 6, \"cols\": 6, \"snake\": [[4,2],[4,3],[4,4]], \"apple\": [6,6]}

Exit codes: 0 the best round trip or way is found and proven, 20 none exists, 1 or
11 interrupted without or with a round trip, 1 bad options, 65 the file is missing or invalid.

  hamadryad snake solve position.json --explain
  hamadryad snake solve position.json --strategy relaxed
  echo '{\"rows\":4,\"cols\":4,\"snake\":[[1,1]],\"apple\":[4,4]}' | hamadryad snake solve - --format json";

#[derive(Args, Debug)]
pub(super) struct SolveArguments {
    /// File with the instance; `-` is standard input.
    file: String,

    /// Kind of the way to find.
    #[arg(long, value_enum, default_value_t = Wanted::Conservative)]
    strategy: Wanted,

    /// Explain the proof that no round trip leads to the apple in fewer steps; or, if none leads through the
    /// snake, show cells that exclude it together (×: not all on one round trip, ○: entered or left once).
    #[arg(long)]
    explain: bool,

    /// Time limit of the search; the best way found so far is printed.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    time_limit: Option<Duration>,

    /// Format of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Wanted {
    /// The round trip through the snake that leads to the apple in as few steps as possible.
    Conservative,
    /// The shortest way to the apple after which the snake lies on a round trip; on the way it need not.
    Relaxed,
}

impl Wanted {
    /// The sentence about a shortest way of this kind.
    fn shortest(self) -> &'static str {
        match self {
            Wanted::Conservative => "no round trip through the snake is shorter",
            Wanted::Relaxed => "no shorter way leaves the snake on a round trip",
        }
    }

    /// The result if no plan exists.
    fn absence(self) -> &'static str {
        match self {
            Wanted::Conservative => "no round trip leads through this snake",
            Wanted::Relaxed => "no way to the apple ends on a round trip",
        }
    }
}

/// Solves the instance of a file and returns the exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub(super) fn run(arguments: &SolveArguments) -> io::Result<u8> {
    let clock = Clock::start();
    let stop = Stop::after(clock, arguments.time_limit);
    stop.listen();
    let watch = Watch::without_summary(&stop);
    let question = match position::read(&arguments.file) {
        Ok(question) => question,
        Err(code) => return Ok(code),
    };
    let instance = match question.instance() {
        Ok(instance) => instance,
        Err(error) => return Ok(refuse(&format!("{}: {error}", arguments.file), exit::BAD_INPUT)),
    };
    if let Err(message) = plannable(instance.board()) {
        return Ok(refuse(&format!("{}: {message}", arguments.file), exit::BAD_INPUT));
    }
    let before = clock.seconds();
    let is_over = || stop.reason().is_some();
    let answer = match arguments.strategy {
        Wanted::Conservative => solve(&instance, None, &is_over),
        Wanted::Relaxed => solve_relaxed(&instance, None, &is_over),
    };
    drop(watch);
    let seconds = clock.seconds() - before;
    let report = AnswerRecord::new(&instance, &answer);
    match arguments.format {
        Format::Text => {
            let conflict = conflict(&instance, &answer, arguments, &is_over);
            write_text(&instance, &answer, &report, arguments, conflict.as_ref())?;
            messages::write(&format!("time     {seconds:.3} s, {} conflicts\n", answer.conflicts));
        }
        Format::Json => {
            let timing = Timing { solve: seconds, cpu: clock.cpu_seconds() };
            let mut out = io::stdout().lock();
            serde_json::to_writer(&mut out, &Record { instance: &question, result: report, timing })?;
            writeln!(out)?;
            out.flush()?;
        }
    }
    Ok(match (&answer.plan, answer.stopped) {
        (Some(_), false) => 0,
        (None, false) => exit::UNSATISFIABLE,
        (Some(_), true) => exit::INTERRUPTED + exit::SATISFIABLE,
        (None, true) => exit::INTERRUPTED,
    })
}

/// The cells that exclude a round trip through the snake, if they are to be explained.
fn conflict(
    instance: &Instance,
    answer: &Answer,
    arguments: &SolveArguments,
    is_over: &dyn Fn() -> bool,
) -> Option<TripConflict> {
    let has_none = answer.plan.is_none() && !answer.stopped && arguments.strategy == Wanted::Conservative;
    if !arguments.explain || !has_none {
        return None;
    }
    match trip_conflict(instance, is_over) {
        Ok(conflict) => conflict,
        Err(error) => {
            messages::print(&format!("error: {error}\n"));
            None
        }
    }
}

#[derive(Serialize)]
struct Record<'a> {
    instance: &'a PositionRecord,
    result: AnswerRecord,
    timing: Timing,
}

/// Times in seconds.
#[derive(Serialize)]
struct Timing {
    solve: f64,
    cpu: f64,
}

/// An answer in the form in which it is printed.
#[derive(Serialize)]
struct AnswerRecord {
    /// `optimal`, `none` if no plan of the requested kind exists, `lost` if the apple cannot be reached, or
    /// `stopped`.
    status: &'static str,
    /// The number of steps from the head to the apple along the best round trip so far.
    steps: Option<usize>,
    /// A lower bound of the steps.
    bound: Option<usize>,
    proven: bool,
    /// The cells from the head to the apple, both included.
    path: Option<Vec<(u32, u32)>>,
    /// The round trip as moves from the first cell of the board.
    cycle: Option<String>,
    bounds: Vec<BoundRecord>,
    /// The proof that no round trip exists.
    refuted: Option<&'static str>,
    conflicts: u64,
}

#[derive(Serialize)]
struct BoundRecord {
    steps: usize,
    evidence: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflicts: Option<u64>,
}

fn name(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Distance => "distance",
        Evidence::Rules => "rules",
        Evidence::Search { .. } => "search",
    }
}

impl AnswerRecord {
    fn new(instance: &Instance, answer: &Answer) -> AnswerRecord {
        let plan = answer.plan.as_ref();
        let bound = |&Bound { steps, evidence }: &Bound| BoundRecord {
            steps,
            evidence: name(evidence),
            conflicts: match evidence {
                Evidence::Search { conflicts } => Some(conflicts),
                _ => None,
            },
        };
        AnswerRecord {
            status: match (plan, answer.stopped) {
                (_, true) => "stopped",
                (Some(_), false) => "optimal",
                (None, false) if answer.refuted == Some(Evidence::Distance) => "lost",
                (None, false) => "none",
            },
            steps: plan.map(Plan::steps),
            bound: answer.bounds.last().map(|bound| bound.steps),
            proven: plan.is_some_and(|plan| plan.proven),
            path: plan.map(|plan| {
                once(instance.snake().first_cell()).chain(plan.way.iter().copied()).map(Cell::pair).collect()
            }),
            cycle: plan.map(|plan| {
                let moves = plan.cycle.arcs().filter_map(|(from, to)| from.direction_to(to));
                moves.map(Direction::letter).collect()
            }),
            bounds: answer.bounds.iter().map(bound).collect(),
            refuted: answer.refuted.map(name),
            conflicts: answer.conflicts,
        }
    }
}

fn write_text(
    instance: &Instance,
    answer: &Answer,
    told: &AnswerRecord,
    arguments: &SolveArguments,
    conflict: Option<&TripConflict>,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let frame = match conflict {
        Some(conflict) => conflict.frame(instance),
        None => frame_of_instance(instance, answer.plan.as_ref()),
    };
    write!(out, "{}", terminal().draw(&frame))?;
    writeln!(out)?;
    match (told.steps, told.bound) {
        (Some(steps), _) if told.proven => {
            writeln!(out, "optimal  {steps} steps: {}", arguments.strategy.shortest())?;
        }
        (Some(steps), Some(bound)) => writeln!(out, "stopped  {steps} steps; at least {bound} are needed")?,
        _ if answer.stopped => writeln!(out, "stopped  before a round trip was found")?,
        _ if told.status == "lost" => writeln!(out, "lost     the snake cannot reach the apple")?,
        _ => writeln!(out, "none     {}", arguments.strategy.absence())?,
    }
    if arguments.explain {
        for bound in &answer.bounds {
            writeln!(out, "why      at least {} steps: {}", bound.steps, Proof(bound))?;
        }
        match answer.refuted {
            Some(Evidence::Search { conflicts }) => {
                writeln!(out, "why      the search refuted all of them, {conflicts} conflicts")?;
            }
            Some(Evidence::Distance) => writeln!(out, "why      its body and the walls close every way")?,
            Some(_) => writeln!(out, "why      a part of the board cannot be entered and left again")?,
            None => {}
        }
        for sentence in conflict.map(TripConflict::sentences).unwrap_or_default() {
            writeln!(out, "because  {sentence}")?;
        }
    }
    out.flush()
}

/// Displays the proof of a bound.
struct Proof<'a>(&'a Bound);

impl fmt::Display for Proof<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.evidence {
            Evidence::Distance => write!(f, "the distance of the apple"),
            Evidence::Rules => {
                write!(f, "cells that every way must pass, by the sides of the snake and connected regions")
            }
            Evidence::Search { conflicts } => {
                write!(f, "a search for a way of {} steps failed, {conflicts} conflicts", self.0.steps - 2)
            }
        }
    }
}
