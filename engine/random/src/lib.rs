//! Pseudo-random numbers: the same numbers on every machine and in every version.
//!
//! The generator is SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
//! The engine uses it for random decisions and for samples of answer sets; tests use it for random instances.

/// A generator of pseudo-random numbers; every seed is allowed.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let number = mix(self.0);
        self.0 = self.0.wrapping_add(STEP);
        number
    }

    /// A number below the bound, which must not be 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        (self.bits() >> 11) % bound
    }

    /// `true` with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.fraction() < probability
    }

    /// A number of at least 0 and less than 1.
    pub fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// An index below the length, which must not be 0.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// `true` in this percentage of cases.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    /// `true` in one of `cases` cases.
    pub fn one_in(&mut self, cases: u64) -> bool {
        self.below(cases) == 0
    }

    /// Puts the elements in random order (Fisher, Yates).
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for last in (1..elements.len()).rev() {
            elements.swap(last, self.index(last + 1));
        }
    }

    /// An element of the slice; `None` if it is empty.
    pub fn pick<'a, T>(&mut self, among: &'a [T]) -> Option<&'a T> {
        (!among.is_empty()).then(|| &among[self.index(among.len())])
    }
}

/// The distance of successive states: the golden ratio in 64 bits.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A pseudo-random number that depends on the argument only.
pub fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(STEP);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_equal_the_published_ones() {
        // Output of the reference implementation (Vigna, prng.di.unimi.it/splitmix64.c) for the seed 1234567.
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        let numbers = (0..3u64).map(|place| mix(STEP.wrapping_mul(place).wrapping_add(1_234_567)));
        assert!(numbers.eq(expected));
    }

    #[test]
    fn chances_have_their_probability() {
        let mut random = Random::new(0);
        assert!((0..1000).all(|_| random.chance(1.0) && !random.chance(0.0)));
        let count = (0..10_000).filter(|_| random.chance(0.3)).count();
        assert!((2_850..3_150).contains(&count), "{count}");
    }

    #[test]
    fn all_numbers_below_the_bound_occur() {
        let mut random = Random::new(0);
        let mut counts = [0; 7];
        for _ in 0..7_000 {
            counts[random.index(7)] += 1;
        }
        assert!(counts.iter().all(|count| (900..1_100).contains(count)), "{counts:?}");
    }
}
