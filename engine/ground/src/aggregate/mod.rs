//! Aggregates and conditional literals as functions of data: collected tuples and conditions become literals.

pub(crate) mod conditional;
pub(crate) mod extremum;
pub(crate) mod guard;
pub(crate) mod loops;
pub(crate) mod sum;
pub(crate) mod tuples;
pub(crate) mod writer;
