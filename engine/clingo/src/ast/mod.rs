//! Syntax trees of clingo's interface: generic nodes, which callers read, change, and add to programs.
//!
//! ```text
//! text ─ parse ─→ nodes ─ text ─→ text
//!                   ├ unpool ─→ nodes
//!                   └ build  ─→ a program
//! ```
//!
//! *Invariant:* kinds, attributes, texts and places are those of clingo 5.8.

mod build;
pub mod kind;
pub mod node;
mod read;
pub mod table;
#[cfg(test)]
mod tests;
pub mod text;
mod unpool;

pub use build::{Builder, Collected, script};
pub use read::{Parsed, parse_files, parse_string};
pub use unpool::{Parts, unpool};
