//! Which rules of a step can fire: only these define their heads.
//!
//! ```text
//! #external x. { a }.      solved, and x released
//! b :- x.  c :- b.  a :- c.      a later step: nothing makes b true, nor c, so that nothing new is said about a
//! ```
//!
//! Atoms are reached from below, so that a circle that nothing enters is not. What earlier steps have settled counts, and the
//! facts of this one; beyond that, nothing is concluded from negation.

use crate::solver::AspSolver;
use crate::step::{BodyId, Step};
use hamadryad_aspif::{Atom, Body, ExternalValue, Literal};
use rustc_hash::FxHashSet;

/// What a body of a step has to wait for.
#[derive(Default)]
struct Waiting {
    /// By body: how much of it is still to be reached. A conjunction counts its literals.
    missing: Vec<i64>,
    /// Atoms, each with a body that it would bring so much nearer; sorted.
    bodies: Vec<(Atom, BodyId, i64)>,
}

impl AspSolver {
    /// By body of the step: whether it may be true.
    pub(crate) fn bodies_that_may_hold(&self, step: &Step) -> Vec<bool> {
        let mut waiting = self.what_bodies_wait_for(step);
        let mut heads: Vec<(BodyId, Atom)> =
            step.supports.iter().map(|support| (support.body, support.atom)).collect();
        heads.sort_unstable_by_key(|&(body, atom)| (body.index(), atom));
        let mut reached: Vec<BodyId> = (0..step.bodies.len() as u32)
            .map(BodyId)
            .filter(|body| waiting.missing[body.index()] <= 0)
            .collect();
        let mut may_hold = vec![false; step.bodies.len()];
        let mut seen: FxHashSet<Atom> = FxHashSet::default();
        while let Some(body) = reached.pop() {
            may_hold[body.index()] = true;
            let first = heads.partition_point(|(other, _)| other.index() < body.index());
            for (_, atom) in heads[first..].iter().take_while(|(other, _)| *other == body) {
                if !seen.insert(*atom) {
                    continue;
                }
                let first = waiting.bodies.partition_point(|(other, ..)| other < atom);
                let nearer = waiting.bodies[first..].iter().take_while(|(other, ..)| other == atom);
                for &(_, next, weight) in nearer {
                    let missing = &mut waiting.missing[next.index()];
                    let was_missing = std::mem::replace(missing, *missing - weight) > 0;
                    if was_missing && *missing <= 0 {
                        reached.push(next);
                    }
                }
            }
        }
        may_hold
    }

    fn what_bodies_wait_for(&self, step: &Step) -> Waiting {
        let facts = step.facts();
        let declared = step.externals.iter().filter(|(_, value)| *value != ExternalValue::Release);
        let open: FxHashSet<Atom> =
            declared.map(|&(atom, _)| atom).chain(step.theory_atoms.iter().copied()).collect();
        let mut waiting = Waiting::default();
        let mut wait = |literal: Literal, body: BodyId, weight: i64| {
            let atom = literal.atom();
            let is_possible = match self.known(atom) {
                Some(_) => !self.sat.is_fixed_true(!self.lit(literal)),
                None if literal.is_positive() => open.contains(&atom),
                None => facts.binary_search(&atom).is_err(),
            };
            if !is_possible && literal.is_positive() && self.known(atom).is_none() {
                waiting.bodies.push((atom, body, weight));
            }
            if is_possible { weight } else { 0 }
        };
        for (number, body) in step.bodies.iter().enumerate() {
            let id = BodyId(number as u32);
            let missing = match body {
                Body::Normal(literals) => {
                    let possible: i64 = literals.iter().map(|&literal| wait(literal, id, 1)).sum();
                    literals.len() as i64 - possible
                }
                Body::Sum { lower, literals } => {
                    let summands = literals.iter();
                    let possible: i64 =
                        summands.map(|summand| wait(summand.literal, id, i64::from(summand.weight))).sum();
                    i64::from(*lower) - possible
                }
            };
            waiting.missing.push(missing);
        }
        waiting.bodies.sort_unstable_by_key(|&(atom, ..)| atom);
        waiting
    }
}
