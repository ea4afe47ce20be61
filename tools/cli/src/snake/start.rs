//! What a game begins with.

use super::position::Position;
use super::rules::RulesArguments;
use super::{BAD_INPUT, INTERRUPTED, refuse};
use crate::messages;
use hamadryad_grid::{Board, Cycle};
use hamadryad_snake::{Apples, Game, Instance, decide};

/// A board, a snake on it, and perhaps the first apple.
pub(super) struct Start {
    pub(super) board: Board,
    from: Option<File>,
}

/// What a file says, whose name is kept for messages.
struct File {
    name: String,
    position: Position,
}

impl Start {
    /// With a snake of one cell in the corner.
    pub(super) fn in_corner(board: Board) -> Start {
        Start { board, from: None }
    }

    /// As a file has it; an exit code where it has none, and has been said why.
    pub(super) fn from_file(file: &str) -> Result<Start, u8> {
        let position = Position::read(file)?;
        let (board, _) = position.snake().map_err(|error| refuse(&format!("{file}: {error}"), BAD_INPUT))?;
        Ok(Start { board, from: Some(File { name: file.to_string(), position }) })
    }

    /// What the file says, where there is one.
    pub(super) fn position(&self) -> Option<&Position> {
        self.from.as_ref().map(|file| &file.position)
    }

    /// The game, whether or not it can be won; an exit code where there is none. What a file says goes before the rules.
    pub(super) fn begin(&self, seed: u64, rules: &RulesArguments) -> Result<Game, u8> {
        match &self.from {
            None => rules.game(self.board, seed).map_err(|error| refuse(&error, BAD_INPUT)),
            Some(File { name, position }) => position
                .game(Apples::from_seed(seed))
                .map_err(|error| refuse(&format!("{name}: {error}"), BAD_INPUT)),
        }
    }

    /// The game, and a round trip through its snake; an exit code where there is none.
    pub(super) fn game(
        &self,
        seed: u64,
        rules: &RulesArguments,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<(Game, Cycle), u8> {
        let game = self.begin(seed, rules)?;
        let Some(File { name, .. }) = &self.from else {
            return Ok((game, Cycle::comb(self.board)));
        };
        let refuse = |error: &str| refuse(&format!("{name}: {error}"), BAD_INPUT);
        let Some(apple) = game.apple() else {
            return Err(refuse("the snake covers the board already"));
        };
        let instance =
            Instance::new(self.board, game.body(), apple).map_err(|error| refuse(&error.to_string()))?;
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
