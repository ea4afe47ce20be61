//! Random numbers by seed: a seed gives the same numbers in every version and on every machine.
//!
//! ChaCha with 8 rounds (Bernstein08). Key: the seed as 8 bytes, least significant first, then 24 bytes that
//! name the purpose, so that two uses of one seed are independent. Numbers below a limit are drawn with as
//! many bits as the limit needs, and drawn again while they are not below it: all numbers are equally likely.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// The numbers of this seed for one purpose; the first 24 bytes of the purpose count.
    pub fn new(seed: u64, purpose: &str) -> Self {
        let mut key = [b'.'; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        for (place, byte) in key[8..].iter_mut().zip(purpose.bytes()) {
            *place = byte;
        }
        Self(ChaCha8Rng::from_seed(key))
    }

    /// A number from 0 to `limit - 1`; the limit must not be 0.
    pub fn below(&mut self, limit: u128) -> u128 {
        assert!(limit > 0, "there is no number below 0");
        let mask = u128::MAX.checked_shr((limit - 1).leading_zeros()).unwrap_or(0);
        loop {
            let low = u128::from(self.0.next_u64());
            let high = if mask >> 64 == 0 { 0 } else { u128::from(self.0.next_u64()) };
            let number = (high << 64 | low) & mask;
            if number < limit {
                return number;
            }
        }
    }

    /// A random index into a list of this length.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u128) as usize
    }

    /// `true` with probability 1 / `times`.
    pub fn one_in(&mut self, times: u32) -> bool {
        self.below(times.into()) == 0
    }

    /// A uniformly random set of this many numbers below `length`, sorted.
    pub fn subset(&mut self, length: usize, number: usize) -> Vec<usize> {
        let mut chosen = Vec::with_capacity(number);
        while chosen.len() < number.min(length) {
            let candidate = self.index(length);
            if !chosen.contains(&candidate) {
                chosen.push(candidate);
            }
        }
        chosen.sort_unstable();
        chosen
    }

    /// Puts the list into a uniformly random order (FisherYates38).
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.index(last + 1));
        }
    }
}

/// Pearson's chi-square test for equal probabilities. Counts of a uniform distribution fail with probability
/// 0.0001; the quantile is approximated as by Wilson and Hilferty.
#[cfg(test)]
pub(crate) fn is_even(counts: &[u32]) -> bool {
    let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    let statistic: f64 = counts.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum();
    let freedom = (counts.len() - 1) as f64;
    let scale = 2.0 / (9.0 * freedom);
    statistic < freedom * (1.0 - scale + 3.719 * scale.sqrt()).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_below_the_limit_occur() {
        let mut chance = Chance::new(7, "a test");
        for limit in [1, 2, 3, 5, 8, 100] {
            let mut seen = vec![0u32; limit];
            for _ in 0..100 * limit {
                seen[chance.below(limit as u128) as usize] += 1;
            }
            assert!(seen.iter().all(|&times| (50..=150).contains(&times)), "{seen:?}");
        }
        let wide = 3u128 << 100;
        let numbers: Vec<u128> = (0..100).map(|_| chance.below(wide)).collect();
        assert!(numbers.iter().all(|&number| number < wide));
        assert!(numbers.iter().any(|&number| number > 2 << 100));
    }

    #[test]
    fn a_seed_is_deterministic_and_purposes_differ() {
        let draw = |seed, purpose| {
            let mut chance = Chance::new(seed, purpose);
            [0; 4].map(|_| chance.below(1000))
        };
        assert_eq!(draw(1, "a"), draw(1, "a"));
        assert_ne!(draw(1, "a"), draw(1, "b"));
        assert_ne!(draw(1, "a"), draw(2, "a"));
    }
}
