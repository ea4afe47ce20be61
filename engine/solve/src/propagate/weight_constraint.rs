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
//! Invariant: each slack and each list of false terms counts exactly the literals that `assigned` has reported
//! and `unassigned` has not.

use crate::propagate::lists::Lists;
use crate::propagate::propagator::{Context, Propagator};
use hamadryad_sat::{Conflict, Lit, Solver};
use smallvec::SmallVec;

/// If at most one in so many terms is false, reasons come from the sorted list of false terms, not from all terms.
const FEW: usize = 4;

#[derive(Clone)]
struct WeightConstraint {
    /// The range of its terms.
    start: u32,
    end: u32,
    slack: i64,
    /// The slack if no literal is false.
    room: i64,
    /// The number of its false literals.
    falsified: u32,
}

impl WeightConstraint {
    /// Counts a term as false.
    #[inline]
    fn falsify(&mut self, falsified: &mut [u32], occurrence: &Occurrence) {
        falsified[(self.start + self.falsified) as usize] = occurrence.term;
        self.falsified += 1;
        self.slack -= occurrence.weight;
    }
}

/// A literal in a constraint.
#[derive(Clone, Copy)]
struct Occurrence {
    constraint: u32,
    /// The place of the term among the terms of all constraints.
    term: u32,
    weight: i64,
}

/// All constraints of a program.
#[derive(Clone, Default)]
pub(crate) struct WeightConstraints {
    constraints: Vec<WeightConstraint>,
    terms: Vec<(Lit, i64)>,
    /// At the beginning of the range of each constraint: the places of its terms that are false, in the order
    /// in which they became false.
    falsified: Vec<u32>,
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
        let end = self.terms.len();
        self.terms[start..].sort_by_key(|&(lit, weight)| (std::cmp::Reverse(weight), lit));
        self.falsified.resize(end, 0);
        let room = terms.iter().map(|&(_, weight)| weight).sum::<i64>() - bound;
        let (start, end) = (start as u32, u32::try_from(end).expect("fewer than 2^32 terms"));
        self.constraints.push(WeightConstraint { start, end, slack: room, room, falsified: 0 });
        for term in start..end {
            let (lit, weight) = self.terms[term as usize];
            let occurrence = Occurrence { constraint: id, term, weight };
            if solver.is_false(lit) && solver.position(lit.var()) < seen {
                self.constraints[id as usize].falsify(&mut self.falsified, &occurrence);
            }
            self.occurrences.push(lit.index(), occurrence);
        }
        self.pending.push(id);
    }

    /// Appends the negations of false literals from before a position of the trail whose weights exceed
    /// `room`; few, because heavy literals are taken first.
    fn append_false(&self, solver: &Solver, id: u32, room: i64, before: usize, negations: &mut Vec<Lit>) {
        let constraint = &self.constraints[id as usize];
        let terms = &self.terms[constraint.start as usize..constraint.end as usize];
        let mut weighed = 0;
        let mut suffices = |lit: Lit, weight: i64| {
            if solver.position(lit.var()) < before {
                weighed += weight;
                negations.push(!lit);
            }
            weighed > room
        };
        let falsified = &self.falsified[constraint.start as usize..][..constraint.falsified as usize];
        if falsified.len() <= terms.len() / FEW {
            // The order of places is that of decreasing weight.
            let mut places: SmallVec<[u32; 16]> = SmallVec::from_slice(falsified);
            places.sort_unstable();
            for (lit, weight) in places.iter().map(|&place| self.terms[place as usize]) {
                if suffices(lit, weight) {
                    break;
                }
            }
        } else {
            for &(lit, weight) in terms {
                if solver.is_false(lit) && suffices(lit, weight) {
                    break;
                }
            }
        }
        debug_assert!(weighed > room, "a constraint explains its implications");
    }
}

impl Propagator for WeightConstraints {
    #[inline]
    fn assigned(&mut self, lit: Lit, _: usize) {
        for occurrence in self.occurrences.get((!lit).index()) {
            let constraint = &mut self.constraints[occurrence.constraint as usize];
            constraint.falsify(&mut self.falsified, occurrence);
            self.pending.push(occurrence.constraint);
        }
    }

    #[inline]
    fn unassigned(&mut self, lit: Lit) {
        for occurrence in self.occurrences.get((!lit).index()) {
            let constraint = &mut self.constraints[occurrence.constraint as usize];
            constraint.falsified -= 1;
            constraint.slack += occurrence.weight;
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
                let mut negations = Vec::new();
                self.append_false(context.solver, id, constraint.room, usize::MAX, &mut negations);
                let clause: Vec<Lit> = negations.into_iter().map(|lit| !lit).collect();
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
        let terms = &self.terms[constraint.start as usize..constraint.end as usize];
        let (heaviest, lightest) = (terms[0].1, terms[terms.len() - 1].1);
        let weight = if heaviest == lightest {
            heaviest
        } else {
            let own = terms.iter().find(|&&(other, _)| other == lit);
            own.expect("a constraint implies literals of its own").1
        };
        let before = if solver.is_true(lit) { solver.position(lit.var()) } else { usize::MAX };
        self.append_false(solver, id, constraint.room - weight, before, reason);
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
