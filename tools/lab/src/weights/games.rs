//! The games of an experiment with weights, and their progress.

use crate::Progress;
use hamadryad_grid::Board;
use hamadryad_snake::{Apples, Game, Rules, Start};
use std::time::Instant;

/// The games of an experiment: each board with consecutive seeds.
#[derive(Clone, Debug)]
pub struct Games {
    /// The boards.
    pub boards: Vec<Board>,
    /// The number of games on each board.
    pub games: u64,
    /// The seed of the first game of each board.
    pub first_seed: u64,
}

impl Games {
    /// All games, seed by seed, with the index of their board.
    pub(super) fn starts(&self) -> impl Iterator<Item = (usize, Game)> + '_ {
        let seeds = (0..self.games).map(|number| self.first_seed.wrapping_add(number));
        seeds.flat_map(|seed| {
            self.boards.iter().enumerate().map(move |(index, &board)| (index, start(board, seed)))
        })
    }

    pub(super) fn count(&self) -> usize {
        usize::try_from(self.games).unwrap_or(usize::MAX).saturating_mul(self.boards.len())
    }
}

/// A game with the standard rules that starts on a random cell.
fn start(board: Board, seed: u64) -> Game {
    let apples = Apples::from_seed(seed);
    Game::with_rules(board, &Start::random(board, apples), apples, Rules::default())
}

/// Measures the progress of a sequence of games of similar duration.
pub(super) struct Meter<'a> {
    games: usize,
    done: usize,
    begun: Instant,
    listener: &'a mut dyn FnMut(&Progress),
}

impl<'a> Meter<'a> {
    pub(super) fn new(games: usize, listener: &'a mut dyn FnMut(&Progress)) -> Self {
        Self { games, done: 0, begun: Instant::now(), listener }
    }

    /// Reports a finished game.
    pub(super) fn finished(&mut self) {
        self.done += 1;
        let elapsed = self.begun.elapsed();
        let left = self.games.saturating_sub(self.done) as f64 / self.done as f64;
        let remaining = Some(elapsed.mul_f64(left));
        (self.listener)(&Progress { games: self.games, done: self.done, elapsed, remaining });
    }
}
