//! Unit propagation: a literal that a constraint cannot do without is true.

use super::{Constraint, Literal};
use std::collections::BTreeMap;

/// Constraints with an assignment that grows by propagation and can be cut back.
#[derive(Clone, Default, Debug)]
pub(super) struct Propagation {
    /// By place; `None` where it was deleted.
    constraints: Vec<Option<Constraint>>,
    /// By literal, as a number: the constraints in which it stands.
    occurrences: Vec<Vec<usize>>,
    /// By what stands in it: where a constraint is.
    places: BTreeMap<Vec<(u128, Literal)>, Vec<usize>>,
    values: Vec<Option<bool>>,
    trail: Vec<Literal>,
    /// Constraints to be looked at.
    pending: Vec<usize>,
    /// The constraints contradict each other.
    is_refuted: bool,
}

fn code(literal: Literal) -> usize {
    2 * literal.variable + usize::from(literal.is_positive)
}

impl Propagation {
    /// A literal's value.
    pub(super) fn value(&self, literal: Literal) -> Option<bool> {
        let value = self.values.get(literal.variable).copied().flatten()?;
        Some(value == literal.is_positive)
    }

    /// Whether unit propagation has refuted the constraints as they are.
    pub(super) fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// All constraints that are there.
    pub(super) fn constraints(&self) -> impl Iterator<Item = &Constraint> {
        self.constraints.iter().flatten()
    }

    /// Adds a constraint and propagates it for good.
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

    /// Deletes a constraint; what it has propagated stays. `false` where it is not there.
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

    /// Whether propagation refutes these constraints and literals together with what is there. Nothing of it stays.
    pub(super) fn refutes(&mut self, extra: &[Constraint], literals: &[Literal]) -> bool {
        self.while_assumed(literals, |propagation| !propagation.settle(extra)).unwrap_or(true)
    }

    /// Does something under assumptions, all of which are propagated; `None` where they are refuted. They are taken back.
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

    /// Propagates constraints that are not kept, until nothing is new. `false` on a conflict.
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

    /// `false` where the literal is false.
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

    /// Makes true what a constraint cannot do without. `false` where it is out of reach.
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
