//! Lists of weighted literals, each stored once.
//!
//! ```text
//! q(S) :- S = #count { X : p(X) }.     with 2,000 atoms: 2,000 weight constraints over one list of terms
//! ```

use hamadryad_aspif::WeightedLiteral;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// A list, by its position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TermsId(u32);

impl TermsId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The lists.
#[derive(Clone, Default)]
pub(crate) struct TermLists {
    lists: Vec<Box<[WeightedLiteral]>>,
    lookup: HashTable<TermsId>,
}

impl TermLists {
    /// The list with an id.
    pub(crate) fn get(&self, id: TermsId) -> &[WeightedLiteral] {
        &self.lists[id.index()]
    }

    /// The id of a list, which is added if it is new.
    pub(crate) fn intern(&mut self, terms: &[WeightedLiteral]) -> TermsId {
        let TermLists { lists, lookup } = self;
        let hash = FxBuildHasher.hash_one(terms);
        if let Some(&known) = lookup.find(hash, |id| *lists[id.index()] == *terms) {
            return known;
        }
        let id = TermsId(u32::try_from(lists.len()).expect("fewer than 2^32 weight constraints in a step"));
        lists.push(terms.into());
        lookup.insert_unique(hash, id, |id| FxBuildHasher.hash_one(&*lists[id.index()]));
        id
    }
}
