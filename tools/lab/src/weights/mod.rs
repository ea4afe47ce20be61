//! Learns the weights of the snake's value function from games, and compares two tables of weights in play.
//!
//! [`Samples::play`] plays games of `splice` and extracts the features of each snake that has just eaten,
//! with the steps to its next three apples. [`learn`] solves a least-squares problem for each tenth of the
//! game. [`source()`] prints the table as the Rust file `games/snake/src/agents/weights.rs`. [`compare()`]
//! plays `foresight` with two tables on the same apples.
//!
//! *Invariant:* all games depend on their seed only, so the same options give the same table.

mod compare;
mod regression;
mod samples;
mod source;

pub use compare::{Comparison, compare};
pub use samples::{Sampled, Samples};
pub use source::source;

use crate::Progress;
use hamadryad_grid::Board;
use hamadryad_snake::{Apples, Game, Rules, Start, Weights};
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
    fn starts(&self) -> impl Iterator<Item = (usize, Game)> + '_ {
        let seeds = (0..self.games).map(|number| self.first_seed.wrapping_add(number));
        seeds.flat_map(|seed| {
            self.boards.iter().enumerate().map(move |(index, &board)| (index, start(board, seed)))
        })
    }

    fn count(&self) -> usize {
        usize::try_from(self.games).unwrap_or(usize::MAX).saturating_mul(self.boards.len())
    }
}

/// A game with the standard rules that starts on a random cell.
fn start(board: Board, seed: u64) -> Game {
    let apples = Apples::from_seed(seed);
    Game::with_rules(board, &Start::random(board, apples), apples, Rules::default())
}

/// Learns weights from samples.
pub fn learn(samples: &Samples) -> Weights {
    regression::learn(samples)
}

/// Measures the progress of a sequence of games of similar duration.
struct Meter<'a> {
    games: usize,
    done: usize,
    begun: Instant,
    listener: &'a mut dyn FnMut(&Progress),
}

impl<'a> Meter<'a> {
    fn new(games: usize, listener: &'a mut dyn FnMut(&Progress)) -> Self {
        Self { games, done: 0, begun: Instant::now(), listener }
    }

    /// Reports a finished game.
    fn finished(&mut self) {
        self.done += 1;
        let elapsed = self.begun.elapsed();
        let left = self.games.saturating_sub(self.done) as f64 / self.done as f64;
        let remaining = Some(elapsed.mul_f64(left));
        (self.listener)(&Progress { games: self.games, done: self.done, elapsed, remaining });
    }
}
