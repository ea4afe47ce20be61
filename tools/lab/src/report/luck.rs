//! Differences between players without the luck of the apples.
//!
//! Games of one seed have the same apples only until the players part, so that most of the variance of a
//! difference is luck. For each game the record has the sums L₁ … L₅ of the luck of its apples
//! ([`hamadryad_snake::luck`]: steps to the apple less the mean steps to the free cells), by fifth of the
//! game. Least squares over all pairs of games fit
//!
//! ```text
//! steps − steps′ = δ + β₁(L₁ − L₁′) + … + β₅(L₅ − L₅′) + ε
//! ```
//!
//! δ is the adjusted difference. Its standard error is √(s² ((XᵀX)⁻¹)₁₁) with s² = Σε² / (n − 6). The luck of
//! an apple has the mean 0 for every position, whatever the player, so that δ estimates the same difference
//! as the plain mean; about half of the variance remains.

use crate::AgentRecord;
use crate::least_squares::Equations;

/// Unknowns of the regression.
const UNKNOWNS: usize = 6;

/// A difference with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Adjusted {
    pub(super) difference: f64,
    pub(super) standard_error: f64,
}

/// The adjusted difference of the steps; `None` if fewer than twice as many pairs as unknowns have records of
/// luck.
pub(super) fn adjusted(pairs: &[(&AgentRecord, &AgentRecord)]) -> Option<Adjusted> {
    let rows: Vec<([f64; UNKNOWNS], f64)> = pairs
        .iter()
        .filter_map(|(game, other)| {
            let (luck, others) = (game.luck?, other.luck?);
            let mut row = [1.0; UNKNOWNS];
            row[1..]
                .iter_mut()
                .zip(luck.iter().zip(others))
                .for_each(|(entry, (one, two))| *entry = one - two);
            Some((row, game.steps as f64 - other.steps as f64))
        })
        .collect();
    if rows.len() < 2 * UNKNOWNS {
        return None;
    }
    let mut equations = Equations::new(UNKNOWNS);
    rows.iter().for_each(|(row, value)| equations.add(row, *value));
    let variance = equations.variance_of_first();
    let solution = equations.solve();
    let fitted =
        |row: &[f64]| -> f64 { row.iter().zip(&solution).map(|(entry, factor)| entry * factor).sum() };
    let squares: f64 = rows.iter().map(|(row, value)| (value - fitted(row)).powi(2)).sum();
    let residual = squares / (rows.len() - UNKNOWNS) as f64;
    Some(Adjusted { difference: solution[0], standard_error: (residual * variance).sqrt() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruleset;
    use crate::planners::tests::record;
    use hamadryad_snake::{AgentKind, Apples};

    /// Games whose steps are a constant, a known multiple of the luck, and noise of the given size.
    fn games(mean: f64, noise: f64, numbers: &mut impl Iterator<Item = f64>) -> Vec<AgentRecord> {
        let game = record(AgentKind::ZigZag, 1, Ruleset::Standard);
        let mut centred = || numbers.next().expect("they do not end");
        (0..400)
            .map(|_| {
                let luck = [(); 5].map(|()| 20.0 * centred());
                let steps = mean + 1.5 * luck[0] + 0.5 * luck[4] + noise * centred();
                AgentRecord { steps: steps.round() as u64, luck: Some(luck), ..game.clone() }
            })
            .collect()
    }

    #[test]
    fn luck_is_removed_from_a_difference() {
        let mut random = (0..).map(|number| Apples::from_seed(7).rank(number, 2001) as f64 / 1000.0 - 1.0);
        let (one, other) = (games(500.0, 6.0, &mut random), games(490.0, 6.0, &mut random));
        let pairs: Vec<_> = one.iter().zip(&other).collect();
        let found = adjusted(&pairs).expect("enough pairs");
        assert!((found.difference - 10.0).abs() < 4.0 * found.standard_error, "{found:?}");
        // The noise of a difference has the variance 2 · 6²/3, and the luck alone would give an error of 1.3.
        let expected = (24.0_f64 / 400.0).sqrt();
        assert!((found.standard_error / expected - 1.0).abs() < 0.15, "{found:?}");
        assert_eq!(adjusted(&pairs[..11]), None);
    }
}
