//! Learns the weights of the snake's value function from games, and compares two tables of weights in play.
//!
//! [`Samples::play`] plays games of `foresight` that explore, and extracts the features of each snake that has
//! just eaten, with the steps to its next apple. [`learn`] solves for the weights whose values agree with these
//! steps and with each other. Each call is a round of policy iteration: its games are played with the present
//! weights. [`source()`] prints the table as a Rust file of `games/snake/src/agents/weights/`. [`compare()`]
//! plays `foresight` with two tables on the same apples.
//!
//! *Invariant:* all games depend on their seed only, so the same options give the same table.

mod compare;
mod games;
mod samples;
mod source;
mod temporal_differences;

pub use compare::{Comparison, compare};
pub use games::Games;
pub use samples::{Sampled, Samples};
pub use source::source;

use hamadryad_snake::Weights;

/// Learns weights from samples.
pub fn learn(samples: &Samples) -> Weights {
    temporal_differences::learn(samples)
}
