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
