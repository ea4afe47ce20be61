//! `hamadryad rush`: moves the red car out of the traffic.

use super::generate::{GenerateArguments, Printed};
use super::logic::{self, Answers, Program, Wanted};
use super::{
    Limit, NoRules, Puzzle, counted, finish, print_answers, print_sheet, print_verdict, read, refuse,
};
use crate::exit;
use crate::picture::{self, PictureArguments};
use crate::play::puzzle::{self, PuzzleArguments};
use clap::{Args, Subcommand};
use hamadryad_puzzles::bag::Supply;
use hamadryad_puzzles::pictures;
use hamadryad_puzzles::rush::{Order, Rush, any_cars, atoms, generate};
use std::io;

const PROGRAM: &str = include_str!("../../encodings/rush/rush.lp");

/// The arguments of `hamadryad rush`.
#[derive(Args, Debug)]
pub struct RushArguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    #[command(flatten)]
    Puzzle(super::Command<NoRules, Answer, Board>),
    /// Lets you play in the terminal: a puzzle from a file, by difficulty and seed, of a day, or by its link.
    #[command(after_help = puzzle::HELP)]
    Play(PuzzleArguments),
}

/// Options of a solution.
#[derive(Args, Debug)]
pub struct Answer {
    /// Print all shortest solutions instead of one.
    #[arg(long)]
    all: bool,
}

/// Properties of a new board.
#[derive(Args, Debug)]
pub struct Board {
    /// Number of moves of a shortest solution, which decides how hard the puzzle is.
    moves: u32,

    /// Number of cars and trucks beside the red car, in any proportion.
    #[arg(long, value_name = "N", default_value_t = 9)]
    cars: u32,

    /// File with the limits of the bag (docs/puzzles.md shows one), with the types hcar, vcar, htruck,
    /// vtruck.
    #[arg(long, value_name = "FILE", conflicts_with = "cars")]
    bag: Option<String>,

    /// Number of rows.
    #[arg(long, value_name = "N", default_value_t = 6)]
    rows: u16,

    /// Number of columns.
    #[arg(long, value_name = "N", default_value_t = 6)]
    columns: u16,

    /// Demand that there is only one shortest solution; such boards are rare above seven moves.
    #[arg(long)]
    unique: bool,

    /// Draw from all such boards with equal probability; this takes longer.
    #[arg(long)]
    uniform: bool,
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &RushArguments) -> io::Result<u8> {
    use super::Command::{Check, Generate, Sheet, Show, Solve};
    finish(match &arguments.command {
        Command::Puzzle(Solve { puzzle, wanted, limit }) => solve(puzzle, wanted, *limit),
        Command::Puzzle(Check { puzzle, answer }) => judge_moves(puzzle, answer),
        Command::Puzzle(Show { puzzle, answer, pictures }) => show(puzzle, answer.as_deref(), pictures),
        Command::Puzzle(Sheet { files, sheet }) => {
            print_sheet("Rush Hour", files, sheet, Rush::read, |puzzle| Ok(pictures::rush_puzzle(puzzle)))
        }
        Command::Puzzle(Generate { order, generate, .. }) => make(order, generate),
        Command::Play(arguments) => Ok(puzzle::run(&puzzle::rush(), arguments)),
    })
}

fn solve(puzzle: &Puzzle<NoRules>, answer: &Answer, limit: Limit) -> Result<io::Result<u8>, u8> {
    let rush = read(&puzzle.file, Rush::read)?;
    let facts = rush.to_string();
    let texts = [("rush.lp", PROGRAM), (puzzle.file.as_str(), facts.as_str())];
    let wanted = if answer.all { Wanted::All } else { Wanted::Best };
    // The program grows until the red car is out. Breadth-first search decides in advance whether this can
    // happen.
    let answers = logic::within(limit.time_limit, |stop| {
        if rush.solve().is_none() {
            return Ok(Answers::default());
        }
        let program = Program { texts: &texts, constants: &[] };
        program.grow(wanted, stop).map(|(answers, _)| answers)
    });
    Ok(print_answers(
        answers,
        |answers| {
            let moves = answers
                .texts
                .first()
                .and_then(|answer| rush.check(answer).ok())
                .map_or(0, |moves| moves.len());
            let all = if answer.all {
                format!(", {}", counted(answers.texts.len(), "solution"))
            } else {
                String::new()
            };
            format!("optimal  {}{all}", counted(moves, "move"))
        },
        |answer| rush.check(answer).map(|moves| atoms(&moves)),
    ))
}

fn judge_moves(puzzle: &Puzzle<NoRules>, answer: &str) -> Result<io::Result<u8>, u8> {
    let rush = read(&puzzle.file, Rush::read)?;
    let verdict = read(answer, |text| Ok(rush.check(text)))?;
    Ok(print_verdict(verdict.map(|moves| {
        let best = rush.solve().map_or(0, |solution| solution.moves.len());
        let rating = if moves.len() == best {
            "which is shortest".to_owned()
        } else {
            format!("the shortest has {best}")
        };
        format!("{}, {rating}", counted(moves.len(), "move"))
    })))
}

fn show(
    puzzle: &Puzzle<NoRules>,
    answer: Option<&str>,
    arguments: &PictureArguments,
) -> Result<io::Result<u8>, u8> {
    let rush = read(&puzzle.file, Rush::read)?;
    let moves = match answer {
        Some(answer) => read(answer, |text| rush.check(text))?,
        None => match rush.solve() {
            Some(solution) => solution.moves,
            None => return Err(refuse("the red car cannot get out", exit::UNSATISFIABLE)),
        },
    };
    let delay = arguments.delay.unwrap_or(600);
    Ok(picture::show_solution(pictures::rush(&rush, &moves, arguments.cell, delay), arguments))
}

fn make(board: &Board, arguments: &GenerateArguments) -> Result<io::Result<u8>, u8> {
    let supply = match &board.bag {
        Some(file) => read(file, Supply::read)?,
        None => any_cars(board.cars),
    };
    let Board { moves, rows, columns, unique, uniform, .. } = *board;
    let order = Order { rows, cols: columns, moves, supply, unique, uniform, seed: arguments.seed };
    arguments.run(order.rejection(), "bags", |go_on| {
        generate(&order, go_on).map(|rush| {
            let solutions = rush.solve().map_or(0, |solution| solution.count);
            Printed {
                headline: format!(
                    "Rush, {}, {}, {}; seed {}.",
                    counted(rush.cars.len(), "car"),
                    counted(moves, "move"),
                    counted(solutions, "shortest solution"),
                    order.seed
                ),
                drawing: rush.drawing(),
                rows: rush.rows(),
                facts: rush.to_string(),
                picture: Some(pictures::rush_puzzle(&rush)),
            }
        })
    })
}
