//! Bags of puzzle pieces: their number, and a checker for answers.
//!
//! A bag is a multiset of at most `most` pieces of given types. The programs in `encodings/bag/` enumerate
//! bags as `piece(I,T)`, slot `I` holds type `T`, in three stages: slots that may be empty anywhere, full
//! slots first, and types in order. After Darius Foo: Bags of puzzle pieces in ASP, 2017. [`Bags`] has closed
//! forms for the numbers of bags; a [`Supply`] has limits for each type and for the size, counts bags by
//! dynamic programming, and draws them uniformly.

mod supply;

pub use supply::{Kind, Supply, Table};

use crate::facts::PuzzleError;

/// The size of the puzzle: the constants `types` and `max_n` of the programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bags {
    /// The number of types.
    pub types: u32,
    /// The most pieces in a bag.
    pub most: u32,
}

impl Bags {
    /// The number of ways to fill the slots (`slots.lp`): `(types + 1) ^ most`. `None` on overflow.
    pub fn count_slots(self) -> Option<u128> {
        (u128::from(self.types) + 1).checked_pow(self.most)
    }

    /// The number of sequences of pieces (`packed.lp`): the sum of `types ^ k` over all `k` up to `most`.
    pub fn count_packed(self) -> Option<u128> {
        let types = u128::from(self.types);
        (0..self.most).try_fold(1u128, |sum, _| sum.checked_mul(types)?.checked_add(1))
    }

    /// The number of bags (`bag.lp`): the sum of `C(types + k - 1, k)` over all `k` up to `most`.
    ///
    /// The number of bags with exactly `k` pieces is the number with `k - 1` pieces times `(types + k - 1) /
    /// k`.
    pub fn count(self) -> Option<u128> {
        let types = u128::from(self.types);
        let mut with_exactly = 1u128;
        let mut sum = 1u128;
        for k in 1..=u128::from(self.most) {
            // The division is exact: the product is k times a binomial coefficient.
            with_exactly = with_exactly.checked_mul(types + k - 1)? / k;
            sum = sum.checked_add(with_exactly)?;
        }
        Some(sum)
    }

    /// The types of the pieces in an answer of `bag.lp`, checked as in [`Supply::check`].
    ///
    /// # Errors
    /// The first error of the answer.
    pub fn check(self, answer: &str) -> Result<Vec<u32>, PuzzleError> {
        Supply::new(self.types, self.most).check(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to fill the slots; 0 is an empty slot.
    fn fillings(bags: Bags) -> Vec<Vec<u32>> {
        (0..bags.most).fold(vec![Vec::new()], |fillings: Vec<Vec<u32>>, _| {
            let longer = |slots: &Vec<u32>, kind| slots.iter().copied().chain([kind]).collect();
            fillings.iter().flat_map(|slots| (0..=bags.types).map(move |kind| longer(slots, kind))).collect()
        })
    }

    #[test]
    fn the_closed_forms_count_the_bags() {
        for (types, most) in [(4, 4), (3, 3), (1, 5), (5, 1), (2, 0), (0, 3), (3, 5)] {
            let bags = Bags { types, most };
            let packed = |slots: &Vec<u32>| slots.windows(2).all(|pair| pair[0] > 0 || pair[1] == 0);
            let sorted = |slots: &Vec<u32>| slots.windows(2).all(|pair| pair[0] <= pair[1] || pair[1] == 0);
            let all = fillings(bags);
            let some: Vec<_> = all.iter().filter(|slots| packed(slots)).collect();
            assert_eq!(bags.count_slots(), Some(all.len() as u128), "{bags:?}");
            assert_eq!(bags.count_packed(), Some(some.len() as u128), "{bags:?}");
            assert_eq!(
                bags.count(),
                Some(some.iter().filter(|slots| sorted(slots)).count() as u128),
                "{bags:?}"
            );
        }
        let bags = Bags { types: 4, most: 4 };
        assert_eq!((bags.count_slots(), bags.count_packed(), bags.count()), (Some(625), Some(341), Some(70)));
    }

    #[test]
    fn numbers_that_overflow_are_none() {
        let bags = Bags { types: u32::MAX, most: u32::MAX };
        assert_eq!((bags.count_slots(), bags.count_packed(), bags.count()), (None, None, None));
    }

    #[test]
    fn the_checker_accepts_exactly_the_bags() {
        let bags = Bags { types: 3, most: 4 };
        let mut accepted = 0;
        for slots in fillings(bags) {
            let pieces = slots.iter().enumerate().filter(|&(_, &kind)| kind > 0);
            let atoms: Vec<String> =
                pieces.map(|(slot, kind)| format!("piece({},{kind})", slot + 1)).collect();
            accepted += u128::from(bags.check(&atoms.join(" ")).is_ok());
        }
        assert_eq!(Some(accepted), bags.count());
        assert_eq!(bags.check("piece(2,3) piece(1,1)"), Ok(vec![1, 3]));
    }

    #[test]
    fn an_invalid_bag_is_rejected_with_the_reason() {
        let bags = Bags { types: 3, most: 2 };
        let reasons = [
            ("piece(3,1)", "line 1: piece(3,1): there are slots 1 to 2"),
            ("piece(0,1)", "line 1: piece(0,1): there are slots 1 to 2"),
            ("piece(1,4)", "line 1: piece(1,4): there are types 1, 2, 3"),
            ("piece(1,1) piece(1,2)", "line 1: piece(1,2): the slot has a piece already"),
            ("piece(2,1)", "line 1: piece(2,1): the slot before it is empty"),
            ("piece(1,2) piece(2,1)", "line 1: piece(2,1): the types must not decrease from slot to slot"),
            ("piece(1,a)", "line 1: piece(1,a): there are types 1, 2, 3"),
            ("used(1)", "line 1: this puzzle has no facts used/1; known: piece/2"),
        ];
        for (answer, reason) in reasons {
            assert_eq!(bags.check(answer).unwrap_err().to_string(), reason);
        }
    }
}
