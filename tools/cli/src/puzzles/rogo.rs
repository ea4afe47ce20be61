//! `hamadryad rogo`: the loop that collects most points.

use super::logic::{self, Wanted};
use super::{EXIT_CODES, SolveArguments, finish, judge, read, refuse, tell};
use crate::picture::{self, PictureArguments};
use clap::{Args, Subcommand};
use hamadryad_puzzles::pictures;
use hamadryad_puzzles::rogo::Rogo;
use std::io;

const PROGRAM: &str = include_str!("../../../../encodings/rogo/rogo.lp");
const SYMMETRY: &str = include_str!("../../../../encodings/rogo/symmetry.lp");

/// The arguments of `hamadryad rogo`.
#[derive(Args, Debug)]
pub struct RogoArguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Finds a best loop, or all of them.
    #[command(after_help = EXIT_CODES)]
    Solve {
        /// The file with the facts of the board, as encodings/rogo/rogo.lp says; `-` is standard input.
        file: String,
        /// Tell loops apart by where they begin and which way they go.
        #[arg(long)]
        no_symmetry: bool,
        #[command(flatten)]
        solve: SolveArguments,
    },
    /// Says whether a loop, as atoms loop(I,(R,C)), is one, and what it is worth.
    #[command(after_help = EXIT_CODES)]
    Check {
        /// The file with the facts of the board; `-` is standard input.
        file: String,
        /// The file with the loop; `-` is standard input.
        answer: String,
    },
    /// Shows a loop field by field.
    #[command(after_help = EXIT_CODES)]
    Show {
        /// The file with the facts of the board; `-` is standard input.
        file: String,
        /// The file with the loop [default: a best one]
        #[arg(long, value_name = "FILE")]
        answer: Option<String>,
        #[command(flatten)]
        pictures: PictureArguments,
    },
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Those of standard output.
pub fn run(arguments: &RogoArguments) -> io::Result<u8> {
    finish(match &arguments.command {
        Command::Solve { file, no_symmetry, solve: options } => solve(file, *no_symmetry, options),
        Command::Check { file, answer } => judge_loop(file, answer),
        Command::Show { file, answer, pictures } => show(file, answer.as_deref(), pictures),
    })
}

fn solve(file: &str, no_symmetry: bool, options: &SolveArguments) -> Result<io::Result<u8>, u8> {
    let mut facts = String::new();
    let rogo = read(file, |text| {
        facts = text.to_owned();
        Rogo::read(text)
    })?;
    let wanted = if options.all { Wanted::All } else { Wanted::Best };
    let mut texts = vec![("rogo.lp", PROGRAM), (file, facts.as_str())];
    if !no_symmetry {
        texts.push(("symmetry.lp", SYMMETRY));
    }
    Ok(tell(
        logic::solve(&texts, &[], wanted, options.time_limit),
        |answers| {
            let points = answers.costs.first().map_or(0, |cost| -cost);
            let loops = if options.all { format!(", {} loops", answers.texts.len()) } else { String::new() };
            format!("{points} points in {} steps{loops}", rogo.steps)
        },
        |answer| rogo.check(answer).map(|_| answer.to_owned()),
    ))
}

fn judge_loop(file: &str, answer: &str) -> Result<io::Result<u8>, u8> {
    let rogo = read(file, Rogo::read)?;
    let verdict = read(answer, |text| Ok(rogo.check(text)))?;
    Ok(judge(verdict.map(|points| format!("{points} points in {} steps", rogo.steps))))
}

fn show(file: &str, answer: Option<&str>, arguments: &PictureArguments) -> Result<io::Result<u8>, u8> {
    let rogo = read(file, Rogo::read)?;
    let cells = match answer {
        Some(answer) => read(answer, |text| rogo.read_loop(text))?,
        None => match rogo.best() {
            Some(best) => best.cells,
            None => return Err(refuse("there is no loop of so many steps", super::NONE)),
        },
    };
    let delay = arguments.delay.unwrap_or(300);
    Ok(picture::show(pictures::rogo_loop(&rogo, &cells, arguments.cell, delay), arguments))
}
