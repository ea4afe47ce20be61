//! `hamadryad snake`: games of Snake that are always won, and single positions.
//!
//! The game goes to standard output: pictures and result. Equal options give equal output in every byte,
//! unless a time limit shortens a plan. Times differ from run to run: as text they go to standard error, in
//! JSON they have a field of their own, `timing`.

mod agent;
mod game;
mod human;
mod patience;
pub(crate) mod position;
mod question;
mod record;
mod rules;

use crate::exit;
use crate::play::snake::HumanArguments;
use crate::{messages, stage};
use clap::{Args, Subcommand, ValueEnum};
use hamadryad::approach::ApproachKind;
use hamadryad_snake::{AgentKind, Jitter, LogicOptions, Strategy};
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
    /// Plays a whole game and wins it, or lets you play.
    ///
    /// For every apple, a round trip through all cells is planned that contains the snake and leads to the
    /// apple in as few steps as possible. The snake follows it to the apple and grows by one cell, until it
    /// covers the board. The game is won under any time limit: after the limit, the snake keeps its best
    /// round trip so far. With the strategy `relaxed`, the way to the apple need not be part of a round trip,
    /// as long as the snake lies on one after it has eaten.
    ///
    /// With --planner, an agent plays. Agents return a direction at every step, prove no optimality, and need
    /// microseconds for a step; they win every game, too. With --human, you play; after each step, a light
    /// states whether a round trip through all cells runs through the snake.
    #[command(after_help = AFTER_HELP)]
    Play(PlayArguments),

    /// Finds the shortest way to one apple, for one snake, on a round trip through all cells.
    ///
    /// The snake need not come from a game: the command also decides whether a round trip through it exists.
    #[command(after_help = question::AFTER_HELP)]
    Solve(question::SolveArguments),
}

const AFTER_HELP: &str = "\
Exit codes: 0 the game is won, or lost by --planner general, 1 bad options, 1 or 11 interrupted before or
after the first plan, 65 the board or file is invalid, or no round trip or planner exists for the snake at the start,
74 a file cannot be written.

Equal options give equal text on standard output, unless a time limit shortens a plan. Measured times
go to standard error, or in JSON to the field `timing`.

  hamadryad snake play --rows 8 --cols 8 --seed 7
  hamadryad snake play --rows 20 --cols 20 --time-limit 0.5
  hamadryad snake play --strategy relaxed --time-limit 1
  hamadryad snake play --start position.json
  hamadryad snake play --approach one-shot --no-heuristic
  hamadryad snake play --save game.json && hamadryad show game.json --out game.gif
  hamadryad snake play --planner splice --rows 30 --cols 30
  hamadryad snake play --planner dynamic --jitter 1 --start centre --start-growth 4 --growth 3 --delayed-growth
  hamadryad snake play --human --rows 10 --cols 10 --speed 8
  hamadryad snake play --human --turn-by-turn --practice
  hamadryad snake play --format json | jq .result";

#[derive(Args, Debug)]
struct PlayArguments {
    #[command(flatten)]
    rules: RulesArguments,

    #[command(flatten)]
    human: HumanArguments,

    /// Let this agent play step by step, without round trips that are proven to be shortest.
    #[arg(long, value_enum)]
    #[arg(conflicts_with_all = ["strategy", "solver", "approach", "no_heuristic", "no_mirror", "time_limit"])]
    planner: Option<PlannerName>,

    /// When `dynamic` plans again on the way to an apple: after N steps if the way is not direct, or
    /// `always`.
    #[arg(long, value_name = "N", value_parser = jitter, requires = "planner")]
    jitter: Option<Jitter>,

    /// Milliseconds for `foresight` to search at each apple, while it has moves to try. This helps above
    /// 30×30, where shortest ways are computed only with this option [default: a fixed number of tries, so
    /// that equal options give the same game]
    #[arg(long, value_name = "MS", requires = "planner")]
    think: Option<u32>,

    /// Check the guarantee of the planner after every step: the round trip, or the escapes for every place of
    /// the next apple, are played in the rules.
    #[arg(long, requires = "planner")]
    check: bool,

    /// When a round trip is planned.
    #[arg(long, value_enum, default_value_t = StrategyName::Conservative)]
    strategy: StrategyName,

    /// Solver that plans [default: circuit, or logic if an option of the logic program is given]
    #[arg(long, value_enum)]
    solver: Option<SolverName>,

    /// How the logic program receives the position of the snake, which changes with each apple [default:
    /// assume]
    ///
    /// Without a time limit, the plans of all approaches have the same length. Of several shortest plans, the
    /// approaches may choose different ones, so that later plans, and with them the number of steps of the
    /// game, may differ.
    #[arg(long, value_enum)]
    approach: Option<ApproachName>,

    /// Let the logic program search for the first round trip from scratch, instead of starting with the last
    /// round trip.
    #[arg(long)]
    no_heuristic: bool,

    /// Solve the logic program for the board as it is, instead of mirroring it until the head is in the first
    /// quarter.
    #[arg(long)]
    no_mirror: bool,

    /// Time limit for one plan, grounding included; the snake follows the best plan found so far. Without a
    /// limit, every plan is optimal, which may take long above 200 cells, or above 100 cells with the logic
    /// program.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    time_limit: Option<Duration>,

    /// Limit of the search for one plan, in conflicts and tried ways; the snake follows the best plan found
    /// so far. Unlike with a time limit, equal options give the same game. 0 is no limit [default: 5000 with
    /// the strategy `relaxed`, otherwise no limit]
    #[arg(long, value_name = "N", conflicts_with = "planner")]
    conflict_limit: Option<u64>,

    /// Show every step. If standard output is not a terminal, the pictures are printed one below the other.
    #[arg(long, overrides_with = "no_watch")]
    watch: bool,

    /// Show the last picture only. This is the default if standard output is not a terminal.
    #[arg(long, overrides_with = "watch")]
    no_watch: bool,

    /// Time between two steps in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 20, allow_hyphen_values = true)]
    delay: u64,

    /// Format of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Save the game to a file, as with `--format json`; `hamadryad show` makes pictures of it.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PlannerName {
    /// Follows the rows in turn, forever: the slowest planner.
    ZigZag,
    /// Follows a cycle around a random spanning tree of blocks of four cells, forever.
    Static,
    /// Follows a cycle around a spanning tree that begins with a path to the apple, rebuilt for each apple;
    /// see --jitter.
    Dynamic,
    /// Moves around blocks, over cells that the tail leaves in time; a spanning tree exists at the apple
    /// only.
    Cells,
    /// Follows a Hamiltonian cycle that is repaired to contain the shortest path.
    Splice,
    /// Uses a value function for the next apples, for some steps without a Hamiltonian cycle: the fewest
    /// steps; see --think.
    Foresight,
    /// Takes the shortest way, without a guarantee, for comparison: the snake may die.
    General,
}

fn jitter(text: &str) -> Result<Jitter, String> {
    text.parse().map_err(|_| "expected a number of steps, at least 1, or `always`".to_string())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// A picture and a summary.
    Text,
    /// One JSON object for programs, without pictures.
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum StrategyName {
    /// Plan once: any round trip, which the snake follows to the end.
    Naive,
    /// Plan at every apple: a round trip that leads there in as few steps as possible.
    Conservative,
    /// Plan at every apple: the shortest way there after which the snake lies on a round trip; on the way it
    /// need not.
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
    /// A propagator for circuits in planar graphs: some milliseconds for a plan.
    Circuit,
    /// The logic program `encodings/snake/hamiltonian.lp` and the answer set engine.
    Logic,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ApproachName {
    /// Facts: the whole program is grounded again for each plan.
    OneShot,
    /// Constraints under a guard, new for each plan and released afterwards.
    AdHoc,
    /// Constraints with a switch each, all grounded at the start.
    Preground,
    /// Assumptions.
    Assume,
    /// Clauses that are added to the running search after its first model.
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
/// Errors of writing to standard output.
pub fn run(arguments: &SnakeArguments) -> io::Result<u8> {
    let arguments = match &arguments.command {
        SnakeCommand::Play(arguments) => arguments,
        SnakeCommand::Solve(arguments) => return question::run(arguments),
    };
    if let Some(option) = arguments.contradiction() {
        let message = format!("{option} is an option of --solver logic: leave it or --solver circuit out");
        return Ok(refuse(&message, exit::BAD_OPTIONS));
    }
    if arguments.strategy == StrategyName::Relaxed && arguments.logic_options().is_some() {
        let message = "--solver logic has no --strategy relaxed: use --solver circuit";
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
    if arguments.human.human {
        return human::run(beginning, arguments);
    }
    if arguments.strategy == StrategyName::Relaxed && !beginning.has_usual_growth() {
        let message = "--strategy relaxed requires a snake that grows by one cell at each apple, at once";
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
    messages::print(&format!("error: {message}\n\n  tip: hamadryad snake --help\n"));
    code
}

impl PlayArguments {
    fn is_watched(&self) -> bool {
        let wanted = !self.no_watch && (self.watch || stage::can_redraw());
        wanted && self.format == Format::Text
    }

    /// The agent that plays, if one is given.
    fn agent(&self) -> Result<Option<AgentKind>, &'static str> {
        if self.jitter.is_some() && self.planner != Some(PlannerName::Dynamic) {
            return Err("--jitter is an option of --planner dynamic");
        }
        if self.think.is_some() && self.planner != Some(PlannerName::Foresight) {
            return Err("--think is an option of --planner foresight");
        }
        Ok(self.planner.map(|planner| match planner {
            PlannerName::ZigZag => AgentKind::ZigZag,
            PlannerName::Static => AgentKind::Static,
            PlannerName::Dynamic => AgentKind::Dynamic(self.jitter.unwrap_or_default()),
            PlannerName::Cells => AgentKind::Cells,
            PlannerName::Splice => AgentKind::Splice,
            PlannerName::Foresight => AgentKind::Foresight(self.think),
            PlannerName::General => AgentKind::General,
        }))
    }

    /// The limit of the search for one plan; `None` for no limit.
    fn conflict_limit(&self) -> Option<u64> {
        let by_default = (self.strategy == StrategyName::Relaxed).then_some(patience::RELAXED);
        self.conflict_limit.or(by_default).filter(|&limit| limit > 0)
    }

    /// The options of the logic program, if it plans.
    fn logic_options(&self) -> Option<LogicOptions> {
        let has_option = self.approach.is_some() || self.no_heuristic || self.no_mirror;
        let is_chosen = self.solver == Some(SolverName::Logic) || has_option;
        let approach = self.approach.map_or(ApproachKind::Assume, ApproachKind::from);
        let (heuristic, mirror) = (!self.no_heuristic, !self.no_mirror);
        is_chosen.then_some(LogicOptions { approach, heuristic, mirror })
    }

    /// The message about an option that the chosen solver does not have.
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
