//! A step whose translation has begun: the step, and the results of finished passes.

use crate::program::body::BodyId;
use crate::program::circuit_atom::CircuitAtom;
use crate::program::step::Step;
use crate::translate::equivalences::{BodyValue, Equivalences};
use crate::translate::loops::PositiveLoops;
use hamadryad_aspif::Atom;
use hamadryad_sat::Lit;

/// A step whose translation has begun.
#[derive(Clone)]
pub(crate) struct PendingTranslation {
    pub(crate) step: Step,
    pub(crate) circuits: Vec<CircuitAtom>,
    pub(crate) loops: PositiveLoops,
    pub(crate) literals: Literals,
    /// The number of finished passes.
    pub(crate) pass: usize,
    /// The finished portion of the current pass.
    pub(crate) done: usize,
}

impl PendingTranslation {
    pub(crate) fn new(step: Step, circuits: Vec<CircuitAtom>) -> PendingTranslation {
        let (loops, literals) = (PositiveLoops::default(), Literals::default());
        PendingTranslation { step, circuits, loops, literals, pass: 0, done: 0 }
    }
}

/// The literals of the bodies of a step, and the atoms with variables of their own.
#[derive(Clone, Default)]
pub(crate) struct Literals {
    /// By body: its literal, `None` until it is chosen.
    pub(crate) of_bodies: Vec<Option<Lit>>,
    /// By body: whether it needs a literal.
    pub(crate) is_needed: Vec<bool>,
    /// Atoms with a variable each, whose completion is to be added.
    pub(crate) to_complete: Vec<Atom>,
    /// Groups of weight constraints over the same terms.
    pub(crate) families: Vec<Vec<usize>>,
    /// By body: whether it is in a family.
    pub(crate) is_in_family: Vec<bool>,
    /// By body: whether it shares the literal of an equal body.
    pub(crate) is_defined_by_another: Vec<bool>,
    /// The equivalences of atoms and bodies, which share literals; empty once all have their literals.
    pub(crate) equal: Equivalences,
}

impl Literals {
    /// The literal of a condition, which every named body has.
    pub(crate) fn of_condition(&self, condition: BodyId) -> Lit {
        self.of_bodies[condition.index()].expect("conditions have literals")
    }

    /// Notes the bodies that share the literal of an equal body, whose definition is sufficient, and drops the
    /// equivalences, which are not needed any more.
    pub(crate) fn drop_equivalences(&mut self) {
        let equal = std::mem::take(&mut self.equal);
        let shares_definition = |(body, lit): (usize, &Option<Lit>)| match equal.of_body(BodyId(body as u32))
        {
            BodyValue::Body(equal) => equal.index() != body && self.of_bodies[equal.index()] == *lit,
            BodyValue::Literal(_) | BodyValue::Constant(_) => false,
        };
        self.is_defined_by_another = self.of_bodies.iter().enumerate().map(shares_definition).collect();
    }
}
