//! Propagators of the host program.

pub(crate) mod preparation;
pub(crate) mod propagation;
pub(crate) mod propagator;
