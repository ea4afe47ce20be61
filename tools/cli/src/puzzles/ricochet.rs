//! `hamadryad ricochet`: moves sliding robots until one of them stops on its target.

use super::generate::{GenerateArguments, Printed};
use super::logic::{self, Answers, Program, Wanted};
use super::{
    Limit, NoRules, Puzzle, counted, finish, print_answers, print_sheet, print_verdict, read, refuse,
};
use crate::clock::{Clock, Stop};
use crate::exit;
use crate::picture::{self, PictureArguments};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use hamadryad::approach::ApproachKind;
use hamadryad_lab::RicochetPlanner;
use hamadryad_puzzles::pictures;
use hamadryad_puzzles::ricochet::{MOST_MOVES, Move, Order, Ricochet, Rounds, generate};
use std::io::{self, Write};
use std::time::Duration;

const PROGRAM: &str = include_str!("../../encodings/ricochet/ricochet.lp");

/// The arguments of `hamadryad ricochet`.
#[derive(Args, Debug)]
pub struct RicochetArguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    #[command(flatten)]
    Puzzle(super::Command<NoRules, Answer, Board>),
    /// Plays rounds on a board: the robots stay where they are, and each round has a new target.
    ///
    /// The program is solved for each round by one of the five approaches to changing atoms
    /// (docs/approaches.md). A seed gives the same rounds to all approaches.
    #[command(after_help = super::EXIT_CODES)]
    Play(PlayArguments),
}

/// The limit on the length of a plan.
#[derive(Args, Clone, Copy, Debug)]
struct Horizon {
    /// The largest number of moves of a plan; the program grows with it.
    #[arg(long, value_name = "MOVES", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_MOVES)))]
    horizon: u32,
}

/// Options of a plan.
#[derive(Args, Debug)]
pub struct Answer {
    /// Print all shortest plans instead of one.
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    horizon: Horizon,
}

/// Properties of a new board.
#[derive(Args, Debug)]
pub struct Board {
    /// Number of moves of a shortest plan, which decides how hard the puzzle is.
    moves: u32,

    /// Number of robots: red, green, blue, yellow, silver.
    #[arg(long, value_name = "N", default_value_t = 4)]
    robots: usize,

    /// Number of rows.
    #[arg(long, value_name = "N", default_value_t = 8)]
    rows: u16,

    /// Number of columns.
    #[arg(long, value_name = "N", default_value_t = 8)]
    columns: u16,

    /// Demand that there is only one shortest plan.
    #[arg(long)]
    unique: bool,
}

#[derive(Args, Debug)]
struct PlayArguments {
    #[command(flatten)]
    puzzle: Puzzle<NoRules>,

    /// Number of rounds.
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: usize,

    /// Seed of the targets.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The way to hold the positions of the robots from solve to solve.
    #[arg(long, value_name = "NAME", default_value = "assume", value_parser = approach())]
    approach: ApproachKind,

    #[command(flatten)]
    horizon: Horizon,

    #[command(flatten)]
    limit: Limit,
}

fn approach() -> impl TypedValueParser<Value = ApproachKind> {
    PossibleValuesParser::new(ApproachKind::ALL.map(ApproachKind::name))
        .map(|name| name.parse().expect("only names of approaches are let through"))
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &RicochetArguments) -> io::Result<u8> {
    use super::Command::{Check, Generate, Sheet, Show, Solve};
    finish(match &arguments.command {
        Command::Puzzle(Solve { puzzle, wanted, limit }) => solve(puzzle, wanted, *limit),
        Command::Puzzle(Check { puzzle, answer }) => judge_moves(puzzle, answer),
        Command::Puzzle(Show { puzzle, answer, pictures }) => show(puzzle, answer.as_deref(), pictures),
        Command::Puzzle(Sheet { files, sheet }) => {
            print_sheet("Ricochet Robots", files, sheet, Ricochet::read, |puzzle| {
                Ok(pictures::ricochet_puzzle(puzzle))
            })
        }
        Command::Puzzle(Generate { order, generate, .. }) => make(order, generate),
        Command::Play(arguments) => play(arguments),
    })
}

fn solve(puzzle: &Puzzle<NoRules>, answer: &Answer, limit: Limit) -> Result<io::Result<u8>, u8> {
    let ricochet = read(&puzzle.file, Ricochet::read)?;
    let facts = ricochet.to_string();
    let program = Program {
        texts: &[("ricochet.lp", PROGRAM), (puzzle.file.as_str(), facts.as_str())],
        constants: &[("horizon", answer.horizon.horizon.to_string())],
    };
    let wanted = if answer.all { Wanted::All } else { Wanted::Best };
    let answers = logic::within(limit.time_limit, |stop| program.solve(wanted, stop));
    let headline = |answers: &Answers| {
        let moves = counted(answers.costs.first().copied().unwrap_or_default(), "move");
        let all =
            if answer.all { format!(", {}", counted(answers.texts.len(), "plan")) } else { String::new() };
        format!("optimal  {moves}{all}")
    };
    Ok(print_answers(answers, headline, |answer| ricochet.check(answer).map(|moves| ricochet.atoms(&moves))))
}

fn judge_moves(puzzle: &Puzzle<NoRules>, answer: &str) -> Result<io::Result<u8>, u8> {
    let ricochet = read(&puzzle.file, Ricochet::read)?;
    let verdict = read(answer, |text| Ok(ricochet.check(text)))?;
    Ok(print_verdict(
        verdict.map(|moves| format!("{}, {}", counted(moves.len(), "move"), rating(&ricochet, &moves))),
    ))
}

/// The length of a plan, compared with the shortest one.
fn rating(ricochet: &Ricochet, moves: &[Move]) -> String {
    match ricochet.solve(MOST_MOVES) {
        Some(best) if best.moves.len() < moves.len() => format!("the shortest has {}", best.moves.len()),
        Some(_) => "which is shortest".to_owned(),
        None => format!("the shortest has more than {MOST_MOVES}"),
    }
}

fn show(
    puzzle: &Puzzle<NoRules>,
    answer: Option<&str>,
    arguments: &PictureArguments,
) -> Result<io::Result<u8>, u8> {
    let ricochet = read(&puzzle.file, Ricochet::read)?;
    let moves = match answer {
        Some(answer) => read(answer, |text| ricochet.check(text))?,
        None => match ricochet.solve(MOST_MOVES) {
            Some(solution) => solution.moves,
            None => {
                let message = format!("no plan has at most {MOST_MOVES} moves");
                return Err(refuse(&message, exit::UNSATISFIABLE));
            }
        },
    };
    let delay = arguments.delay.unwrap_or(800);
    Ok(picture::show_solution(pictures::ricochet(&ricochet, &moves, arguments.cell, delay), arguments))
}

fn make(board: &Board, arguments: &GenerateArguments) -> Result<io::Result<u8>, u8> {
    let Board { moves, robots, rows, columns, unique } = *board;
    let order = Order { rows, cols: columns, robots, moves, unique, seed: arguments.seed };
    arguments.run(order.rejection(), "boards", |go_on| {
        generate(&order, go_on).map(|ricochet| {
            let plans = ricochet.solve(MOST_MOVES).map_or(0, |solution| solution.count);
            Printed {
                headline: format!(
                    "Ricochet Robots, {}, {}, {}; seed {}.",
                    counted(robots, "robot"),
                    counted(moves, "move"),
                    counted(plans, "shortest plan"),
                    order.seed
                ),
                drawing: ricochet.drawing(),
                rows: ricochet.rows(),
                facts: ricochet.to_string(),
                picture: Some(pictures::ricochet_puzzle(&ricochet)),
            }
        })
    })
}

fn play(arguments: &PlayArguments) -> Result<io::Result<u8>, u8> {
    let ricochet = read(&arguments.puzzle.file, Ricochet::read)?;
    logic::within(arguments.limit.time_limit, |stop| play_rounds(arguments, ricochet, stop))
}

fn play_rounds(arguments: &PlayArguments, ricochet: Ricochet, stop: &Stop) -> Result<io::Result<u8>, u8> {
    let clock = Clock::start();
    let now = || Duration::try_from_secs_f64(clock.seconds()).unwrap_or_default();
    let is_stopped = || stop.reason().is_some();
    let horizon = arguments.horizon.horizon;
    let fail = |error: hamadryad::Error| match error {
        hamadryad::Error::Interrupted => refuse("stopped before the last round", exit::INTERRUPTED),
        error => refuse(&error.to_string(), exit::BAD_INPUT),
    };
    let planner = RicochetPlanner::new(arguments.approach, &ricochet, horizon, &now, &is_stopped);
    let mut planner = planner.map_err(fail)?;
    let mut rounds = Rounds::new(ricochet, arguments.seed, horizon);
    let mut out = io::stdout().lock();
    for number in 1..=arguments.rounds {
        let Some((round, best)) = rounds.next_round() else {
            return Err(refuse("no target can be reached", exit::UNSATISFIABLE));
        };
        let plan = planner.plan(&round).map_err(fail)?;
        if plan.is_interrupted {
            return Err(fail(hamadryad::Error::Interrupted));
        }
        let answer = plan.answer.unwrap_or_default();
        let moves = round
            .check(&answer)
            .map_err(|error| refuse(&format!("{answer} is no answer: {error}"), exit::BROKEN_GUARANTEE))?;
        if moves.len() != best.moves.len() || !plan.is_proven {
            let message = format!("{answer} is not a shortest plan: {} moves suffice", best.moves.len());
            return Err(refuse(&message, exit::BROKEN_GUARANTEE));
        }
        let goal = format!("{} to {}", round.robots[round.runner].name(), round.target);
        let line =
            format!("round {number}: {goal}, {}: {}", counted(moves.len(), "move"), round.atoms(&moves));
        if let Err(error) = writeln!(out, "{line}").and_then(|()| out.flush()) {
            return Ok(Err(error));
        }
    }
    Ok(Ok(0))
}
