//! Weights by least-squares temporal differences, LSTD(λ) (BradtkeBarto96, Boyan02).
//!
//! The value of a snake is its cost, the steps to the next apple, plus γ times the value of the snake that eats
//! there. With the regressors x of the snakes of a game, in order, and the trace z, the weights w solve
//!
//! ```text
//! zᵢ = γ λ zᵢ₋₁ + xᵢ        (Σ zᵢ (xᵢ − γ xᵢ₊₁)ᵀ) w = Σ zᵢ costᵢ
//! ```
//!
//! An *episode* is a game. The costs and the regressors are prepared as follows:
//!
//! - The luck of the apple ([`hamadryad_snake::luck`]) is removed from its steps, by a regression for each
//!   tenth of the game.
//! - The means over all snakes of one length on one board are subtracted from costs and regressors, because
//!   only differences between snakes of one length count.
//! - The price of an end without a cycle has regressors of its own, which are discarded: `foresight` has a
//!   price that was found by play.

use super::Samples;
use super::samples::{Episode, Sample};
use hamadryad_snake::{Feature, Weights, rows_of_weights, uses_distance};

/// The weight of the next value, γ.
const DISCOUNT: f64 = 0.8;
/// The decay of the trace, λ.
const DECAY: f64 = 0.9;
/// Added to the diagonal: a part of the sum of squares of each regressor, and a constant.
const RIDGE: (f64, f64) = (1e-3, 1.0);

/// The regressors of a row of weights: the features, whether the snake lies on no cycle, and the steps of its
/// first escape then.
const COLUMNS: usize = Feature::COUNT + 2;
const ROWS: usize = 10;
const UNKNOWNS: usize = ROWS * COLUMNS;

/// The weights, rounded to hundredths of a step.
pub(super) fn learn(samples: &Samples) -> Weights {
    let means = Means::of(samples);
    let luck = luck_factors(samples, &means);
    let mut equations = Equations::default();
    for episode in &samples.episodes {
        let rows: Vec<(Row, f64)> = episode
            .samples
            .iter()
            .map(|sample| {
                let centred = means.subtracted(episode, sample);
                let cost = centred.steps - luck[episode.tenth(sample)] * centred.luck;
                (Row::of(episode, sample, &centred.columns), cost)
            })
            .collect();
        equations.add(&rows);
    }
    let solution = equations.solve();
    std::array::from_fn(|row| {
        std::array::from_fn(|column| ((solution[row * COLUMNS + column] * 100.0).round() / 100.0) as f32)
    })
}

/// The numbers of a sample that are compared between snakes of one length.
#[derive(Clone, Copy, Default)]
struct Numbers {
    columns: [f64; COLUMNS],
    steps: f64,
    luck: f64,
}

impl Numbers {
    fn of(episode: &Episode, sample: &Sample) -> Self {
        let mut columns = [0.0; COLUMNS];
        columns.iter_mut().zip(&sample.features).for_each(|(column, &feature)| *column = feature.into());
        let (row, _) = rows_of_weights(sample.length, episode.cells);
        if !uses_distance(row) {
            columns[Feature::Distance as usize] = 0.0;
        }
        columns[Feature::COUNT] = f64::from(u8::from(sample.escape > 0));
        columns[Feature::COUNT + 1] = sample.escape as f64;
        Self { columns, steps: sample.steps as f64, luck: sample.luck }
    }

    fn add(&mut self, other: &Self, factor: f64) {
        self.columns.iter_mut().zip(&other.columns).for_each(|(sum, column)| *sum += factor * column);
        self.steps += factor * other.steps;
        self.luck += factor * other.luck;
    }
}

/// The means of all numbers, by board and length.
struct Means(Vec<Vec<(Numbers, f64)>>);

impl Means {
    fn of(samples: &Samples) -> Self {
        let mut sums: Vec<Vec<(Numbers, f64)>> = vec![Vec::new(); samples.boards];
        for episode in &samples.episodes {
            let sums = &mut sums[episode.board];
            sums.resize(episode.cells, Default::default());
            for sample in &episode.samples {
                let (sum, count) = &mut sums[sample.length];
                sum.add(&Numbers::of(episode, sample), 1.0);
                *count += 1.0;
            }
        }
        Self(sums)
    }

    fn subtracted(&self, episode: &Episode, sample: &Sample) -> Numbers {
        let (sum, count) = &self.0[episode.board][sample.length];
        let mut numbers = Numbers::of(episode, sample);
        numbers.add(sum, -1.0 / count);
        numbers
    }
}

/// By tenth of the game: the steps that a step of luck costs.
fn luck_factors(samples: &Samples, means: &Means) -> [f64; 10] {
    let mut sums = [(0.0, 0.0); 10];
    for episode in &samples.episodes {
        for sample in &episode.samples {
            let numbers = means.subtracted(episode, sample);
            let (product, square) = &mut sums[episode.tenth(sample)];
            *product += numbers.luck * numbers.steps;
            *square += numbers.luck * numbers.luck;
        }
    }
    sums.map(|(product, square)| if square > 0.0 { product / square } else { 0.0 })
}

/// The regressors of a sample: the numbers of two neighbouring rows of weights, the others are 0.
struct Row {
    /// The place of the first number.
    at: usize,
    numbers: [f64; 2 * COLUMNS],
}

impl Row {
    fn of(episode: &Episode, sample: &Sample, columns: &[f64; COLUMNS]) -> Self {
        let (row, part) = rows_of_weights(sample.length, episode.cells);
        let part = f64::from(part);
        let number = |place: usize| {
            let share = if place < COLUMNS { 1.0 - part } else { part };
            share * columns[place % COLUMNS]
        };
        Self { at: row * COLUMNS, numbers: std::array::from_fn(number) }
    }

    fn entries(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.numbers.iter().enumerate().map(|(place, &number)| (self.at + place, number))
    }
}

/// The linear equations for the weights.
struct Equations {
    matrix: Vec<[f64; UNKNOWNS]>,
    right: [f64; UNKNOWNS],
    squares: [f64; UNKNOWNS],
}

impl Default for Equations {
    fn default() -> Self {
        Self { matrix: vec![[0.0; UNKNOWNS]; UNKNOWNS], right: [0.0; UNKNOWNS], squares: [0.0; UNKNOWNS] }
    }
}

impl Equations {
    /// Adds the snakes of a game, each with its cost.
    fn add(&mut self, rows: &[(Row, f64)]) {
        let mut trace = [0.0; UNKNOWNS];
        for (number, (row, cost)) in rows.iter().enumerate() {
            trace.iter_mut().for_each(|entry| *entry *= DISCOUNT * DECAY);
            for (place, entry) in row.entries() {
                trace[place] += entry;
                self.squares[place] += entry * entry;
            }
            let next = rows.get(number + 1).map(|(row, _)| row);
            for (place, &entry) in trace.iter().enumerate().filter(|&(_, &entry)| entry != 0.0) {
                row.entries().for_each(|(other, value)| self.matrix[place][other] += entry * value);
                for (other, value) in next.iter().flat_map(|row| row.entries()) {
                    self.matrix[place][other] -= DISCOUNT * entry * value;
                }
                self.right[place] += entry * cost;
            }
        }
    }

    /// Solves by Gaussian elimination with partial pivoting (GolubVanLoan13, §3.4).
    fn solve(mut self) -> [f64; UNKNOWNS] {
        for place in 0..UNKNOWNS {
            self.matrix[place][place] += RIDGE.0 * self.squares[place] + RIDGE.1;
        }
        for place in 0..UNKNOWNS {
            let size = |row: &usize| self.matrix[*row][place].abs();
            let pivot = (place..UNKNOWNS).max_by(|one, other| size(one).total_cmp(&size(other)));
            let pivot = pivot.expect("the range is not empty");
            self.matrix.swap(place, pivot);
            self.right.swap(place, pivot);
            let pivot_row = self.matrix[place];
            for row in place + 1..UNKNOWNS {
                let factor = self.matrix[row][place] / pivot_row[place];
                if factor != 0.0 {
                    self.matrix[row]
                        .iter_mut()
                        .zip(&pivot_row)
                        .for_each(|(entry, other)| *entry -= factor * other);
                    self.right[row] -= factor * self.right[place];
                }
            }
        }
        let mut solution = [0.0; UNKNOWNS];
        for place in (0..UNKNOWNS).rev() {
            let known: f64 =
                (place + 1..UNKNOWNS).map(|other| self.matrix[place][other] * solution[other]).sum();
            solution[place] = (self.right[place] - known) / self.matrix[place][place];
        }
        solution
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games in which the first feature decides each cost: 3 steps for each unit of it, plus the luck.
    fn samples() -> Samples {
        let mut state = 1_u64;
        let mut number = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 60) as f32
        };
        let mut episode = |board: usize| {
            let cells = [100, 64][board];
            let samples = (1..cells).map(|length| {
                let mut features = [0.0; Feature::COUNT];
                (features[0], features[5]) = (number(), number());
                let luck = f64::from(number()) - 7.5;
                let level = [10, 30][board] + length as u64;
                let steps = (3.0 * f64::from(features[0]) + 2.0 * luck) as i64 + level as i64 + 20;
                Sample { length, features, escape: 0, luck, steps: steps as u64 }
            });
            Episode { board, cells, samples: samples.collect() }
        };
        Samples { episodes: (0..300).map(|game| episode(game % 2)).collect(), boards: 2 }
    }

    #[test]
    fn the_weight_of_a_feature_is_its_cost() {
        let weights = learn(&samples());
        for row in &weights[1..9] {
            assert!((row[0] - 3.0).abs() < 0.3, "{row:?}");
            assert!(row[1..].iter().all(|weight| weight.abs() < 0.3), "{row:?}");
        }
    }

    #[test]
    fn no_samples_give_zero_weights() {
        let weights = learn(&Samples { episodes: Vec::new(), boards: 1 });
        assert_eq!(weights, [[0.0; Feature::COUNT]; 10]);
    }
}
