//! What is left of the way to an apple, and when it is worth another plan.

use crate::Game;
use hamadryad_grid::Direction;

/// A way to an apple, for agents that plan again until it is as short as it can be.
#[derive(Clone, Debug, Default)]
pub(super) struct Route {
    /// The way to the apple, the next cell last.
    pub(super) way: Vec<u32>,
    /// No way can have fewer steps, as far as is known.
    pub(super) least: usize,
    /// Apples that were eaten when the way was planned.
    eaten: Option<u64>,
}

impl Route {
    /// The apple to plan for, if there is a new one or the way could be shorter.
    pub(super) fn due(&self, game: &Game) -> Option<usize> {
        let is_due = self.is_done(game) || self.way.len() > self.least;
        game.apple().filter(|_| is_due).map(|apple| game.board().index(apple))
    }

    /// Whether its apple is eaten.
    pub(super) fn is_done(&self, game: &Game) -> bool {
        self.eaten != Some(game.statistics().apples)
    }

    /// From now on it is a way to the apple that lies there. Whether that is a new one.
    pub(super) fn turn_to_apple(&mut self, game: &Game) -> bool {
        let is_new = self.is_done(game);
        self.eaten = Some(game.statistics().apples);
        is_new
    }

    /// Takes the next step.
    pub(super) fn step(&mut self, game: &Game) -> Direction {
        self.least = self.least.saturating_sub(1);
        let next = self.way.pop().expect("there is a way until the apple is eaten");
        game.head().direction_to(game.board().cell(next as usize)).expect("ways lead to neighbours")
    }
}

/// Appends the path by which a search has come from one cell to another, without the first; `before` tells by cell from where
/// it was come to.
pub(super) fn trace(before: &[u32], from: usize, to: usize, path: &mut Vec<u32>) {
    let begin = path.len();
    let mut cell = to;
    while cell != from {
        path.push(cell as u32);
        cell = before[cell] as usize;
    }
    path[begin..].reverse();
}
