//! Planners that report their cost.

use hamadryad_snake::Planner;

/// A planner with measured cost.
pub(crate) trait Measured: Planner {
    /// Seconds of the clock and of the processor before the first plan.
    fn set_up(&self) -> (f64, f64);

    /// Seconds of the processor for the last plan.
    fn cpu(&self) -> f64;
}
