//! Proofs of answers: each step follows from the steps before, and the axioms hold in the program.
//!
//! ```text
//! * atom 3 x2                  problem   names of the program's atoms in the problem
//! 1 x1 1 ~x2 >= 1 ;                      constraints
//! @loop1 1 ~x2 1 x7 >= 1 ;               axioms: consequences of the program about loops, about edges,
//!                                        and about circuits
//!
//! rup 1 x1 >= 1;               proof     each line follows from the lines before by unit propagation
//! ```
//!
//! The format is a subset of VeriPB's, the trusted checker: see [`Problem::follow`]. VeriPB cannot check that
//! the axioms hold in the program; [`Problem::check_axioms`] does. *Invariant:* the checker reads the
//! literals of a constraint as they are written, and propagates by plain summation.

mod axioms;
mod constraint;
mod follow;
mod propagate;
mod read;
mod translation;

pub use axioms::{Axiom, Subject};
pub use constraint::{Constraint, Literal};
pub use follow::Answer;

use std::collections::BTreeMap;

/// A pseudo-Boolean problem.
#[derive(Clone, Default, Debug)]
pub struct Problem {
    /// The constraints.
    pub constraints: Vec<Constraint>,
    /// Constraints that hold in all answer sets, without being a translation of the program.
    pub axioms: Vec<Axiom>,
    /// The objective to minimise.
    pub objective: Vec<(u128, Literal)>,
    /// By atom of the ground program: its literal.
    pub atoms: BTreeMap<usize, Literal>,
}

impl Problem {
    /// The constraints, including the axioms.
    fn all_constraints(&self) -> impl Iterator<Item = &Constraint> {
        self.constraints.iter().chain(self.axioms.iter().map(|axiom| &axiom.constraint))
    }
}
