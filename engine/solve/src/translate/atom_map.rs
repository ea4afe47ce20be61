//! Values of the atoms that a step defines, by position if the atoms are close together.
//!
//! ```text
//! atoms 1000 to 1999      a list of 1,000 values
//! atoms 7 and 1000000     a map of two values
//! ```
//!
//! Invariant: an atom without a value of its own has the default value.

use hamadryad_aspif::Atom;
use rustc_hash::FxHashMap;

/// The atoms are far apart if their range is longer than their number by this factor.
const FAR: usize = 8;

/// A value for each atom.
#[derive(Clone)]
pub(crate) enum AtomMap<T> {
    /// For the atoms from the first one on. The lookups in a map took a tenth of the translation.
    Dense(usize, Vec<T>),
    /// If the atoms are far apart.
    Sparse(FxHashMap<Atom, T>),
}

impl<T> Default for AtomMap<T> {
    fn default() -> AtomMap<T> {
        AtomMap::Sparse(FxHashMap::default())
    }
}

impl<T: Copy + Default> AtomMap<T> {
    /// A map for at most `number` different atoms between two atoms, both inclusive.
    pub(crate) fn between(first: Atom, last: Atom, number: usize) -> AtomMap<T> {
        let (first, last) = (first.index(), last.index());
        if last - first > FAR * number {
            AtomMap::default()
        } else {
            AtomMap::Dense(first, vec![T::default(); last - first + 1])
        }
    }

    pub(crate) fn get(&self, atom: Atom) -> T {
        let value = match self {
            AtomMap::Dense(first, values) => values.get(atom.index().wrapping_sub(*first)),
            AtomMap::Sparse(values) => values.get(&atom),
        };
        value.copied().unwrap_or_default()
    }

    /// Sets the value of an atom between the first and the last.
    pub(crate) fn insert(&mut self, atom: Atom, value: T) {
        match self {
            AtomMap::Dense(first, values) => values[atom.index() - *first] = value,
            AtomMap::Sparse(values) => {
                values.insert(atom, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dense_and_sparse_maps_have_the_same_values() {
        let atom = |number| Atom::new(number).unwrap();
        for last in [12, 1_000_000] {
            let mut map: AtomMap<u8> = AtomMap::between(atom(10), atom(last), 2);
            assert_eq!(matches!(map, AtomMap::Dense(..)), last == 12);
            map.insert(atom(10), 1);
            map.insert(atom(last), 2);
            assert_eq!([9, 10, 11, last, last + 1].map(|number| map.get(atom(number))), [0, 1, 0, 2, 0]);
        }
    }
}
