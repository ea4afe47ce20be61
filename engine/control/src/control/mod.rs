//! The control: sources, grounder and solver, from step to step. One file for each kind of call.

mod atoms;
mod backend;
mod explain;
mod ground;
mod load;
mod propagators;
mod recording;
mod solve;
mod state;
pub(crate) mod why;

pub use atoms::{AtomTables, SymbolicAtom};
pub use backend::{Backend, Texts};
pub use hamadryad_solve::Config;
pub use propagators::PropagatorId;
pub use state::{Control, Part, Script, Truth};
