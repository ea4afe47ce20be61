//! The translated program of a search, and the result of an advance.

use crate::translated_program::TranslatedProgram;
use std::ops::{Deref, DerefMut};

/// The result of [`Search::advance`](crate::Search::advance).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advance {
    /// The search is at its next model.
    Model,
    /// No further model exists.
    End,
    /// The search was stopped; it can be continued.
    Paused,
}

/// The program of a search: borrowed from the solver, or the worker's own clone.
pub(crate) enum Held<'s> {
    Borrowed(&'s mut TranslatedProgram),
    Own(Box<TranslatedProgram>),
}

impl Deref for Held<'_> {
    type Target = TranslatedProgram;

    fn deref(&self) -> &TranslatedProgram {
        match self {
            Held::Borrowed(program) => program,
            Held::Own(program) => program,
        }
    }
}

impl DerefMut for Held<'_> {
    fn deref_mut(&mut self) -> &mut TranslatedProgram {
        match self {
            Held::Borrowed(program) => program,
            Held::Own(program) => program,
        }
    }
}
