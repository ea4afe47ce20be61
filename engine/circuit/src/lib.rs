//! Hamiltonian circuits: reasoning on the graph where clauses alone would search.
//!
//! A [`Circuit`] is a graph whose edges have literals, such that in every model the true edges are one circuit through all
//! nodes. It does not see to that; somebody else must, say a logic program; only that closed paths of edges, two at each
//! node, are a single one may be left to its rule `cycle`. It looks ahead: it implies what
//! follows for any circuit, and finds conflicts where none is left. So whatever else it says is redundant, and
//! what it does not see costs time, never an answer.
//!
//! ```text
//! graph ── plane (drawn once, if it can be)
//!   │
//! circuit ─┬─ local       two edges at each node, where nobody else sees to it
//!          ├─ cycle       no circuit closes early
//!          ├─ factor      two edges at each node, all nodes taken together
//!          ├─ connected   no part hangs off at a single node
//!          ├─ cut         two edges that hold two parts together are both on it
//!          ├─ walk        on a face beside the circuit, nodes come in the order of the face
//!          ├─ sections    the way from the start to the stop, and the way back: each within its block
//!          └─ length      the shortest way to the stop that the bound can afford
//! ```
//!
//! Invariant: every reason is stored when something is implied, and forgotten when the trail is cut below it. What a rule
//! keeps between calls is true of as much of the trail as it has seen.
//!
//! How the rules are checked: each has a naive twin in its own file, which says the same of random small states, but slowly
//! (`states`). In random searches, every reason is held against all worlds of a small instance, enumerated by going along every
//! path (`worlds`): none may have the reason without what follows from it; and at fixpoints, a circuit that has seen nothing before has
//! nothing to add (`trials`). So a new rule comes with its twin, and says its name to the log in `reasons`.

mod blocks;
mod circuit;
mod connected;
mod cut;
mod cycle;
mod factor;
mod gap;
mod graph;
mod length;
mod local;
mod plane;
mod queue;
mod reasons;
mod sections;
mod sides;
#[cfg(test)]
mod states;
#[cfg(test)]
mod trials;
mod view;
mod walk;
#[cfg(test)]
mod worlds;

pub use circuit::{Budget, Circuit, Description, Section};
pub use graph::{Dart, Edge, Graph, Node};
pub use plane::Embedding;
pub use reasons::Handles;
