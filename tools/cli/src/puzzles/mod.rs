//! `hamadryad minotaur`, `rogo` and `bag`: puzzles solved by the programs in `encodings/`, each answer judged by a checker that
//! knows no logic program, and shown.

pub mod bag;
mod logic;
pub mod minotaur;
pub mod rogo;

use crate::messages;
use clap::Args;
use hamadryad_puzzles::Refusal;
use logic::Answers;
use std::io::{self, Read, Write};
use std::time::Duration;

/// As clingo has it: there is no answer.
const NONE: u8 = 20;
/// Stopped by a signal or a limit.
const INTERRUPTED: u8 = 1;
/// The file is at fault.
const BAD_INPUT: u8 = 65;
/// An answer of a program is none by the rules, which is a bug.
const BAD_ANSWER: u8 = 70;

const EXIT_CODES: &str = "\
Exit codes: 0 an answer is found, accepted or shown, 20 there is none, or this is none, 1 interrupted,
65 no such file, no such puzzle, 74 a file cannot be written.";

/// How a puzzle is solved.
#[derive(Args, Debug)]
pub struct SolveArguments {
    /// Print all best answers, and not only one.
    #[arg(long)]
    all: bool,

    /// The longest time for the search.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
    number.ok_or_else(|| "expected a number of seconds, such as 0.5".to_owned())
}

/// Reads a file, or standard input for `-`, and makes something of it; the error is an exit code, and why is said.
fn read<T>(file: &str, make: impl FnOnce(&str) -> Result<T, Refusal>) -> Result<T, u8> {
    let text = if file == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    let text = text.map_err(|error| refuse(&format!("{file}: {error}"), BAD_INPUT))?;
    make(&text).map_err(|refusal| refuse(&format!("{file}: {refusal}"), BAD_INPUT))
}

/// Prints answers as the checker gives them back, or says that there is none; returns the exit code.
fn tell(
    answers: Result<Answers, String>,
    headline: impl Fn(&Answers) -> String,
    check: impl Fn(&str) -> Result<String, Refusal>,
) -> io::Result<u8> {
    let answers = match answers {
        Ok(answers) => answers,
        Err(message) => return Ok(refuse(&message, BAD_INPUT)),
    };
    let mut texts = Vec::new();
    for answer in &answers.texts {
        match check(answer) {
            Ok(text) => texts.push(text),
            Err(refusal) => return Ok(refuse(&format!("{answer} is no answer: {refusal}"), BAD_ANSWER)),
        }
    }
    let mut out = io::stdout().lock();
    match (texts.is_empty(), answers.interrupted) {
        (true, true) => writeln!(out, "stopped  before an answer was found")?,
        (true, false) => writeln!(out, "none     there is no answer")?,
        (false, _) => {
            let state = if answers.interrupted { "stopped" } else { "optimal" };
            writeln!(out, "{state:<8} {}", headline(&answers))?;
            texts.iter().try_for_each(|text| writeln!(out, "{text}"))?;
        }
    }
    out.flush()?;
    Ok(match (texts.is_empty(), answers.interrupted) {
        (_, true) => INTERRUPTED,
        (true, false) => NONE,
        (false, false) => 0,
    })
}

/// What the checker says of an answer; returns the exit code.
fn judge(verdict: Result<String, Refusal>) -> io::Result<u8> {
    let mut out = io::stdout().lock();
    let code = match &verdict {
        Ok(praise) => {
            writeln!(out, "accepted {praise}")?;
            0
        }
        Err(refusal) => {
            writeln!(out, "refused  {refusal}")?;
            NONE
        }
    };
    out.flush()?;
    Ok(code)
}

/// Runs what may end early with an exit code.
fn finish(result: Result<io::Result<u8>, u8>) -> io::Result<u8> {
    result.unwrap_or_else(Ok)
}

fn refuse(message: &str, code: u8) -> u8 {
    messages::write(&format!("error: {message}\n"));
    code
}
