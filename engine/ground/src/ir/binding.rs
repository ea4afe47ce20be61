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

/// A set of variables.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Bound(Vec<bool>);

impl Bound {
    /// The parameters of the part, which are the first variables.
    pub(crate) fn parameters(parameters: usize, slots: usize) -> Bound {
        Bound((0..slots).map(|slot| slot < parameters).collect())
    }

    /// All variables that are not local to an element or condition.
    pub(crate) fn globals(global: &[bool]) -> Bound {
        Bound(global.to_vec())
    }

    pub(crate) fn contains(&self, slot: Slot) -> bool {
        self.0[slot]
    }

    pub(crate) fn insert(&mut self, slot: Slot) {
        self.0[slot] = true;
    }

    pub(crate) fn remove(&mut self, slot: Slot) {
        self.0[slot] = false;
    }

    pub(crate) fn binds(&self, term: &Term) -> bool {
        term.all_variables(|slot| self.contains(slot))
    }
}

/// Whether the literal can be instantiated once the given variables are bound.
pub(crate) fn is_ready(literal: &Literal, bound: &Bound, global: &[bool]) -> bool {
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

fn binds_globals(bound: &Bound, global: &[bool], variables: impl FnOnce(&mut dyn FnMut(Slot))) -> bool {
    let mut all = true;
    variables(&mut |slot| all &= bound.contains(slot) || !global[slot]);
    all
}

/// The guards with a variable that is not bound.
pub(crate) fn unbound_guards<'a>(
    aggregate: &'a Aggregate,
    bound: &'a Bound,
) -> impl Iterator<Item = &'a (Relation, Term)> {
    aggregate.guards.iter().filter(|(_, term)| !bound.binds(term))
}

fn is_assignment(aggregate: &Aggregate, (relation, term): &(Relation, Term)) -> bool {
    let may_assign = aggregate.sign == Sign::None && !aggregate.tests_choice;
    may_assign && *relation == Relation::Equal && term.is_pattern()
}

/// Adds the variables that a ready literal binds.
pub(crate) fn bind(literal: &Literal, bound: &mut Bound) {
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
pub(crate) fn saturate<'a>(literals: &'a [Literal], bound: &mut Bound, global: &[bool]) -> Vec<&'a Literal> {
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
