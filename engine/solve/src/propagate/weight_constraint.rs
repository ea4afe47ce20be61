//! Weight constraints: lower bounds on the weight of true literals, all in one propagator.
//!
//! `2·a + 1·b + 1·c ≥ 2`: with `a` false, `b` and `c` must be true.
//!
//! The slack of a constraint is the sum of the weights of its literals that are not false, minus the bound. A
//! negative slack is a conflict; a free literal whose weight exceeds the slack must be true. Literals are
//! sorted by decreasing weight, so the scan stops at the first literal whose weight is within the slack.
//! Reasons are computed lazily: enough of the literals that were false at that time (Gebser, Kaminski,
//! Kaufmann, Schaub 2009).
//!
//! Invariant: each slack counts exactly the literals that `assigned` has reported and `unassigned` has not.

use crate::propagate::lists::Lists;
use crate::propagate::propagator::{Context, Propagator};
use hamadryad_sat::{Conflict, Lit, Solver};

#[derive(Clone)]
struct WeightConstraint {
    /// The range of its terms.
    start: u32,
    end: u32,
    slack: i64,
    /// The slack if no literal is false.
    room: i64,
    /// At most one literal can be false: each weight exceeds half of `room`.
    is_at_most_one: bool,
    /// The first false literal, if a literal is false.
    first: Lit,
}

/// A literal in a constraint.
#[derive(Clone, Copy)]
struct Occurrence {
    constraint: u32,
    weight: i64,
}

/// All constraints of a program.
#[derive(Clone, Default)]
pub(crate) struct WeightConstraints {
    constraints: Vec<WeightConstraint>,
    terms: Vec<(Lit, i64)>,
    /// By literal: the constraints that contain it.
    occurrences: Lists<Occurrence>,
    /// Constraints that have lost slack since they were last propagated.
    pending: Vec<u32>,
}

impl WeightConstraints {
    /// Adds `Σ weight·literal ≥ bound` at level 0. Weights are positive, and variables are distinct. `seen`
    /// is the number of literals on the trail that propagators have seen.
    pub(crate) fn add(&mut self, solver: &Solver, terms: &[(Lit, i64)], bound: i64, seen: usize) {
        let id = u32::try_from(self.constraints.len()).expect("fewer than 2^27 weight constraints");
        let start = self.terms.len();
        self.terms.extend_from_slice(terms);
        self.terms[start..].sort_by_key(|&(lit, weight)| (std::cmp::Reverse(weight), lit));
        for &(lit, weight) in terms {
            self.occurrences.push(lit.index(), Occurrence { constraint: id, weight });
        }
        let room = terms.iter().map(|&(_, weight)| weight).sum::<i64>() - bound;
        let noticed = |lit: Lit| solver.is_false(lit) && solver.position(lit.var()) < seen;
        let falsified = terms.iter().filter(|&&(lit, _)| noticed(lit)).map(|&(_, weight)| weight);
        let slack = room - falsified.sum::<i64>();
        let is_at_most_one = terms.iter().all(|&(_, weight)| weight <= room && 2 * weight > room);
        // The first false literal is known only if none was false before the constraint was added.
        let is_at_most_one = is_at_most_one && slack == room;
        let (start, end) = (start as u32, self.terms.len() as u32);
        self.constraints.push(WeightConstraint {
            start,
            end,
            slack,
            room,
            is_at_most_one,
            first: terms[0].0,
        });
        self.pending.push(id);
    }

    /// False literals from before a position of the trail whose weights exceed `room`; few, because heavy
    /// literals are taken first.
    fn enough_false(&self, solver: &Solver, id: u32, room: i64, before: usize) -> Vec<Lit> {
        let constraint = &self.constraints[id as usize];
        let mut literals = Vec::new();
        let mut weighed = 0;
        for &(lit, weight) in &self.terms[constraint.start as usize..constraint.end as usize] {
            if solver.is_false(lit) && solver.position(lit.var()) < before {
                weighed += weight;
                literals.push(lit);
                if weighed > room {
                    break;
                }
            }
        }
        debug_assert!(weighed > room, "a constraint explains its implications");
        literals
    }
}

impl Propagator for WeightConstraints {
    #[inline]
    fn assigned(&mut self, lit: Lit, _: usize) {
        for occurrence in self.occurrences.get((!lit).index()) {
            let constraint = &mut self.constraints[occurrence.constraint as usize];
            if constraint.slack == constraint.room {
                constraint.first = !lit;
            }
            constraint.slack -= occurrence.weight;
            self.pending.push(occurrence.constraint);
        }
    }

    #[inline]
    fn unassigned(&mut self, lit: Lit) {
        for occurrence in self.occurrences.get((!lit).index()) {
            self.constraints[occurrence.constraint as usize].slack += occurrence.weight;
        }
    }

    /// Clears the list of pending constraints: everything that follows from the remaining trail is implied
    /// already.
    fn backjumped(&mut self, _: &Solver, _: usize) {
        self.pending.clear();
    }

    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        while let Some(id) = self.pending.pop() {
            let constraint = &self.constraints[id as usize];
            if constraint.slack < 0 {
                let clause = self.enough_false(context.solver, id, constraint.room, usize::MAX);
                return Err(context.conflict(&clause));
            }
            for &(lit, weight) in &self.terms[constraint.start as usize..constraint.end as usize] {
                if weight <= constraint.slack {
                    break;
                }
                // A literal that became false and is not counted yet makes the constraint pending again.
                if context.solver.is_free(lit) {
                    context.imply(lit, id)?;
                }
            }
        }
        Ok(())
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, id: u32, reason: &mut Vec<Lit>) {
        let constraint = &self.constraints[id as usize];
        if constraint.is_at_most_one && solver.is_true(lit) {
            return reason.push(!constraint.first);
        }
        let terms = &self.terms[constraint.start as usize..constraint.end as usize];
        let own = terms.iter().find(|&&(other, _)| other == lit);
        let weight = own.expect("a constraint implies literals of its own").1;
        let before = if solver.is_true(lit) { solver.position(lit.var()) } else { usize::MAX };
        let falsified = self.enough_false(solver, id, constraint.room - weight, before);
        reason.extend(falsified.iter().map(|&lit| !lit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagate::answers::answers;
    use crate::propagate::reason_checker::{
        Strength, check, new_vars, random, random_clauses, random_literal, restless,
    };
    use rand::RngExt;

    /// A constraint as its terms and its bound.
    type Plain = (Vec<(Lit, i64)>, i64);

    /// The naive version: the weights of the true literals of each constraint reach its bound.
    fn holds(constraints: &[Plain], is_true: &dyn Fn(Lit) -> bool) -> bool {
        constraints.iter().all(|(terms, bound)| {
            terms.iter().filter(|&&(lit, _)| is_true(lit)).map(|&(_, weight)| weight).sum::<i64>() >= *bound
        })
    }

    #[test]
    fn inferences_follow_from_the_constraints() {
        let (mut implications, mut conflicts) = (0, 0);
        for seed in 0..300 {
            let random = &mut random(seed);
            let mut solver = restless();
            let number = random.random_range(3..=8);
            let vars = new_vars(&mut solver, number);
            let clauses = random_clauses(random, &mut solver, &vars);
            let mut propagator = WeightConstraints::default();
            let constraints: Vec<Plain> = (0..random.random_range(1..=4))
                .map(|_| {
                    let mut term = |var: Lit| {
                        (random_literal(random, &[var]), random.random_range(1..=4), random.random_bool(0.7))
                    };
                    let chosen = vars.iter().map(|&var| term(var)).filter(|&(_, _, is_chosen)| is_chosen);
                    let mut terms: Vec<(Lit, i64)> = chosen.map(|(lit, weight, _)| (lit, weight)).collect();
                    if terms.is_empty() {
                        terms.push((vars[0], 1));
                    }
                    let total: i64 = terms.iter().map(|&(_, weight)| weight).sum();
                    (terms, random.random_range(1..=total))
                })
                .collect();
            for (terms, bound) in &constraints {
                propagator.add(&solver, terms, *bound, 0);
            }
            let naive = |is_true: &dyn Fn(Lit) -> bool| holds(&constraints, is_true);
            // Several constraints together have further consequences.
            let strength = if constraints.len() == 1 { Strength::Complete } else { Strength::Sound };
            let checked = check(random, solver, propagator, &clauses, &naive, strength);
            implications += checked.0;
            conflicts += checked.1;
        }
        assert!(implications > 1000 && conflicts > 100, "{implications} {conflicts}");
    }

    #[test]
    fn weights_of_true_atoms_reach_the_bound() {
        let text =
            "{a; b; c}. :- #sum { 3,a : a; 2,b : b; 2,c : c } < 4. :- #count { a : a; b : b; c : c } > 2.";
        assert_eq!(answers(text), "{a b} {a c} {b c}");
    }
}
