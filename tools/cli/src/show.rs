//! `hamadryad show`: pictures of a saved game.

use crate::exit;
use crate::input;
use crate::messages;
use crate::picture::{self, PictureArguments};
use crate::snake::position::in_file;
use clap::{Args, ValueEnum};
use hamadryad_snake::{GameRecord, Pace};
use std::io;

/// Above this number of steps, there is by default one picture for each apple.
const MANY_STEPS: usize = 1000;
/// The maximal number of cells in all pictures together; more of them exceed the memory of most machines.
const MOST_DRAWN_CELLS: usize = 200_000_000;
/// The maximal number of pictures; browsers and viewers do not open longer films.
const MOST_PICTURES: usize = 50_000;

const AFTER_HELP: &str = "\
The layers of a game of Snake: plan (the way to the apple), cycle (the round trip), tree (the spanning tree
inside of the round trip; hidden by default, not on a terminal), search (the distances of the last search of
the planner `dynamic`; hidden by default), unreachable (free cells that the snake cannot reach now), snake.

Exit codes: 0 done, 1 interrupted, 65 the file or picture is missing or invalid, 74 the file cannot be
written.

  hamadryad snake play --save game.json
  hamadryad show game.json
  hamadryad show game.json --out game.html
  hamadryad show game.json --out game.gif --frames apple --delay 400
  hamadryad show game.json --out first.png --at 1 --hide cycle,plan
  hamadryad show game.json --out tree.png --at 40 --show tree";

/// The arguments of `hamadryad show`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ShowArguments {
    /// A game from `snake play --save`; `-` is standard input.
    file: String,

    /// Moments to show [default: every step, or every apple if there are more than 1000 steps]
    #[arg(long, value_enum)]
    frames: Option<Frames>,

    /// Options of pictures.
    #[command(flatten)]
    pictures: PictureArguments,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Frames {
    /// Every step.
    Step,
    /// Every apple as it appears, and the end.
    Apple,
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &ShowArguments) -> io::Result<u8> {
    let file = &arguments.file;
    let refuse = |message: String| {
        messages::print(&format!("error: {message}\n\n  tip: hamadryad show --help\n"));
        Ok(exit::BAD_INPUT)
    };
    let text = match input::read(file) {
        Ok(text) => text,
        Err(message) => return refuse(message),
    };
    let record = match GameRecord::read(&text) {
        Ok(record) => record,
        Err(error) => return refuse(in_file(file, &error)),
    };
    let steps = record.result.moves.0.len();
    let pace = match arguments.frames {
        Some(Frames::Step) => Pace::Step,
        Some(Frames::Apple) => Pace::Apple,
        None if steps > MANY_STEPS => Pace::Apple,
        None => Pace::Step,
    };
    if pace == Pace::Step && steps > MOST_PICTURES {
        return refuse(format!("{file}: {steps} steps are too many pictures: use --frames apple"));
    }
    // Each apple takes a step and fills a cell.
    let cells = record.configuration.beginning.cells();
    let pictures = if pace == Pace::Step { steps } else { steps.min(cells) };
    if pictures.saturating_mul(cells) > MOST_DRAWN_CELLS {
        return refuse(format!(
            "{file}: {steps} steps on {cells} cells are too many for pictures: use --frames apple, or record a \
             smaller game"
        ));
    }
    let usual = if pace == Pace::Step { 80 } else { 300 };
    let delay = arguments.pictures.delay.unwrap_or(usual);
    match hamadryad_snake::film(&record, pace, arguments.pictures.cell, delay) {
        Ok(film) => picture::show(film, &arguments.pictures),
        Err(error) => refuse(in_file(file, &error)),
    }
}

/// The last picture of a game on a board of at most `cells` cells, apple by apple.
///
/// # Errors
/// A description of the first error in the game.
pub(crate) fn last_picture(text: &str, cells: usize) -> Result<String, String> {
    let record = GameRecord::read(text).map_err(|error| error.to_string())?;
    if record.configuration.beginning.cells() > cells {
        return Err(format!("more than {cells} cells"));
    }
    let film = hamadryad_snake::film(&record, Pace::Apple, None, 0).map_err(|error| error.to_string())?;
    Ok(film.svg(film.len() - 1))
}
