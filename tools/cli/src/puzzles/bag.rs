//! `hamadryad bag`: bags of puzzle pieces, each once.

use super::logic::{self, Program, Wanted};
use super::{EXIT_CODES, Limit, finish, print, print_verdict, read, refuse};
use crate::exit;
use crate::picture::{self, PictureArguments};
use clap::{Args, Subcommand};
use hamadryad_puzzles::bag::Supply;
use hamadryad_puzzles::chance::Chance;
use hamadryad_puzzles::pictures;
use std::io;

const PROGRAM: &str = include_str!("../../encodings/bag/bag.lp");
const LIMITS: &str = include_str!("../../encodings/bag/limits.lp");
/// The maximal number of bags that are listed.
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
        /// Print only the number of bags.
        #[arg(long)]
        count: bool,
        #[command(flatten)]
        limit: Limit,
    },
    /// Checks whether atoms piece(I,T) are a bag.
    #[command(after_help = EXIT_CODES)]
    Check {
        #[command(flatten)]
        size: Size,
        /// The file with the atoms; `-` is standard input.
        answer: String,
    },
    /// Shows the bags one after another.
    #[command(after_help = EXIT_CODES)]
    Show {
        #[command(flatten)]
        size: Size,
        #[command(flatten)]
        pictures: PictureArguments,
    },
    /// Draws random bags; all bags are equally likely.
    #[command(visible_alias = "sample", after_help = EXIT_CODES)]
    Generate {
        #[command(flatten)]
        size: Size,
        /// Number of bags to draw; the same bag may be drawn again.
        #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
        number: u32,
        /// Seed of the random choices: the same seed draws the same bags.
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
}

/// The set of bags.
#[derive(Args, Clone, Debug)]
struct Size {
    /// File with the types of pieces and their limits (docs/puzzles.md shows one); `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["types", "most"])]
    bag: Option<String>,

    /// Number of types of pieces.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    types: u32,

    /// Maximal number of pieces in a bag.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1000))]
    most: u32,
}

impl Size {
    fn supply(&self) -> Result<Supply, u8> {
        match &self.bag {
            Some(file) => read(file, Supply::read),
            None => Ok(Supply::new(self.types, self.most)),
        }
    }
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &BagArguments) -> io::Result<u8> {
    finish(match &arguments.command {
        Command::Solve { size, count: true, .. } => size.supply().and_then(|supply| count(&supply)),
        Command::Solve { size, limit, .. } => size.supply().and_then(|supply| solve(&supply, *limit)),
        Command::Check { size, answer } => size.supply().and_then(|supply| {
            let verdict = read(answer, |text| Ok(supply.check(text)))?;
            Ok(print_verdict(verdict.map(|bag| super::counted(bag.len(), "piece"))))
        }),
        Command::Show { size, pictures } => size.supply().and_then(|supply| show(&supply, pictures)),
        Command::Generate { size, number, seed } => {
            size.supply().and_then(|supply| draw(&supply, *number, *seed))
        }
    })
}

fn too_many() -> u8 {
    refuse("there are more than 2^128 bags", exit::BAD_INPUT)
}

fn count(supply: &Supply) -> Result<io::Result<u8>, u8> {
    let count = supply.count().ok_or_else(too_many)?;
    Ok(print(&format!("{count}\n"), if count == 0 { exit::UNSATISFIABLE } else { 0 }))
}

fn solve(supply: &Supply, limit: Limit) -> Result<io::Result<u8>, u8> {
    let (bags, interrupted) = all(supply, limit)?;
    let text: String = bags.iter().map(|bag| format!("{}\n", supply.atoms(bag))).collect();
    let code = match (interrupted, bags.is_empty()) {
        (true, _) => exit::INTERRUPTED,
        (false, true) => exit::UNSATISFIABLE,
        (false, false) => 0,
    };
    Ok(print(&text, code))
}

fn draw(supply: &Supply, number: u32, seed: u64) -> Result<io::Result<u8>, u8> {
    let table = supply.table().ok_or_else(too_many)?;
    table.count().ok_or_else(too_many)?;
    let mut chance = Chance::new(seed, "hamadryad bags..........");
    let mut text = String::new();
    for _ in 0..number {
        let bag =
            table.draw(&mut chance).ok_or_else(|| refuse("there is no such bag", exit::UNSATISFIABLE))?;
        text += &format!("{}\n", supply.atoms(&bag));
    }
    Ok(print(&text, 0))
}

/// All bags by the logic program, small bags first, and whether the time limit ended the search.
fn all(supply: &Supply, limit: Limit) -> Result<(Vec<Vec<u32>>, bool), u8> {
    if supply.count().is_none_or(|count| count > MOST_BAGS) {
        let message = format!("there are more than {MOST_BAGS} bags to list: use --count for their number");
        return Err(refuse(&message, exit::BAD_INPUT));
    }
    let constants = [
        ("types", supply.kinds.len().to_string()),
        ("max_n", supply.most.to_string()),
        ("min_n", supply.least.to_string()),
    ];
    // The program numbers the types. An upper limit above the size of the bag has no effect.
    let is_limited = |least: u32, most: u32| least > 0 || most < supply.most;
    let limits = (1..).zip(&supply.kinds).filter(|(_, kind)| is_limited(kind.least, kind.most));
    let limits: String =
        limits.map(|(number, kind)| format!("limit({number},{},{}).\n", kind.least, kind.most)).collect();
    let texts = [("bag.lp", PROGRAM), ("limits.lp", LIMITS), ("limits", &limits)];
    let program = Program { texts: &texts, constants: &constants };
    let answers = logic::within(limit.time_limit, |stop| program.solve(Wanted::All, stop));
    let answers = answers.map_err(|message| refuse(&message, exit::BAD_INPUT))?;
    let numbered = Supply {
        kinds: (1..).zip(&supply.kinds).map(|(number, kind)| kind.called(number)).collect(),
        ..supply.clone()
    };
    let bags: Result<Vec<Vec<u32>>, _> = answers.texts.iter().map(|answer| numbered.check(answer)).collect();
    let mut bags = bags.map_err(|refusal| refuse(&refusal.to_string(), exit::BROKEN_GUARANTEE))?;
    bags.sort_by_key(|bag| (bag.len(), bag.clone()));
    Ok((bags, answers.interrupted))
}

fn show(supply: &Supply, arguments: &PictureArguments) -> Result<io::Result<u8>, u8> {
    let (bags, _) = all(supply, Limit { time_limit: None })?;
    if bags.is_empty() {
        return Err(refuse("there is no such bag", exit::UNSATISFIABLE));
    }
    let delay = arguments.delay.unwrap_or(500);
    Ok(picture::show(pictures::bags(supply, &bags, arguments.cell, delay), arguments))
}
