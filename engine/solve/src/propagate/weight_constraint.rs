//! WeightConstraints of weighted literals that must reach a bound, as one propagator.
//!
//! `2·a + 1·b + 1·c ≥ 2`: with `a` false, `b` and `c` must be true.
//!
//! For each sum we count the slack: the weights of the literals that are not false, less the bound. Below zero it is a
//! conflict; a free literal that weighs more than the slack must be true. Literals are kept by falling weight, so that the
//! scan stops at the first that the slack can do without. Reasons are made when asked for: enough of the literals that
//! were false by then (Gebser et al., "On the Implementation of Weight Constraint Rules in Conflict-Driven ASP Solvers",
//! ICLP 2009).
//!
//! Invariant: after `propagate` up to a place on the trail, each slack speaks of exactly the trail before it.

use hamadryad_sat::{Lit, Solver};

#[derive(Clone)]
struct WeightConstraint {
    /// Where its literals start.
    start: u32,
    end: u32,
    slack: i64,
    /// The slack while no literal is false.
    room: i64,
    /// Not one more literal can be false than one: the weight of each exceeds half the room.
    is_at_most_one: bool,
    /// The literal that was the first to be false, where one is.
    first: Lit,
}

/// A place where a literal stands in a sum.
#[derive(Clone, Copy)]
struct Occurrence {
    sum: u32,
    weight: i64,
}

/// All constraints of a program.
#[derive(Clone, Default)]
pub(crate) struct WeightConstraints {
    constraints: Vec<WeightConstraint>,
    terms: Vec<(Lit, i64)>,
    /// By literal: the constraints that it stands in.
    occurrences: Vec<Vec<Occurrence>>,
    /// WeightConstraints that have lost slack since they were last looked at.
    pending: Vec<u32>,
}

impl WeightConstraints {
    /// Adds `Σ weight·literal ≥ bound`, at level 0. Weights are positive, literals distinct in their variables. `seen` literals of
    /// the trail have been noticed.
    pub(crate) fn add(&mut self, solver: &Solver, terms: &[(Lit, i64)], bound: i64, seen: usize) {
        let id = u32::try_from(self.constraints.len()).expect("fewer than 2^28 constraints");
        let start = self.terms.len();
        self.terms.extend_from_slice(terms);
        self.terms[start..].sort_by_key(|&(lit, weight)| (std::cmp::Reverse(weight), lit));
        self.occurrences.resize(2 * solver.num_vars(), Vec::new());
        for &(lit, weight) in terms {
            self.occurrences[lit.index()].push(Occurrence { sum: id, weight });
        }
        let room = terms.iter().map(|&(_, weight)| weight).sum::<i64>() - bound;
        let noticed = |lit: Lit| solver.is_false(lit) && solver.position(lit.var()) < seen;
        let falsified = terms.iter().filter(|&&(lit, _)| noticed(lit)).map(|&(_, weight)| weight);
        let slack = room - falsified.sum::<i64>();
        let is_at_most_one = terms.iter().all(|&(_, weight)| weight <= room && 2 * weight > room);
        // Where it is known which came first: what was false before the sum was made may be in any order.
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

    /// A literal has become false.
    #[inline]
    pub(crate) fn falsified(&mut self, lit: Lit) {
        let Some(list) = self.occurrences.get(lit.index()) else { return };
        for occurrence in list {
            let sum = &mut self.constraints[occurrence.sum as usize];
            if sum.slack == sum.room {
                sum.first = lit;
            }
            sum.slack -= occurrence.weight;
            self.pending.push(occurrence.sum);
        }
    }

    /// A literal is false no more.
    #[inline]
    pub(crate) fn restored(&mut self, lit: Lit) {
        let Some(list) = self.occurrences.get(lit.index()) else { return };
        for occurrence in list {
            self.constraints[occurrence.sum as usize].slack += occurrence.weight;
        }
    }

    /// Forgets what was to be looked at: called when the search jumps back. What is implied below is implied already.
    pub(crate) fn jumped_back(&mut self) {
        self.pending.clear();
    }

    /// Implies what the constraints demand, with their numbers (plus `handle_base`) as handles. `false` on a conflict.
    pub(crate) fn propagate(&mut self, solver: &mut Solver, handle_base: u32) -> bool {
        while let Some(id) = self.pending.pop() {
            let sum = &self.constraints[id as usize];
            if sum.slack < 0 {
                let conflict = self.enough_false(solver, id, sum.room, usize::MAX);
                solver.set_conflict(&conflict);
                return false;
            }
            for &(lit, weight) in &self.terms[sum.start as usize..sum.end as usize] {
                if weight <= sum.slack {
                    break;
                }
                // A literal falsified since, and not yet counted, makes the sum pending again.
                if solver.is_free(lit) && !solver.imply(lit, handle_base + id) {
                    return false;
                }
            }
        }
        true
    }

    /// Appends the true literals, negations of the sum's, that force `lit`.
    pub(crate) fn explain(&self, solver: &Solver, lit: Lit, id: u32, reason: &mut Vec<Lit>) {
        let sum = &self.constraints[id as usize];
        if sum.is_at_most_one && solver.is_true(lit) {
            return reason.push(!sum.first);
        }
        let own = self.terms[sum.start as usize..sum.end as usize].iter().find(|&&(other, _)| other == lit);
        let weight = own.expect("a sum implies its own literals only").1;
        let before = if solver.is_true(lit) { solver.position(lit.var()) } else { usize::MAX };
        reason.extend(self.enough_false(solver, id, sum.room - weight, before).iter().map(|&lit| !lit));
    }

    /// False literals of the sum from before a place on the trail that weigh more than `room`: few, by taking the heavy
    /// first.
    fn enough_false(&self, solver: &Solver, id: u32, room: i64, before: usize) -> Vec<Lit> {
        let sum = &self.constraints[id as usize];
        let mut literals = Vec::new();
        let mut weighed = 0;
        for &(lit, weight) in &self.terms[sum.start as usize..sum.end as usize] {
            if solver.is_false(lit) && solver.position(lit.var()) < before {
                weighed += weight;
                literals.push(lit);
                if weighed > room {
                    break;
                }
            }
        }
        debug_assert!(weighed > room, "a sum explains what it implied");
        literals
    }
}
