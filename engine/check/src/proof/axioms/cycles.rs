//! Axioms about `#edge`.
//!
//! ```text
//! #edge (1,2) : a.   #edge (2,1) : b, c.       the axiom ¬a ∨ ¬d holds, where d denotes "b and c"
//! ```
//!
//! If the axiom is false, the conditions of certain edges are true, and these edges must have a cycle. No
//! answer set has one.

use super::super::Problem;
use super::super::propagate::Propagation;
use crate::acyclic::left_over;
use crate::recorded::GroundProgram;

/// Whether the edges with true conditions have a cycle.
pub(super) fn have_cycle(program: &GroundProgram, problem: &Problem, known: &Propagation) -> bool {
    let there = program.edges.iter().filter(|(_, _, condition)| problem.are_true(known, condition));
    !left_over(there.map(|&(from, to, _)| (from, to))).is_empty()
}
