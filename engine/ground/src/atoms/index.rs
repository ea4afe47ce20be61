//! Hash indexes on the bound positions of an atom, made when a plan first asks for them.
//!
//! ```text
//! at((X,Y),T) with X and T bound     -->     an index on the paths 0.0 (inside of a pair) and 1
//! ```
//!
//! A path leads through functions, so that atoms over tuples are found as fast as those over plain arguments. Atoms
//! without such a function at such a place are not in the index.
//!
//! Invariant: an index does not change while a rule is being instantiated; it is brought up to date before.

use crate::atoms::base::Base;
use crate::atoms::domain::{Domain, Id, PredicateId, hash_of};
use hamadryad_symbol::{Name, Symbol, Symbols, View};
use hashbrown::{HashMap, HashTable};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// A function that a path leads through, and the argument where it goes on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Inside {
    pub name: Name,
    pub positive: bool,
    pub arity: usize,
    pub argument: usize,
}

/// Where in an atom a part of a key stands.
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

/// An index's number in the [`Indexes`].
pub(crate) type IndexId = usize;

/// The atoms of a predicate by the symbols at some paths.
#[derive(Clone)]
pub(crate) struct Index {
    predicate: PredicateId,
    paths: Vec<Path>,
    table: HashTable<u32>,
    /// The keys of the buckets, one after the other.
    keys: Vec<Symbol>,
    /// The atoms of each bucket, ascending.
    buckets: Vec<SmallVec<[Id; 4]>>,
    /// How many atoms have been entered.
    covered: Id,
}

impl Index {
    /// The atoms with this key, ascending.
    #[inline]
    pub(crate) fn find(&self, key: &[Symbol]) -> &[Id] {
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

    fn enter(&mut self, key: &[Symbol], id: Id) {
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
    /// The index on these paths, made where there is none; it may be behind its domain.
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
            all.len() - 1
        })
    }

    /// The index on these paths, if there is one.
    pub(crate) fn find(&self, predicate: PredicateId, paths: &[Path]) -> Option<&Index> {
        // The map's key owns its paths; plans are made seldom, so the copy does not count.
        self.by_paths.get(&(predicate, paths.to_vec())).map(|&id| &self.all[id])
    }

    #[inline]
    pub(crate) fn get(&self, id: IndexId) -> &Index {
        &self.all[id]
    }

    /// Enters the atoms that have been defined since.
    pub(crate) fn update(&mut self, id: IndexId, symbols: &Symbols, base: &Base) {
        let index = &mut self.all[id];
        let domain = base.domain(index.predicate);
        if index.covered < domain.len() {
            index.update(symbols, domain);
        }
    }

    /// Empties the indexes on a predicate whose domain has been cleared.
    pub(crate) fn clear(&mut self, predicate: PredicateId) {
        for index in self.all.iter_mut().filter(|index| index.predicate == predicate) {
            index.table.clear();
            index.keys.clear();
            index.buckets.clear();
            index.covered = 0;
        }
    }
}
