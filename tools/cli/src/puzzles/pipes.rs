//! `hamadryad pipes`: lays the pieces of a bag so that water flows through all of them.

use super::generate::{GenerateArguments, Printed};
use super::logic::{self, Program, Wanted};
use super::{
    Limit, NoRules, Puzzle, counted, finish, print_answers, print_sheet, print_verdict, read, refuse,
};
use crate::exit;
use crate::picture::{self, PictureArguments};
use crate::play::puzzle::{self, PuzzleArguments};
use clap::{Args, Subcommand};
use hamadryad_puzzles::bag::Supply;
use hamadryad_puzzles::pictures;
use hamadryad_puzzles::pipes::{Order, Pipes, atoms, generate};
use std::io;

const PROGRAM: &str = include_str!("../../encodings/pipes/pipes.lp");

/// The arguments of `hamadryad pipes`.
#[derive(Args, Debug)]
pub struct PipesArguments {
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

/// Options of a layout.
#[derive(Args, Debug)]
pub struct Answer {
    /// Print all layouts instead of one.
    #[arg(long)]
    all: bool,
}

/// Properties of a new board.
#[derive(Args, Debug)]
pub struct Board {
    /// Number of pieces, which decides how hard the puzzle is; any bag of this size is possible.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pieces: u32,

    /// File with the limits of the bag (docs/puzzles.md shows one), with the types ew, ns, ne, se, sw, nw,
    /// cross.
    #[arg(long, value_name = "FILE", conflicts_with = "pieces")]
    bag: Option<String>,

    /// Number of rows.
    #[arg(long, value_name = "N", default_value_t = 5)]
    rows: u16,

    /// Number of columns.
    #[arg(long, value_name = "N", default_value_t = 5)]
    columns: u16,

    /// Demand that there is only one solution.
    #[arg(long)]
    unique: bool,

    /// Draw from all such boards without blocked fields with equal probability; this takes longer.
    #[arg(long)]
    uniform: bool,
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &PipesArguments) -> io::Result<u8> {
    use super::Command::{Check, Generate, Sheet, Show, Solve};
    finish(match &arguments.command {
        Command::Puzzle(Solve { puzzle, wanted, limit }) => solve(puzzle, wanted, *limit),
        Command::Puzzle(Check { puzzle, answer }) => judge_layout(puzzle, answer),
        Command::Puzzle(Show { puzzle, answer, pictures }) => show(puzzle, answer.as_deref(), pictures),
        Command::Puzzle(Sheet { files, sheet }) => {
            print_sheet("Pipes", files, sheet, Pipes::read, |puzzle| Ok(pictures::pipes_puzzle(puzzle)))
        }
        Command::Puzzle(Generate { order, generate, .. }) => make(order, generate),
        Command::Play(arguments) => Ok(puzzle::run(&puzzle::pipes(), arguments)),
    })
}

fn solve(puzzle: &Puzzle<NoRules>, answer: &Answer, limit: Limit) -> Result<io::Result<u8>, u8> {
    let pipes = read(&puzzle.file, Pipes::read)?;
    let facts = pipes.to_string();
    let texts = [("pipes.lp", PROGRAM), (puzzle.file.as_str(), facts.as_str())];
    let wanted = if answer.all { Wanted::Every } else { Wanted::Any };
    let program = Program { texts: &texts, constants: &[] };
    let answers = logic::within(limit.time_limit, |stop| program.solve(wanted, stop));
    Ok(print_answers(
        answers,
        |answers| {
            let layouts = if answer.all {
                format!(", {}", counted(answers.texts.len(), "layout"))
            } else {
                String::new()
            };
            format!("found    {}{layouts}", counted(pipes.pieces(), "piece"))
        },
        |answer| pipes.check(answer).map(|layout| atoms(&layout)),
    ))
}

fn judge_layout(puzzle: &Puzzle<NoRules>, answer: &str) -> Result<io::Result<u8>, u8> {
    let pipes = read(&puzzle.file, Pipes::read)?;
    let verdict = read(answer, |text| Ok(pipes.check(text)))?;
    Ok(print_verdict(verdict.map(|layout| counted(layout.len(), "piece"))))
}

fn show(
    puzzle: &Puzzle<NoRules>,
    answer: Option<&str>,
    arguments: &PictureArguments,
) -> Result<io::Result<u8>, u8> {
    let pipes = read(&puzzle.file, Pipes::read)?;
    let layout = match answer {
        Some(answer) => read(answer, |text| pipes.check(text))?,
        None => match pipes.layouts(1, u64::MAX).found.pop() {
            Some(layout) => layout,
            None => return Err(refuse("the pieces cannot be laid", exit::UNSATISFIABLE)),
        },
    };
    let delay = arguments.delay.unwrap_or(300);
    match pictures::water(&pipes, &layout, arguments.cell, delay) {
        Ok(film) => Ok(picture::show_solution(film, arguments)),
        Err(refusal) => Err(refuse(&refusal.to_string(), exit::BAD_INPUT)),
    }
}

fn make(board: &Board, arguments: &GenerateArguments) -> Result<io::Result<u8>, u8> {
    let supply = match &board.bag {
        Some(file) => read(file, Supply::read)?,
        None => Order::any_pieces(board.pieces),
    };
    let Board { rows, columns, unique, uniform, .. } = *board;
    let order = Order { rows, cols: columns, supply, unique, uniform, seed: arguments.seed };
    arguments.run(order.rejection(), "bags", |go_on| {
        generate(&order, go_on).map(|(pipes, layout)| {
            let solutions = if unique { "one solution" } else { "solvable" };
            Printed {
                headline: format!(
                    "Pipes, {rows} rows and {columns} columns, {}, {solutions}; seed {}.",
                    counted(layout.len(), "piece"),
                    order.seed
                ),
                drawing: pipes.drawing(),
                rows: pipes.rows(),
                facts: pipes.to_string(),
                picture: Some(pictures::pipes_puzzle(&pipes)),
            }
        })
    })
}
