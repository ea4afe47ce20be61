//! Ground terms: the values that a logic program talks about.
//!
//! ```text
//! edge((1,2),"a b").      -- a function `edge` of a tuple of two numbers and a string
//! ```
//!
//! A [`Symbol`] is a four-byte handle into a [`Symbols`] store. Equal terms of one store have equal handles, so
//! comparing for equality and hashing never look inside. A store belongs to one control and gives its memory
//! back with it; handles of different stores must not be mixed.
//!
//! ```
//! use hamadryad_symbol::Symbols;
//!
//! let mut symbols = Symbols::new();
//! let (one, text) = (symbols.number(1), symbols.string("a b"));
//! let edge = symbols.function("edge", &[one, text]);
//! assert_eq!(symbols.display(edge).to_string(), r#"edge(1,"a b")"#);
//! assert!(symbols.cmp(one, edge).is_lt());
//! ```
//!
//! Invariant: a handle is only ever made by the store that interns its term (or is an inline number), and an
//! entry of the store is never changed or removed.

mod order;
mod print;
mod store;
mod value;

pub use print::DisplaySymbol;
pub use store::{Name, Signature, Symbol, Symbols, View};
pub use value::Value;
