//! `hamadryad rogo`: finds the loop that collects the most points.

use super::generate::{GenerateArguments, Printed};
use super::logic::{self, Program, Wanted};
use super::{Limit, Puzzle, counted, finish, print_answers, print_sheet, print_verdict, read, refuse};
use crate::exit;
use crate::picture::{self, PictureArguments};
use crate::play::puzzle::{self, PuzzleArguments};
use clap::{Args, Subcommand};
use hamadryad_puzzles::pictures;
use hamadryad_puzzles::rogo::{Length, Order, Rogo, atoms, generate};
use std::io;

const PROGRAM: &str = include_str!("../../encodings/rogo/rogo.lp");
const PLACES: &str = include_str!("../../encodings/rogo/places.lp");

/// The arguments of `hamadryad rogo`.
#[derive(Args, Debug)]
pub struct RogoArguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    #[command(flatten)]
    Puzzle(super::Command<Rules, Answer, Board>),
    /// Lets you play in the terminal: a puzzle from a file, by difficulty and seed, of a day, or by its link.
    #[command(after_help = puzzle::HELP)]
    Play {
        #[command(flatten)]
        puzzle: PuzzleArguments,
        #[command(flatten)]
        rules: Rules,
    },
}

/// Variants of the rules.
#[derive(Args, Clone, Copy, Debug)]
pub struct Rules {
    /// Allow loops with fewer steps.
    #[arg(long)]
    at_most: bool,
}

impl Rules {
    fn length(self) -> Length {
        if self.at_most { Length::AtMost } else { Length::Exactly }
    }
}

/// Options of a loop.
#[derive(Args, Debug)]
pub struct Answer {
    /// Print all best loops instead of one.
    #[arg(long)]
    all: bool,

    /// Accept any loop with at least N points.
    #[arg(long, value_name = "POINTS", conflicts_with = "good")]
    least: Option<u64>,

    /// Accept any loop that the puzzle rates as good.
    #[arg(long)]
    good: bool,

    /// Distinguish loops by their first cell and direction.
    #[arg(long)]
    no_symmetry: bool,
}

/// Properties of a new board.
#[derive(Args, Debug)]
pub struct Board {
    /// Points of a best loop.
    best: u64,

    /// Number of rows.
    #[arg(long, value_name = "N", default_value_t = 9)]
    rows: u16,

    /// Number of columns.
    #[arg(long, value_name = "N", default_value_t = 7)]
    columns: u16,

    /// Length of the loop.
    #[arg(long, value_name = "K", default_value_t = 12)]
    steps: usize,

    /// Allow several best loops.
    #[arg(long)]
    several: bool,

    /// Draw with equal probability from all such boards with the same numbers of forbidden fields and of fields
    /// with points; this takes longer.
    #[arg(long)]
    uniform: bool,
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &RogoArguments) -> io::Result<u8> {
    use super::Command::{Check, Generate, Sheet, Show, Solve};
    finish(match &arguments.command {
        Command::Puzzle(Solve { puzzle, wanted, limit }) => solve(puzzle, wanted, *limit),
        Command::Puzzle(Check { puzzle, answer }) => judge_loop(puzzle, answer),
        Command::Puzzle(Show { puzzle, answer, pictures }) => show(puzzle, answer.as_deref(), pictures),
        Command::Puzzle(Sheet { files, sheet }) => {
            print_sheet("Rogo", files, sheet, Rogo::read, |puzzle| Ok(pictures::rogo_puzzle(puzzle)))
        }
        Command::Puzzle(Generate { order, rules, generate }) => make(order, *rules, generate),
        Command::Play { puzzle, rules } => Ok(puzzle::run(&puzzle::rogo(rules.length()), puzzle)),
    })
}

fn solve(puzzle: &Puzzle<Rules>, answer: &Answer, limit: Limit) -> Result<io::Result<u8>, u8> {
    let rogo = read(&puzzle.file, Rogo::read)?;
    let length = puzzle.rules.length();
    let least = match (answer.least, answer.good) {
        (None, true) => Some(rogo.good.ok_or_else(|| {
            refuse(
                &format!("{}: the puzzle has no rating of good loops: use --least", puzzle.file),
                exit::BAD_INPUT,
            )
        })?),
        (least, _) => least,
    };
    let wanted = match (least, answer.all) {
        (None, false) => Wanted::Best,
        (None, true) => Wanted::All,
        (Some(_), false) => Wanted::Any,
        (Some(_), true) => Wanted::Every,
    };
    // The encoding has numbers of 32 bits; no loop reaches a larger bound.
    let least_points = least.unwrap_or(0).min(i32::MAX as u64);
    let constants =
        [("at_most", u8::from(puzzle.rules.at_most).to_string()), ("least", least_points.to_string())];
    let facts = rogo.to_string();
    let mut texts = vec![("rogo.lp", PROGRAM), (puzzle.file.as_str(), facts.as_str())];
    if answer.no_symmetry {
        texts.push(("places.lp", PLACES));
    }
    let program = Program { texts: &texts, constants: &constants };
    Ok(print_answers(
        logic::within(limit.time_limit, |stop| program.solve(wanted, stop)),
        |answers| {
            let loops = if answer.all {
                format!(", {}", counted(answers.texts.len(), "loop"))
            } else {
                String::new()
            };
            if let Some(least) = least {
                return format!("found    at least {}{loops}", counted(least, "point"));
            }
            let points = answers.costs.first().map_or(0, |cost| cost.unsigned_abs());
            let first = answers.texts.first().and_then(|answer| rogo.read_loop(length, answer).ok());
            let steps = first.map_or(rogo.steps, |cells| cells.len());
            let rating = rogo.rating(points);
            format!("optimal  {} in {}{rating}{loops}", counted(points, "point"), counted(steps, "step"))
        },
        |answer| rogo.read_loop(length, answer).map(|cells| atoms(&cells)),
    ))
}

fn judge_loop(puzzle: &Puzzle<Rules>, answer: &str) -> Result<io::Result<u8>, u8> {
    let rogo = read(&puzzle.file, Rogo::read)?;
    let verdict = read(answer, |text| Ok(rogo.read_loop(puzzle.rules.length(), text)))?;
    Ok(print_verdict(verdict.map(|cells| {
        let points = rogo.worth(&cells);
        format!("{} in {}{}", counted(points, "point"), counted(cells.len(), "step"), rogo.rating(points))
    })))
}

fn show(
    puzzle: &Puzzle<Rules>,
    answer: Option<&str>,
    arguments: &PictureArguments,
) -> Result<io::Result<u8>, u8> {
    let rogo = read(&puzzle.file, Rogo::read)?;
    let length = puzzle.rules.length();
    let cells = match answer {
        Some(answer) => read(answer, |text| rogo.read_loop(length, text))?,
        None => match rogo.best(length) {
            Some(best) => best.cells,
            None => return Err(refuse("there is no loop of so many steps", exit::UNSATISFIABLE)),
        },
    };
    let delay = arguments.delay.unwrap_or(300);
    Ok(picture::show_solution(pictures::rogo_loop(&rogo, &cells, arguments.cell, delay), arguments))
}

fn make(board: &Board, rules: Rules, arguments: &GenerateArguments) -> Result<io::Result<u8>, u8> {
    let Board { best, rows, columns, steps, several, uniform } = *board;
    let length = rules.length();
    let order =
        Order { rows, cols: columns, steps, length, best, unique: !several, uniform, seed: arguments.seed };
    arguments.run(order.rejection(), "boards", |go_on| {
        generate(&order, go_on).map(|rogo| {
            let loops = rogo.best(length).map_or(0, |best| best.loops);
            let most = if rules.at_most { "at most " } else { "" };
            Printed {
                headline: format!(
                    "{most}{steps} steps, best {}, {}; seed {}. (_ free, B forbidden, numbers are points)",
                    counted(best, "point"),
                    counted(loops, "loop"),
                    order.seed
                ),
                drawing: rogo.drawing(),
                rows: rogo.rows(),
                facts: rogo.to_string(),
                picture: Some(pictures::rogo_puzzle(&rogo)),
            }
        })
    })
}
