//! External atoms that force others, written to the solver beside the grounder.
//!
//! ```text
//! #external switch.    :- switch, not next(a,b).    :- switch, not next(b,c).
//! ```
//!
//! The atoms of such constraints are ground, and those they speak of are there already: the grounder has nothing to do with
//! them but to lend a number for the switch. Written as text, the constraints would need a predicate, whose name could be
//! one of the program's and whose atoms models would show, and a program part for each predicate that is held.

use crate::{Control, Symbol};
use hamadryad_aspif::{Atom, BodyRef, ExternalValue, Head, Sink};

/// An external atom without a name. While it is true, so are the atoms it was made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Switch(Atom);

impl Control {
    /// A switch for these atoms, as a part of a step: it ends with the next solve. An atom that the program does not have
    /// cannot be true, and its switch neither.
    pub(super) fn add_switch(&mut self, held: &[Symbol]) -> Switch {
        let switch = self.grounder.fresh_atom();
        self.solver.begin_step();
        self.solver.external(switch, ExternalValue::False);
        for &symbol in held {
            let condition = self.symbolic_atom(symbol).map(|atom| !atom.literal);
            let body: Vec<_> = std::iter::once(switch.positive()).chain(condition).collect();
            self.solver.rule(Head::Disjunction(&[]), BodyRef::Normal(&body));
        }
        self.solver.end_step();
        Switch(switch)
    }

    /// Makes these atoms true for good: by constraints, so that they need their reasons as before.
    pub(super) fn force(&mut self, held: &[Symbol]) {
        self.solver.begin_step();
        for &symbol in held {
            let condition = self.symbolic_atom(symbol).map(|atom| !atom.literal);
            self.solver.rule(Head::Disjunction(&[]), BodyRef::Normal(condition.as_slice()));
        }
        self.solver.end_step();
    }

    /// Turns it on or off, until it is turned again.
    pub(super) fn turn_switch(&mut self, switch: Switch, is_on: bool) {
        let value = if is_on { ExternalValue::True } else { ExternalValue::False };
        self.solver.assign_external(switch.0, value);
    }

    /// Turns it off for good.
    pub(super) fn release_switch(&mut self, switch: Switch) {
        self.solver.assign_external(switch.0, ExternalValue::Release);
    }
}
