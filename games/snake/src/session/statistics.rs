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

/// The steps to each apple, collected step by step.
#[derive(Clone, Debug)]
pub(super) struct AppleCounter {
    apples: Vec<AppleSteps>,
    /// The length, the distance to the apple and the steps of the game when the present apple appeared.
    appeared: (usize, usize, u64),
}

impl AppleCounter {
    pub(super) fn new(start: &Game) -> Self {
        Self { apples: Vec::new(), appeared: (start.length(), distance(start), 0) }
    }

    /// Adds the step that led to this game.
    pub(super) fn step(&mut self, game: &Game, outcome: Outcome) {
        if !matches!(outcome, Outcome::Ate | Outcome::Won) {
            return;
        }
        let (length, distance_then, before) = self.appeared;
        let total = game.statistics().steps;
        if total > before {
            self.apples.push(AppleSteps { length, distance: distance_then, steps: total - before, total });
        }
        self.appeared = (game.length(), distance(game), total);
    }
}

/// The distance from the head to the apple; 0 without an apple.
fn distance(game: &Game) -> usize {
    game.apple().map_or(0, |apple| game.head().manhattan(apple) as usize)
}

/// The steps to each apple of a game with these moves.
pub fn steps_per_apple(start: &Game, moves: &[Direction]) -> Vec<AppleSteps> {
    let mut game = start.clone();
    let mut counter = AppleCounter::new(&game);
    for &direction in moves {
        let outcome = game.step(direction);
        counter.step(&game, outcome);
    }
    counter.apples
}

impl Session {
    /// The numbers of the game so far.
    pub fn statistics(&self) -> SessionStatistics {
        let apples = self.counter.apples.clone();
        let steps = self.game.statistics().steps;
        let since = steps - apples.last().map_or(0, |apple| apple.total);
        let super::Help { hints, undone, by_planner } = self.help;
        SessionStatistics { apples, steps, since, hints, undone, by_planner }
    }
}
