//! Choices of a search: the steps with several outcomes, and the outcomes that remain.
//!
//! ```text
//! p(1..2). q(2).    r(X) :- p(X), q(X).      choice p(1) -> q(1) fails;  choice p(2) -> q(2) holds -> instance X = 2
//! ```

use crate::aggregate::tuples::Tuples;
use crate::atoms::domain::EntryId;
use hamadryad_symbol::Symbol;
use hamadryad_syntax::ast::Relation;
use smallvec::SmallVec;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
use std::vec::IntoIter;

/// The result of a search without an instance; otherwise a search returns the smallest number of literals of
/// one.
pub(crate) const NOTHING: u32 = u32::MAX;

/// A step with several outcomes, and the outcomes that have not been tried.
pub(crate) struct Choice<'a> {
    /// The number of the step in its plan.
    pub at: u32,
    /// The number of literals, and of facts, of the instance before the step.
    pub literals: u32,
    pub facts: u32,
    /// The smallest number of literals of an instance so far.
    pub best: u32,
    /// Whether an instance that adds no literal makes the remaining outcomes superfluous.
    pub settled: bool,
    /// Whether the last outcome led to such an instance.
    pub is_done: bool,
    pub alternatives: Alternatives<'a>,
}

impl Choice<'_> {
    /// Records the number of literals of the smallest instance of an outcome.
    #[inline]
    pub(crate) fn record(&mut self, found: u32) {
        self.best = self.best.min(found);
        self.is_done = self.settled && found == self.literals;
    }
}

/// The outcomes of a step that have not been tried.
pub(crate) enum Alternatives<'a> {
    /// Atoms of a domain.
    Atoms(Range<EntryId>),
    /// Atoms of a domain, found in an index.
    Indexed(std::slice::Iter<'a, EntryId>),
    /// The numbers of an interval.
    Numbers(RangeInclusive<i32>),
    /// The values of a call, or of an equation with two solutions.
    Values(Box<IntoIter<Symbol>>),
    /// The values that an aggregate may have.
    Assignments(Box<Assignment>),
}

/// The values that an aggregate may have, and the data that decide whether it has them.
pub(crate) struct Assignment {
    pub guards: SmallVec<[(Relation, Symbol); 2]>,
    pub tuples: Arc<Tuples>,
    pub values: IntoIter<Symbol>,
}
