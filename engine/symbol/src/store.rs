//! The interning store and its handles.
//!
//! The lowest bit of a handle determines the meaning of the other 31 bits: `1` for an inline number, `0` for
//! an index into the entries. Numbers that need all 32 bits are entries, like strings and functions.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;

/// A ground term of a [`Symbols`] store: a number, string, function, tuple, `#inf` or `#sup`.
///
/// The derived order is arbitrary, for use in maps; [`Symbols::cmp`] is the order of the language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct Symbol(NonZeroU32);

impl Symbol {
    /// `#inf`, the least of all terms.
    pub const INFIMUM: Symbol = Symbol::from_index(1);
    /// `#sup`, the greatest of all terms.
    pub const SUPREMUM: Symbol = Symbol::from_index(2);

    const fn from_index(index: u32) -> Symbol {
        assert!(index != 0 && index < 1 << 31, "a store holds fewer than 2^31 terms");
        Symbol(NonZeroU32::new(index << 1).expect("an index is never 0"))
    }

    /// The symbol of a number that fits into 31 bits.
    pub const fn small_number(value: i32) -> Option<Symbol> {
        if value >= -(1 << 30) && value < 1 << 30 {
            Some(Symbol(NonZeroU32::new((value as u32) << 1 | 1).expect("the lowest bit is set")))
        } else {
            None
        }
    }

    const fn as_small_number(self) -> Option<i32> {
        if self.0.get() & 1 == 1 { Some(self.0.get() as i32 >> 1) } else { None }
    }

    const fn index(self) -> usize {
        (self.0.get() >> 1) as usize
    }
}

/// An interned name of a function, a predicate, or a variable. Tuples have the empty name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct Name(u32);

impl Name {
    /// The empty name, which every store contains: tuples are functions with this name.
    pub const TUPLE: Name = Name(0);

    /// Whether this is the name of tuples.
    pub fn is_tuple(self) -> bool {
        self == Name::TUPLE
    }
}

/// The signature of an atom: `name/arity`, or `-name/arity` for its classical negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Signature {
    /// The predicate's name.
    pub name: Name,
    /// The number of its arguments.
    pub arity: u32,
    /// `false` for classically negated atoms.
    pub positive: bool,
}

/// The contents of a symbol, borrowed from the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View<'a> {
    /// `#inf`
    Infimum,
    /// A 32-bit integer.
    Number(i32),
    /// A string, without its quotes and with its escapes resolved.
    String(&'a str),
    /// A constant (no arguments), function or tuple (empty name).
    Function {
        /// The name of the function; empty for tuples.
        name: Name,
        /// The arguments, in order.
        arguments: &'a [Symbol],
        /// `false` for a classically negated term such as `-a`.
        positive: bool,
    },
    /// `#sup`
    Supremum,
}

#[derive(Clone, Copy)]
enum Entry {
    Infimum,
    Supremum,
    Number(i32),
    String(Name),
    Function { name: Name, positive: bool, start: u32, arity: u32 },
}

/// The store that interns symbols and names.
#[derive(Clone)]
pub struct Symbols {
    entries: Vec<Entry>,
    arguments: Vec<Symbol>,
    lookup: HashTable<u32>,
    names: Vec<Box<str>>,
    name_lookup: HashTable<u32>,
}

impl Default for Symbols {
    fn default() -> Self {
        Symbols::new()
    }
}

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Symbols {
    /// An empty store.
    pub fn new() -> Symbols {
        let mut store = Symbols {
            // Index 0 is never used; the next two are the constants of `Symbol`.
            entries: vec![Entry::Infimum, Entry::Infimum, Entry::Supremum],
            arguments: Vec::new(),
            lookup: HashTable::new(),
            names: Vec::new(),
            name_lookup: HashTable::new(),
        };
        store.name("");
        store
    }

    /// The number of stored terms, without inline numbers.
    pub fn len(&self) -> usize {
        self.entries.len() - 1
    }

    /// Whether the store contains only `#inf` and `#sup`.
    pub fn is_empty(&self) -> bool {
        self.entries.len() == 3
    }

    /// Interns a name.
    pub fn name(&mut self, text: &str) -> Name {
        let hash = hash_of(text);
        if let Some(&found) = self.name_lookup.find(hash, |&i| &*self.names[i as usize] == text) {
            return Name(found);
        }
        let id = u32::try_from(self.names.len()).expect("fewer than 2^32 names");
        self.names.push(text.into());
        let names = &self.names;
        self.name_lookup.insert_unique(hash, id, |&i| hash_of(&*names[i as usize]));
        Name(id)
    }

    /// The name with this text, if it has been interned.
    pub fn find_name(&self, text: &str) -> Option<Name> {
        self.name_lookup.find(hash_of(text), |&i| &*self.names[i as usize] == text).map(|&i| Name(i))
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        &self.names[name.0 as usize]
    }

    /// The symbol of a number.
    pub fn number(&mut self, value: i32) -> Symbol {
        match Symbol::small_number(value) {
            Some(symbol) => symbol,
            None => self.intern(View::Number(value)),
        }
    }

    /// The symbol of a string, given without quotes and with its escapes resolved.
    pub fn string(&mut self, text: &str) -> Symbol {
        let name = self.name(text);
        self.intern_entry(Entry::String(name), hash_of((2u8, name)))
    }

    /// The symbol of a constant such as `a`.
    pub fn constant(&mut self, name: &str) -> Symbol {
        self.function(name, &[])
    }

    /// The symbol of a function with this name; `f()` is the constant `f`.
    pub fn function(&mut self, name: &str, arguments: &[Symbol]) -> Symbol {
        let name = self.name(name);
        self.function_named(name, arguments, true)
    }

    /// The symbol of a tuple.
    pub fn tuple(&mut self, arguments: &[Symbol]) -> Symbol {
        self.function_named(Name::TUPLE, arguments, true)
    }

    /// The symbol of a function, classically negated unless `positive`.
    pub fn function_named(&mut self, name: Name, arguments: &[Symbol], positive: bool) -> Symbol {
        self.intern(View::Function { name, arguments, positive })
    }

    /// The symbol with its sign flipped: `-a` for `a`, `-3` for `3`, `-(1,2)` for `(1,2)`; `None` for
    /// strings, `#inf` and `#sup`. Numbers wrap as in clingo 5.
    pub fn negate(&mut self, symbol: Symbol) -> Option<Symbol> {
        match self.view(symbol) {
            View::Number(value) => Some(self.number(value.wrapping_neg())),
            View::Function { name, arguments, positive } => {
                let arguments = arguments.to_vec();
                Some(self.function_named(name, &arguments, !positive))
            }
            _ => None,
        }
    }

    /// The contents of a symbol.
    #[inline]
    pub fn view(&self, symbol: Symbol) -> View<'_> {
        if let Some(value) = symbol.as_small_number() {
            return View::Number(value);
        }
        match self.entries[symbol.index()] {
            Entry::Infimum => View::Infimum,
            Entry::Supremum => View::Supremum,
            Entry::Number(value) => View::Number(value),
            Entry::String(name) => View::String(self.text(name)),
            Entry::Function { name, positive, start, arity } => View::Function {
                name,
                arguments: &self.arguments[start as usize..(start + arity) as usize],
                positive,
            },
        }
    }

    /// The number of a symbol, if it is a number.
    #[inline]
    pub fn as_number(&self, symbol: Symbol) -> Option<i32> {
        match symbol.as_small_number() {
            Some(value) => Some(value),
            None => match self.entries[symbol.index()] {
                Entry::Number(value) => Some(value),
                _ => None,
            },
        }
    }

    /// The signature of a constant or function; `None` for other terms, including tuples.
    pub fn signature(&self, symbol: Symbol) -> Option<Signature> {
        match self.view(symbol) {
            View::Function { name, arguments, positive } if !name.is_tuple() => {
                Some(Signature { name, arity: arguments.len() as u32, positive })
            }
            _ => None,
        }
    }

    /// The arguments of a function or tuple; empty for other terms.
    #[inline]
    pub fn arguments(&self, symbol: Symbol) -> &[Symbol] {
        match self.view(symbol) {
            View::Function { arguments, .. } => arguments,
            _ => &[],
        }
    }

    /// The symbol of a function, if it is interned; the store does not change.
    pub fn find_function(&self, name: Name, arguments: &[Symbol], positive: bool) -> Option<Symbol> {
        let wanted = View::Function { name, arguments, positive };
        let hash = Symbols::hash_view(&wanted)?;
        self.find(&wanted, hash)
    }

    /// The symbol of a number, if it is interned or needs no entry; the store does not change.
    pub fn find_number(&self, value: i32) -> Option<Symbol> {
        let wanted = View::Number(value);
        Symbol::small_number(value).or_else(|| self.find(&wanted, Symbols::hash_view(&wanted)?))
    }

    /// The symbol of a string, if it is interned; the store does not change.
    pub fn find_string(&self, text: &str) -> Option<Symbol> {
        let name = self.find_name(text)?;
        let same = |&i: &u32| matches!(self.entries[i as usize], Entry::String(other) if other == name);
        self.lookup.find(hash_of((2u8, name)), same).map(|&index| Symbol::from_index(index))
    }

    fn find(&self, wanted: &View<'_>, hash: u64) -> Option<Symbol> {
        let equal = |&index: &u32| self.view(Symbol::from_index(index)) == *wanted;
        self.lookup.find(hash, equal).map(|&index| Symbol::from_index(index))
    }

    fn hash_view(view: &View<'_>) -> Option<u64> {
        match view {
            View::Number(value) => Some(hash_of((1u8, value))),
            View::Function { name, arguments, positive } => Some(hash_of((3u8, name, positive, arguments))),
            _ => None,
        }
    }

    fn intern(&mut self, view: View<'_>) -> Symbol {
        let hash = Symbols::hash_view(&view).expect("only numbers and functions come here");
        if let Some(found) = self.find(&view, hash) {
            return found;
        }
        let entry = match view {
            View::Number(value) => Entry::Number(value),
            View::Function { name, arguments, positive } => {
                let start = u32::try_from(self.arguments.len()).expect("fewer than 2^32 arguments");
                self.arguments.extend_from_slice(arguments);
                Entry::Function { name, positive, start, arity: arguments.len() as u32 }
            }
            _ => unreachable!("only numbers and functions come here"),
        };
        self.insert(entry, hash)
    }

    fn intern_entry(&mut self, entry: Entry, hash: u64) -> Symbol {
        let Entry::String(name) = entry else { unreachable!("only strings come here") };
        let same = |&i: &u32| matches!(self.entries[i as usize], Entry::String(other) if other == name);
        match self.lookup.find(hash, same) {
            Some(&index) => Symbol::from_index(index),
            None => self.insert(entry, hash),
        }
    }

    fn insert(&mut self, entry: Entry, hash: u64) -> Symbol {
        let index = u32::try_from(self.entries.len()).expect("fewer than 2^31 terms");
        let symbol = Symbol::from_index(index);
        self.entries.push(entry);
        let (entries, arguments) = (&self.entries, &self.arguments);
        self.lookup.insert_unique(hash, index, |&i| match entries[i as usize] {
            Entry::Number(value) => hash_of((1u8, value)),
            Entry::String(name) => hash_of((2u8, name)),
            Entry::Function { name, positive, start, arity } => {
                hash_of((3u8, name, positive, &arguments[start as usize..(start + arity) as usize]))
            }
            Entry::Infimum | Entry::Supremum => unreachable!("constants are not in the table"),
        });
        symbol
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_have_equal_handles() {
        let mut s = Symbols::new();
        let one = s.number(1);
        let f = s.function("f", &[one]);
        assert_eq!(f, s.function("f", &[one]));
        assert_ne!(f, s.tuple(&[one]));
        assert_ne!(s.string("f"), s.constant("f"));
        assert_eq!(s.number(i32::MAX), s.number(i32::MAX));
        assert_eq!(s.find_function(s.find_name("f").unwrap(), &[one], true), Some(f));
        assert_eq!(s.find_function(s.find_name("f").unwrap(), &[one, one], true), None);
    }

    #[test]
    fn every_number_is_restored() {
        let mut s = Symbols::new();
        for value in [0, 1, -1, (1 << 30) - 1, 1 << 30, -(1 << 30), -(1 << 30) - 1, i32::MIN, i32::MAX] {
            let symbol = s.number(value);
            assert_eq!(s.as_number(symbol), Some(value));
        }
    }

    #[test]
    fn thousands_of_terms_are_distinct() {
        let mut s = Symbols::new();
        let terms: Vec<Symbol> = (0..5000)
            .map(|i| {
                let number = s.number(i);
                s.function("p", &[number, number])
            })
            .collect();
        for (i, &term) in terms.iter().enumerate() {
            assert_eq!(s.as_number(s.arguments(term)[0]), Some(i as i32));
        }
    }

    #[test]
    fn negation_flips_the_sign() {
        let mut s = Symbols::new();
        let a = s.constant("a");
        let negative = s.negate(a).unwrap();
        assert_ne!(a, negative);
        assert_eq!(s.negate(negative), Some(a));
        let text = s.string("a");
        assert_eq!(s.negate(text), None);
        let pair = s.tuple(&[a, a]);
        let negated = s.negate(pair).unwrap();
        assert_eq!(s.display(negated).to_string(), "-(a,a)");
        assert_eq!(s.signature(negated), None);
    }
}
