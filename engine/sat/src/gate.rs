//! Gates: clauses that define a variable as a conjunction or a disjunction of others.
//!
//! ```text
//! v ∨ ¬a ∨ ¬b    ¬v ∨ a    ¬v ∨ b          v is a conjunction: the body of a rule
//! ¬v ∨ a ∨ b     v ∨ ¬a    v ∨ ¬b          v is a disjunction: an atom of two rules
//! ```
//!
//! Invariant: for all values of the other variables, the gate clauses are satisfied by exactly one value of
//! the variable (Eén, Biere 2005, section 3).

use crate::subsume::Clauses;
use crate::{Lit, Var};

/// The numbers of the clauses of a gate-defined variable, the gate clauses first.
pub(crate) struct GateClauses {
    pub(crate) positive: Vec<u32>,
    pub(crate) negative: Vec<u32>,
    /// The numbers of gate clauses of each sign.
    pub(crate) gate: [usize; 2],
}

impl Clauses {
    /// Finds the gate of a variable; `None` if it has no gate, or occurs in more than `most` clauses. `marks`
    /// has a flag for each literal, all of them false.
    pub(crate) fn find_gate(&self, var: Var, most: usize, marks: &mut [bool]) -> Option<GateClauses> {
        let (mut positive, mut negative) = (self.with(var.positive()), self.with(var.negative()));
        if positive.is_empty() || negative.is_empty() || positive.len() + negative.len() > most {
            return None;
        }
        if let Some(parts) = self.find_conjunction(var.positive(), &mut positive, &mut negative, marks) {
            return Some(GateClauses { positive, negative, gate: [1, parts] });
        }
        let parts = self.find_conjunction(var.negative(), &mut negative, &mut positive, marks)?;
        Some(GateClauses { positive, negative, gate: [parts, 1] })
    }

    /// Moves the clauses to the front that define a literal as a conjunction, and returns the number of its
    /// parts. `with` are the clauses of the literal, `against` the clauses of its negation.
    fn find_conjunction(
        &self,
        lit: Lit,
        with: &mut [u32],
        against: &mut [u32],
        marks: &mut [bool],
    ) -> Option<usize> {
        let literals = |&number: &u32| self.literals(number);
        let implied = |number: &u32| match literals(number) {
            &[a, b] => Some(if a == !lit { b } else { a }),
            _ => None,
        };
        let implications: Vec<Lit> = against.iter().filter_map(implied).collect();
        implications.iter().for_each(|other| marks[other.index()] = true);
        let is_implied = |other: Lit| other == lit || marks[(!other).index()];
        let follows = |number: &u32| {
            literals(number).len() > 1 && literals(number).iter().all(|&other| is_implied(other))
        };
        let shortest =
            (0..with.len()).filter(|&i| follows(&with[i])).min_by_key(|&i| literals(&with[i]).len());
        implications.iter().for_each(|other| marks[other.index()] = false);
        with.swap(0, shortest?);
        let mut parts = 0;
        for &other in literals(&with[0]).iter().filter(|&&other| other != lit) {
            let place = (parts..against.len()).find(|&i| implied(&against[i]) == Some(!other))?;
            against.swap(parts, place);
            parts += 1;
        }
        Some(parts)
    }
}
