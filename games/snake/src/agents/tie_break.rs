//! The tie-break among paths of equal length, and the sequence of paths for one plan.

/// The cost of a step in a search; prices for shape and noise are smaller and decide among paths of equal
/// length.
pub(super) const STEP: u32 = 256;

/// Random prices of cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct TieBreak {
    /// The seed of the noise.
    pub(super) seed: u64,
    /// The strength of the noise: 0 for none; strong noise makes paths longer.
    pub(super) noise: u64,
}

impl TieBreak {
    /// The price of entering a cell, a function of the seed.
    pub(super) fn price(self, cell: usize) -> u32 {
        if self.noise == 0 {
            return 0;
        }
        // The mixing function of SplitMix64 (SteeleLeaFlood14).
        let mut word = (cell as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.seed;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word >> 40) % (u64::from(STEP) / 8 * self.noise * self.noise)) as u32
    }
}

/// The numbers of the paths for one plan. For a new apple these are all paths; on the way the first path, and
/// some of the others in turn, so that after some steps all were tried.
pub(super) fn attempts(all: u64, on_the_way: u64, is_new: bool, plans: u64) -> impl Iterator<Item = u64> {
    let count = if is_new { all } else { on_the_way };
    let done = if is_new { 0 } else { plans.wrapping_mul(on_the_way - 1) };
    let others = (1..count).map(move |turn| 1 + done.wrapping_add(turn - 1) % (all - 1));
    std::iter::once(0).chain(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_is_tried_after_some_steps() {
        let numbers = |is_new, plans| attempts(8, 4, is_new, plans).collect::<Vec<u64>>();
        assert_eq!(numbers(true, 5), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(numbers(false, 0), [0, 1, 2, 3]);
        assert_eq!(numbers(false, 1), [0, 4, 5, 6]);
        assert_eq!(numbers(false, 2), [0, 7, 1, 2]);
    }
}
