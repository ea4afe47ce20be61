//! Unit propagation: a literal is true if a constraint cannot reach its bound without it.

use super::{Constraint, Literal};
use std::collections::BTreeMap;

/// Constraints with an assignment that grows by propagation and can be undone.
#[derive(Clone, Default, Debug)]
pub(super) struct Propagation {
    /// By place; `None` for deleted constraints.
    constraints: Vec<Option<Constraint>>,
    /// By literal, as a number: the constraints that contain it.
    occurrences: Vec<Vec<usize>>,
    /// By terms: the places of a constraint.
    places: BTreeMap<Vec<(u128, Literal)>, Vec<usize>>,
    values: Vec<Option<bool>>,
    trail: Vec<Literal>,
    /// Constraints to propagate.
    pending: Vec<usize>,
    /// Whether the constraints are refuted.
    is_refuted: bool,
}

fn code(literal: Literal) -> usize {
    2 * literal.variable + usize::from(literal.is_positive)
}

impl Propagation {
    /// The value of a literal.
    pub(super) fn value(&self, literal: Literal) -> Option<bool> {
        let value = self.values.get(literal.variable).copied().flatten()?;
        Some(value == literal.is_positive)
    }

    /// Whether unit propagation has refuted the constraints.
    pub(super) fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// All present constraints.
    pub(super) fn constraints(&self) -> impl Iterator<Item = &Constraint> {
        self.constraints.iter().flatten()
    }

    /// Adds a constraint and propagates it permanently.
    pub(super) fn add(&mut self, constraint: Constraint) {
        let place = self.constraints.len();
        for &(_, literal) in &constraint.terms {
            if self.occurrences.len() < 2 * literal.variable + 2 {
                self.occurrences.resize(2 * literal.variable + 2, Vec::new());
                self.values.resize(literal.variable + 1, None);
            }
            self.occurrences[code(literal)].push(place);
        }
        self.places.entry(constraint.terms.clone()).or_default().push(place);
        self.constraints.push(Some(constraint));
        self.pending.push(place);
        if !self.propagate() {
            self.is_refuted = true;
        }
    }

    /// Deletes a constraint; its propagated literals stay. `false` if the constraint does not exist.
    pub(super) fn delete(&mut self, constraint: &Constraint) -> bool {
        let Some(places) = self.places.get_mut(&constraint.terms) else { return false };
        let is_it = |&place: &usize| self.constraints[place].as_ref() == Some(constraint);
        let Some(found) = places.iter().position(is_it) else { return false };
        let place = places.swap_remove(found);
        for &(_, literal) in &constraint.terms {
            self.occurrences[code(literal)].retain(|&other| other != place);
        }
        self.constraints[place] = None;
        true
    }

    /// Whether propagation refutes these constraints and literals with the present constraints. The state
    /// does not change.
    pub(super) fn refutes(&mut self, extra: &[Constraint], literals: &[Literal]) -> bool {
        self.while_assumed(literals, |propagation| !propagation.settle(extra)).unwrap_or(true)
    }

    /// Calls a function under propagated assumptions; `None` if the assumptions are refuted. The assumptions
    /// are undone.
    pub(super) fn while_assumed<T>(
        &mut self,
        literals: &[Literal],
        act: impl FnOnce(&mut Propagation) -> T,
    ) -> Option<T> {
        let keep = self.trail.len();
        let holds =
            !self.is_refuted && literals.iter().all(|&literal| self.assign(literal)) && self.propagate();
        let result = holds.then(|| act(self));
        self.pending.clear();
        for literal in self.trail.drain(keep..) {
            self.values[literal.variable] = None;
        }
        result
    }

    /// Propagates the present and the extra constraints to a fixpoint. `false` on a conflict.
    fn settle(&mut self, extra: &[Constraint]) -> bool {
        loop {
            let before = self.trail.len();
            if !extra.iter().all(|constraint| self.obey(constraint)) || !self.propagate() {
                return false;
            }
            if self.trail.len() == before {
                return true;
            }
        }
    }

    /// `false` if the literal is false.
    fn assign(&mut self, literal: Literal) -> bool {
        if let Some(value) = self.value(literal) {
            return value;
        }
        if self.values.len() <= literal.variable {
            self.values.resize(literal.variable + 1, None);
            self.occurrences.resize(2 * literal.variable + 2, Vec::new());
        }
        self.values[literal.variable] = Some(literal.is_positive);
        self.trail.push(literal);
        self.pending.extend_from_slice(&self.occurrences[code(!literal)]);
        true
    }

    /// Assigns the literals that a constraint needs. `false` if the bound is unreachable.
    fn obey(&mut self, constraint: &Constraint) -> bool {
        let open = constraint.terms.iter().filter(|&&(_, literal)| self.value(literal) != Some(false));
        let reachable: u128 = open.map(|&(weight, _)| weight).sum();
        let Some(slack) = reachable.checked_sub(constraint.bound) else { return false };
        for &(weight, literal) in &constraint.terms {
            if weight > slack && self.value(literal).is_none() {
                self.assign(literal);
            }
        }
        true
    }

    fn propagate(&mut self) -> bool {
        while let Some(place) = self.pending.pop() {
            let Some(constraint) = self.constraints[place].take() else { continue };
            let holds = self.obey(&constraint);
            self.constraints[place] = Some(constraint);
            if !holds {
                self.pending.clear();
                return false;
            }
        }
        true
    }
}
