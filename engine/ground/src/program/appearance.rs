//! The order in which predicates appear, as clingo lists them.
//!
//! ```text
//! a. {b}.  c :- d, not e.        b/0, e/0, d/0, c/0, a/0
//! ```
//!
//! A statement that is no fact lists conditional literals, the literals of its body from the last to the first,
//! aggregates, and its heads; the predicates that have only facts follow in the order of the text, those of facts
//! with a minus sign (`-p.`, `p(-1).`) or with pools (`p(1;2).`) last. Measured with clingo
//! 5.8.3; the order among the elements of one statement may differ in rare cases.

use crate::atoms::domain::PredicateId;
use crate::ir::{Action, Literal, Rule};

/// The predicates in the order of their appearance. A predicate keeps its place.
#[derive(Clone, Default)]
pub(crate) struct Appearance {
    order: Vec<PredicateId>,
    /// By predicate: its place, or `None` before it appears.
    places: Vec<Option<u32>>,
}

impl Appearance {
    /// Adds a predicate, unless it has appeared before.
    pub(crate) fn add(&mut self, predicate: PredicateId) {
        let index = predicate.0 as usize;
        if self.places.len() <= index {
            self.places.resize(index + 1, None);
        }
        if self.places[index].is_none() {
            self.places[index] = Some(self.order.len() as u32);
            self.order.push(predicate);
        }
    }

    /// The number of predicates that have appeared.
    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    /// The predicate at a place.
    pub(crate) fn at(&self, place: usize) -> Option<PredicateId> {
        self.order.get(place).copied()
    }

    /// The place of a predicate.
    pub(crate) fn place(&self, predicate: PredicateId) -> Option<usize> {
        self.places.get(predicate.0 as usize).copied().flatten().map(|place| place as usize)
    }
}

/// Calls `add` with the predicates of a rule in the order of their appearance.
pub(crate) fn of_rule(rule: &Rule, add: &mut impl FnMut(PredicateId)) {
    if let Action::Choose(_) | Action::Disjoin(_) = rule.action {
        rule.action.predicates(&mut |_, atom, _| add(atom.predicate));
    }
    for literal in &rule.body {
        if let Literal::Conditional(conditional) = literal {
            let literals = conditional.condition.iter().chain(conditional.alternatives.iter().flatten());
            literals.for_each(|literal| literal.predicates(&mut |_, atom, _| add(atom.predicate)));
        }
    }
    let plain = rule.body.iter().rev().filter(|literal| matches!(literal, Literal::Predicate { .. }));
    plain.chain(&rule.body).for_each(|literal| literal.predicates(&mut |_, atom, _| add(atom.predicate)));
    rule.action.predicates(&mut |_, atom, _| add(atom.predicate));
    rule.action.heads().into_iter().for_each(|head| add(head.predicate));
}
