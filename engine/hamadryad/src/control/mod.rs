//! The control: sources, grounder and solver, from step to step. One file for each kind of call.

mod atoms;
mod backend;
mod ground;
mod load;
mod propagators;
mod solve;
mod state;

pub use atoms::{AtomTables, SymbolicAtom};
pub use backend::Backend;
pub use hamadryad_solve::Config;
pub use propagators::PropagatorId;
pub use state::{Control, Part, Truth};
