//! The theories of a program: definitions, grammars of theory terms, and theory atoms with a meaning in the
//! solver.

pub(crate) mod built_in;
pub(crate) mod definitions;
pub(crate) mod grammar;
pub(crate) mod operators;
