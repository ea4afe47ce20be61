//! From the statements of a step to clauses and propagators, in named passes.

pub(crate) mod circuit_atoms;
pub(crate) mod circuits;
pub(crate) mod components;
pub(crate) mod equivalences;
pub(crate) mod foundedness;
pub(crate) mod loops;
pub(crate) mod passes;
pub(crate) mod pending;
pub(crate) mod same_terms;
pub(crate) mod sections;
pub(crate) mod translation;
