//! `hamadryad minotaur`: the way out of a labyrinth in which a minotaur hunts the player.

use super::generate::{GenerateArguments, Printed};
use super::grade::{self, GradeArguments};
use super::logic::{self, Program, Wanted};
use super::{Limit, Puzzle, counted, finish, print, print_answers, print_sheet, print_verdict, read, refuse};
use crate::exit;
use crate::picture::{self, PictureArguments};
use crate::play::puzzle::{self, PuzzleArguments};
use clap::{Args, Subcommand, ValueEnum};
use hamadryad_puzzles::minotaur::{Labyrinth, Order, Waiting, Walk, check, generate, shortest};
use hamadryad_puzzles::pictures;
use std::io;

const SITUATIONS: &str = include_str!("../../encodings/minotaur/minotaur.lp");
const GUESS: &str = include_str!("../../encodings/minotaur/guess.lp");
const STEPS: &str = include_str!("../../encodings/minotaur/steps.lp");

/// The arguments of `hamadryad minotaur`.
#[derive(Args, Debug)]
pub struct MinotaurArguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    #[command(flatten)]
    Puzzle(super::Command<Rules, Answer, Maze>),
    /// Tests a given encoding on labyrinths: prints the failures with their reasons, and the times.
    #[command(after_help = super::EXIT_CODES)]
    Grade(GradeArguments),
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
    /// Play the stricter game, in which the player must not wait.
    #[arg(long)]
    no_wait: bool,
}

impl Rules {
    pub(super) fn waiting(self) -> Waiting {
        if self.no_wait { Waiting::Forbidden } else { Waiting::Allowed }
    }
}

/// Options of a walk.
#[derive(Args, Debug)]
pub struct Answer {
    /// Print all shortest walks instead of one.
    #[arg(long, conflicts_with = "count")]
    all: bool,

    /// Print only the number of shortest walks.
    #[arg(long)]
    count: bool,

    /// Search for a way out within N steps, whatever limit the puzzle has.
    #[arg(long, value_name = "STEPS", value_parser = clap::value_parser!(u32).range(..=i64::from(i32::MAX)))]
    within: Option<u32>,

    /// The encoding.
    #[arg(long, value_enum, default_value_t = Encoding::Minotaur)]
    encoding: Encoding,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Encoding {
    /// encodings/minotaur/minotaur.lp: the grounder derives the situations, the solver chooses a walk through
    /// them.
    Minotaur,
    /// encodings/minotaur/guess.lp: the solver chooses every step.
    Guess,
    /// encodings/minotaur/steps.lp: as minotaur.lp, step by step.
    Steps,
}

/// Properties of a new labyrinth.
#[derive(Args, Debug)]
pub struct Maze {
    /// Number of steps of a shortest walk.
    steps: u32,

    /// Number of columns.
    #[arg(long, value_name = "N", default_value_t = 8)]
    columns: u16,

    /// Number of rows.
    #[arg(long, value_name = "N", default_value_t = 8)]
    rows: u16,

    /// Demand that there is only one shortest walk.
    #[arg(long)]
    unique: bool,
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &MinotaurArguments) -> io::Result<u8> {
    use super::Command::{Check, Generate, Sheet, Show, Solve};
    finish(match &arguments.command {
        Command::Puzzle(Solve { puzzle, wanted, limit }) => solve(puzzle, wanted, *limit),
        Command::Puzzle(Check { puzzle, answer }) => judge_walk(puzzle, answer),
        Command::Puzzle(Show { puzzle, answer, pictures }) => show(puzzle, answer.as_deref(), pictures),
        Command::Puzzle(Sheet { files, sheet }) => {
            print_sheet("Minotaur", files, sheet, Labyrinth::read, pictures::minotaur_puzzle)
        }
        Command::Puzzle(Generate { order, rules, generate }) => make(order, *rules, generate),
        Command::Grade(arguments) => grade::run(arguments),
        Command::Play { puzzle, rules } => Ok(puzzle::run(&puzzle::minotaur(rules.waiting()), puzzle)),
    })
}

fn solve(puzzle: &Puzzle<Rules>, answer: &Answer, limit: Limit) -> Result<io::Result<u8>, u8> {
    let mut labyrinth = read(&puzzle.file, Labyrinth::read)?;
    labyrinth.most_steps = answer.within.unwrap_or(labyrinth.most_steps);
    let waiting = puzzle.rules.waiting();
    if answer.count {
        // The list may be too long to print, so the walks are counted without it.
        let text = shortest(&labyrinth, waiting)
            .map_or((String::from("0 walks"), exit::UNSATISFIABLE), |best| {
                (format!("{} of {}", counted(best.walks, "walk"), counted(best.steps, "step")), 0)
            });
        return Ok(print(&format!("{}\n", text.0), text.1));
    }
    let wanted = if answer.all { Wanted::All } else { Wanted::Best };
    let constants = [("wait", u8::from(!puzzle.rules.no_wait).to_string())];
    let facts = labyrinth.to_string();
    let (name, text) = match answer.encoding {
        Encoding::Minotaur => ("minotaur.lp", SITUATIONS),
        Encoding::Guess => ("guess.lp", GUESS),
        Encoding::Steps => ("steps.lp", STEPS),
    };
    let texts = [(name, text), (puzzle.file.as_str(), facts.as_str())];
    let program = Program { texts: &texts, constants: &constants };
    let answers = logic::within(limit.time_limit, |stop| match answer.encoding {
        Encoding::Steps => program.grow(wanted, stop).map(|(mut answers, _)| {
            answers.texts.retain(|answer| !answer.starts_with("lost"));
            answers
        }),
        Encoding::Minotaur | Encoding::Guess => program.solve(wanted, stop),
    });
    Ok(print_answers(
        answers,
        |answers| {
            let steps = answers
                .texts
                .first()
                .and_then(|answer| Walk::read(answer).ok())
                .map_or(0, |walk| walk.steps());
            let walks = if answer.all {
                format!(", {}", counted(answers.texts.len(), "walk"))
            } else {
                String::new()
            };
            format!("optimal  {}{walks}", counted(steps, "step"))
        },
        |answer| {
            let walk = Walk::read(answer)?;
            check(&labyrinth, waiting, &walk).map(|()| walk.to_string())
        },
    ))
}

fn judge_walk(puzzle: &Puzzle<Rules>, answer: &str) -> Result<io::Result<u8>, u8> {
    let (labyrinth, waiting) = (read(&puzzle.file, Labyrinth::read)?, puzzle.rules.waiting());
    let verdict = read(answer, |text| {
        let walk = Walk::read(text);
        Ok(walk.and_then(|walk| {
            check(&labyrinth, waiting, &walk)?;
            let best = shortest(&labyrinth, waiting).map_or(0, |best| best.steps as usize);
            let steps = walk.steps();
            let rating = if steps == best {
                "which is shortest".to_owned()
            } else {
                format!("the shortest has {best}")
            };
            Ok(format!("{}, {rating}", counted(steps, "step")))
        }))
    })?;
    Ok(print_verdict(verdict))
}

fn show(
    puzzle: &Puzzle<Rules>,
    answer: Option<&str>,
    arguments: &PictureArguments,
) -> Result<io::Result<u8>, u8> {
    let (labyrinth, waiting) = (read(&puzzle.file, Labyrinth::read)?, puzzle.rules.waiting());
    let walk = match answer {
        Some(file) => read(file, Walk::read)?,
        None => match shortest(&labyrinth, waiting) {
            Some(best) => best.walk,
            None => {
                return Err(refuse("no walk leads to the goal in the steps allowed", exit::UNSATISFIABLE));
            }
        },
    };
    let delay = arguments.delay.unwrap_or(400);
    let film = pictures::walk(&labyrinth, waiting, &walk, arguments.cell, delay);
    match film {
        Ok(film) => Ok(picture::show_solution(film, arguments)),
        Err(refusal) => Err(refuse(&refusal.to_string(), exit::BAD_INPUT)),
    }
}

fn make(maze: &Maze, rules: Rules, arguments: &GenerateArguments) -> Result<io::Result<u8>, u8> {
    let Maze { steps, columns, rows, unique } = *maze;
    let order = Order { columns, rows, steps, unique, waiting: rules.waiting(), seed: arguments.seed };
    arguments.run(order.rejection(), "labyrinths", |go_on| {
        generate(&order, go_on).map(|labyrinth| {
            let walks = shortest(&labyrinth, order.waiting).map_or(0, |best| best.walks);
            let without = if rules.no_wait { " without waiting" } else { "" };
            Printed {
                headline: format!(
                    "A labyrinth of {columns} columns and {rows} rows. Shortest{without}: {}, {}; seed {}.",
                    counted(steps, "step"),
                    counted(walks, "walk"),
                    order.seed
                ),
                drawing: labyrinth.drawing().unwrap_or_default(),
                rows: labyrinth.rows().unwrap_or_default(),
                facts: labyrinth.to_string(),
                picture: pictures::minotaur_puzzle(&labyrinth).ok(),
            }
        })
    })
}
