//! Hash indexes on the bound positions of an atom. The first plan that needs an index creates it.
//!
//! ```text
//! at((X,Y),T) with X and T bound     -->     an index on the paths 0.0 (inside of a pair) and 1
//! ```
//!
//! A path leads through functions, so that atoms over tuples are found as fast as atoms over plain arguments.
//! An index omits atoms without the functions of its paths.
//!
//! Invariant: an index does not change during the join of a rule; it is updated before.

use crate::atoms::base::Base;
use crate::atoms::domain::{Domain, EntryId, PredicateId, hash_of};
use hamadryad_symbol::{Name, Symbol, Symbols, View};
use hashbrown::{HashMap, HashTable};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// A function on a path, and the argument in which the path continues.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Inside {
    pub name: Name,
    pub positive: bool,
    pub arity: usize,
    pub argument: usize,
}

/// The place of a part of a key inside of an atom.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Path {
    pub argument: usize,
    pub inside: Vec<Inside>,
}

impl Path {
    /// The symbol at the end of the path.
    #[inline]
    pub(crate) fn follow(&self, symbols: &Symbols, arguments: &[Symbol]) -> Option<Symbol> {
        let mut symbol = arguments[self.argument];
        for step in &self.inside {
            match symbols.view(symbol) {
                View::Function { name, arguments, positive }
                    if name == step.name && arguments.len() == step.arity && positive == step.positive =>
                {
                    symbol = arguments[step.argument];
                }
                _ => return None,
            }
        }
        Some(symbol)
    }
}

/// The number of an index in the [`Indexes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct IndexId(usize);

/// The atoms of a predicate by the symbols at some paths. Atoms with equal keys share a bucket.
#[derive(Clone)]
pub(crate) struct Index {
    predicate: PredicateId,
    paths: Vec<Path>,
    table: HashTable<u32>,
    /// The keys of the buckets, consecutively.
    keys: Vec<Symbol>,
    /// The atoms of each bucket in ascending order.
    buckets: Vec<SmallVec<[EntryId; 4]>>,
    /// The number of atoms that the index covers.
    covered: EntryId,
}

impl Index {
    /// The atoms with this key in ascending order.
    #[inline]
    pub(crate) fn find(&self, key: &[Symbol]) -> &[EntryId] {
        let width = self.paths.len();
        let equal = |&bucket: &u32| &self.keys[bucket as usize * width..][..width] == key;
        match self.table.find(hash_of(key), equal) {
            Some(&bucket) => &self.buckets[bucket as usize],
            None => &[],
        }
    }

    /// The number of different keys.
    pub(crate) fn keys(&self) -> usize {
        self.buckets.len()
    }

    fn update(&mut self, symbols: &Symbols, domain: &Domain) {
        let mut key: SmallVec<[Symbol; 4]> = SmallVec::new();
        for id in self.covered..domain.len() {
            key.clear();
            let arguments = domain.arguments(id);
            key.extend(self.paths.iter().map_while(|path| path.follow(symbols, arguments)));
            if key.len() == self.paths.len() {
                self.enter(&key, id);
            }
        }
        self.covered = domain.len();
    }

    fn enter(&mut self, key: &[Symbol], id: EntryId) {
        let (width, keys) = (self.paths.len(), &self.keys);
        let key_of = |&bucket: &u32| &keys[bucket as usize * width..][..width];
        if let Some(&bucket) = self.table.find(hash_of(key), |bucket| key_of(bucket) == key) {
            self.buckets[bucket as usize].push(id);
            return;
        }
        let bucket = self.buckets.len() as u32;
        self.keys.extend_from_slice(key);
        self.buckets.push(SmallVec::from_slice(&[id]));
        let keys = &self.keys;
        let rehash = |&bucket: &u32| hash_of(&keys[bucket as usize * width..][..width]);
        self.table.insert_unique(hash_of(key), bucket, rehash);
    }
}

/// All indexes.
#[derive(Clone, Default)]
pub(crate) struct Indexes {
    all: Vec<Index>,
    by_paths: HashMap<(PredicateId, Vec<Path>), IndexId, FxBuildHasher>,
}

impl Indexes {
    /// The index on these paths, which is created if it is new. It may lag behind its domain.
    pub(crate) fn index(&mut self, predicate: PredicateId, paths: Vec<Path>) -> IndexId {
        let all = &mut self.all;
        *self.by_paths.entry((predicate, paths)).or_insert_with_key(|(_, paths)| {
            all.push(Index {
                predicate,
                paths: paths.clone(),
                table: HashTable::new(),
                keys: Vec::new(),
                buckets: Vec::new(),
                covered: 0,
            });
            IndexId(all.len() - 1)
        })
    }

    /// The index on these paths, if it exists.
    pub(crate) fn find(&self, predicate: PredicateId, paths: &[Path]) -> Option<&Index> {
        // The key of the map owns its paths. Plans are rare, so the copy is cheap.
        self.by_paths.get(&(predicate, paths.to_vec())).map(|&id| self.get(id))
    }

    #[inline]
    pub(crate) fn get(&self, id: IndexId) -> &Index {
        &self.all[id.0]
    }

    /// Adds the atoms that have been defined since the last update.
    pub(crate) fn update(&mut self, id: IndexId, symbols: &Symbols, base: &Base) {
        let index = &mut self.all[id.0];
        let domain = base.domain(index.predicate);
        if index.covered < domain.len() {
            index.update(symbols, domain);
        }
    }

    /// Clears the indexes on a predicate, because its domain has been cleared.
    pub(crate) fn clear(&mut self, predicate: PredicateId) {
        for index in self.all.iter_mut().filter(|index| index.predicate == predicate) {
            index.table.clear();
            index.keys.clear();
            index.buckets.clear();
            index.covered = 0;
        }
    }
}
