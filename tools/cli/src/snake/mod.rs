//! `hamadryad snake`: games of Snake that are always won, and single positions.
//!
//! Standard output is the game: the pictures, the result. With the same options it is the same to the byte, unless a time
//! limit cuts a plan short. Times are another thing every time: as text they go to standard error, in JSON they
//! have a part of their own, `timing`.

mod agent;
mod game;
pub(crate) mod position;
mod question;
mod record;
mod rules;

use crate::exit;
use crate::{messages, stage};
use clap::{Args, Subcommand, ValueEnum};
use hamadryad::approach::ApproachKind;
use hamadryad_snake::{AgentKind, Jitter, LogicOptions, Strategy};
pub(crate) use rules::Beginning;
use rules::RulesArguments;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

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
    /// At every apple a round trip is planned, through all cells, that contains the snake and leads to the apple in as few
    /// steps as possible. The snake follows it to the apple, grows by one cell, and so on until it covers the board. No
    /// time limit is too short to win: out of time, the snake keeps to the best round trip it has. With the strategy
    /// `relaxed` the way to the apple need not be part of a round trip, as long as the snake lies on one when it has eaten.
    ///
    /// With --planner, others play: they are asked at every step, prove nothing, and take microseconds. They win all the same.
    #[command(after_help = AFTER_HELP)]
    Play(PlayArguments),

    /// Finds the shortest way to one apple, for one snake, on a round trip through all cells.
    ///
    /// The snake need not come from a game: whether it can still win by a round trip is decided, and shown.
    #[command(after_help = question::AFTER_HELP)]
    Solve(question::SolveArguments),
}

const AFTER_HELP: &str = "\
Exit codes: 0 the game is won, 1 bad options, 1 or 11 interrupted before or after the first plan,
65 no such board, no such file, or a snake to start with that no round trip leads through or that the
planner cannot play, 74 a file cannot be written.

The game on standard output is the same to the byte for the same options, unless a time limit cuts a
plan short. Measured times go to standard error, or in JSON to the part `timing`.

  hamadryad snake play --rows 8 --cols 8 --seed 7
  hamadryad snake play --rows 20 --cols 20 --time-limit 0.5
  hamadryad snake play --strategy relaxed --time-limit 1
  hamadryad snake play --start position.json
  hamadryad snake play --approach one-shot --no-heuristic
  hamadryad snake play --save game.json && hamadryad show game.json --out game.gif
  hamadryad snake play --planner splice --rows 30 --cols 30
  hamadryad snake play --planner dynamic --jitter 1 --start centre --start-growth 4 --growth 3 --delayed-growth
  hamadryad snake play --format json | jq .result";

#[derive(Args, Debug)]
struct PlayArguments {
    #[command(flatten)]
    rules: RulesArguments,

    /// Let this one play, step by step, and not by round trips that are proven to be shortest.
    #[arg(long, value_enum)]
    #[arg(conflicts_with_all = ["strategy", "solver", "approach", "no_heuristic", "no_mirror", "time_limit"])]
    planner: Option<PlannerName>,

    /// When `dynamic` plans again on the way to an apple: after so many steps where the way is not direct, or `always`.
    #[arg(long, value_name = "N", value_parser = jitter, requires = "planner")]
    jitter: Option<Jitter>,

    /// For how long `foresight` may think about each apple, in milliseconds, as long as there is something left to try: worth it
    /// above 20×20, where it asks for shortest ways only then. Without it, as long as so many tries take: then the game is always
    /// the same.
    #[arg(long, value_name = "MS", requires = "planner")]
    think: Option<u32>,

    /// When a round trip is planned.
    #[arg(long, value_enum, default_value_t = StrategyName::Conservative)]
    strategy: StrategyName,

    /// Who plans. `circuit`, unless an option that speaks of the logic program says otherwise.
    #[arg(long, value_enum)]
    solver: Option<SolverName>,

    /// How the position of the snake, which changes with each apple, gets into the logic program; `assume`
    /// unless given. Without a time limit, each plan is as short as any other approach would find it. Of
    /// several plans of that length, the approaches may choose different ones, so that later plans, and with
    /// them the steps of the game, may differ.
    #[arg(long, value_enum)]
    approach: Option<ApproachName>,

    /// Let the logic program search for the first round trip from scratch, instead of beginning with the one that the snake
    /// followed last.
    #[arg(long)]
    no_heuristic: bool,

    /// Solve the logic program for the board as it stands, instead of turning it over until the head is in the first quarter.
    #[arg(long)]
    no_mirror: bool,

    /// The longest time for one plan, grounding included; what was found until then is followed. Without a limit every
    /// plan is the best there is, which may take long on more than 200 cells, for the logic program on more than 100.
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

    /// Keep the game in a file, as with `--format json`; `hamadryad show` makes pictures of it.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PlannerName {
    /// Along the rows in turn, forever: the slowest planner.
    ZigZag,
    /// Around a random spanning tree of blocks of four cells, forever.
    Static,
    /// Around a spanning tree that begins with a path to the apple, rebuilt for each apple; see --jitter.
    Dynamic,
    /// By moves around blocks over cells that the tail leaves in time, with a spanning tree at the apple only.
    Cells,
    /// Along a Hamiltonian cycle that is repaired to contain the shortest path.
    Splice,
    /// With a value function for the next apples, for some steps without a Hamiltonian cycle: the fewest steps; see --think.
    Foresight,
}

fn jitter(text: &str) -> Result<Jitter, String> {
    text.parse().map_err(|_| "expected a number of steps, at least 1, or `always`".to_string())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// A picture and a summary.
    Text,
    /// One JSON object, for programs. Never watched.
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum StrategyName {
    /// Once: any round trip, which the snake follows to the end.
    Naive,
    /// At every apple, for a round trip that leads there in as few steps as possible.
    Conservative,
    /// At every apple, for the shortest way there after which the snake lies on a round trip; on the way it need not.
    Relaxed,
}

impl From<StrategyName> for Strategy {
    fn from(name: StrategyName) -> Strategy {
        match name {
            StrategyName::Naive => Strategy::Naive,
            StrategyName::Conservative => Strategy::Conservative,
            StrategyName::Relaxed => Strategy::Relaxed,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SolverName {
    /// Reasoning made for circuits on plane graphs: some milliseconds a plan.
    Circuit,
    /// The logic program `encodings/snake/hamiltonian.lp` and the answer set engine.
    Logic,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ApproachName {
    /// As facts: everything is grounded afresh for each plan.
    OneShot,
    /// By constraints under a guard, new for each plan and released afterwards.
    AdHoc,
    /// By constraints with a switch each, all of them there from the start.
    Preground,
    /// By assumptions.
    Assume,
    /// By clauses that are added to the running search, behind its first model.
    Nogood,
}

impl From<ApproachName> for ApproachKind {
    fn from(name: ApproachName) -> ApproachKind {
        match name {
            ApproachName::OneShot => ApproachKind::OneShot,
            ApproachName::AdHoc => ApproachKind::AdHoc,
            ApproachName::Preground => ApproachKind::Preground,
            ApproachName::Assume => ApproachKind::Assume,
            ApproachName::Nogood => ApproachKind::Nogood,
        }
    }
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
    let arguments = match &arguments.command {
        SnakeCommand::Play(arguments) => arguments,
        SnakeCommand::Solve(arguments) => return question::run(arguments),
    };
    if let Some(option) = arguments.contradiction() {
        let message = format!("{option} speaks of the logic program, and --solver circuit has none");
        return Ok(refuse(&message, exit::BAD_OPTIONS));
    }
    if arguments.strategy == StrategyName::Relaxed && arguments.logic_options().is_some() {
        let message = "the logic program has no --strategy relaxed: its ways are parts of a round trip";
        return Ok(refuse(message, exit::BAD_OPTIONS));
    }
    let agent = match arguments.agent() {
        Ok(agent) => agent,
        Err(message) => return Ok(refuse(message, exit::BAD_OPTIONS)),
    };
    let (beginning, game) = match arguments.rules.begin() {
        Ok(begun) => begun,
        Err(code) => return Ok(code),
    };
    if arguments.strategy == StrategyName::Relaxed && !beginning.grows_as_usual() {
        let message = "--strategy relaxed is for snakes that grow by one cell at each apple, at once";
        return Ok(refuse(message, exit::BAD_OPTIONS));
    }
    if agent.is_none()
        && let Err(message) = position::plannable(game.board())
    {
        return Ok(refuse(&message, exit::BAD_INPUT));
    }
    match agent {
        Some(agent) => agent::run(&beginning, game, agent, arguments),
        None => game::run(&beginning, game, arguments),
    }
}

fn refuse(message: &str, code: u8) -> u8 {
    messages::say(&format!("error: {message}\n\n  tip: hamadryad snake --help\n"));
    code
}

impl PlayArguments {
    fn is_watched(&self) -> bool {
        let wanted = !self.no_watch && (self.watch || stage::can_redraw());
        wanted && self.format == Format::Text
    }

    /// Who plays step by step, if somebody does.
    fn agent(&self) -> Result<Option<AgentKind>, &'static str> {
        if self.jitter.is_some() && self.planner != Some(PlannerName::Dynamic) {
            return Err("--jitter speaks of --planner dynamic");
        }
        if self.think.is_some() && self.planner != Some(PlannerName::Foresight) {
            return Err("--think speaks of --planner foresight");
        }
        Ok(self.planner.map(|planner| match planner {
            PlannerName::ZigZag => AgentKind::ZigZag,
            PlannerName::Static => AgentKind::Static,
            PlannerName::Dynamic => AgentKind::Dynamic(self.jitter.unwrap_or_default()),
            PlannerName::Cells => AgentKind::Cells,
            PlannerName::Splice => AgentKind::Splice,
            PlannerName::Foresight => AgentKind::Foresight(self.think),
        }))
    }

    /// How the logic program is asked, if it is.
    fn logic_options(&self) -> Option<LogicOptions> {
        let speaks_of_it = self.approach.is_some() || self.no_heuristic || self.no_mirror;
        let is_asked = self.solver == Some(SolverName::Logic) || speaks_of_it;
        let approach = self.approach.map_or(ApproachKind::Assume, ApproachKind::from);
        let (heuristic, mirror) = (!self.no_heuristic, !self.no_mirror);
        is_asked.then_some(LogicOptions { approach, heuristic, mirror })
    }

    /// An option that the solver which was asked for does not have.
    fn contradiction(&self) -> Option<&'static str> {
        let options = [
            (self.approach.is_some(), "--approach"),
            (self.no_heuristic, "--no-heuristic"),
            (self.no_mirror, "--no-mirror"),
        ];
        let first = options.into_iter().find_map(|(is_given, name)| is_given.then_some(name));
        first.filter(|_| self.solver == Some(SolverName::Circuit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_finite_and_not_negative() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        assert_eq!(seconds("0"), Ok(Duration::ZERO));
        for bad in ["", "-1", "nan", "inf", "1e300", "soon"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }
}
