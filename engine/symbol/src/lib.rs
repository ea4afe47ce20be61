//! Ground terms: the values of logic programs.
//!
//! ```text
//! edge((1,2),"a b").      -- a function `edge` of a tuple of two numbers and a string
//! ```
//!
//! A [`Symbol`] is a four-byte handle into a [`Symbols`] store. Equal terms of a store have equal handles, so
//! comparing for equality and hashing are independent of the size of a term. A store belongs to a single
//! control and releases its memory with it.
//!
//! ```
//! use hamadryad_symbol::Symbols;
//!
//! let mut symbols = Symbols::new();
//! let (number, text) = (symbols.number(1), symbols.string("a b"));
//! let edge = symbols.function("edge", &[number, text]);
//! assert_eq!(symbols.display(edge).to_string(), r#"edge(1,"a b")"#);
//! assert!(symbols.cmp(number, edge).is_lt());
//! ```
//!
//! *Invariant:* only the store that interns a term makes a handle for it (inline numbers need no store);
//! entries of the store never change; handles of different stores are never mixed.

mod order;
mod print;
mod store;
mod value;

pub use print::DisplaySymbol;
pub use store::{Name, Signature, Symbol, Symbols, View};
pub use value::Value;
