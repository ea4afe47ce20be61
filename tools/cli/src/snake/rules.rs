//! How a game begins and how a snake grows: as options say it, and as records have it.

use super::position::Position;
use super::refuse;
use crate::exit;
use clap::Args;
use hamadryad_grid::{Board, Cell};
use hamadryad_snake::{Apples, Game, Growth, Moment, Rules, Start, Tail};
use serde::{Deserialize, Serialize};

/// How a game begins, and its rules. Without any option: one cell in the corner, one more for each apple.
#[derive(Args, Clone, Debug)]
pub(super) struct RulesArguments {
    /// Rows of the board: at least 2 [default: 6]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    rows: Option<usize>,

    /// Columns of the board: at least 2, and rows times columns an even number [default: 6]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    cols: Option<usize>,

    /// Decides where the apples appear.
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true)]
    pub(super) seed: u64,

    /// Where the snake starts with one cell: `corner`, `centre`, `random` (the seed decides), or a cell such as `(2,3)`. Anything
    /// else is a file with a board and a snake, which may come from any game, written as for `snake solve`; the apple may be
    /// missing.
    #[arg(long, value_name = "WHERE", default_value = "corner", allow_hyphen_values = true)]
    start: String,

    /// Let the snake grow by so many cells in its first steps.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Rules")]
    start_growth: u32,

    /// Cells that each apple is worth.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..), help_heading = "Rules")]
    growth: u16,

    /// Let growth show when the tail comes to where the apple was, and not at once.
    #[arg(long, help_heading = "Rules")]
    delayed_growth: bool,

    /// Let the head enter the cell that the tail leaves in the same step.
    #[arg(long, help_heading = "Rules")]
    lenient_tail: bool,
}

/// A game before its first step, as records have it.
#[derive(Serialize, Deserialize)]
pub(crate) struct Beginning {
    rows: usize,
    cols: usize,
    seed: u64,
    #[serde(default)]
    rules: Told,
}

/// The rules, as records have them.
#[derive(Serialize, Deserialize)]
#[serde(default)]
struct Told {
    start: Place,
    start_growth: u32,
    growth: u16,
    delayed: bool,
    lenient_tail: bool,
}

/// Where a snake starts.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Place {
    /// By a word, or as a cell.
    Named(String),
    /// As a file says.
    As(Position),
}

impl Default for Told {
    fn default() -> Self {
        let start = Place::Named("corner".to_string());
        Self { start, start_growth: 0, growth: 1, delayed: false, lenient_tail: false }
    }
}

impl RulesArguments {
    /// The game that begins; an exit code where there is none, and has been said why.
    pub(super) fn begin(&self) -> Result<(Beginning, Game), u8> {
        let is_word = ["corner", "centre", "random"].contains(&self.start.as_str());
        let mut size = [self.rows, self.cols].map(|side| side.unwrap_or(6));
        let start = if is_word || self.start.parse::<Cell>().is_ok() {
            Place::Named(self.start.clone())
        } else {
            if self.rows.is_some() || self.cols.is_some() {
                let message =
                    format!("{} says how large the board is: leave --rows and --cols out", self.start);
                return Err(refuse(&message, exit::BAD_OPTIONS));
            }
            let position = Position::read(&self.start)?;
            size = position.size();
            Place::As(position)
        };
        let &Self { seed, start_growth, growth, delayed_growth: delayed, lenient_tail, .. } = self;
        let rules = Told { start, start_growth, growth, delayed, lenient_tail };
        let beginning = Beginning { rows: size[0], cols: size[1], seed, rules };
        let game = beginning.game().map_err(|error| match beginning.rules.start {
            Place::Named(_) => refuse(&error, exit::BAD_INPUT),
            Place::As(_) => refuse(&format!("{}: {error}", self.start), exit::BAD_INPUT),
        })?;
        Ok((beginning, game))
    }
}

impl Beginning {
    /// The game.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn game(&self) -> Result<Game, String> {
        let board = Board::new(self.rows, self.cols).map_err(|error| error.to_string())?;
        let apples = Apples::from_seed(self.seed);
        let Told { start, start_growth, growth, delayed, lenient_tail } = &self.rules;
        let (start, apple) = match start {
            Place::Named(name) => (named(name, board, apples)?, None),
            Place::As(position) => {
                let (its_board, snake) = position.snake()?;
                if its_board != board {
                    return Err(format!("the snake lies on a {its_board} board, and the game is on {board}"));
                }
                (Start { snake, grows: 0 }, position.apple()?)
            }
        };
        let moment = if *delayed { Moment::Delayed } else { Moment::AtOnce };
        let tail = if *lenient_tail { Tail::Lenient } else { Tail::Strict };
        let rules = Rules { growth: Growth { cells: *growth, moment }, tail };
        let game = Game::with_rules(board, &Start { grows: *start_growth, ..start }, apples, rules);
        match apple {
            Some(apple) => game.with_apple(apple).map_err(|error| error.to_string()),
            None => Ok(game),
        }
    }

    /// The seed of the apples.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether a snake grows by one cell when it eats, and never otherwise.
    pub(super) fn grows_as_usual(&self) -> bool {
        let Told { start_growth, growth, delayed, .. } = self.rules;
        start_growth == 0 && growth == 1 && !delayed
    }
}

fn named(name: &str, board: Board, apples: Apples) -> Result<Start, String> {
    match name {
        "corner" => Ok(Start::corner(board)),
        "centre" => Ok(Start::centre(board)),
        "random" => Ok(Start::random(board, apples)),
        cell => {
            let cell = cell.parse().map_err(|_| format!("`{cell}` is no place to start"))?;
            Start::at(board, cell).map_err(|error| format!("--start: {error}"))
        }
    }
}
