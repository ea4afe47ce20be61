//! Proofs of answers: whether each step follows, and whether the axioms hold in the program.
//!
//! ```text
//! * atom 3 x2                  problem   what the atoms of the program are called in it
//! 1 x1 1 ~x2 >= 1 ;                      constraints
//! @loop1 1 ~x2 1 x7 >= 1 ;               axioms: what the program says about atoms that support each other, about edges,
//!                                        and about circuits
//!
//! rup 1 x1 >= 1;               proof     each line follows from those before by unit propagation
//! ```
//!
//! The format is a part of VeriPB's, which is the checker to rely on: see [`Problem::follow`]. What VeriPB cannot know is
//! whether the axioms hold in the program; that is [`Problem::judge_axioms`]. It takes a constraint's literals as it reads them
//! and propagates by adding up, again and again.

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
    /// What must hold.
    pub constraints: Vec<Constraint>,
    /// Constraints that must hold too, but are no translation of the program.
    pub axioms: Vec<Axiom>,
    /// What is to be minimised.
    pub objective: Vec<(u128, Literal)>,
    /// By atom of the ground program: the literal that stands for it.
    pub atoms: BTreeMap<usize, Literal>,
}

impl Problem {
    /// The constraints, the axioms included.
    fn all_constraints(&self) -> impl Iterator<Item = &Constraint> {
        self.constraints.iter().chain(self.axioms.iter().map(|axiom| &axiom.constraint))
    }
}
