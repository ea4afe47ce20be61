//! Diagnostics of grounding: unsafe variables, underived atoms, warnings, and the cost of each statement.

pub(crate) mod heads;
pub(crate) mod profile;
pub(crate) mod undefined_atoms;
pub(crate) mod unsafe_variables;
pub(crate) mod warnings;
