//! The options that say how a game begins and how a snake grows.

use clap::Args;
use hamadryad_grid::{Board, Cell};
use hamadryad_snake::{Apples, Game, Growth, Moment, Rules, Start, Tail};
use serde::Serialize;

/// The rules of a game. Without any option: one cell in the corner, one more for each apple.
#[derive(Args, Clone, Debug)]
#[group(id = "rules", multiple = true)]
#[command(next_help_heading = "Rules")]
pub(super) struct RulesArguments {
    /// Where the snake starts with one cell: `corner`, `centre`, `random` (the seed decides), or a cell such as `(2,3)`.
    #[arg(long, value_name = "WHERE", default_value = "corner", value_parser = place)]
    start_cell: Place,

    /// Let the snake grow by so many cells in its first steps.
    #[arg(long, value_name = "N", default_value_t = 0)]
    start_growth: u32,

    /// Cells that each apple is worth.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    growth: u16,

    /// Let growth show when the tail comes to where the apple was, and not at once.
    #[arg(long)]
    delayed_growth: bool,

    /// Let the head enter the cell that the tail leaves in the same step.
    #[arg(long)]
    lenient_tail: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Corner,
    Centre,
    Random,
    At(Cell),
}

fn place(text: &str) -> Result<Place, String> {
    match text {
        "corner" => Ok(Place::Corner),
        "centre" => Ok(Place::Centre),
        "random" => Ok(Place::Random),
        cell => cell
            .parse()
            .map(Place::At)
            .map_err(|_| "expected corner, centre, random, or a cell such as (2,3)".to_string()),
    }
}

/// The rules as a record has them.
#[derive(Serialize)]
pub(super) struct Told {
    start: String,
    start_growth: u32,
    growth: u16,
    delayed: bool,
    lenient_tail: bool,
}

impl RulesArguments {
    /// The game that begins.
    ///
    /// # Errors
    /// Where the snake would start outside of the board.
    pub(super) fn game(&self, board: Board, seed: u64) -> Result<Game, String> {
        let apples = Apples::from_seed(seed);
        let start = match self.start_cell {
            Place::Corner => Start::corner(board),
            Place::Centre => Start::centre(board),
            Place::Random => Start::random(board, apples),
            Place::At(cell) => Start::at(board, cell).map_err(|error| format!("--start-cell: {error}"))?,
        };
        let moment = if self.delayed_growth { Moment::Delayed } else { Moment::AtOnce };
        let tail = if self.lenient_tail { Tail::Lenient } else { Tail::Strict };
        let rules = Rules { growth: Growth { cells: self.growth, moment }, tail };
        Ok(Game::with_rules(board, &Start { grows: self.start_growth, ..start }, apples, rules))
    }

    pub(super) fn told(&self) -> Told {
        let start = match self.start_cell {
            Place::Corner => "corner".to_string(),
            Place::Centre => "centre".to_string(),
            Place::Random => "random".to_string(),
            Place::At(cell) => cell.to_string(),
        };
        let &Self { start_growth, growth, delayed_growth: delayed, lenient_tail, .. } = self;
        Told { start, start_growth, growth, delayed, lenient_tail }
    }
}
