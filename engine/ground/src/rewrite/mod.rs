//! Rewriting: one pass, one file, from the syntax tree to rules with numbered variables.

pub(crate) mod bounds;
pub(crate) mod constants;
pub(crate) mod lower;
pub(crate) mod pool_size;
pub(crate) mod projection;
pub(crate) mod safety;
pub(crate) mod theory;
pub(crate) mod undefined_terms;
pub(crate) mod unpool;
