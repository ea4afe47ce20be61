//! The beginning of a game and the growth of a snake: as options, and as fields of records.

use super::position::Position;
use super::refuse;
use crate::exit;
use clap::Args;
use hamadryad_grid::{Board, Cell};
use hamadryad_snake::{Apples, Game, Growth, Moment, Rules, Start, Tail};
use serde::{Deserialize, Serialize};

/// The beginning of a game, and its rules. By default: one cell in the corner that grows by one for each
/// apple.
#[derive(Args, Clone, Debug)]
pub(super) struct RulesArguments {
    /// Rows of the board: at least 2 [default: 6]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    rows: Option<usize>,

    /// Columns of the board: at least 2, and rows times columns is even [default: 6]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    cols: Option<usize>,

    /// Seed of the positions of the apples.
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true)]
    pub(super) seed: u64,

    /// Start of the snake with one cell: `corner`, `centre`, `random` (by the seed), or a cell such as
    /// `(2,3)`. Any other word is the name of a file with a board and a snake, in the format of `snake
    /// solve`; the snake need not come from a game, and the apple is optional.
    #[arg(long, value_name = "WHERE", default_value = "corner", allow_hyphen_values = true)]
    start: String,

    /// Let the snake grow by N cells in its first steps.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Rules")]
    start_growth: u32,

    /// Number of cells by which the snake grows for each apple.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..), help_heading = "Rules")]
    growth: u16,

    /// Let the snake grow when its tail reaches the position of the eaten apple, and not at once.
    #[arg(long, help_heading = "Rules")]
    delayed_growth: bool,

    /// Let the head enter the cell that the tail leaves in the same step.
    #[arg(long, help_heading = "Rules")]
    lenient_tail: bool,
}

/// A game before its first step, in the form of records.
#[derive(Serialize, Deserialize)]
pub(crate) struct Beginning {
    rows: usize,
    cols: usize,
    seed: u64,
    #[serde(default)]
    rules: Told,
}

/// The rules, in the form of records.
#[derive(Serialize, Deserialize)]
#[serde(default)]
struct Told {
    start: Place,
    start_growth: u32,
    growth: u16,
    delayed: bool,
    lenient_tail: bool,
}

/// The start of a snake.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Place {
    /// A word or a cell.
    Named(String),
    /// A position in a file.
    As(Position),
}

impl Default for Told {
    fn default() -> Self {
        let start = Place::Named("corner".to_string());
        Self { start, start_growth: 0, growth: 1, delayed: false, lenient_tail: false }
    }
}

impl RulesArguments {
    /// The game at its beginning; the error is an exit code, and its message has been printed.
    pub(super) fn begin(&self) -> Result<(Beginning, Game), u8> {
        let is_word = ["corner", "centre", "random"].contains(&self.start.as_str());
        let mut size = [self.rows, self.cols].map(|side| side.unwrap_or(6));
        let start = if is_word || self.start.parse::<Cell>().is_ok() {
            Place::Named(self.start.clone())
        } else {
            if self.rows.is_some() || self.cols.is_some() {
                let message =
                    format!("the size of the board is that of {}: leave --rows and --cols out", self.start);
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
    /// The reason why the game is impossible.
    pub(crate) fn game(&self) -> Result<Game, String> {
        let board = Board::new(self.rows, self.cols).map_err(|error| error.to_string())?;
        let apples = Apples::from_seed(self.seed);
        let Told { start, start_growth, growth, delayed, lenient_tail } = &self.rules;
        let (start, apple) = match start {
            Place::Named(name) => (named(name, board, apples)?, None),
            Place::As(position) => {
                let (its_board, snake) = position.snake()?;
                if its_board != board {
                    return Err(format!(
                        "the position has a {its_board} board, and the game a {board} board"
                    ));
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
            let cell = cell.parse().map_err(|_| {
                format!("`{cell}` is not a start: expected corner, centre, random, or a cell such as (2,3)")
            })?;
            Start::at(board, cell).map_err(|error| format!("--start: {error}"))
        }
    }
}
