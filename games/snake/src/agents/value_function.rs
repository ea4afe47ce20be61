//! The value function: an estimate of the steps to the next three apples for a snake that has just eaten.
//!
//! The estimate is a linear function of the [features](super::features) of the snake. Each tenth of the game
//! has weights of its own, interpolated by the length of the snake, because the relevant features change:
//!
//! ```text
//! up to two thirds full    the distance of the free cells, if the head may wait for its tail
//! from a tenth on          walls: neighbouring cells that become free at very different times
//! from a third on          sides of free cells without a free cell behind them, and free cells next to the tail
//! ```
//!
//! The weights in `weights.rs` are learnt: a least-squares regression over 240,000 snakes of games that
//! `splice` plays at 8×8, 10×10 and 12×12, with a level and a slope of its own for each board (design note
//! 016). `hamadryad lab weights` repeats the regression and writes the table.

use super::features::{Feature, FeatureExtractor};
use super::weights::WEIGHTS;
use hamadryad_grid::{Board, CycleRepair};

/// The weight of each feature, in the order of [`Feature::ALL`], by tenth of the game; the rows hold in the
/// middle of their tenth.
pub type Weights = [[f32; Feature::COUNT]; 10];

/// The price of each step of the first escape of a snake without a cycle, by the fill of the board: a
/// constant up to the first fill, linear between two, and a constant from the last on.
const STEP_PRICES: [(f32, f32); 3] = [(0.3, 0.12), (0.5, 0.25), (0.7, 0.75)];

/// The factor of these prices on boards of at most a hundred cells.
const ON_SMALL_BOARDS: f32 = 1.4;

/// From this tenth on [`Feature::Distance`] is not computed.
const WITHOUT_DISTANCE: usize = 8;

/// The value function on one board.
#[derive(Clone, Debug)]
pub(super) struct ValueFunction {
    extractor: FeatureExtractor,
    weights: Weights,
}

impl ValueFunction {
    pub(super) fn new(board: Board, weights: Weights) -> Self {
        Self { extractor: FeatureExtractor::new(board), weights }
    }

    /// The estimated steps to the next apples for a snake from its tail to its head, up to a constant for
    /// each length.
    pub(super) fn of(&mut self, grid: &CycleRepair, body: &[u32]) -> f32 {
        let cells = self.extractor.cells();
        if body.len() >= cells {
            return 0.0;
        }
        let (tenth, part) = tenth(body.len(), cells);
        let features = self.extractor.of(grid, body, tenth < WITHOUT_DISTANCE);
        let weigh = |weights: &[f32; Feature::COUNT]| -> f32 {
            weights.iter().zip(&features).map(|(weight, feature)| weight * feature).sum()
        };
        (1.0 - part) * weigh(&self.weights[tenth]) + part * weigh(&self.weights[tenth + 1])
    }

    /// The price of each step of the first escape of a snake of this length.
    pub(super) fn price_of_a_step(&self, length: usize) -> f32 {
        let cells = self.extractor.cells();
        let factor = if cells <= 100 { ON_SMALL_BOARDS } else { 1.0 };
        factor * price_at(length as f32 / cells as f32)
    }
}

/// [`STEP_PRICES`], interpolated.
fn price_at(fill: f32) -> f32 {
    let between = |pair: &[(f32, f32)]| {
        let [(from, low), (to, high)] = [pair[0], pair[1]];
        (fill < to).then(|| low + (high - low) * ((fill - from) / (to - from)).max(0.0))
    };
    STEP_PRICES.windows(2).find_map(between).unwrap_or(STEP_PRICES[STEP_PRICES.len() - 1].1)
}

/// The weights with which [`Foresight`](super::Foresight) plays.
pub const fn learnt_weights() -> Weights {
    WEIGHTS
}

/// Whether the value function uses [`Feature::Distance`] in a tenth of the game.
pub const fn uses_distance(tenth: usize) -> bool {
    tenth < WITHOUT_DISTANCE
}

/// The tenth of the game whose weights apply to a length, and the share of the weights of the next tenth.
fn tenth(length: usize, cells: usize) -> (usize, f32) {
    let place = (10.0 * length as f32 / cells as f32 - 0.5).clamp(0.0, 9.0);
    let tenth = (place as usize).min(8);
    (tenth, place - tenth as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_interpolated_between_the_middles_of_tenths() {
        assert_eq!(tenth(1, 100), (0, 0.0));
        assert_eq!(tenth(15, 100), (1, 0.0));
        assert_eq!(tenth(20, 100), (1, 0.5));
        assert_eq!(tenth(99, 100), (8, 1.0));
    }

    #[test]
    fn prices_are_interpolated_between_fills() {
        for (fill, price) in [(0.0, 0.12), (0.3, 0.12), (0.4, 0.185), (0.5, 0.25), (0.6, 0.5), (0.9, 0.75)] {
            assert!((price_at(fill) - price).abs() < 1e-6, "{fill}: {}", price_at(fill));
        }
    }

    #[test]
    fn the_value_is_the_weighted_sum_of_the_features() {
        let board = Board::new(4, 4).expect("an even board");
        let mut weights = [[0.0; Feature::COUNT]; 10];
        weights.iter_mut().for_each(|row| row[0] = 2.0);
        let mut value = ValueFunction::new(board, weights);
        // A snake along the first row leaves 14 closed sides of free cells.
        assert_eq!(value.of(&CycleRepair::new(board), &[0, 1, 2, 3]), 28.0);
    }
}
