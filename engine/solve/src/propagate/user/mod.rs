//! User propagators: propagators of the program that uses the library.

pub(crate) mod preparation;
pub(crate) mod propagation;
pub(crate) mod propagator;
mod sharing;
