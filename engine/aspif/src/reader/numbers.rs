//! Numbers of atoms in an aspif text, as dense numbers.
//!
//! Tables of the engine are indexed by atoms, so the largest number decides about their size. A text may name
//! the atom 2147483647 in a single line. Numbers up to a bound that is proportional to the text keep their
//! value; each larger number gets the next value above the bound, in the order of appearance. Hence all
//! values are linear in the length of the text, and a text that counts its atoms from 1, as grounders write
//! it, is read with its own numbers.
//!
//! Invariant: different numbers have different values, in all steps of a text.

use crate::Atom;
use rustc_hash::FxHashMap;

/// Numbers up to this one keep their value in every text.
const SMALL: u32 = 1 << 12;

/// A rule, the shortest statement that gives an atom a meaning, has so many bytes.
const RULE: usize = 12;

/// The values of the numbers of one text.
pub(super) struct Numbers {
    bound: u32,
    large: FxHashMap<u32, Atom>,
}

impl Numbers {
    /// The numbers of a text of so many bytes.
    pub(super) fn for_text(length: usize) -> Numbers {
        let rules = u32::try_from(length / RULE).unwrap_or(u32::MAX);
        Numbers { bound: rules.clamp(SMALL, 1 << 30), large: FxHashMap::default() }
    }

    /// The atom with a number in the text; `None` if no atom can have it.
    pub(super) fn atom(&mut self, number: u32) -> Option<Atom> {
        let atom = Atom::new(number)?;
        if number <= self.bound {
            return Some(atom);
        }
        if let Some(&known) = self.large.get(&number) {
            return Some(known);
        }
        let value = Atom::new(self.bound + 1 + u32::try_from(self.large.len()).ok()?)?;
        self.large.insert(number, value);
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_follow_the_bound_in_order() {
        let mut numbers = Numbers::for_text(100);
        let mut value = |number| numbers.atom(number).map(Atom::number);
        assert_eq!(value(1), Some(1));
        assert_eq!(value(SMALL), Some(SMALL));
        assert_eq!(value((1 << 31) - 1), Some(SMALL + 1));
        assert_eq!(value(SMALL + 2), Some(SMALL + 2));
        assert_eq!(value(SMALL + 1), Some(SMALL + 3));
        assert_eq!(value((1 << 31) - 1), Some(SMALL + 1));
        assert_eq!(value(0), None);
        assert_eq!(value(1 << 31), None);
    }

    #[test]
    fn long_texts_keep_larger_numbers() {
        let mut numbers = Numbers::for_text(12_000_000);
        assert_eq!(numbers.atom(1_000_000).map(Atom::number), Some(1_000_000));
        assert_eq!(numbers.atom(2_000_000).map(Atom::number), Some(1_000_001));
    }
}
