//! Which clauses say that a variable is a function of others.
//!
//! ```text
//! v ∨ ¬a ∨ ¬b    ¬v ∨ a    ¬v ∨ b          v is a conjunction: the body of a rule
//! ¬v ∨ a ∨ b     v ∨ ¬a    v ∨ ¬b          v is a disjunction: an atom of two rules
//! ```
//!
//! Invariant: whatever values the others have, what is found demands exactly one of the two values of the variable.

use crate::subsume::Clauses;
use crate::{Lit, Var};

/// The clauses that a variable stands in, by their numbers, those in front that define it.
pub(crate) struct Surroundings {
    pub(crate) positive: Vec<u32>,
    pub(crate) negative: Vec<u32>,
    /// How many of each define it.
    pub(crate) definition: [usize; 2],
}

impl Clauses {
    /// What a variable stands in, where that defines it; `None` too where there are more than so many clauses. `marks` are flags by
    /// literal, all of them down.
    pub(crate) fn find_definition(&self, var: Var, most: usize, marks: &mut [bool]) -> Option<Surroundings> {
        let (mut positive, mut negative) = (self.with(var.positive()), self.with(var.negative()));
        if positive.is_empty() || negative.is_empty() || positive.len() + negative.len() > most {
            return None;
        }
        if let Some(parts) = self.find_conjunction(var.positive(), &mut positive, &mut negative, marks) {
            return Some(Surroundings { positive, negative, definition: [1, parts] });
        }
        let parts = self.find_conjunction(var.negative(), &mut negative, &mut positive, marks)?;
        Some(Surroundings { positive, negative, definition: [parts, 1] })
    }

    /// The clauses that have a literal.
    fn with(&self, lit: Lit) -> Vec<u32> {
        let numbers = self.occurrences[lit.index()].iter().copied();
        let has = |&number: &u32| {
            let clause = &self.given[number as usize];
            !clause.is_gone && clause.literals.contains(&lit)
        };
        numbers.filter(has).collect()
    }

    /// Moves the clauses to the front that say that a literal is a conjunction, and gives the number of its parts. `with` has the
    /// clauses of the literal, `against` those of its negation.
    fn find_conjunction(
        &self,
        lit: Lit,
        with: &mut [u32],
        against: &mut [u32],
        marks: &mut [bool],
    ) -> Option<usize> {
        let literals = |&number: &u32| &self.given[number as usize].literals[..];
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
