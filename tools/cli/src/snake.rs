//! `hamadryad snake play`: a game of Snake, played by the answer set engine.
//!
//! Standard output is the game: the pictures, the result. With the same options it is the same to the byte, unless a time
//! limit cuts a plan short. Times are another thing every time: as text they go to standard error, in JSON they
//! have a part of their own, `timing`.

use crate::clock::{Clock, Stop};
use crate::messages;
use clap::{Args, Subcommand, ValueEnum};
use hamadryad_grid::{Board, Cell, Cycle};
use hamadryad_scene::{Animation, Charset, Terminal, colour_wanted};
use hamadryad_snake::conservative::{self, Report, Solve, Watcher};
use hamadryad_snake::{Apples, Game, Limits, LogicPlanner, Outcome, Plan, PlanError, Status, frame};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The board or the program is at fault.
const BAD_INPUT: u8 = 65;
/// The planner or the strategy is at fault.
const BAD_PLAYER: u8 = 70;
/// As clingo's codes have it: 1 for an interrupt, and 10 more if there was an answer before.
const INTERRUPTED: u8 = 1;
const ANSWERED: u8 = 10;

/// The arguments of `hamadryad snake`.
#[derive(Args, Debug)]
pub struct SnakeArguments {
    #[command(subcommand)]
    command: SnakeCommand,
}

#[derive(Subcommand, Debug)]
enum SnakeCommand {
    /// Plays a whole game and wins it.
    ///
    /// At every apple a logic program is solved: a round trip through all cells that contains the snake and leads to the
    /// apple in as few steps as possible. The snake follows it to the apple, grows by one cell, and so on until it
    /// covers the board.
    #[command(after_help = AFTER_HELP)]
    Play(PlayArguments),
}

const AFTER_HELP: &str = "\
Exit codes: 0 the game is won, 1 bad options, 1 or 11 interrupted before or after the first plan,
65 no such board.

The game on standard output is the same to the byte for the same options, unless a time limit cuts a
plan short. Measured times go to standard error, or in JSON to the part `timing`.

  hamadryad snake play --rows 8 --cols 8 --seed 7
  hamadryad snake play --format json | jq .result";

#[derive(Args, Debug)]
struct PlayArguments {
    /// Rows of the board: at least 2.
    #[arg(long, value_name = "N", default_value_t = 6, allow_hyphen_values = true)]
    rows: usize,

    /// Columns of the board: at least 2, and rows times columns an even number.
    #[arg(long, value_name = "N", default_value_t = 6, allow_hyphen_values = true)]
    cols: usize,

    /// Decides where the apples appear.
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true)]
    seed: u64,

    /// The longest time for one plan; what was found until then is followed, and 0 takes the first that comes. Without
    /// a limit every plan is the best there is, which may take long on more than 64 cells.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    time_limit: Option<Duration>,

    /// Show every step, even where output is no terminal: then one picture below the other.
    #[arg(long, overrides_with = "no_watch")]
    watch: bool,

    /// Show the last picture only. The default where output is no terminal.
    #[arg(long, overrides_with = "watch")]
    no_watch: bool,

    /// The time between two steps, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 20, allow_hyphen_values = true)]
    delay: u64,

    /// How the game is told.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// A picture and a summary.
    Text,
    /// One object: `configuration`, `result`, `apples`, `timing`. Never watched.
    Json,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
    number.ok_or_else(|| "expected a number of seconds, such as 0.5".to_string())
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Those of standard output.
pub fn run(arguments: &SnakeArguments) -> io::Result<u8> {
    let SnakeCommand::Play(arguments) = &arguments.command;
    match Board::new(arguments.rows, arguments.cols) {
        Ok(board) => play(board, arguments),
        Err(error) => Ok(refuse(&error.to_string(), BAD_INPUT)),
    }
}

fn refuse(message: &str, code: u8) -> u8 {
    messages::write(&format!("error: {message}\n\n  tip: hamadryad snake play --help\n"));
    code
}

fn play(board: Board, arguments: &PlayArguments) -> io::Result<u8> {
    let clock = Clock::start();
    let stop = Stop::after(clock, None);
    stop.listen();
    let start = Instant::now();
    let is_stopped = || stop.reason().is_some();
    let limits = Limits { time: arguments.time_limit, clock: &|| start.elapsed(), stop: &is_stopped };
    let mut planner = match LogicPlanner::new(board, limits) {
        Ok(planner) => planner,
        Err(PlanError::Interrupted) => {
            messages::write("stopped before the game began\n");
            return Ok(INTERRUPTED);
        }
        Err(error) => return Ok(refuse(&error.to_string(), BAD_INPUT)),
    };
    let ground = start.elapsed();
    let mut game = Game::new(board, Apples::from_seed(arguments.seed));
    let stage = arguments.is_watched().then(|| Stage::open(arguments.delay));
    let mut audience = Audience {
        start,
        clock,
        is_stopped: &is_stopped,
        stage,
        plans: Vec::new(),
        looks: Vec::new(),
        error: None,
    };
    let result = conservative::play(&mut game, &mut planner, &mut audience);
    let Audience { stage, plans, looks, error, .. } = audience;
    let was_watched = stage.is_some();
    drop(stage);
    if let Some(error) = error {
        return Err(error);
    }
    let report = match result {
        Ok(report) => report,
        Err(error) => return Ok(refuse(&error.to_string(), BAD_PLAYER)),
    };
    let timing = Timing::new(ground, start.elapsed(), &report, &looks);
    let story = Story { arguments, game: &game, report: &report, plans: &plans };
    match arguments.format {
        Format::Text => {
            story.tell(was_watched)?;
            messages::write(&timing.to_string());
        }
        Format::Json => story.tell_as_json(&timing)?,
    }
    let answered = if plans.is_empty() { 0 } else { ANSWERED };
    Ok(if game.status() == Status::Won { 0 } else { INTERRUPTED + answered })
}

impl PlayArguments {
    fn is_watched(&self) -> bool {
        let wanted = !self.no_watch && (self.watch || can_redraw());
        wanted && self.format == Format::Text
    }
}

/// Whether a picture can be drawn over the last one.
fn can_redraw() -> bool {
    io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|name| name != "dumb")
}

/// How to draw on standard output as it is now: its window may change while the game goes on.
fn terminal() -> Terminal {
    let out = io::stdout();
    if !out.is_terminal() {
        return Terminal::plain(usize::MAX);
    }
    let variable = |name| std::env::var(name).ok();
    let size = terminal_size::terminal_size_of(&out);
    let (width, height) = size.map_or((80, 24), |(width, height)| (width.0.into(), height.0.into()));
    Terminal {
        colour: colour_wanted(true, variable("NO_COLOR").as_deref()) && can_redraw(),
        charset: charset(["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable).as_deref()),
        width,
        // The cursor stands below the picture.
        height: Some(usize::saturating_sub(height, 1)),
    }
}

/// ASCII where the locale asks for another encoding than UTF-8; most terminals without a locale can show it.
fn charset(locale: Option<&str>) -> Charset {
    let encoding = locale.and_then(|locale| locale.split_once('.')).map(|(_, encoding)| encoding);
    let plain = matches!(locale, Some("C" | "POSIX"));
    let other = encoding.is_some_and(|name| !name.to_ascii_lowercase().replace('-', "").starts_with("utf8"));
    if plain || other { Charset::Ascii } else { Charset::Unicode }
}

/// Where the game is shown while it is played.
struct Stage {
    /// None where pictures cannot be drawn over another: then they follow one another.
    animation: Option<Animation>,
    delay: Duration,
}

impl Stage {
    fn open(delay: u64) -> Stage {
        let animation = can_redraw().then(Animation::new);
        if animation.is_some() {
            let _ = io::stdout().write_all(Animation::BEGIN.as_bytes());
        }
        Stage { animation, delay: Duration::from_millis(delay) }
    }

    fn show(&mut self, game: &Game, plan: Option<&Cycle>) -> io::Result<()> {
        let picture = terminal().draw(&frame(game, plan));
        let text = match &mut self.animation {
            Some(animation) => animation.next(&picture),
            None => format!("{picture}\n"),
        };
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Waits for the next step, where somebody watches; in short naps, so that a stop is not slept through.
    fn wait(&self, is_stopped: &dyn Fn() -> bool) {
        const NAP: Duration = Duration::from_millis(50);
        let end = Instant::now().checked_add(self.delay);
        let left = || end.map_or(NAP, |end| end.saturating_duration_since(Instant::now()));
        while self.animation.is_some() && !is_stopped() && !left().is_zero() {
            std::thread::sleep(left().min(NAP));
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if self.animation.is_some() {
            let _ = io::stdout().write_all(Animation::END.as_bytes());
        }
    }
}

/// Watches, remembers the plans, and stops the game on a signal.
struct Audience<'a> {
    start: Instant,
    clock: Clock,
    is_stopped: &'a dyn Fn() -> bool,
    stage: Option<Stage>,
    plans: Vec<(Cell, Cycle)>,
    /// The processor's time before and after every plan.
    looks: Vec<f64>,
    error: Option<io::Error>,
}

impl Audience<'_> {
    fn look(&mut self, game: &Game, plan: Option<&Cycle>, is_followed: bool) -> ControlFlow<()> {
        if let Some(stage) = &mut self.stage {
            if let Err(error) = stage.show(game, plan) {
                self.error = Some(error);
                return ControlFlow::Break(());
            }
            if is_followed {
                stage.wait(self.is_stopped);
            }
        }
        if (self.is_stopped)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Watcher for Audience<'_> {
    fn now(&mut self) -> Duration {
        self.looks.push(self.clock.cpu_seconds());
        self.start.elapsed()
    }

    fn planned(&mut self, game: &Game, plan: &Plan, _: &Solve) -> ControlFlow<()> {
        self.plans.push((game.apple().expect("there is a plan for an apple"), plan.cycle.clone()));
        self.look(game, Some(&plan.cycle), true)
    }

    fn stepped(&mut self, game: &Game, plan: &Plan, outcome: Outcome) -> ControlFlow<()> {
        // Once the apple is eaten, the plan says nothing of the next.
        let goes_on = outcome == Outcome::Moved;
        self.look(game, goes_on.then_some(&plan.cycle), goes_on)
    }
}

/// What happened.
struct Story<'a> {
    arguments: &'a PlayArguments,
    game: &'a Game,
    report: &'a Report,
    plans: &'a [(Cell, Cycle)],
}

impl Story<'_> {
    fn count(&self, is_counted: impl Fn(&Solve) -> bool) -> usize {
        self.report.solves.iter().filter(|solve| is_counted(solve)).count()
    }

    fn status(&self) -> &'static str {
        if self.game.status() == Status::Won { "won" } else { "stopped" }
    }

    fn tell(&self, was_watched: bool) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if !was_watched {
            let plan = self.plans.last().map(|(_, cycle)| cycle);
            write!(out, "{}", terminal().draw(&frame(self.game, plan)))?;
        }
        let (board, statistics) = (self.game.board(), self.game.statistics());
        let (length, cells) = (self.game.length(), board.len());
        writeln!(out, "\n{:<8} {length} of {cells} cells, seed {}", self.status(), self.arguments.seed)?;
        writeln!(out, "apples   {}", statistics.apples)?;
        writeln!(out, "steps    {}", statistics.steps)?;
        let (plans, proven) = (self.report.solves.len(), self.count(|solve| solve.proven));
        write!(out, "plans    {plans}, {proven} of them proven optimal")?;
        match self.count(|solve| solve.kept) {
            0 => writeln!(out)?,
            kept => writeln!(out, ", {kept} as before for want of time")?,
        }
        out.flush()
    }

    fn tell_as_json(&self, timing: &Timing) -> io::Result<()> {
        let board = self.game.board();
        let statistics = self.game.statistics();
        let record = Record {
            configuration: Configuration {
                rows: board.rows(),
                cols: board.cols(),
                seed: self.arguments.seed,
                strategy: "conservative",
                approach: "assume",
                time_limit: self.arguments.time_limit.map(|limit| limit.as_secs_f64()),
            },
            result: Outcomes {
                status: self.status(),
                length: self.game.length(),
                cells: board.len(),
                apples: statistics.apples,
                steps: statistics.steps,
                plans: self.report.solves.len(),
                proven: self.count(|solve| solve.proven),
                kept: self.count(|solve| solve.kept),
                moves: self.report.moves.iter().map(|direction| direction.letter()).collect(),
            },
            apples: self.report.solves.iter().zip(self.plans).map(AppleRecord::new).collect(),
            timing,
        };
        let mut out = io::stdout().lock();
        serde_json::to_writer(&mut out, &record)?;
        writeln!(out)?;
        out.flush()
    }
}

#[derive(Serialize)]
struct Record<'a> {
    configuration: Configuration,
    result: Outcomes,
    apples: Vec<AppleRecord>,
    timing: &'a Timing,
}

#[derive(Serialize)]
struct Configuration {
    rows: u16,
    cols: u16,
    seed: u64,
    strategy: &'static str,
    approach: &'static str,
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
    kept: usize,
    /// `U`, `R`, `D`, `L`.
    moves: String,
}

/// One apple, and the plan to eat it.
#[derive(Serialize)]
struct AppleRecord {
    /// Of the snake.
    length: usize,
    /// Row and column, from 1.
    apple: (u32, u32),
    steps: usize,
    proven: bool,
    kept: bool,
    /// The round trip as moves from the first cell of the board.
    cycle: String,
}

impl AppleRecord {
    fn new((solve, (apple, cycle)): (&Solve, &(Cell, Cycle))) -> AppleRecord {
        let Solve { length, steps, proven, kept, .. } = *solve;
        let moves = cycle.arcs().filter_map(|(from, to)| from.direction_to(to));
        let cycle = moves.map(hamadryad_grid::Direction::letter).collect();
        AppleRecord { length, apple: apple.pair(), steps, proven, kept, cycle }
    }
}

/// Measured times, in seconds of the clock; `cpu` is the processor's part of `solve`.
#[derive(Serialize)]
struct Timing {
    ground: f64,
    solve: f64,
    total: f64,
    cpu: f64,
    /// One for each apple.
    solves: Vec<f64>,
    cpus: Vec<f64>,
}

impl Timing {
    fn new(ground: Duration, total: Duration, report: &Report, looks: &[f64]) -> Timing {
        let times = report.solves.iter().map(|solve| solve.time);
        let cpus: Vec<f64> = looks.chunks_exact(2).map(|pair| pair[1] - pair[0]).collect();
        Timing {
            ground: ground.as_secs_f64(),
            solve: times.clone().sum::<Duration>().as_secs_f64(),
            total: total.as_secs_f64(),
            cpu: cpus.iter().sum(),
            solves: times.map(|time| time.as_secs_f64()).collect(),
            cpus,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_chooses_the_signs() {
        for locale in [None, Some("en_US.UTF-8"), Some("C.UTF-8"), Some("de_DE.utf8"), Some("en_US")] {
            assert_eq!(charset(locale), Charset::Unicode, "{locale:?}");
        }
        for locale in ["C", "POSIX", "de_DE.ISO-8859-1"] {
            assert_eq!(charset(Some(locale)), Charset::Ascii, "{locale}");
        }
    }

    #[test]
    fn seconds_are_finite_and_not_negative() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        assert_eq!(seconds("0"), Ok(Duration::ZERO));
        for bad in ["", "-1", "nan", "inf", "1e300", "soon"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }
}
