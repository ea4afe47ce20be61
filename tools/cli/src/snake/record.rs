//! The output of a finished game: as text, or as one JSON object.

use super::PlayArguments;
use super::rules::Beginning;
use crate::file::NewFile;
use crate::stage::terminal;
use hamadryad_grid::{Cell, Direction};
use hamadryad_snake::{Game, Plan, Report, Solve, Status, Strategy, Work, frame};
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::iter::once;
use std::path::Path;
use std::time::Duration;

/// A finished game with its plans.
pub(super) struct Story<'a> {
    pub(super) arguments: &'a PlayArguments,
    pub(super) beginning: &'a Beginning,
    pub(super) game: &'a Game,
    pub(super) report: &'a Report,
    pub(super) plans: &'a [Planned],
}

/// A plan, and the position for which it was made.
pub(super) struct Planned {
    pub(super) head: Cell,
    pub(super) apple: Cell,
    pub(super) plan: Plan,
}

impl Story<'_> {
    fn count(&self, is_counted: impl Fn(&Solve) -> bool) -> usize {
        self.report.solves.iter().filter(|solve| is_counted(solve)).count()
    }

    fn status(&self) -> &'static str {
        if self.game.status() == Status::Won { "won" } else { "stopped" }
    }

    pub(super) fn tell(&self, was_watched: bool) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if !was_watched {
            let plan = self.plans.last().map(|planned| &planned.plan);
            write!(out, "{}", terminal().draw(&frame(self.game, plan)))?;
        }
        let (board, statistics) = (self.game.board(), self.game.statistics());
        let (length, cells) = (self.game.length(), board.len());
        writeln!(out, "\n{:<8} {length} of {cells} cells, seed {}", self.status(), self.beginning.seed())?;
        writeln!(out, "apples   {}", statistics.apples)?;
        writeln!(out, "steps    {}", statistics.steps)?;
        writeln!(out, "{}", self.plans())?;
        out.flush()
    }

    /// The number of plans, and their quality.
    fn plans(&self) -> String {
        let mut line = format!("plans    {}", self.count(|solve| solve.asked));
        if Strategy::from(self.arguments.strategy) != Strategy::Naive {
            line += &format!(", {} of them proven optimal", self.count(|solve| solve.proven));
        }
        match self.count(|solve| solve.work.interrupted && !solve.kept) {
            0 => {}
            cut => line += &format!(", {cut} cut short"),
        }
        match self.count(|solve| solve.kept) {
            0 => line,
            kept => line + &format!(", {kept} unchanged for lack of time"),
        }
    }

    /// Saves the game to a file.
    pub(super) fn save(&self, file: &Path, timing: &Timing) -> io::Result<()> {
        let mut out = NewFile::begin(file)?;
        self.tell_as_json(BufWriter::new(&mut out), timing)?;
        out.finish()
    }

    pub(super) fn tell_as_json(&self, mut out: impl Write, timing: &Timing) -> io::Result<()> {
        let board = self.game.board();
        let statistics = self.game.statistics();
        let options = self.arguments.logic_options();
        let record = Record {
            configuration: Configuration {
                beginning: self.beginning,
                strategy: Strategy::from(self.arguments.strategy).name(),
                solver: if options.is_some() { "logic" } else { "circuit" },
                approach: options.map(|options| options.approach.name()),
                heuristic: options.map(|options| options.heuristic),
                mirror: options.map(|options| options.mirror),
                time_limit: self.arguments.time_limit.map(|limit| limit.as_secs_f64()),
            },
            result: Outcomes {
                status: self.status(),
                length: self.game.length(),
                cells: board.len(),
                apples: statistics.apples,
                steps: statistics.steps,
                plans: self.count(|solve| solve.asked),
                proven: self.count(|solve| solve.proven),
                timed_out: self.count(|solve| solve.work.interrupted),
                kept: self.count(|solve| solve.kept),
                moves: self.report.moves.iter().map(|direction| direction.letter()).collect(),
            },
            apples: self.report.solves.iter().zip(self.plans).map(AppleRecord::new).collect(),
            timing,
        };
        serde_json::to_writer(&mut out, &record)?;
        writeln!(out)?;
        out.flush()
    }
}

#[derive(Serialize)]
struct Record<'a> {
    configuration: Configuration<'a>,
    result: Outcomes,
    apples: Vec<AppleRecord>,
    timing: &'a Timing,
}

#[derive(Serialize)]
struct Configuration<'a> {
    #[serde(flatten)]
    beginning: &'a Beginning,
    strategy: &'static str,
    solver: &'static str,
    /// The options of the logic program, if it planned.
    #[serde(skip_serializing_if = "Option::is_none")]
    approach: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mirror: Option<bool>,
    time_limit: Option<f64>,
}

#[derive(Serialize)]
struct Outcomes {
    status: &'static str,
    length: usize,
    cells: usize,
    apples: u64,
    steps: u64,
    plans: usize,
    proven: usize,
    timed_out: usize,
    kept: usize,
    /// `U`, `R`, `D`, `L`.
    moves: String,
}

/// One apple, and the plan to eat it.
#[derive(Serialize)]
struct AppleRecord {
    /// The length of the snake.
    length: usize,
    /// Row and column, from 1.
    apple: (u32, u32),
    steps: usize,
    /// Whether the solver searched for this plan.
    asked: bool,
    proven: bool,
    /// Whether the search was stopped before its end.
    timed_out: bool,
    /// Whether it was stopped before it found a plan.
    kept: bool,
    /// The number of steps of each plan that the search found, in order.
    bounds: Vec<usize>,
    conflicts: u64,
    /// The way to the apple as moves.
    path: String,
    /// The round trip as moves from the first cell of the board.
    cycle: String,
}

impl AppleRecord {
    fn new((solve, planned): (&Solve, &Planned)) -> AppleRecord {
        let Solve { length, steps, asked, proven, kept, work, .. } = solve.clone();
        let Work { bounds, conflicts, interrupted: timed_out, .. } = work;
        let Planned { head, apple, plan } = planned;
        let arcs = plan.cycle.arcs().filter_map(|(from, to)| from.direction_to(to));
        let cycle = arcs.map(Direction::letter).collect();
        let cells = once(head).chain(&plan.way);
        let way = cells.zip(&plan.way).filter_map(|(from, &to)| from.direction_to(to));
        let path = way.map(Direction::letter).collect();
        let apple = apple.pair();
        AppleRecord { length, apple, steps, asked, proven, timed_out, kept, bounds, conflicts, path, cycle }
    }
}

/// Measured times, in seconds of the clock; `cpu` is the processor's part of `solve`.
#[derive(Serialize)]
pub(super) struct Timing {
    /// Time before the game; with the approach one-shot, grounding is not part of it.
    ground: f64,
    solve: f64,
    total: f64,
    cpu: f64,
    /// A value for each apple.
    solves: Vec<f64>,
    cpus: Vec<f64>,
    /// For each apple: its time until the search began, until the first plan, and until the best plan.
    grounds: Vec<f64>,
    firsts: Vec<Option<f64>>,
    bests: Vec<Option<f64>>,
}

impl Timing {
    pub(super) fn new(ground: Duration, total: Duration, report: &Report, looks: &[f64]) -> Timing {
        let solves = || report.solves.iter();
        let mut asked = looks.chunks_exact(2).map(|pair| pair[1] - pair[0]);
        let cpus: Vec<f64> =
            solves().map(|solve| if solve.asked { asked.next().unwrap_or(0.0) } else { 0.0 }).collect();
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64());
        Timing {
            ground: ground.as_secs_f64(),
            solve: solves().map(|solve| solve.time).sum::<Duration>().as_secs_f64(),
            total: total.as_secs_f64(),
            cpu: cpus.iter().sum(),
            solves: solves().map(|solve| solve.time.as_secs_f64()).collect(),
            cpus,
            grounds: solves().map(|solve| solve.work.ground.as_secs_f64()).collect(),
            firsts: solves().map(|solve| seconds(solve.work.first)).collect(),
            bests: solves().map(|solve| seconds(solve.work.best)).collect(),
        }
    }
}

impl std::fmt::Display for Timing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Timing { ground, solve, solves, .. } = self;
        let longest = solves.iter().copied().fold(0.0, f64::max);
        writeln!(f, "time     {solve:.3} s solving, {longest:.3} s the longest plan, {ground:.3} s grounding")
    }
}
