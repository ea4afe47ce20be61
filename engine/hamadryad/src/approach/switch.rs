//! Switches: external atoms that force others, added to the solver without the grounder.
//!
//! ```text
//! #external switch.    :- switch, not next(a,b).    :- switch, not next(b,c).
//! ```
//!
//! The constraints are ground and contain known atoms, so the grounder only provides the number of the
//! switch. As text, the constraints would need a predicate, whose name could clash with a predicate of the
//! program and whose atoms models would show, and a program part for each held predicate.

use crate::{Control, Symbol};
use hamadryad_aspif::{Atom, BodyRef, ExternalValue, Head, Sink};

/// An external atom without a name. While it is true, its atoms are true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Switch(Atom);

impl Control {
    /// Adds a switch for these atoms in a new step, which ends with the next solve. An atom that the program
    /// does not contain is false, and so is its switch.
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

    /// Makes these atoms true permanently, by constraints, so they still need support.
    pub(super) fn force(&mut self, held: &[Symbol]) {
        self.solver.begin_step();
        for &symbol in held {
            let condition = self.symbolic_atom(symbol).map(|atom| !atom.literal);
            self.solver.rule(Head::Disjunction(&[]), BodyRef::Normal(condition.as_slice()));
        }
        self.solver.end_step();
    }

    /// Assigns the switch until the next assignment.
    pub(super) fn turn_switch(&mut self, switch: Switch, is_on: bool) {
        let value = if is_on { ExternalValue::True } else { ExternalValue::False };
        self.solver.assign_external(switch.0, value);
    }

    /// Makes the switch false permanently.
    pub(super) fn release_switch(&mut self, switch: Switch) {
        self.solver.assign_external(switch.0, ExternalValue::Release);
    }
}
