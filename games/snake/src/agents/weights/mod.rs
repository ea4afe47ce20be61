//! The learnt weights of the value function: a table for boards of few cells, and one for all others.
//!
//! ```text
//! small_boards   temporal differences over games of `foresight` that explore (design note 037)
//! large_boards   regression over games of `splice`, the steps to the next three apples (design note 016)
//! ```

mod large_boards;
mod small_boards;

use super::features::Feature;

/// The weight of each feature, in the order of [`Feature::ALL`], by tenth of the game; the rows hold in the
/// middle of their tenth.
pub type Weights = [[f32; Feature::COUNT]; 10];

/// The number of cells of the largest board with the weights, the prices, the limits and all techniques of small
/// boards.
pub(super) const FEW_CELLS: usize = 256;

/// The weights with which [`Foresight`](super::Foresight) plays on a board of so many cells.
pub const fn learnt_weights(cells: usize) -> Weights {
    if cells <= FEW_CELLS { small_boards::WEIGHTS } else { large_boards::WEIGHTS }
}
