//! Which rules of a step can fire: only these define their heads.
//!
//! ```text
//! #external x. { a }.      solved, and x released
//! b :- x.  c :- b.  a :- c.      a later step: nothing makes b true, nor c, so that nothing new is said about a
//! ```
//!
//! Atoms are reached from below, so that a circle that nothing enters is not. What earlier steps have settled counts, and the
//! facts of this one; beyond that, nothing is concluded from negation.

use crate::program::step::{BodyId, Step};
use crate::solver::AspSolver;
use hamadryad_aspif::{Atom, Body, ExternalValue, Literal};
use rustc_hash::FxHashSet;

/// What the bodies of a step have to wait for.
struct Waiting {
    /// By body: how much of it is still to be reached. A conjunction counts its literals.
    missing: Vec<i64>,
    /// Atoms, each with a body that it would bring so much nearer; sorted by the atoms.
    nearer: Vec<(Atom, BodyId, i64)>,
}

impl AspSolver {
    /// By body of the step: whether it may be true.
    pub(crate) fn possible_bodies(&self, step: &Step) -> Vec<bool> {
        let Waiting { mut missing, nearer } = self.what_bodies_wait_for(step);
        let mut may_hold: Vec<bool> = missing.iter().map(|&missing| missing <= 0).collect();
        if nearer.is_empty() {
            return may_hold;
        }
        let mut heads: Vec<(usize, Atom)> =
            step.supports.iter().map(|support| (support.body.index(), support.atom)).collect();
        heads.sort_unstable_by_key(|&(body, _)| body);
        let mut reached: Vec<usize> = (0..step.bodies.len()).filter(|&body| may_hold[body]).collect();
        // By the first place of an atom in `nearer`.
        let mut is_reached = vec![false; nearer.len()];
        // An atom whose rules are all contradictory is never true, but the rules with the atom in their bodies define
        // their heads: with `{q} :- not q. y :- q.`, the atom y is defined, and so not external, as in clingo.
        let mut atoms: Vec<Atom> = step.vacuous_heads.clone();
        loop {
            while let Some(atom) = atoms.pop() {
                let first = nearer.partition_point(|&(other, ..)| other < atom);
                let brings_something = nearer.get(first).is_some_and(|&(other, ..)| other == atom);
                if !brings_something || std::mem::replace(&mut is_reached[first], true) {
                    continue;
                }
                for &(_, next, weight) in nearer[first..].iter().take_while(|&&(other, ..)| other == atom) {
                    let next = next.index();
                    missing[next] -= weight;
                    if missing[next] <= 0 && !std::mem::replace(&mut may_hold[next], true) {
                        reached.push(next);
                    }
                }
            }
            let Some(body) = reached.pop() else { break };
            let first = heads.partition_point(|&(other, _)| other < body);
            atoms.extend(
                heads[first..].iter().take_while(|&&(other, _)| other == body).map(|&(_, atom)| atom),
            );
        }
        may_hold
    }

    fn what_bodies_wait_for(&self, step: &Step) -> Waiting {
        let facts = step.facts();
        let declared = step.externals.iter().filter(|(_, value)| *value != ExternalValue::Release);
        let open: FxHashSet<Atom> =
            declared.map(|&(atom, _)| atom).chain(step.theory_atoms.iter().copied()).collect();
        let (mut missing, mut nearer) = (Vec::with_capacity(step.bodies.len()), Vec::new());
        let mut wait = |literal: Literal, body: BodyId, weight: i64| {
            let atom = literal.atom();
            let is_possible = match self.known(atom) {
                Some(_) => !self.sat.is_fixed_true(!self.lit(literal)),
                None if literal.is_positive() => open.contains(&atom),
                None => facts.binary_search(&atom).is_err(),
            };
            if !is_possible && literal.is_positive() && self.known(atom).is_none() {
                nearer.push((atom, body, weight));
            }
            if is_possible { weight } else { 0 }
        };
        for (number, body) in step.bodies.iter().enumerate() {
            let id = BodyId(number as u32);
            let left = match body {
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
            missing.push(left);
        }
        nearer.sort_unstable_by_key(|&(atom, ..)| atom);
        Waiting { missing, nearer }
    }
}
