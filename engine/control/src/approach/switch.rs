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

impl Switch {
    /// Adds a switch for these atoms in a new step, which ends with the next solve. An atom that the program
    /// does not contain is false, and so is its switch.
    pub(super) fn add(control: &mut Control, held: &[Symbol]) -> Switch {
        let switch = control.grounder.fresh_atom();
        control.solver.begin_step();
        control.solver.external(switch, ExternalValue::False);
        for &symbol in held {
            let condition = control.symbolic_atom(symbol).map(|atom| !atom.literal);
            let body: Vec<_> = std::iter::once(switch.positive()).chain(condition).collect();
            control.solver.rule(Head::Disjunction(&[]), BodyRef::Normal(&body));
        }
        control.solver.end_step();
        Switch(switch)
    }

    /// Assigns the switch until the next assignment.
    pub(super) fn turn(self, control: &mut Control, is_on: bool) {
        let value = if is_on { ExternalValue::True } else { ExternalValue::False };
        control.solver.assign_external(self.0, value);
    }

    /// Makes the switch false permanently.
    pub(super) fn release(self, control: &mut Control) {
        control.solver.assign_external(self.0, ExternalValue::Release);
    }
}

/// Makes these atoms true permanently, by constraints, so they still need support.
pub(super) fn force(control: &mut Control, held: &[Symbol]) {
    control.solver.begin_step();
    for &symbol in held {
        let condition = control.symbolic_atom(symbol).map(|atom| !atom.literal);
        control.solver.rule(Head::Disjunction(&[]), BodyRef::Normal(condition.as_slice()));
    }
    control.solver.end_step();
}
