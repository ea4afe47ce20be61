//! The symbols of a process: numbers of 64 bits that stay valid until the process ends.
//!
//! ```text
//! bits 48…63  the kind, with clingo's number: 0 #inf, 1 number, 4 string, 5 function, 7 #sup
//! bits  0…31  the number, or the place of the entry
//! ```
//!
//! *Invariant:* equal terms have equal numbers; entries never change or move, so reading takes no lock. Creating a
//! term locks one of 64 shards. A number that no call has returned has no entry: it is an error, not a crash.
//!
//! Symbols of a control become entries when a caller receives them, and not before: a ground program with millions
//! of atoms leaves nothing behind. Entries with the address in the symbol, as in clingo, were not tried: reading them
//! needs `unsafe`, and a wrong number would be an arbitrary address.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::cell::Cell;
use std::ffi::{CStr, CString};
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// A symbol of the process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Symbol(pub u64);

/// The kind of a symbol, with clingo's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(i32)]
pub enum Kind {
    /// `#inf`
    Infimum = 0,
    /// A number.
    Number = 1,
    /// A string.
    String = 4,
    /// A constant, a function or a tuple.
    Function = 5,
    /// `#sup`
    Supremum = 7,
}

/// The content of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// `#inf`
    Infimum,
    /// A number.
    Number(i32),
    /// A string, without its quotes.
    String(&'static CStr),
    /// A constant, a function or a tuple.
    Function(Function),
    /// `#sup`
    Supremum,
}

/// A function, which has no arguments if it is a constant, and no name if it is a tuple.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Function {
    /// The name.
    pub name: &'static CStr,
    /// The arguments.
    pub arguments: &'static [Symbol],
    /// `false` for classically negated terms.
    pub positive: bool,
}

struct Entry {
    hash: u64,
    content: Content,
}

enum Content {
    String(&'static CStr),
    Function(Function),
}

/// The number of shards; creating threads rarely meet.
const SHARDS: usize = 64;
/// The entries of the first chunk; each further chunk is twice as long.
const FIRST: usize = 1 << 12;

struct Table {
    chunks: [OnceLock<Box<[OnceLock<Entry>]>>; 21],
    next: AtomicU32,
    shards: [Mutex<HashTable<u32>>; SHARDS],
    names: [Mutex<HashTable<&'static CStr>>; SHARDS],
}

static TABLE: Table = Table {
    chunks: [const { OnceLock::new() }; 21],
    next: AtomicU32::new(0),
    shards: [const { Mutex::new(HashTable::new()) }; SHARDS],
    names: [const { Mutex::new(HashTable::new()) }; SHARDS],
};

/// The chunk of an entry, and its place there: chunk `k` begins at `FIRST * (2^k - 1)`.
fn place(index: u32) -> (usize, usize) {
    let shifted = index as usize / FIRST + 1;
    let chunk = shifted.ilog2() as usize;
    (chunk, index as usize - FIRST * ((1 << chunk) - 1))
}

impl Table {
    fn entry(&self, index: u32) -> Option<&'static Entry> {
        let (chunk, offset) = place(index);
        TABLE.chunks.get(chunk)?.get()?.get(offset)?.get()
    }

    fn intern(&self, hash: u64, is_it: impl Fn(&Content) -> bool, make: impl FnOnce() -> Content) -> u32 {
        let mut shard = self.shards[shard(hash)].lock().unwrap_or_else(PoisonError::into_inner);
        let same =
            |&index: &u32| self.entry(index).is_some_and(|entry| entry.hash == hash && is_it(&entry.content));
        if let Some(&found) = shard.find(hash, same) {
            return found;
        }
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        let (chunk, offset) = place(index);
        assert!(chunk < self.chunks.len(), "the process has too many symbols");
        let slots = self.chunks[chunk]
            .get_or_init(|| std::iter::repeat_with(OnceLock::new).take(FIRST << chunk).collect());
        let entry = Entry { hash, content: make() };
        assert!(slots[offset].set(entry).is_ok(), "an entry is written once");
        shard.insert_unique(hash, index, |&index| self.entry(index).map_or(0, |entry| entry.hash));
        index
    }
}

fn shard(hash: u64) -> usize {
    // The table uses the lowest and the highest bits.
    (hash >> 32) as usize % SHARDS
}

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A text that stays until the process ends; equal texts have equal addresses.
pub fn keep(text: &CStr) -> &'static CStr {
    keep_with_hash(text).0
}

/// As [`keep`], with the hash value of the text.
fn keep_with_hash(text: &CStr) -> (&'static CStr, u64) {
    thread_local! {
        /// The last text: callers create many functions of one name.
        static LAST: Cell<(&'static CStr, u64)> = const { Cell::new((c"", 0)) };
    }
    let (last, hash) = LAST.get();
    if last == text && !text.is_empty() {
        return (last, hash);
    }
    let hash = hash_of(text.to_bytes());
    let kept = keep_in_table(text, hash);
    LAST.set((kept, hash));
    (kept, hash)
}

fn keep_in_table(text: &CStr, hash: u64) -> &'static CStr {
    let mut names = TABLE.names[shard(hash)].lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&found) = names.find(hash, |&other| other == text) {
        return found;
    }
    let kept: &'static CStr = Box::leak(text.to_owned().into_boxed_c_str());
    names.insert_unique(hash, kept, |&other| hash_of(other.to_bytes()));
    kept
}

/// As [`keep`]. A text ends before its first zero byte, as it does for C.
pub fn keep_str(text: &str) -> &'static CStr {
    let end = text.find('\0').unwrap_or(text.len());
    // Short texts, and most are short, are copied to the stack.
    let mut short = [0; 64];
    match short.get_mut(..end) {
        Some(room) if end < 64 => {
            room.copy_from_slice(&text.as_bytes()[..end]);
            keep(CStr::from_bytes_until_nul(&short).unwrap_or_default())
        }
        _ => keep(&CString::new(&text[..end]).unwrap_or_default()),
    }
}

impl Symbol {
    /// `#inf`
    pub const INFIMUM: Symbol = Symbol::of(Kind::Infimum, 0);
    /// `#sup`
    pub const SUPREMUM: Symbol = Symbol::of(Kind::Supremum, 0);

    const fn of(kind: Kind, low: u32) -> Symbol {
        Symbol((kind as u64) << 48 | low as u64)
    }

    /// A number.
    pub const fn number(value: i32) -> Symbol {
        Symbol::of(Kind::Number, value as u32)
    }

    /// A string.
    pub fn string(text: &CStr) -> Symbol {
        let text = keep(text);
        let hash = hash_of((4u8, text.to_bytes()));
        let is_it =
            |content: &Content| matches!(content, Content::String(other) if other.as_ptr() == text.as_ptr());
        Symbol::of(Kind::String, TABLE.intern(hash, is_it, || Content::String(text)))
    }

    /// A constant, a function, or a tuple, whose name is empty.
    pub fn function(name: &CStr, arguments: &[Symbol], positive: bool) -> Symbol {
        let (name, hash) = keep_with_hash(name);
        Symbol::function_hashed(name, hash, arguments, positive)
    }

    /// As [`Symbol::function`], with a name that [`keep`] returned.
    pub(crate) fn function_kept(name: &'static CStr, arguments: &[Symbol], positive: bool) -> Symbol {
        Symbol::function_hashed(name, hash_of(name.to_bytes()), arguments, positive)
    }

    /// As [`Symbol::function_kept`], with the hash value of the name. Its address is not used: hash values should be
    /// the same in each run.
    fn function_hashed(name: &'static CStr, name_hash: u64, arguments: &[Symbol], positive: bool) -> Symbol {
        let hash = hash_of((name_hash, positive, arguments));
        let is_it = |content: &Content| match content {
            Content::Function(other) => {
                other.name.as_ptr() == name.as_ptr()
                    && other.positive == positive
                    && other.arguments == arguments
            }
            Content::String(_) => false,
        };
        let make = || {
            let arguments: &'static [Symbol] = match arguments {
                [] => &[],
                _ => Box::leak(arguments.into()),
            };
            Content::Function(Function { name, arguments, positive })
        };
        Symbol::of(Kind::Function, TABLE.intern(hash, is_it, make))
    }

    /// The kind; `None` for numbers that are no symbols.
    #[inline]
    pub fn kind(self) -> Option<Kind> {
        // Most arguments are numbers.
        if self.0 >> 32 == (Kind::Number as u64) << 16 {
            return Some(Kind::Number);
        }
        self.view().map(|view| match view {
            View::Infimum => Kind::Infimum,
            View::Number(_) => Kind::Number,
            View::String(_) => Kind::String,
            View::Function(_) => Kind::Function,
            View::Supremum => Kind::Supremum,
        })
    }

    /// The content; `None` for numbers that are no symbols.
    pub fn view(self) -> Option<View> {
        let low = self.0 as u32;
        if self.0 >> 32 & 0xffff != 0 {
            return None;
        }
        match self.0 >> 48 {
            0 if low == 0 => Some(View::Infimum),
            1 => Some(View::Number(low as i32)),
            4 => match TABLE.entry(low)?.content {
                Content::String(text) => Some(View::String(text)),
                Content::Function(_) => None,
            },
            5 => match TABLE.entry(low)?.content {
                Content::Function(function) => Some(View::Function(function)),
                Content::String(_) => None,
            },
            7 if low == 0 => Some(View::Supremum),
            _ => None,
        }
    }

    /// A hash value, equal for equal symbols.
    pub fn hash_value(self) -> u64 {
        match self.0 >> 48 {
            4 | 5 => TABLE.entry(self.0 as u32).map_or(0, |entry| entry.hash),
            _ => hash_of(self.0),
        }
    }
}

/// A signature of the process: the place of a positive constant with its name, the arity and the sign.
///
/// ```text
/// bit 63 negative    bits 32…62 the arity    bits 0…31 the entry of the name as a constant
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Signature(pub u64);

impl Signature {
    /// The signature with this name, arity, and sign; `None` if the arity needs more than 31 bits.
    pub fn new(name: &CStr, arity: u32, positive: bool) -> Option<Signature> {
        if arity >= 1 << 31 {
            return None;
        }
        let name = Symbol::function(name, &[], true);
        Some(Signature(u64::from(!positive) << 63 | u64::from(arity) << 32 | name.0 & 0xffff_ffff))
    }

    /// The name; `None` for numbers that are no signatures.
    pub fn name(self) -> Option<&'static CStr> {
        match Symbol::of(Kind::Function, self.0 as u32).view()? {
            View::Function(function) => Some(function.name),
            _ => None,
        }
    }

    /// The number of arguments.
    pub fn arity(self) -> u32 {
        (self.0 >> 32) as u32 & 0x7fff_ffff
    }

    /// Whether atoms of the signature are not classically negated.
    pub fn is_positive(self) -> bool {
        self.0 >> 63 == 0
    }

    /// A hash value.
    pub fn hash_value(self) -> u64 {
        hash_of(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_have_equal_numbers_on_all_threads() {
        let make = || {
            let number = |value| Symbol::number(value);
            (0..2000)
                .map(|i| Symbol::function(c"f", &[number(i), number(-i)], i % 2 == 0))
                .collect::<Vec<_>>()
        };
        let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(make)).collect();
        let mine = make();
        for thread in threads {
            assert_eq!(thread.join().expect("it does not panic"), mine);
        }
        for (i, symbol) in (0..).zip(mine) {
            let Some(View::Function(function)) = symbol.view() else { panic!("it is a function") };
            assert_eq!(function.name, c"f");
            assert_eq!(function.arguments, [Symbol::number(i), Symbol::number(-i)]);
            assert_eq!(function.positive, i % 2 == 0);
        }
    }

    #[test]
    fn numbers_without_an_entry_are_no_symbols() {
        for number in [4 << 48 | 0xffff_fff0, 5 << 48 | 0xffff_fff0, 2 << 48, 1 << 47, u64::MAX, 7 << 48 | 3]
        {
            assert_eq!(Symbol(number).view(), None, "{number:x}");
        }
        let string = Symbol::string(c"text");
        assert_eq!(Symbol(string.0 ^ (1 << 48)).view(), None, "a string is no function");
    }

    #[test]
    fn chunks_cover_all_places() {
        let mut before = (0, 0);
        for index in 1..FIRST as u32 * 9 {
            let next = place(index);
            assert!(next == (before.0, before.1 + 1) || next == (before.0 + 1, 0), "{index}");
            before = next;
        }
    }

    #[test]
    fn signatures_keep_their_parts() {
        let signature = Signature::new(c"p", 7, false).expect("a small arity");
        assert_eq!((signature.name(), signature.arity(), signature.is_positive()), (Some(c"p"), 7, false));
        assert_eq!(Signature::new(c"p", u32::MAX, true), None);
    }
}
