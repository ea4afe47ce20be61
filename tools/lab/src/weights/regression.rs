//! Least-squares regression of the steps to the next apples on the features of a snake.
//!
//! Each tenth of the game is a regression of its own. Apart from the features, each board has a level and a
//! slope in the fullness of the board, because the steps to an apple grow with the board; both are discarded.

use super::Samples;
use super::samples::Sample;
use crate::least_squares::Equations;
use hamadryad_snake::{Feature, Weights};

/// The weights that minimise the squared error for each tenth of the game, rounded to hundredths of a step.
pub(super) fn learn(samples: &Samples) -> Weights {
    std::array::from_fn(|tenth| {
        let unknowns = Feature::COUNT + 2 * samples.boards;
        let mut equations = Equations::new(unknowns);
        let mut row = vec![0.0; unknowns];
        for sample in samples.list.iter().filter(|sample| sample.tenth() == tenth) {
            fill(&mut row, sample);
            equations.add(&row, sample.steps);
        }
        let solution = equations.solve();
        std::array::from_fn(|feature| ((solution[feature] * 100.0).round() / 100.0) as f32)
    })
}

/// The regressors of a sample: its features, and level and slope of its board.
fn fill(row: &mut [f64], sample: &Sample) {
    row.fill(0.0);
    row.iter_mut().zip(&sample.features).for_each(|(entry, &feature)| *entry = feature.into());
    let board = Feature::COUNT + 2 * sample.board;
    (row[board], row[board + 1]) = (1.0, sample.fullness);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples whose steps are a known linear function of two features, on two boards with levels of their
    /// own.
    fn samples() -> Samples {
        let sample = |number: usize| {
            let mut features = [0.0; Feature::COUNT];
            (features[0], features[5]) = ((number % 7) as f32, (number % 5) as f32);
            let board = number % 2;
            let fullness = 0.31 + (number % 9) as f64 / 100.0;
            let level = [3.0, 20.0][board] + 4.0 * fullness;
            let steps = 2.5 * f64::from(features[0]) - 0.75 * f64::from(features[5]) + level;
            Sample { board, fullness, features, steps }
        };
        Samples { list: (0..500).map(sample).collect(), boards: 2 }
    }

    #[test]
    fn the_regression_finds_the_weights_of_a_linear_function() {
        let weights = learn(&samples());
        let mut expected = [[0.0; Feature::COUNT]; 10];
        (expected[3][0], expected[3][5]) = (2.5, -0.75);
        assert_eq!(weights, expected);
    }

    #[test]
    fn no_samples_give_zero_weights() {
        let weights = learn(&Samples { list: Vec::new(), boards: 1 });
        assert_eq!(weights, [[0.0; Feature::COUNT]; 10]);
    }
}
