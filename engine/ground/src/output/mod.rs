//! Ground statements: atom numbers, auxiliary atoms, theory atoms, and statements that wait for the end of a
//! step.

pub(crate) mod emitter;
pub(crate) mod ground_atoms;
pub(crate) mod pending;
pub(crate) mod theory;
