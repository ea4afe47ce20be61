//! `hamadryad minotaur`, `rogo`, `pipes`, `rush`, `ricochet` and `bag`: puzzles that the programs in
//! `encodings/` solve. A checker that shares no code with logic programs verifies each answer; answers can be
//! drawn, and new puzzles generated.
//!
//! This file has the common parts of the commands; the file of each puzzle has its rules, the options of its
//! answers, and the properties of its new puzzles.

pub mod bag;
mod generate;
mod grade;
mod logic;
pub mod minotaur;
pub mod pipes;
pub mod ricochet;
pub mod rogo;
pub mod rush;

use crate::exit;
use crate::input;
use crate::messages;
use crate::picture::PictureArguments;
use crate::picture::sheet::{SheetArguments, write_sheet};
use clap::{Args, Subcommand};
use generate::GenerateArguments;
use hamadryad_puzzles::PuzzleError;
use hamadryad_scene::Frame;
use logic::Answers;
use std::io::{self, Write};
use std::time::Duration;

const EXIT_CODES: &str = "\
Exit codes: 0 an answer or puzzle was found, accepted or shown, 20 there is no answer or the checker
rejects it, 1 interrupted, 65 a file or puzzle is missing or invalid, 74 a file cannot be written.";

/// The commands of a puzzle. `R` has the variants of the rules, `W` the options of an answer, `O` the
/// properties of a new puzzle.
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
    /// Checks an answer by the rules, and rates it.
    #[command(after_help = EXIT_CODES)]
    Check {
        #[command(flatten)]
        puzzle: Puzzle<R>,
        /// File with the answer: atoms as printed by `solve`; `-` is standard input.
        answer: String,
    },
    /// Shows an answer step by step: on the terminal, as a picture, as a film, or as a page that plays it.
    #[command(after_help = EXIT_CODES)]
    Show {
        #[command(flatten)]
        puzzle: Puzzle<R>,
        /// File with the answer [default: a best answer]
        #[arg(long, value_name = "FILE")]
        answer: Option<String>,
        #[command(flatten)]
        pictures: PictureArguments,
    },
    /// Puts puzzles, unsolved, on pages to print, several on a page: as PDF or SVG.
    #[command(after_help = EXIT_CODES)]
    Sheet {
        /// Files with puzzles, as facts or as drawings.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<String>,
        #[command(flatten)]
        sheet: SheetArguments,
    },
    /// Generates a new puzzle.
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

/// For puzzles without variants of the rules.
#[derive(Args, Clone, Copy, Debug)]
pub struct NoRules {}

/// A puzzle in a file.
#[derive(Args, Debug)]
pub struct Puzzle<R: Args> {
    /// File with the puzzle, as facts or as a drawing (docs/puzzles.md shows both); `-` is standard input.
    file: String,

    #[command(flatten)]
    rules: R,
}

/// The limit of a search.
#[derive(Args, Clone, Copy, Debug)]
pub struct Limit {
    /// Time limit of the search.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
    number.ok_or_else(|| "expected a number of seconds, such as 0.5".to_owned())
}

/// Reads a file, or standard input for `-`, and parses it; the error is an exit code, and its message has
/// been printed.
fn read<T>(file: &str, make: impl FnOnce(&str) -> Result<T, PuzzleError>) -> Result<T, u8> {
    let text = input::read(file).map_err(|message| refuse(&message, exit::BAD_INPUT))?;
    make(&text).map_err(|refusal| refuse(&format!("{file}: {refusal}"), exit::BAD_INPUT))
}

/// Writes a sheet of the puzzles in some files.
fn print_sheet<T>(
    puzzle: &str,
    files: &[String],
    arguments: &SheetArguments,
    make: impl Fn(&str) -> Result<T, PuzzleError>,
    draw: impl Fn(&T) -> Result<Frame, PuzzleError>,
) -> Result<io::Result<u8>, u8> {
    let pictures: Result<Vec<_>, u8> = files
        .iter()
        .map(|file| Ok((file.clone(), read(file, |text| make(text).and_then(|puzzle| draw(&puzzle)))?)))
        .collect();
    Ok(Ok(write_sheet(puzzle, &pictures?, arguments)))
}

/// Prints the answers as the checker returns them, or the lack of an answer; returns the exit code.
fn print_answers(
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

/// Prints the checker's result for an answer; returns the exit code.
fn print_verdict(verdict: Result<String, PuzzleError>) -> io::Result<u8> {
    match verdict {
        Ok(rating) => print(&format!("accepted {rating}\n"), 0),
        Err(refusal) => print(&format!("refused  {refusal}\n"), exit::UNSATISFIABLE),
    }
}

/// Prints a text and returns the exit code.
fn print(text: &str, code: u8) -> io::Result<u8> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(code)
}

/// The exit code of a command that may have failed with one.
fn finish(result: Result<io::Result<u8>, u8>) -> io::Result<u8> {
    result.unwrap_or_else(Ok)
}

fn refuse(message: &str, code: u8) -> u8 {
    messages::print(&format!("error: {message}\n"));
    code
}

/// `1 walk`, `2 walks`.
fn counted(count: impl std::fmt::Display, thing: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {thing}{plural}")
}
