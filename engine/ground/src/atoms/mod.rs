//! The atoms that may be true: a domain for each predicate, with indexes on arguments.

pub(crate) mod base;
pub(crate) mod domain;
pub(crate) mod index;
pub(crate) mod state;
