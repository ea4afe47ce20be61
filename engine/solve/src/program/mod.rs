//! The ground program as it was stated: steps, externals, outputs and theory statements, before translation.

pub(crate) mod circuit_atom;
pub(crate) mod cleanup;
pub(crate) mod possible_bodies;
pub(crate) mod step;
pub(crate) mod theory;
