//! From the statements of a step to clauses and propagators, in passes (`passes.rs`).

pub(crate) mod atom_map;
mod circuit_atoms;
mod circuit_graph;
mod circuits;
mod completion;
mod definitions;
mod directives;
pub(crate) mod equivalences;
mod foundedness;
mod literals;
pub(crate) mod loops;
pub(crate) mod passes;
pub(crate) mod pending;
mod reachability;
mod same_terms;
mod sections;
pub(crate) mod translator;
