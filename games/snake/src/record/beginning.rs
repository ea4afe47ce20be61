//! The beginning of a game in a record: board, seed, rules, and the snake.

use super::{PositionRecord, RecordError};
use crate::{Apples, Game, Growth, Moment, Rules, Start, Tail};
use hamadryad_grid::Board;
use serde::{Deserialize, Serialize};

/// A game before its first step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Beginning {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The seed of the apples.
    pub seed: u64,
    /// The rules and the snake.
    #[serde(default)]
    pub rules: RulesRecord,
}

/// The rules and the snake; fields that are missing in a file have the values of the usual game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct RulesRecord {
    /// The start of the snake.
    pub start: StartRecord,
    /// The number of cells by which the snake grows in its first steps.
    pub start_growth: u32,
    /// The number of cells by which the snake grows for each apple.
    pub growth: u16,
    /// Whether the snake grows when its tail reaches the position of the eaten apple.
    pub delayed: bool,
    /// Whether the head may enter the cell that the tail leaves in the same step.
    pub lenient_tail: bool,
}

/// The start of a snake.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StartRecord {
    /// One cell: `corner`, `centre`, `random`, or a cell such as `(2,3)`.
    Named(String),
    /// A snake on a board, with an optional apple.
    Position(PositionRecord),
}

impl Default for RulesRecord {
    fn default() -> Self {
        let start = StartRecord::Named("corner".to_owned());
        Self { start, start_growth: 0, growth: 1, delayed: false, lenient_tail: false }
    }
}

impl Beginning {
    /// The game.
    ///
    /// # Errors
    /// If the board, the snake or the apple is impossible.
    pub fn game(&self) -> Result<Game, RecordError> {
        let board = Board::new(self.rows, self.cols).map_err(RecordError::start)?;
        let apples = Apples::from_seed(self.seed);
        let RulesRecord { start, start_growth, growth, delayed, lenient_tail } = &self.rules;
        let (start, apple) = match start {
            StartRecord::Named(name) => (named(name, board, apples)?, None),
            StartRecord::Position(position) => {
                let (other, snake) = position.snake()?;
                if other != board {
                    let message = format!("the position has a {other} board, and the game a {board} board");
                    return Err(RecordError::start(message));
                }
                (Start { snake, grows: 0 }, position.apple()?)
            }
        };
        let moment = if *delayed { Moment::Delayed } else { Moment::AtOnce };
        let tail = if *lenient_tail { Tail::Lenient } else { Tail::Strict };
        let rules = Rules { growth: Growth { cells: *growth, moment }, tail };
        let game = Game::with_rules(board, &Start { grows: *start_growth, ..start }, apples, rules);
        match apple {
            Some(apple) => game.with_apple(apple).map_err(RecordError::start),
            None => Ok(game),
        }
    }

    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.rows.saturating_mul(self.cols)
    }

    /// Whether the snake grows by one cell when it eats, and never otherwise.
    pub fn has_usual_growth(&self) -> bool {
        let RulesRecord { start_growth, growth, delayed, .. } = self.rules;
        start_growth == 0 && growth == 1 && !delayed
    }
}

fn named(name: &str, board: Board, apples: Apples) -> Result<Start, RecordError> {
    match name {
        "corner" => Ok(Start::corner(board)),
        "centre" => Ok(Start::centre(board)),
        "random" => Ok(Start::random(board, apples)),
        cell => {
            let expected = "expected corner, centre, random, or a cell such as (2,3)";
            let cell = cell
                .parse()
                .map_err(|_| RecordError::start(format!("`{cell}` is not a start: {expected}")))?;
            Start::at(board, cell).map_err(|error| RecordError::start(format!("start: {error}")))
        }
    }
}
