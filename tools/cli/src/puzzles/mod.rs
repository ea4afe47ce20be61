//! `hamadryad minotaur`, `rogo` and the like: puzzles solved by the programs in `encodings/`, each answer judged by a checker that
//! knows no logic program, and shown; and new puzzles. What the commands have in common is here, what is left is what each
//! puzzle says for itself: its rules, what can be wanted of an answer, and what a new one is to be like.

pub mod bag;
mod generate;
mod grade;
mod logic;
pub mod minotaur;
pub mod pipes;
pub mod rogo;
pub mod rush;

use crate::exit;
use crate::messages;
use crate::picture::PictureArguments;
use clap::{Args, Subcommand};
use generate::GenerateArguments;
use hamadryad_puzzles::PuzzleError;
use logic::Answers;
use std::io::{self, Read, Write};
use std::time::Duration;

const EXIT_CODES: &str = "\
Exit codes: 0 found, accepted, shown or made, 20 there is none, or this is none, 1 interrupted,
65 no such file, no such puzzle, 74 a file cannot be written.";

/// What one can do with a puzzle: `R` its rules, where they leave something open, `W` what can be wanted of an answer, `O`
/// what a new puzzle is to be like.
#[derive(Subcommand, Debug)]
pub enum Command<R: Args, W: Args, O: Args> {
    /// Finds a best answer, or all of them.
    #[command(after_help = EXIT_CODES)]
    Solve {
        #[command(flatten)]
        puzzle: Puzzle<R>,
        #[command(flatten)]
        wanted: W,
        #[command(flatten)]
        limit: Limit,
    },
    /// Says whether an answer is one by the rules, and how good it is.
    #[command(after_help = EXIT_CODES)]
    Check {
        #[command(flatten)]
        puzzle: Puzzle<R>,
        /// The file with the answer, atoms as `solve` prints them; `-` is standard input.
        answer: String,
    },
    /// Shows an answer step by step: on the terminal, as a picture, as a film, as a page that plays.
    #[command(after_help = EXIT_CODES)]
    Show {
        #[command(flatten)]
        puzzle: Puzzle<R>,
        /// The file with the answer [default: a best one]
        #[arg(long, value_name = "FILE")]
        answer: Option<String>,
        #[command(flatten)]
        pictures: PictureArguments,
    },
    /// Makes a new puzzle.
    #[command(after_help = EXIT_CODES)]
    Generate {
        #[command(flatten)]
        order: O,
        #[command(flatten)]
        rules: R,
        #[command(flatten)]
        generate: GenerateArguments,
    },
}

/// For puzzles whose rules leave nothing open.
#[derive(Args, Clone, Copy, Debug)]
pub struct NoRules {}

/// A puzzle in a file.
#[derive(Args, Debug)]
pub struct Puzzle<R: Args> {
    /// The file with the puzzle, as facts or as a drawing (docs/puzzles.md shows both); `-` is standard input.
    file: String,

    #[command(flatten)]
    rules: R,
}

/// How long a search may take.
#[derive(Args, Clone, Copy, Debug)]
pub struct Limit {
    /// The longest time for the search.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
    number.ok_or_else(|| "expected a number of seconds, such as 0.5".to_owned())
}

/// Reads a file, or standard input for `-`, and makes something of it; the error is an exit code, and why is said.
fn read<T>(file: &str, make: impl FnOnce(&str) -> Result<T, PuzzleError>) -> Result<T, u8> {
    let text = if file == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    let text = text.map_err(|error| refuse(&format!("{file}: {error}"), exit::BAD_INPUT))?;
    make(&text).map_err(|refusal| refuse(&format!("{file}: {refusal}"), exit::BAD_INPUT))
}

/// Prints answers as the checker gives them back, or says that there is none; returns the exit code.
fn tell(
    answers: Result<Answers, String>,
    headline: impl Fn(&Answers) -> String,
    check: impl Fn(&str) -> Result<String, PuzzleError>,
) -> io::Result<u8> {
    let answers = match answers {
        Ok(answers) => answers,
        Err(message) => return Ok(refuse(&message, exit::BAD_INPUT)),
    };
    let mut texts = Vec::new();
    for answer in &answers.texts {
        match check(answer) {
            Ok(text) => texts.push(text),
            Err(refusal) => {
                return Ok(refuse(&format!("{answer} is no answer: {refusal}"), exit::BROKEN_GUARANTEE));
            }
        }
    }
    let mut out = io::stdout().lock();
    match (texts.is_empty(), answers.interrupted) {
        (true, true) => writeln!(out, "stopped  before an answer was found")?,
        (true, false) => writeln!(out, "none     there is no answer")?,
        (false, is_interrupted) => {
            let headline = headline(&answers);
            writeln!(out, "{}", if is_interrupted { format!("stopped  {headline}") } else { headline })?;
            texts.iter().try_for_each(|text| writeln!(out, "{text}"))?;
        }
    }
    out.flush()?;
    Ok(match (texts.is_empty(), answers.interrupted) {
        (_, true) => exit::INTERRUPTED,
        (true, false) => exit::UNSATISFIABLE,
        (false, false) => 0,
    })
}

/// What the checker says of an answer; returns the exit code.
fn judge(verdict: Result<String, PuzzleError>) -> io::Result<u8> {
    match verdict {
        Ok(rating) => print(&format!("accepted {rating}\n"), 0),
        Err(refusal) => print(&format!("refused  {refusal}\n"), exit::UNSATISFIABLE),
    }
}

/// Prints and returns the exit code.
fn print(text: &str, code: u8) -> io::Result<u8> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(code)
}

/// Runs what may end early with an exit code.
fn finish(result: Result<io::Result<u8>, u8>) -> io::Result<u8> {
    result.unwrap_or_else(Ok)
}

fn refuse(message: &str, code: u8) -> u8 {
    messages::say(&format!("error: {message}\n"));
    code
}

/// `1 walk`, `2 walks`.
fn counted(count: impl std::fmt::Display, thing: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {thing}{plural}")
}
