//! Learns the weights of the snake's value function from games, and compares two tables of weights in play.
//!
//! [`Samples::play`] plays games of `splice` and extracts the features of each snake that has just eaten,
//! with the steps to its next three apples. [`learn`] solves a least-squares problem for each tenth of the
//! game. [`source()`] prints the table as the Rust file `games/snake/src/agents/weights.rs`. [`compare()`]
//! plays `foresight` with two tables on the same apples.
//!
//! *Invariant:* all games depend on their seed only, so the same options give the same table.

mod compare;
mod games;
mod regression;
mod samples;
mod source;

pub use compare::{Comparison, compare};
pub use games::Games;
pub use samples::{Sampled, Samples};
pub use source::source;

use hamadryad_snake::Weights;

/// Learns weights from samples.
pub fn learn(samples: &Samples) -> Weights {
    regression::learn(samples)
}
