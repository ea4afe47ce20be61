//! The output of a finished game: as text, or as one JSON object.

use super::PlayArguments;
use crate::file::NewFile;
use crate::stage::terminal;
use hamadryad_grid::Cell;
use hamadryad_snake::{
    AppleRecord, Beginning, Ending, Game, GameConfiguration, GameRecord, GameResult, GameTiming, Named, Plan,
    Report, Seconds, Solve, SolverRecord, Strategy, frame,
};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

/// A finished game with its plans.
pub(super) struct FinishedGame<'a> {
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

impl FinishedGame<'_> {
    fn count(&self, is_counted: impl Fn(&Solve) -> bool) -> usize {
        self.report.solves.iter().filter(|solve| is_counted(solve)).count()
    }

    /// Prints the game as text; the last picture only if no pictures have been shown.
    pub(super) fn write_text(&self, was_watched: bool) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if !was_watched {
            let plan = self.plans.last().map(|planned| &planned.plan);
            write!(out, "{}", terminal().draw(&frame(self.game, plan)))?;
        }
        write_summary(&mut out, self.game, self.beginning.seed)?;
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
            kept => line + &format!(", {kept} unchanged at a limit"),
        }
    }

    /// The record of the game.
    pub(super) fn record(&self, timing: GameTiming) -> GameRecord {
        let options = self.arguments.logic_options();
        let planned = self.report.solves.iter().zip(self.plans);
        GameRecord {
            configuration: GameConfiguration {
                beginning: self.beginning.clone(),
                planner: None,
                strategy: Some(self.arguments.strategy.into()),
                solver: Some(if options.is_some() { SolverRecord::Logic } else { SolverRecord::Circuit }),
                approach: options.map(|options| Named(options.approach)),
                heuristic: options.map(|options| options.heuristic),
                mirror: options.map(|options| options.mirror),
                time_limit: self.arguments.time_limit.map(Seconds::from),
                conflict_limit: self.arguments.conflict_limit(),
            },
            result: GameResult::of_report(self.game, self.report),
            apples: Some(
                planned
                    .map(|(solve, Planned { head, apple, plan })| {
                        AppleRecord::new(solve, plan, *head, *apple)
                    })
                    .collect(),
            ),
            timing,
        }
    }
}

/// Saves a record to a file.
pub(super) fn save(record: &GameRecord, file: &Path) -> io::Result<()> {
    let mut out = NewFile::begin(file)?;
    write(record, BufWriter::new(&mut out))?;
    out.finish()
}

/// Writes a record as one line of JSON.
pub(super) fn write(record: &GameRecord, mut out: impl Write) -> io::Result<()> {
    writeln!(out, "{}", record.to_json())?;
    out.flush()
}

/// Prints the summary that planned games and games of agents have in common.
pub(super) fn write_summary(out: &mut impl Write, game: &Game, seed: u64) -> io::Result<()> {
    let (length, cells) = (game.length(), game.board().len());
    let statistics = game.statistics();
    writeln!(out, "\n{:<8} {length} of {cells} cells, seed {seed}", Ending::of(game).to_string())?;
    writeln!(out, "apples   {}", statistics.apples)?;
    writeln!(out, "steps    {}", statistics.steps)
}

/// The line about the times of a planned game.
pub(super) fn times(report: &Report, ground: Duration) -> String {
    let solves = || report.solves.iter().map(|solve| solve.time);
    let (sum, longest) = (solves().sum::<Duration>(), solves().max().unwrap_or_default());
    let [sum, longest, ground] = [sum, longest, ground].map(|time| time.as_secs_f64());
    format!("time     {sum:.3} s solving, {longest:.3} s the longest plan, {ground:.3} s grounding\n")
}
