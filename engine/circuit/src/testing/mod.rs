//! Test support: random instances, their models by brute force, partial states, and the reason checker.

pub(crate) mod models;
mod reason_checker;
pub(crate) mod states;
