//! Reasons of atoms, as text, JSON, HTML and nodes of a drawing: why an atom is true, and why another is not.
//!
//! ```text
//! happy(tweety)                   flight.lp:5  happy(X) :- trip(X), fly(X).
//! ├─ trip(tweety)  chosen         flight.lp:4  { trip(X) } :- fly(X).
//! │  └─ fly(tweety)  see below
//! └─ fly(tweety)                  flight.lp:2  fly(X) :- bird(X), not abnormal(X).
//!    ├─ bird(tweety)  fact        flight.lp:1
//!    └─ not abnormal(tweety)
//! ```

mod html;
mod json;
mod judged;
mod outline;
mod place;
mod tree;
mod why_not;

pub use html::html;
pub use json::{failure_json, tree_json, why_not_json};
pub use judged::is_justified;
pub use outline::{Mark, Outline};
pub use place::Places;
pub use tree::{drawing, tree_outline};
pub use why_not::{failure_outline, why_not_text};
