//! Numbers of a game: the steps for each apple.

use super::Session;
use crate::{Game, Outcome};
use hamadryad_grid::Direction;

/// The way to one apple.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AppleSteps {
    /// The length of the snake when the apple appeared.
    pub length: usize,
    /// The distance from the head to the apple when it appeared: no way has fewer steps.
    pub distance: usize,
    /// The steps to the apple.
    pub steps: u64,
    /// The steps from the beginning of the game to the apple.
    pub total: u64,
}

/// Numbers of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionStatistics {
    /// One entry for each apple that the snake has eaten.
    pub apples: Vec<AppleSteps>,
    /// All steps.
    pub steps: u64,
    /// Steps since the last apple.
    pub since: u64,
    /// Hints.
    pub hints: u64,
    /// Undone steps.
    pub undone: u64,
    /// Steps that a planner made.
    pub by_planner: u64,
}

/// The steps to each apple of a game with these moves.
pub fn steps_per_apple(start: &Game, moves: &[Direction]) -> Vec<AppleSteps> {
    let distance = |game: &Game| game.apple().map_or(0, |apple| game.head().manhattan(apple) as usize);
    let mut game = start.clone();
    let mut apples = Vec::new();
    let (mut length, mut least, mut before) = (game.length(), distance(&game), 0);
    for &direction in moves {
        if !matches!(game.step(direction), Outcome::Ate | Outcome::Won) {
            continue;
        }
        let total = game.statistics().steps;
        if total > before {
            apples.push(AppleSteps { length, distance: least, steps: total - before, total });
        }
        (length, least, before) = (game.length(), distance(&game), total);
    }
    apples
}

impl Session {
    /// The numbers of the game so far.
    pub fn statistics(&self) -> SessionStatistics {
        let apples = steps_per_apple(&self.start, &self.moves);
        let steps = self.game.statistics().steps;
        let since = steps - apples.last().map_or(0, |apple| apple.total);
        let super::Help { hints, undone, by_planner } = self.help;
        SessionStatistics { apples, steps, since, hints, undone, by_planner }
    }
}
