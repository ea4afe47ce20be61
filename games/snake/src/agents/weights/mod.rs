//! The learnt weights of the value function: a table for boards of 257 to 400 cells, and one for all others.
//!
//! ```text
//! small_boards   temporal differences over games of `foresight` that explore (design note 037)
//! medium_boards  regression over games of `splice`, the steps to the next three apples (design note 016)
//! ```

mod medium_boards;
mod small_boards;

use super::features::Feature;

/// The weight of each feature, in the order of [`Feature::ALL`], by tenth of the game; the rows hold in the
/// middle of their tenth.
pub type Weights = [[f32; Feature::COUNT]; 10];

/// The weights with which [`Foresight`](super::Foresight) plays on a board of so many cells.
pub const fn learnt_weights(cells: usize) -> Weights {
    if has_weights_of_medium_boards(cells) { medium_boards::WEIGHTS } else { small_boards::WEIGHTS }
}

/// Whether boards of so many cells have the weights of medium boards.
pub(super) const fn has_weights_of_medium_boards(cells: usize) -> bool {
    matches!(cells, 257..=400)
}
