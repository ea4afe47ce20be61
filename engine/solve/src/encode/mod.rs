//! Encodings of cardinality and weight constraints as clauses.

pub(crate) mod at_least;
pub(crate) mod sequential_counter;
pub(crate) mod totalizer;
