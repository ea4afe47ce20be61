//! Instantiation: components of the dependency graph in order, joins along plans, and the atoms found so far.

pub(crate) mod component;
pub(crate) mod dependencies;
pub(crate) mod functions;
pub(crate) mod join;
pub(crate) mod loops;
pub(crate) mod scc;
