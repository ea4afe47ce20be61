//! Binding of variables: when a literal can be instantiated, and the variables that have values afterwards.
//!
//! ```text
//! q(X+1)      is ready, and binds X
//! Y = X*X     is ready when X is bound, and binds Y
//! not r(Y)    is ready when Y is bound, and binds nothing
//! ```

use crate::ir::literal::{Aggregate, Literal};
use crate::ir::term::{Slot, Term};
use hamadryad_syntax::ast::{Relation, Sign};
use smallvec::SmallVec;
use std::rc::Rc;

/// The number of variables by which a copy of a set may differ before it becomes a set of its own.
const FEW: usize = 16;

/// A set of variables. A copy costs as little as the variables that are added to it later, so that each
/// condition of a long body has a copy.
#[derive(Clone, Debug, Default)]
pub(crate) struct SlotSet {
    /// By variable; variables beyond the end are not in the set.
    shared: Rc<Vec<bool>>,
    /// Further variables, at most [`FEW`].
    added: SmallVec<[Slot; 4]>,
}

impl SlotSet {
    /// The parameters of the part, which are the first variables.
    pub(crate) fn parameters(parameters: usize, slots: usize) -> SlotSet {
        SlotSet::globals(&(0..slots).map(|slot| slot < parameters).collect::<Vec<bool>>())
    }

    /// All variables that are not local to an element or condition.
    pub(crate) fn globals(global: &[bool]) -> SlotSet {
        SlotSet { shared: Rc::new(global.to_vec()), added: SmallVec::new() }
    }

    pub(crate) fn contains(&self, slot: Slot) -> bool {
        self.shared.get(slot).is_some_and(|&is_in| is_in) || self.added.contains(&slot)
    }

    pub(crate) fn insert(&mut self, slot: Slot) {
        if self.contains(slot) {
            return;
        }
        self.added.push(slot);
        if self.added.len() > FEW || Rc::get_mut(&mut self.shared).is_some() {
            let shared = Rc::make_mut(&mut self.shared);
            for slot in self.added.drain(..) {
                if shared.len() <= slot {
                    shared.resize(slot + 1, false);
                }
                shared[slot] = true;
            }
        }
    }

    pub(crate) fn remove(&mut self, slot: Slot) {
        self.added.retain(|&mut other| other != slot);
        if self.contains(slot) {
            Rc::make_mut(&mut self.shared)[slot] = false;
        }
    }

    /// The variables in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Slot> {
        let shared = self.shared.iter().enumerate().filter(|&(_, &is_in)| is_in).map(|(slot, _)| slot);
        let mut all: Vec<Slot> = shared.chain(self.added.iter().copied()).collect();
        all.sort_unstable();
        all.into_iter()
    }

    pub(crate) fn binds(&self, term: &Term) -> bool {
        term.all_variables(|slot| self.contains(slot))
    }
}

impl FromIterator<Slot> for SlotSet {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> SlotSet {
        let mut set = SlotSet::default();
        slots.into_iter().for_each(|slot| set.insert(slot));
        set
    }
}

/// Whether the literal can be instantiated once the given variables are bound.
pub(crate) fn is_ready(literal: &Literal, bound: &SlotSet, global: &[bool]) -> bool {
    match literal {
        Literal::Never | Literal::Predicate { sign: Sign::None, .. } => true,
        Literal::Predicate { atom, .. } => atom.arguments.iter().all(|argument| bound.binds(argument)),
        Literal::Comparison { relation: Relation::Equal, left, right } => {
            let can = |known: &Term, matched: &Term| {
                bound.binds(known) && (bound.binds(matched) || matched.is_pattern())
            };
            can(left, right) || can(right, left)
        }
        Literal::Comparison { left, right, .. } => bound.binds(left) && bound.binds(right),
        Literal::Range { low, high, .. } => bound.binds(low) && bound.binds(high),
        Literal::Call { arguments, .. } => arguments.iter().all(|argument| bound.binds(argument)),
        Literal::Aggregate(aggregate) => {
            binds_globals(bound, global, |visit| aggregate.element_variables(visit))
                && unbound_guards(aggregate, bound).all(|guard| is_assignment(aggregate, guard))
        }
        Literal::Conditional(conditional) => {
            binds_globals(bound, global, |visit| conditional.variables(visit))
        }
        Literal::Theory(theory) => binds_globals(bound, global, |visit| theory.variables(visit)),
    }
}

fn binds_globals(bound: &SlotSet, global: &[bool], variables: impl FnOnce(&mut dyn FnMut(Slot))) -> bool {
    let mut all = true;
    variables(&mut |slot| all &= bound.contains(slot) || !global[slot]);
    all
}

/// The guards with a variable that is not bound.
pub(crate) fn unbound_guards<'a>(
    aggregate: &'a Aggregate,
    bound: &'a SlotSet,
) -> impl Iterator<Item = &'a (Relation, Term)> {
    aggregate.guards.iter().filter(|(_, term)| !bound.binds(term))
}

fn is_assignment(aggregate: &Aggregate, (relation, term): &(Relation, Term)) -> bool {
    let may_assign = aggregate.sign == Sign::None && !aggregate.tests_choice;
    may_assign && *relation == Relation::Equal && term.is_pattern()
}

/// Adds the variables that a ready literal binds.
pub(crate) fn bind(literal: &Literal, bound: &mut SlotSet) {
    binding(literal, &mut |slot| bound.insert(slot));
}

/// Calls `visit` with the variables that a ready literal binds.
pub(crate) fn binding(literal: &Literal, visit: &mut dyn FnMut(Slot)) {
    match literal {
        Literal::Predicate { sign: Sign::None, atom, .. } => {
            atom.arguments.iter().for_each(|argument| argument.variables(visit));
        }
        Literal::Comparison { relation: Relation::Equal, left, right } => {
            left.variables(visit);
            right.variables(visit);
        }
        Literal::Range { pattern, .. } | Literal::Call { pattern, .. } => pattern.variables(visit),
        Literal::Aggregate(aggregate) => {
            aggregate.guards.iter().for_each(|(_, guard)| guard.variables(visit));
        }
        _ => {}
    }
}

/// Binds all variables that a conjunction can bind, and returns the literals that never become ready. The
/// direction of the search alternates, so that chains of equations are followed in both directions.
pub(crate) fn saturate<'a>(
    literals: &'a [Literal],
    bound: &mut SlotSet,
    global: &[bool],
) -> Vec<&'a Literal> {
    let mut waiting: Vec<&Literal> = literals.iter().collect();
    let mut is_reversed = false;
    loop {
        let before = waiting.len();
        waiting.retain(|literal| {
            let ready = is_ready(literal, bound, global);
            if ready {
                bind(literal, bound);
            }
            !ready
        });
        if waiting.len() == before {
            if is_reversed {
                waiting.reverse();
            }
            return waiting;
        }
        waiting.reverse();
        is_reversed = !is_reversed;
    }
}
