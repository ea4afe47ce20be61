//! Pseudo-Boolean constraints: weighted literals with a lower bound.

use std::fmt;
use std::ops::Not;

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Literal {
    /// The number of its variable: 7 for `x7`.
    pub variable: usize,
    /// Whether the literal is the variable, not its negation.
    pub is_positive: bool,
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal { is_positive: !self.is_positive, ..self }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", if self.is_positive { "" } else { "~" }, self.variable)
    }
}

/// The weights of the true literals have at least the sum `bound`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// Weights with their literals, sorted by literals; each variable occurs at most once.
    pub terms: Vec<(u128, Literal)>,
    /// The least sum.
    pub bound: u128,
}

impl Constraint {
    /// The normalised constraint: equal literals are added up, opposite literals cancel.
    pub fn new(mut terms: Vec<(u128, Literal)>, mut bound: u128) -> Constraint {
        terms.sort_by_key(|&(_, literal)| literal);
        let mut merged: Vec<(u128, Literal)> = Vec::with_capacity(terms.len());
        for (weight, literal) in terms {
            match merged.last_mut() {
                Some((sum, last)) if *last == literal => *sum += weight,
                Some((sum, last)) if *last == !literal => {
                    let certain = weight.min(*sum);
                    bound = bound.saturating_sub(certain);
                    if weight > *sum {
                        (*sum, *last) = (weight - certain, literal);
                    } else {
                        *sum -= certain;
                    }
                }
                _ => merged.push((weight, literal)),
            }
        }
        merged.retain(|&(weight, _)| weight > 0);
        Constraint { terms: merged, bound }
    }

    /// At least one of the literals is true.
    pub fn clause(literals: impl IntoIterator<Item = Literal>) -> Constraint {
        Constraint::new(literals.into_iter().map(|literal| (1, literal)).collect(), 1)
    }

    /// The negation; `None` if this constraint always holds.
    pub fn negation(&self) -> Option<Constraint> {
        let total: u128 = self.terms.iter().map(|&(weight, _)| weight).sum();
        let most = self.bound.checked_sub(1)?;
        let terms = self.terms.iter().map(|&(weight, literal)| (weight, !literal)).collect();
        // The sum of the true literals is at most `most`, so the sum of the false ones is at least the rest.
        Some(Constraint { terms, bound: total.saturating_sub(most) })
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (weight, literal) in &self.terms {
            write!(f, "{weight} {literal} ")?;
        }
        write!(f, ">= {}", self.bound)
    }
}
