//! Checks that the axioms of a problem hold in the answer sets of the program.
//!
//! ```text
//! @loop1 1 ~x3 1 x7 >= 1 ;        a loop without external support is false              loops
//! @edge1 1 ~x3 1 ~x8 >= 1 ;       edges with true conditions have no cycle              cycles
//! @circuit1 1 ~x5 1 ~x6 >= 1 ;    a circuit does not close before it visits all nodes   circuits
//! ```
//!
//! An axiom is assumed false, and propagation in the constraints of the problem, without the axioms, must
//! violate a statement of the ground program: each kind of axiom has its own file.
//!
//! *Invariant:* an accepted axiom holds in all answer sets. An axiom that holds may be rejected.

mod circuits;
mod cycles;
mod loops;

use super::propagate::Propagation;
use super::{Constraint, Literal, Problem};
use crate::recorded::GroundProgram;
use std::fmt;

/// A constraint that holds in all answer sets, without being a translation of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axiom {
    /// The statements from which it follows.
    pub about: Subject,
    /// The constraint.
    pub constraint: Constraint,
}

/// The kind of statements from which an axiom follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// `@loop`: rules with positive loops.
    Support,
    /// `@edge`: acyclic edges.
    Edges,
    /// `@circuit`: theory atoms `&circuit`.
    Circuits,
}

impl Subject {
    /// The subject of an axiom with this label; `None` for other labels.
    pub(super) fn of_label(label: &str) -> Option<Subject> {
        match label.trim_end_matches(|c: char| c.is_ascii_digit()) {
            "loop" => Some(Subject::Support),
            "edge" => Some(Subject::Edges),
            "circuit" => Some(Subject::Circuits),
            _ => None,
        }
    }
}

impl fmt::Display for Axiom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.constraint.fmt(f)
    }
}

impl Problem {
    /// Checks each axiom with the ground program of the problem. Returns the number of axioms.
    ///
    /// # Errors
    /// The first axiom that is not known to hold.
    pub fn check_axioms(&self, program: &GroundProgram) -> Result<usize, String> {
        self.check_axioms_until(program, &|| false)
    }

    /// As [`Problem::check_axioms`]; `stop` is called before each axiom. Returns the number of axioms checked
    /// before it returned `true`.
    ///
    /// # Errors
    /// The first axiom that is not known to hold.
    pub fn check_axioms_until(
        &self,
        program: &GroundProgram,
        stop: &dyn Fn() -> bool,
    ) -> Result<usize, String> {
        let mut known = Propagation::default();
        self.constraints.iter().for_each(|constraint| known.add(constraint.clone()));
        let supports = loops::Supports::of(program, self);
        for (number, axiom) in self.axioms.iter().enumerate() {
            if stop() {
                return Ok(number);
            }
            let falsified: Vec<Literal> =
                axiom.constraint.terms.iter().map(|&(_, literal)| !literal).collect();
            let is_clause = axiom.constraint.bound == 1;
            // If propagation alone refutes the negated axiom, the program is not needed.
            let holds = known.while_assumed(&falsified, |known| match axiom.about {
                Subject::Support => supports.have_unfounded(known, &falsified),
                Subject::Edges => cycles::have_cycle(program, self, known),
                Subject::Circuits => circuits::are_broken(program, self, known),
            });
            if !is_clause || !holds.unwrap_or(true) {
                return Err(format!("the axiom `{axiom}` cannot be verified"));
            }
        }
        Ok(self.axioms.len())
    }

    /// The literal of the problem for a literal of the program.
    fn named(&self, literal: hamadryad_aspif::Literal) -> Option<Literal> {
        let named = self.atoms.get(&literal.atom().index()).copied();
        named.map(|named| if literal.is_positive() { named } else { !named })
    }

    /// Whether all of these literals of the program are known to be true.
    fn are_true(&self, known: &Propagation, literals: &[hamadryad_aspif::Literal]) -> bool {
        literals.iter().all(|&literal| self.named(literal).and_then(|named| known.value(named)) == Some(true))
    }
}
