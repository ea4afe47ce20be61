//! Ground statements: atom numbers, auxiliary atoms, and statements that are written at the end of a step.

pub(crate) mod emitter;
