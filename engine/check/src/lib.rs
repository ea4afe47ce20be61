//! The oracle.
pub mod formula;
pub mod search;
pub mod stable;
pub mod source;
