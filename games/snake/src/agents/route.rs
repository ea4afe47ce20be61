//! The rest of the way to an apple, and whether another plan is due.

use crate::Game;
use hamadryad_grid::{Cell, Direction};

/// A way to an apple, for agents that plan again until the way meets its lower bound.
#[derive(Clone, Debug, Default)]
pub(super) struct Route {
    /// The rest of the way, in reverse order.
    pub(super) way: Vec<u32>,
    /// A lower bound on the steps to the apple.
    pub(super) least: usize,
    /// Number of apples eaten at the last plan.
    eaten: Option<u64>,
}

impl Route {
    /// The apple to plan for: if the apple is new, or the way is longer than the lower bound.
    pub(super) fn due(&self, game: &Game) -> Option<usize> {
        let is_due = self.is_done(game) || self.way.len() > self.least;
        game.apple().filter(|_| is_due).map(|apple| game.board().index(apple))
    }

    /// Whether the apple of this way is eaten.
    pub(super) fn is_done(&self, game: &Game) -> bool {
        self.eaten != Some(game.statistics().apples)
    }

    /// Marks the route as one to the current apple; returns whether the apple is new.
    pub(super) fn turn_to_apple(&mut self, game: &Game) -> bool {
        let is_new = self.is_done(game);
        self.eaten = Some(game.statistics().apples);
        is_new
    }

    /// The rest of the way; empty if its apple is eaten.
    pub(super) fn rest(&self, game: &Game) -> Vec<Cell> {
        let rest = self.way.iter().rev().filter(|_| !self.is_done(game));
        rest.map(|&cell| game.board().cell(cell as usize)).collect()
    }

    /// Takes the next step.
    pub(super) fn step(&mut self, game: &Game) -> Direction {
        self.least = self.least.saturating_sub(1);
        let next = self.way.pop().expect("there is a way until the apple is eaten");
        game.head().direction_to(game.board().cell(next as usize)).expect("ways lead to neighbours")
    }
}

/// Appends the path that a search has found from one cell to another, without the first cell; `before`
/// contains the previous cell of each cell.
pub(super) fn trace(before: &[u32], from: usize, to: usize, path: &mut Vec<u32>) {
    let begin = path.len();
    let mut cell = to;
    while cell != from {
        path.push(cell as u32);
        cell = before[cell] as usize;
    }
    path[begin..].reverse();
}
