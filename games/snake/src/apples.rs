//! Positions of the apples.
//!
//! An apple appears on a uniformly distributed free cell. It is drawn as a *rank*: apple number `k` of seed
//! `s` among `f` free cells lies on the free cell number `rank(k, f)` in reading order. The rank is a
//! function of these three numbers. A game that starts with one cell has `cells - 1 - k` free cells at apple
//! number `k` under every player: all players receive the same ranks for the same seed, so their games can be
//! compared in pairs.
//!
//! The generator is ChaCha with 8 rounds (Bernstein08). Key: the seed as 8 bytes, least significant first,
//! then the 24 bytes `hamadryad snake apples..`. The nonce is `k`, the block counter starts at 0, and the
//! output is read as 64-bit words, least significant byte first. A word `w` is mapped to `(w * f) >> 64`;
//! words for which the low half of that product is less than `2^64 mod f` are skipped, so all ranks are
//! equally likely (Lemire19). This definition is fixed here, independently of any library: a seed gives the
//! same game in every version and on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The source of all apples of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Apples {
    seed: u64,
}

impl Apples {
    const PURPOSE: &[u8; 24] = b"hamadryad snake apples..";

    /// The apples of this seed.
    pub fn from_seed(seed: u64) -> Self {
        Self { seed }
    }

    /// The seed.
    pub fn seed(self) -> u64 {
        self.seed
    }

    /// The number of a uniformly distributed start cell: 0 to `cells - 1`.
    ///
    /// The number is drawn like the rank of an apple, with the last apple number, which no game reaches.
    pub fn start(self, cells: u64) -> u64 {
        self.rank(u64::MAX, cells)
    }

    /// The rank of an apple among the free cells: 0 to `free - 1`, all equally likely.
    ///
    /// Apples are numbered from 0. There must be a free cell.
    pub fn rank(self, number: u64, free: u64) -> u64 {
        assert!(free > 0, "an apple needs a free cell");
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        key[8..].copy_from_slice(Self::PURPOSE);
        let mut random = ChaCha8Rng::from_seed(key);
        random.set_stream(number);
        let skipped = free.wrapping_neg() % free;
        loop {
            let product = u128::from(random.next_u64()) * u128::from(free);
            // The low half of the product determines whether the word must be skipped.
            if product as u64 >= skipped {
                return (product >> 64) as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranks_of_a_seed_never_change() {
        let ranks = |seed| -> Vec<u64> {
            let apples = Apples::from_seed(seed);
            (0..12).map(|number| apples.rank(number, 35 - number)).collect()
        };
        // Checked against a separate implementation of ChaCha8 and of the mapping above.
        assert_eq!(ranks(0), [21, 22, 30, 30, 1, 16, 14, 25, 25, 6, 21, 5]);
        assert_eq!(ranks(1), [6, 14, 20, 11, 14, 29, 4, 4, 25, 9, 2, 8]);
        assert_eq!(ranks(u64::MAX), [14, 1, 13, 18, 25, 28, 12, 21, 19, 0, 9, 10]);
        // Here the first two words are skipped.
        assert_eq!(Apples::from_seed(3).rank(1 << 40, (1 << 63) + 1), 364_190_750_595_374_437);
    }

    #[test]
    fn every_rank_is_about_as_likely() {
        let mut counts = [0u32; 7];
        for number in 0..7000 {
            counts[Apples::from_seed(5).rank(number, 7) as usize] += 1;
        }
        // The standard deviation is about 29.
        assert!(counts.iter().all(|&count| count.abs_diff(1000) < 150), "{counts:?}");
    }

    #[test]
    fn one_free_cell_leaves_no_choice() {
        assert_eq!(Apples::from_seed(9).rank(34, 1), 0);
    }
}
