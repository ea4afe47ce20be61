//! Aggregates and conditional literals in bodies and heads: their elements are accumulated, their guards become literals.

pub(crate) mod body;
pub(crate) mod conditional;
pub(crate) mod guard;
pub(crate) mod recursive;
pub(crate) mod tuples;
