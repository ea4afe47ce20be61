//! A step whose translation has begun: the step, and everything that finished passes have found.

use crate::program::circuit_atom::CircuitAtom;
use crate::program::step::{BodyId, Step};
use crate::translate::equivalences::Equivalences;
use crate::translate::loops::PositiveLoops;
use hamadryad_aspif::Atom;
use hamadryad_sat::Lit;

/// A step whose translation has begun.
#[derive(Clone)]
pub(crate) struct PendingTranslation {
    pub(crate) step: Step,
    pub(crate) circuits: Vec<CircuitAtom>,
    pub(crate) circles: PositiveLoops,
    pub(crate) translation: Translation,
    /// The number of finished passes.
    pub(crate) stage: usize,
    /// The finished portion of the current pass.
    pub(crate) done: usize,
}

impl PendingTranslation {
    pub(crate) fn new(step: Step, circuits: Vec<CircuitAtom>) -> PendingTranslation {
        let (circles, translation) = (PositiveLoops::default(), Translation::default());
        PendingTranslation { step, circuits, circles, translation, stage: 0, done: 0 }
    }
}

/// The literals of the bodies and atoms of a step.
#[derive(Clone, Default)]
pub(crate) struct Translation {
    /// By body: its literal, `None` until it is chosen.
    pub(crate) body_lits: Vec<Option<Lit>>,
    /// By body: whether it needs a literal.
    pub(crate) named_bodies: Vec<bool>,
    /// Atoms with a variable each.
    pub(crate) complete: Vec<Atom>,
    /// Groups of weight constraints over the same literals; by body, whether it is in a group.
    pub(crate) families: Vec<Vec<usize>>,
    pub(crate) is_in_family: Vec<bool>,
    /// Atoms and bodies that share the literal of an equivalent one.
    pub(crate) equal: Equivalences,
}

impl Translation {
    /// Whether a body shares the literal of an equal body, whose definition is sufficient.
    pub(crate) fn is_defined_by_another(&self, body: usize) -> bool {
        let equal = self.equal.of_body(BodyId(body as u32)).index();
        equal != body && self.body_lits[equal] == self.body_lits[body]
    }
}
