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
//! The [weights](super::weights) are learnt. `hamadryad lab weights` plays games with the present weights, and
//! writes the next table.

use super::board_size::BoardSize;
use super::features::{Feature, FeatureExtractor};
use super::ways::chance;
use super::weights::{Weights, has_weights_of_medium_boards};
use hamadryad_grid::Board;

/// The price of each step of the first escape of a snake without a cycle, by the fill of the board: a
/// constant up to the first fill, linear between two, and a constant from the last on.
const STEP_PRICES: [(f32, f32); 3] = [(0.3, 0.12), (0.5, 0.25), (0.7, 0.75)];

/// The factors of these prices with the weights of small boards, up to 400 cells and above; 1 with the weights of
/// medium boards.
const PRICE: f32 = 1.4;
const PRICE_ON_LARGE_BOARDS: f32 = 2.0;

/// The factor of the value on a board of so many cells. An end matters for more apples on larger boards than on
/// the small ones that the weights come from: the factor is 1.2 at 16×16, 1.6 at 30×30 and 2.3 at 60×60, and 1
/// with the weights of medium boards.
fn importance(cells: usize) -> f32 {
    match BoardSize::of(cells) {
        BoardSize::Small => 1.0,
        _ if has_weights_of_medium_boards(cells) => 1.0,
        _ => 2.3 * (cells as f32 / 3600.0).sqrt().sqrt(),
    }
}

/// From this tenth on [`Feature::Distance`] is not computed.
const WITHOUT_DISTANCE: usize = 8;

/// Noise on the values of one game, so that the agent selects ends that it would not select otherwise. A third
/// of the lengths of the snake has noise; the noise of a snake is always the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exploration {
    /// The greatest noise, in steps.
    pub steps: f32,
    /// Selects the noise of a game.
    pub seed: u64,
}

impl Exploration {
    /// The noise on the value of a snake.
    fn noise(self, body: &[u32]) -> f32 {
        let mixed = |state: u64, number: usize| {
            let mut state = (state ^ number as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
            chance(&mut state);
            state.wrapping_mul(0xbf58_476d_1ce4_e5b9)
        };
        let mut state = mixed(mixed(0, self.seed as usize), body.len());
        if chance(&mut state) > 1.0 / 3.0 {
            return 0.0;
        }
        let mut state = body.iter().fold(state, |state, &cell| mixed(state, cell as usize));
        self.steps * (2.0 * chance(&mut state) as f32 - 1.0)
    }
}

/// The value function on one board.
#[derive(Clone, Debug)]
pub(super) struct ValueFunction {
    extractor: FeatureExtractor,
    weights: Weights,
    /// The factor of all weights.
    factor: f32,
    exploration: Option<Exploration>,
}

impl ValueFunction {
    pub(super) fn new(board: Board, weights: Weights) -> Self {
        let factor = importance(board.len());
        Self { extractor: FeatureExtractor::new(board), weights, factor, exploration: None }
    }

    /// Adds noise to all values from now on.
    pub(super) fn explore(&mut self, exploration: Exploration) {
        self.exploration = Some(exploration);
    }

    /// The estimated steps to the next apples for a snake from its tail to its head, up to a constant for
    /// each length.
    pub(super) fn of(&mut self, body: &[u32]) -> f32 {
        let cells = self.extractor.cells();
        if body.len() >= cells {
            return 0.0;
        }
        let (row, part) = rows_of_weights(body.len(), cells);
        let features = self.extractor.of(body, row < WITHOUT_DISTANCE);
        let weigh = |weights: &[f32; Feature::COUNT]| -> f32 {
            weights.iter().zip(&features).map(|(weight, feature)| weight * feature).sum()
        };
        let factor = self.factor;
        let [first, second] = [factor * (1.0 - part), factor * part];
        let value = first * weigh(&self.weights[row]) + second * weigh(&self.weights[row + 1]);
        value + self.exploration.map_or(0.0, |exploration| exploration.noise(body))
    }

    /// The price of each step of the first escape of a snake of this length.
    pub(super) fn price_of_a_step(&self, length: usize) -> f32 {
        let cells = self.extractor.cells();
        let factor = match BoardSize::of(cells) {
            _ if has_weights_of_medium_boards(cells) => 1.0,
            BoardSize::Small | BoardSize::Medium => PRICE,
            BoardSize::Large | BoardSize::Huge => PRICE_ON_LARGE_BOARDS,
        };
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

/// Whether the value function uses [`Feature::Distance`] where this row of weights is the first.
pub const fn uses_distance(row: usize) -> bool {
    row < WITHOUT_DISTANCE
}

/// The first of the two rows of weights that apply to a length, and the share of the second.
pub fn rows_of_weights(length: usize, cells: usize) -> (usize, f32) {
    let place = (10.0 * length as f32 / cells as f32 - 0.5).clamp(0.0, 9.0);
    let tenth = (place as usize).min(8);
    (tenth, place - tenth as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_interpolated_between_the_middles_of_tenths() {
        assert_eq!(rows_of_weights(1, 100), (0, 0.0));
        assert_eq!(rows_of_weights(15, 100), (1, 0.0));
        assert_eq!(rows_of_weights(20, 100), (1, 0.5));
        assert_eq!(rows_of_weights(99, 100), (8, 1.0));
    }

    /// A third of the lengths has noise within the limits, equal for equal snakes and seeds.
    #[test]
    fn exploration_adds_noise_to_a_third_of_the_lengths() {
        let exploration = Exploration { steps: 2.0, seed: 7 };
        let noise = |length: u32| exploration.noise(&(0..length).collect::<Vec<u32>>());
        let noises: Vec<f32> = (1..600).map(noise).collect();
        let noisy = noises.iter().filter(|noise| **noise != 0.0).count();
        assert!((150..250).contains(&noisy), "{noisy}");
        assert!(noises.iter().all(|noise| noise.abs() <= 2.0) && noises.iter().any(|noise| *noise < -1.0));
        assert_eq!(noises, (1..600).map(noise).collect::<Vec<_>>());
        let other = Exploration { seed: 8, ..exploration };
        assert!((1..600).any(|length| other.noise(&(0..length).collect::<Vec<u32>>()) != noise(length)));
    }

    #[test]
    fn prices_are_interpolated_between_fills() {
        for (fill, price) in [(0.0, 0.12), (0.3, 0.12), (0.4, 0.185), (0.5, 0.25), (0.6, 0.5), (0.9, 0.75)] {
            assert!((price_at(fill) - price).abs() < 1e-6, "{fill}: {}", price_at(fill));
        }
    }

    #[test]
    fn the_importance_of_the_value_grows_beyond_small_boards() {
        assert_eq!([36, 144, 400].map(importance), [1.0; 3]);
        for (cells, factor) in [(256, 1.188), (900, 1.626)] {
            assert!((importance(cells) - factor).abs() < 1e-3, "{}", importance(cells));
        }
        assert_eq!(importance(3600), 2.3);
    }

    #[test]
    fn the_value_is_the_weighted_sum_of_the_features() {
        let board = Board::new(4, 4).expect("an even board");
        let mut weights = [[0.0; Feature::COUNT]; 10];
        weights.iter_mut().for_each(|row| row[0] = 2.0);
        let mut value = ValueFunction::new(board, weights);
        // A snake along the first row leaves 14 closed sides of free cells.
        assert_eq!(value.of(&[0, 1, 2, 3]), 28.0);
    }
}
