//! What a game begins with.

use super::position::Position;
use super::{BAD_INPUT, INTERRUPTED, refuse};
use crate::messages;
use hamadryad_grid::{Board, Cell, Cycle, Path};
use hamadryad_snake::{Apples, Game, Instance, decide};

/// A board, a snake on it, and perhaps the first apple.
pub(super) struct Start {
    pub(super) board: Board,
    /// Of a file, whose name is kept for messages.
    from: Option<(String, Path, Option<Cell>)>,
}

impl Start {
    /// With a snake of one cell in the corner.
    pub(super) fn in_corner(board: Board) -> Start {
        Start { board, from: None }
    }

    /// As a file has it; an exit code where it has none, and has been said why.
    pub(super) fn from_file(file: &str) -> Result<Start, u8> {
        let position = Position::read(file)?;
        let refuse = |error: String| refuse(&format!("{file}: {error}"), BAD_INPUT);
        let (board, snake) = position.snake().map_err(refuse)?;
        let apple = position.apple().map_err(refuse)?;
        Ok(Start { board, from: Some((file.to_string(), snake, apple)) })
    }

    /// The game, and a round trip through its snake; an exit code where there is none.
    pub(super) fn game(&self, seed: u64, is_stopped: &dyn Fn() -> bool) -> Result<(Game, Cycle), u8> {
        let apples = Apples::from_seed(seed);
        let Some((file, snake, apple)) = &self.from else {
            return Ok((Game::new(self.board, apples), Cycle::comb(self.board)));
        };
        let refuse = |error: &str| refuse(&format!("{file}: {error}"), BAD_INPUT);
        let mut game = Game::with_snake(self.board, snake, apples);
        if let Some(apple) = *apple {
            game = game.with_apple(apple).map_err(|error| refuse(&error.to_string()))?;
        }
        let Some(apple) = game.apple() else {
            return Err(refuse("the snake covers the board already"));
        };
        let instance =
            Instance::new(self.board, snake.clone(), apple).map_err(|error| refuse(&error.to_string()))?;
        let answer = decide(&instance, is_stopped);
        match answer.plan {
            Some(plan) => Ok((game, plan.cycle)),
            None if answer.stopped => {
                messages::write("stopped before the game began\n");
                Err(INTERRUPTED)
            }
            None => Err(refuse("no round trip leads through this snake, so that it may be lost")),
        }
    }
}
