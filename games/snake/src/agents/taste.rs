//! Which of many paths an agent likes, and how it comes by others.

/// What a step costs in a search; shape and noise cost less, so that they decide among paths of the same length.
pub(super) const STEP: u32 = 256;

/// Which of the paths are liked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taste {
    /// Decides the noise.
    pub(super) seed: u64,
    /// 0 for none; where there is much, paths get longer.
    pub(super) noise: u64,
}

impl Taste {
    /// What it costs to enter a cell, by chance: the same for the same seed.
    pub(super) fn price(self, cell: usize) -> u32 {
        if self.noise == 0 {
            return 0;
        }
        // The mixing steps of SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).
        let mut word = (cell as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.seed;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word >> 40) % (u64::from(STEP) / 8 * self.noise * self.noise)) as u32
    }
}

/// The numbers of the paths that are tried for one plan, out of so many: all of them for a new apple; on the way there the first,
/// and some of the others in turn, so that all have been tried after some steps.
pub(super) fn tries(all: u64, on_the_way: u64, is_new: bool, plans: u64) -> impl Iterator<Item = u64> {
    let count = if is_new { all } else { on_the_way };
    let done = if is_new { 0 } else { plans.wrapping_mul(on_the_way - 1) };
    let others = (1..count).map(move |turn| 1 + done.wrapping_add(turn - 1) % (all - 1));
    std::iter::once(0).chain(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_paths_have_their_turn() {
        let numbers = |is_new, plans| tries(8, 4, is_new, plans).collect::<Vec<u64>>();
        assert_eq!(numbers(true, 5), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(numbers(false, 0), [0, 1, 2, 3]);
        assert_eq!(numbers(false, 1), [0, 4, 5, 6]);
        assert_eq!(numbers(false, 2), [0, 7, 1, 2]);
    }
}
