//! Atoms that an instance needs and no rule can derive, and the elements of its aggregates.
//!
//! ```text
//! place(1..2).  reached(1).
//! :- place(X), not reached(X).                X = 2 lacks reached(2)
//! { walk(P) : way(P,0) } = 1.                 lacks way(P,0): the choice has no element
//! { at(X,Y) : place(Y) } = 3 :- place(X).     X = 1 has the elements at(1,1) and at(1,2)
//! { on(X) : stop(1,X) } = 2.                  on(7) is possible by other rules; as an element, it lacks stop(1,7)
//! ```
//!
//! The world is the one of the possible atoms.

use crate::inspect::frame::Frame;
use crate::inspect::goal::Goal;
use crate::inspect::inspector::Inspector;
use crate::inspect::search::{Found, Search};
use crate::inspect::tuples::positive_atoms;
use crate::inspect::world::Status;
use crate::ir::{Action, Aggregate, Atom, Literal, Rule};
use hamadryad_symbol::Symbol;
use hamadryad_syntax::ast::Sign;

/// The limit on instances of a condition.
const INSTANCES: usize = 1_000;

/// The atoms that an instance of a rule has or lacks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lacking {
    /// Atoms that no rule can derive, possibly with variables: atoms under `not`, and atoms in conditions of aggregates
    /// that have no element.
    pub goals: Vec<Goal>,
    /// The atoms of the elements of the aggregates, up to a limit.
    pub elements: Vec<Symbol>,
    /// Atoms that no rule can derive, each of which alone would add an element.
    pub near: Vec<Symbol>,
}

impl Inspector<'_> {
    /// The atoms that an instance has or lacks; it is given as in [`Inspector::instance`]. `None` if there is no such rule.
    ///
    /// # Panics
    /// If `values` has more values than the rule has variables.
    pub fn lacking(&mut self, number: u32, values: &[Symbol]) -> Option<Lacking> {
        let rule: &Rule = self.grounder.numbered_rule(number)?;
        let frame = frame_of(rule, values);
        let mut lacking = Lacking::default();
        for literal in &rule.body {
            match literal {
                Literal::Predicate { sign: Sign::Not, atom, .. } => {
                    self.begin_search();
                    if self.test(literal, &rule.global, &frame) == Some(Status::True) {
                        lacking.goals.extend(self.goal(rule, atom, &frame));
                    }
                }
                Literal::Aggregate(aggregate) if !literal.is_choice_test() => {
                    self.elements(rule, aggregate, &frame, &mut lacking);
                }
                _ => {}
            }
        }
        if let Action::Bound(aggregate) = &rule.action {
            self.elements(rule, aggregate, &frame, &mut lacking);
        }
        Some(lacking)
    }

    /// Adds the elements of an aggregate, and the atoms that their conditions lack.
    fn elements(&mut self, rule: &Rule, aggregate: &Aggregate, frame: &Frame, lacking: &mut Lacking) {
        let mut has_elements = false;
        for element in &aggregate.elements {
            self.begin_search();
            for (found, _) in self.solutions(&element.condition, &rule.global, frame) {
                has_elements = true;
                if lacking.elements.len() < INSTANCES {
                    lacking.elements.extend(positive_atoms(&element.condition, &found.matched));
                }
            }
        }
        for element in &aggregate.elements {
            let literals: Vec<&Literal> = element.condition.iter().collect();
            let mut global = rule.global.clone();
            literals.iter().for_each(|literal| literal.variables(&mut |slot| global[slot] = true));
            let mut found = self.nearly(rule, &literals, &global, frame, &mut lacking.near);
            if has_elements {
                continue;
            }
            // The atom of an element of a choice comes first; it is impossible because the rest of the condition is.
            let is_choice = matches!(rule.action, Action::Bound(_)) && literals.len() > 1;
            let rest = &literals[usize::from(is_choice)..];
            let mut failing = literals.as_slice();
            if found.is_empty() {
                self.begin_search();
                let outcome = Search::new(self, rest, &global, frame.clone(), false, 1).run();
                (found, failing) = (outcome.deepest.into_iter().collect(), rest);
            }
            let failing = found.iter().filter_map(|found| Some(failing[found.failing?]));
            let failing: Vec<&Literal> = failing.collect();
            let first = literals.first().filter(|_| is_choice && !failing.iter().any(|l| is_positive(l)));
            for literal in failing.into_iter().chain(first.copied()) {
                if let Literal::Predicate { sign: Sign::None, atom, .. } = literal {
                    let goal = self.goal(rule, atom, frame);
                    lacking.goals.extend(goal.filter(|goal| !lacking.goals.contains(goal)));
                }
            }
        }
        if !has_elements {
            // The goals with variables stand for all of them.
            lacking.near.clear();
        }
    }

    /// The instances of a conjunction that fail in one literal; adds the atoms of these literals that no rule can
    /// derive.
    fn nearly(
        &mut self,
        rule: &Rule,
        literals: &[&Literal],
        global: &[bool],
        frame: &Frame,
        near: &mut Vec<Symbol>,
    ) -> Vec<Found> {
        self.begin_search();
        let outcome = Search::new(self, literals, global, frame.clone(), true, INSTANCES).run();
        for found in &outcome.found {
            let failing = found.failing.map(|place| literals[place]);
            if let Some(Literal::Predicate { sign: Sign::None, atom, .. }) = failing {
                let goal = self.goal(rule, atom, &found.frame);
                let atom = goal.and_then(|goal| goal.atom(self.symbols));
                near.extend(atom.filter(|&atom| self.world.status(atom) == Status::False));
            }
        }
        outcome.found
    }

    /// Atoms that no rule can derive, each of which alone would complete an instance of a rule for an atom.
    pub fn near(&mut self, goal: &Goal) -> Vec<Symbol> {
        let mut near = Vec::new();
        for head in self.heads(goal) {
            if let Some((literals, global, frame)) = self.unify(&head, goal) {
                self.nearly(head.rule, &literals, &global, &frame, &mut near);
            }
        }
        near
    }

    fn goal(&mut self, rule: &Rule, atom: &Atom, frame: &Frame) -> Option<Goal> {
        let atom = self.source_atom(atom);
        let arguments = atom.arguments.iter().map(|term| self.resolve(term, frame)).collect();
        self.words(rule, frame).goal(&Atom { arguments, ..atom })
    }
}

fn is_positive(literal: &Literal) -> bool {
    matches!(literal, Literal::Predicate { sign: Sign::None, .. })
}

/// The frame with the values of the global variables.
pub(super) fn frame_of(rule: &Rule, values: &[Symbol]) -> Frame {
    let mut frame = Frame::new(rule.names.len());
    for (slot, &value) in values.iter().enumerate().filter(|&(slot, _)| rule.global.get(slot) == Some(&true))
    {
        frame.bind(slot, value);
    }
    frame
}
