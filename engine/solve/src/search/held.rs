//! The solver of a search, and the result of an advance.

use crate::solver::AspSolver;
use std::ops::{Deref, DerefMut};

/// The result of [`Search::advance`](crate::Search::advance).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advance {
    /// The search is at its next model.
    Model,
    /// There is no further model.
    End,
    /// The search was stopped; it can be continued.
    Paused,
}

/// The solver of a search: borrowed, or, for a worker, its own.
pub(crate) enum Held<'s> {
    Lent(&'s mut AspSolver),
    Own(Box<AspSolver>),
}

impl Deref for Held<'_> {
    type Target = AspSolver;

    fn deref(&self) -> &AspSolver {
        match self {
            Held::Lent(solver) => solver,
            Held::Own(solver) => solver,
        }
    }
}

impl DerefMut for Held<'_> {
    fn deref_mut(&mut self) -> &mut AspSolver {
        match self {
            Held::Lent(solver) => solver,
            Held::Own(solver) => solver,
        }
    }
}
