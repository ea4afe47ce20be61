//! Searches for models, optima and consequences of a translated program.

mod branch_and_bound;
pub(crate) mod consequences;
pub(crate) mod core_minimization;
pub(crate) mod cores;
pub(crate) mod drawing;
pub(crate) mod elimination;
mod fresh_start;
mod guard;
pub(crate) mod held;
pub(crate) mod levels;
pub(crate) mod look_ahead;
mod lower_bounds;
pub(crate) mod model;
pub(crate) mod models;
pub(crate) mod optimize;
pub(crate) mod optimizer;
pub(crate) mod options;
pub(crate) mod output_literals;
pub(crate) mod portfolio;
pub(crate) mod progress;
pub(crate) mod projection;
pub(crate) mod sample;
pub(crate) mod sampler;
