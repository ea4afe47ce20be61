//! Means, standard errors and confidence intervals.
//!
//! The interval of a mean, and of a mean of paired differences, is Student's (Student08): mean ± t·s/√n, with
//! the quantile t of Student's distribution with n-1 degrees of freedom. Each game is one observation, and
//! games of different seeds are independent. Differences of total steps are nearly normal from some ten games
//! on; differences of times are skewed, so intervals of fewer than about thirty games are unreliable.
//! Intervals are not widened for the number of comparisons in a table: about one in twenty is expected to
//! exclude zero by chance.

/// Summary of a sample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// The number of observations.
    pub count: usize,
    /// The mean; not a number without observations.
    pub mean: f64,
    /// The standard error of the mean; `None` for fewer than two observations.
    pub standard_error: Option<f64>,
}

impl Sample {
    /// The summary of these observations.
    pub fn of(values: &[f64]) -> Self {
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let standard_error = (count > 1).then(|| (squares / (count - 1) as f64 / count as f64).sqrt());
        Self { count, mean, standard_error }
    }

    /// The 95 % confidence interval of the mean; `None` for fewer than two observations.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let half = self.standard_error? * student_quantile(self.count - 1, 0.95);
        Some((self.mean - half, self.mean + half))
    }
}

/// The t such that Student's distribution has this probability between -t and t.
fn student_quantile(degrees: usize, probability: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while student_within(degrees, high) < probability {
        high *= 2.0;
    }
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if student_within(degrees, middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The probability between -t and t in Student's distribution.
///
/// The finite series for integer degrees of freedom (AbramowitzStegun64, 26.7.3 and 26.7.4).
fn student_within(degrees: usize, t: f64) -> f64 {
    let angle = (t / (degrees as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let is_odd = degrees % 2 == 1;
    // The terms cosine^k, each with its factor, for k = 1, 3, … or 0, 2, … up to degrees - 2.
    let mut term = if is_odd { cosine } else { 1.0 };
    let mut sum = 0.0;
    let mut power = usize::from(is_odd);
    while power + 2 <= degrees {
        sum += term;
        power += 2;
        term *= cosine * cosine * (power - 1) as f64 / power as f64;
    }
    if is_odd { std::f64::consts::FRAC_2_PI * (angle + sine * sum) } else { sine * sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_equal_published_tables() {
        // Table 26.10 of (AbramowitzStegun64), for 95 %.
        for (degrees, t) in [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (4, 2.776),
            (5, 2.571),
            (10, 2.228),
            (30, 2.042),
            (120, 1.980),
        ] {
            let quantile = student_quantile(degrees, 0.95);
            assert!((quantile - t).abs() < 6e-4, "{degrees} degrees: {quantile} and not {t}");
        }
    }

    #[test]
    fn a_sample_has_a_mean_a_standard_error_and_an_interval() {
        let sample = Sample::of(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!((sample.count, sample.mean), (4, 2.5));
        let error = sample.standard_error.unwrap();
        assert!((error - (5.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        let (low, high) = sample.interval().unwrap();
        assert!((high - 2.5 - error * 3.182_446).abs() < 1e-5 && (high + low - 5.0).abs() < 1e-12);
    }

    #[test]
    fn one_observation_has_no_standard_error() {
        let sample = Sample::of(&[5.0]);
        assert_eq!((sample.mean, sample.standard_error, sample.interval()), (5.0, None, None));
    }
}
