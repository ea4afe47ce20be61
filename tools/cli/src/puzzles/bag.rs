//! `hamadryad bag`: bags of puzzle pieces, each once.

use super::logic::{self, Program, Wanted};
use super::{EXIT_CODES, NONE, finish, judge, print, read, refuse, seconds};
use crate::picture::{self, PictureArguments};
use clap::{Args, Subcommand};
use hamadryad_puzzles::bag::Bags;
use hamadryad_puzzles::pictures;
use std::io;
use std::time::Duration;

const PROGRAM: &str = include_str!("../../../../encodings/bag/bag.lp");
/// More bags than this nobody reads.
const MOST_BAGS: u128 = 1_000_000;

/// The arguments of `hamadryad bag`.
#[derive(Args, Debug)]
pub struct BagArguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Lists all bags, or counts them.
    #[command(after_help = EXIT_CODES)]
    Solve {
        #[command(flatten)]
        size: Size,
        /// Say only how many there are.
        #[arg(long)]
        count: bool,
        /// The longest time for the search.
        #[arg(long, value_name = "SECONDS", value_parser = seconds)]
        time_limit: Option<Duration>,
    },
    /// Says whether atoms piece(I,T) are a bag.
    #[command(after_help = EXIT_CODES)]
    Check {
        #[command(flatten)]
        size: Size,
        /// The file with the atoms; `-` is standard input.
        answer: String,
    },
    /// Shows the bags one after the other.
    #[command(after_help = EXIT_CODES)]
    Show {
        #[command(flatten)]
        size: Size,
        #[command(flatten)]
        pictures: PictureArguments,
    },
}

/// Which bags.
#[derive(Args, Clone, Copy, Debug)]
struct Size {
    /// The number of types of pieces.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    types: u32,

    /// The most pieces in a bag.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1000))]
    most: u32,
}

impl Size {
    fn bags(self) -> Bags {
        Bags { types: self.types, most: self.most }
    }
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Those of standard output.
pub fn run(arguments: &BagArguments) -> io::Result<u8> {
    finish(match &arguments.command {
        Command::Solve { size, count: true, .. } => count(*size),
        Command::Solve { size, time_limit, .. } => solve(*size, *time_limit),
        Command::Check { size, answer } => {
            let verdict = read(answer, |text| Ok(size.bags().check(text)));
            verdict.map(|verdict| judge(verdict.map(|bag| format!("{} pieces", bag.len()))))
        }
        Command::Show { size, pictures } => show(*size, pictures),
    })
}

fn count(size: Size) -> Result<io::Result<u8>, u8> {
    let Some(count) = size.bags().count() else {
        return Err(refuse("there are more than 2^128 bags", super::BAD_INPUT));
    };
    Ok(print(&format!("{count}\n"), 0))
}

fn solve(size: Size, limit: Option<Duration>) -> Result<io::Result<u8>, u8> {
    let answers = all(size, limit)?;
    let text: String = answers.texts.iter().map(|answer| format!("{answer}\n")).collect();
    let code = print(&text, 0);
    Ok(if answers.interrupted { code.map(|_| super::INTERRUPTED) } else { code })
}

/// All bags by the logic program, in an order of their own.
fn all(size: Size, limit: Option<Duration>) -> Result<logic::Answers, u8> {
    if size.bags().count().is_none_or(|count| count > MOST_BAGS) {
        let message = format!("these are more than {MOST_BAGS} bags; --count says how many");
        return Err(refuse(&message, super::BAD_INPUT));
    }
    let constants = [("types", size.types.to_string()), ("max_n", size.most.to_string())];
    let program = Program { texts: &[("bag.lp", PROGRAM)], constants: &constants };
    let answers = program.solve(Wanted::All, &logic::stop(limit));
    let mut answers = answers.map_err(|message| refuse(&message, super::BAD_INPUT))?;
    answers.texts.sort_by_key(|answer| (answer.matches("piece").count(), answer.clone()));
    Ok(answers)
}

fn show(size: Size, arguments: &PictureArguments) -> Result<io::Result<u8>, u8> {
    let answers = all(size, None)?;
    let bags: Result<Vec<Vec<u32>>, _> =
        answers.texts.iter().map(|answer| size.bags().check(answer)).collect();
    let bags = bags.map_err(|refusal| refuse(&refusal.to_string(), super::BAD_ANSWER))?;
    if bags.is_empty() {
        return Err(refuse("there is no bag", NONE));
    }
    let delay = arguments.delay.unwrap_or(500);
    Ok(picture::show(pictures::bags(&bags, size.most, arguments.cell, delay), arguments))
}
