//! The learnt weights of the value function: a table for boards of medium size, and one for all others.
//!
//! ```text
//! small_boards   temporal differences over games of `foresight` that explore (design note 037)
//! medium_boards  regression over games of `splice`, the steps to the next three apples (design note 016)
//! ```

mod medium_boards;
mod small_boards;

use super::board_size::BoardSize;
use super::features::Feature;

/// The weight of each feature, in the order of [`Feature::ALL`], by tenth of the game; the rows hold in the
/// middle of their tenth.
pub type Weights = [[f32; Feature::COUNT]; 10];

/// The weights with which [`Foresight`](super::Foresight) plays on a board of so many cells.
pub const fn learnt_weights(cells: usize) -> Weights {
    match BoardSize::of(cells) {
        BoardSize::Medium => medium_boards::WEIGHTS,
        BoardSize::Small | BoardSize::Large => small_boards::WEIGHTS,
    }
}
