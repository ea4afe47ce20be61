//! `hamadryad minotaur`: the way out of a labyrinth in which somebody hunts you.

use super::logic::{self, Wanted};
use super::{EXIT_CODES, SolveArguments, finish, judge, read, refuse, tell};
use crate::picture::{self, PictureArguments};
use clap::{Args, Subcommand};
use hamadryad_puzzles::minotaur::{Labyrinth, Waiting, Walk, check, shortest};
use hamadryad_puzzles::pictures;
use std::io;

const PROGRAM: &str = include_str!("../../../../encodings/minotaur/minotaur.lp");

/// The arguments of `hamadryad minotaur`.
#[derive(Args, Debug)]
pub struct MinotaurArguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Finds a shortest walk to the goal, or all of them.
    #[command(after_help = EXIT_CODES)]
    Solve {
        #[command(flatten)]
        puzzle: Puzzle,
        #[command(flatten)]
        solve: SolveArguments,
    },
    /// Says whether a walk, as atoms at(X,Y,T), leads to the goal by the rules.
    #[command(after_help = EXIT_CODES)]
    Check {
        #[command(flatten)]
        puzzle: Puzzle,
        /// The file with the walk; `-` is standard input.
        answer: String,
    },
    /// Shows a walk step by step, with the Minotaur's two moves.
    #[command(after_help = EXIT_CODES)]
    Show {
        #[command(flatten)]
        puzzle: Puzzle,
        /// The file with the walk [default: a shortest one]
        #[arg(long, value_name = "FILE")]
        answer: Option<String>,
        #[command(flatten)]
        pictures: PictureArguments,
    },
}

/// A labyrinth and its rules.
#[derive(Args, Debug)]
struct Puzzle {
    /// The file with the facts of the labyrinth, as encodings/minotaur/minotaur.lp says; `-` is standard input.
    file: String,

    /// The stricter game, in which you must not wait.
    #[arg(long)]
    no_wait: bool,
}

impl Puzzle {
    fn waiting(&self) -> Waiting {
        if self.no_wait { Waiting::Forbidden } else { Waiting::Allowed }
    }
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Those of standard output.
pub fn run(arguments: &MinotaurArguments) -> io::Result<u8> {
    finish(match &arguments.command {
        Command::Solve { puzzle, solve: options } => solve(puzzle, options),
        Command::Check { puzzle, answer } => judge_walk(puzzle, answer),
        Command::Show { puzzle, answer, pictures } => show(puzzle, answer.as_deref(), pictures),
    })
}

fn solve(puzzle: &Puzzle, options: &SolveArguments) -> Result<io::Result<u8>, u8> {
    let mut facts = String::new();
    let labyrinth = read(&puzzle.file, |text| {
        facts = text.to_owned();
        Labyrinth::read(text)
    })?;
    let wanted = if options.all { Wanted::All } else { Wanted::Best };
    let wait = u8::from(!puzzle.no_wait).to_string();
    let texts = [("minotaur.lp", PROGRAM), (puzzle.file.as_str(), facts.as_str())];
    let answers = logic::solve(&texts, &[("wait", wait)], wanted, options.time_limit);
    Ok(tell(
        answers,
        |answers| {
            let steps = answers.costs.first().copied().unwrap_or_default();
            let walks = if options.all { format!(", {} walks", answers.texts.len()) } else { String::new() };
            format!("{steps} steps{walks}")
        },
        |answer| {
            let walk = Walk::read(answer)?;
            check(&labyrinth, puzzle.waiting(), &walk).map(|()| walk.to_string())
        },
    ))
}

fn judge_walk(puzzle: &Puzzle, answer: &str) -> Result<io::Result<u8>, u8> {
    let labyrinth = read(&puzzle.file, Labyrinth::read)?;
    let verdict = read(answer, |text| {
        let walk = Walk::read(text);
        Ok(walk.and_then(|walk| {
            check(&labyrinth, puzzle.waiting(), &walk)?;
            let best = shortest(&labyrinth, puzzle.waiting()).map_or(0, |best| best.steps as usize);
            let steps = walk.steps();
            let praise =
                if steps == best { "none is shorter".to_owned() } else { format!("{best} would do") };
            Ok(format!("{steps} steps, {praise}"))
        }))
    })?;
    Ok(judge(verdict))
}

fn show(puzzle: &Puzzle, answer: Option<&str>, arguments: &PictureArguments) -> Result<io::Result<u8>, u8> {
    let labyrinth = read(&puzzle.file, Labyrinth::read)?;
    let walk = match answer {
        Some(file) => read(file, Walk::read)?,
        None => match shortest(&labyrinth, puzzle.waiting()) {
            Some(best) => best.walk,
            None => return Err(refuse("no walk leads to the goal in the steps allowed", super::NONE)),
        },
    };
    let delay = arguments.delay.unwrap_or(400);
    let film = pictures::walk(&labyrinth, puzzle.waiting(), &walk, arguments.cell, delay);
    match film {
        Ok(film) => Ok(picture::show(film, arguments)),
        Err(refusal) => Err(refuse(&refusal.to_string(), super::BAD_INPUT)),
    }
}
