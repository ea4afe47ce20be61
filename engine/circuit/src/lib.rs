//! A propagator for Hamiltonian circuits, with special rules for planar graphs.
//!
//! A [`Circuit`] is made from a graph and the literals of its parts ([`Description`]). In every model the
//! true edges are one circuit through all nodes. The user of the crate ensures that, for example by clauses;
//! the crate derives literals that are true in every circuit, and finds conflicts where no circuit is left.
//! So an implication that the rules miss costs time and never an answer, with one exception: if each node has
//! two true edges, the user may leave it to the rule `subtour` that they are a single circuit.
//!
//! ```
//! use hamadryad_circuit::{Circuit, Description, Graph, Handles, Node};
//! use hamadryad_sat::Solver;
//! let mut solver = Solver::new();
//! let [a, b, c, d] = [0, 1, 2, 3].map(Node::new);
//! let graph = Graph::new(4, &[(a, b), (b, c), (c, d), (d, a), (a, c)]);
//! let edges: Vec<_> = graph.edges().map(|_| solver.new_var().positive()).collect();
//! let one_start = solver.new_var().positive();
//! let (arcs, starts) = (vec![None; 10], vec![None; 4]);
//! let description = Description { graph, edges, arcs, starts, one_start, section: None };
//! // The degrees of b and d are 2, so their edges are on the circuit, and the diagonal is not.
//! let mut circuit = Circuit::new(description.clone());
//! circuit.enforce(vec![true; 5]);
//! let handles = Handles { first: 0, step: 1 };
//! while {
//!     let before = solver.trail().len();
//!     circuit.propagate(&mut solver, None, handles).expect("there is a circuit");
//!     solver.trail().len() > before
//! } {}
//! assert!(solver.is_true(description.edges[0]) && solver.is_false(description.edges[4]));
//! ```
//!
//! ```text
//! graph, description     the input: nodes, edges, darts; their literals
//! values, embedding      the current values of edges and nodes; a drawing in the plane
//! context                implications with reasons, conflicts
//! rule, rules/*          the trait of a rule; one rule in each file
//! circuit                the propagator: an ordered list of rules
//! ```
//!
//! Invariant: a file imports only files that are higher in this list, or helpers of its own.
//!
//! Each rule has a naive version in the tests of its own file, and both must derive the same from random
//! partial states (`testing/states.rs`). In random searches, the reason checker compares every inference with
//! all models of a small instance, and at fixpoints a new propagator must derive nothing more
//! (`testing/reason_checker.rs`).

mod backoff;
mod blocks;
mod circuit;
mod context;
mod cut_path;
mod description;
mod embedding;
mod faces;
mod graph;
mod queue;
mod rule;
mod rules;
#[cfg(test)]
mod testing;
mod values;

pub use circuit::Circuit;
pub use context::Handles;
pub use description::{Budget, Description, Section};
pub use embedding::Embedding;
pub use graph::{Dart, Edge, Graph, Node};
pub use hamadryad_sat::Conflict;
