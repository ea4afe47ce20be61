//! Whether the axioms of a problem hold in the answer sets of the program.
//!
//! ```text
//! @loop1 1 ~x3 1 x7 >= 1 ;        atoms that only support each other are false          loops
//! @edge1 1 ~x3 1 ~x8 >= 1 ;       edges that are there are no cycle                     cycles
//! @circuit1 1 ~x5 1 ~x6 >= 1 ;    a circuit does not close before it has been everywhere   circuits
//! ```
//!
//! An axiom is taken for false, and what follows from that by propagation in the constraints of the problem, the axioms apart,
//! must break a statement of the ground program in a way that one can point at: for each kind of axiom in its own file.
//!
//! Invariant: of an axiom that is let through, it is certain that all answer sets satisfy it. It may be that one that they satisfy is not.

mod circuits;
mod cycles;
mod loops;

use super::propagate::Propagation;
use super::{Constraint, Literal, Problem};
use crate::recorded::GroundProgram;
use std::fmt;

/// A constraint that must hold in all answer sets, though it is no translation of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axiom {
    /// Why it holds.
    pub about: Subject,
    /// What it says.
    pub constraint: Constraint,
}

/// What an axiom is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// `@loop`: atoms that support each other.
    Support,
    /// `@edge`: edges that must be acyclic.
    Edges,
    /// `@circuit`: theory atoms.
    Circuits,
}

impl Subject {
    /// The subject of an axiom with this label, without what comes before and after; `None` where it is no axiom's.
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
    /// Judges each axiom by the ground program that the problem was made of. Returns how many there are.
    ///
    /// # Errors
    /// The first axiom that cannot be seen to hold.
    pub fn judge_axioms(&self, program: &GroundProgram) -> Result<usize, String> {
        self.judge_axioms_until(program, &|| false)
    }

    /// As [`Problem::judge_axioms`]; `stop` is asked before each axiom. Returns how many were judged until it said so.
    ///
    /// # Errors
    /// The first axiom that cannot be seen to hold.
    pub fn judge_axioms_until(
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
            // Where propagation refutes that it is false, it needs no program.
            let holds = known.while_assumed(&falsified, |known| match axiom.about {
                Subject::Support => supports.have_unfounded(known, &falsified),
                Subject::Edges => cycles::have_cycle(program, self, known),
                Subject::Circuits => circuits::are_broken(program, self, known),
            });
            if !is_clause || !holds.unwrap_or(true) {
                return Err(format!("the axiom `{axiom}` is not seen to hold"));
            }
        }
        Ok(self.axioms.len())
    }

    /// The literal that stands for one of the program.
    fn named(&self, literal: hamadryad_aspif::Literal) -> Option<Literal> {
        let named = self.atoms.get(&literal.atom().index()).copied();
        named.map(|named| if literal.is_positive() { named } else { !named })
    }

    /// Whether all of these literals of the program are known to be true.
    fn are_true(&self, known: &Propagation, literals: &[hamadryad_aspif::Literal]) -> bool {
        literals.iter().all(|&literal| self.named(literal).and_then(|named| known.value(named)) == Some(true))
    }
}
