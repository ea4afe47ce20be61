//! The bodies of a step that may be true: only their rules define atoms.
//!
//! ```text
//! #external x. { a }.            solved, then x is released
//! b :- x.  c :- b.  a :- c.      a later step: b and c cannot be true, so a is not defined again
//! ```
//!
//! A least fixpoint from below: a body is possible if enough of its literals are; a head of a possible body
//! is possible. Thus a positive loop without external support is not possible. Literals that earlier steps
//! have fixed and facts of this step count; nothing else is concluded from negation.
//!
//! The possible terms of weight constraints that share their terms are counted once, for the first of these constraints.

use crate::program::atoms::AtomTable;
use crate::program::body::BodyId;
use crate::program::step::Step;
use crate::program::term_lists::TermsId;
use hamadryad_aspif::{Atom, BodyRef, ExternalValue, Literal};
use hamadryad_sat::Solver;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// The part of each body that is not possible yet.
struct Missing {
    /// By body: the weight that is missing. A literal of a conjunction has weight 1.
    weight: Vec<i64>,
    /// Atoms, each with a body that contains it and its weight there; sorted by atom. Of weight constraints over the same
    /// terms, only the first one counts.
    occurrences: Vec<(Atom, BodyId, i64)>,
    /// By the first of some weight constraints over the same terms: the others that are not possible yet, by the difference
    /// of their bounds to the first one's, falling.
    others: FxHashMap<BodyId, Vec<(i64, BodyId)>>,
}

/// By body of the step: whether it may be true.
pub(crate) fn possible_bodies(step: &Step, atoms: &AtomTable, sat: &Solver) -> Vec<bool> {
    let mut missing = missing_weights(step, atoms, sat);
    let mut is_possible: Vec<bool> = missing.weight.iter().map(|&weight| weight <= 0).collect();
    if missing.occurrences.is_empty() {
        return is_possible;
    }
    // The heads that occur in bodies: a step may have a hundred times as many rules as these heads have.
    let occurs = |atom: Atom| missing.first_occurrence(atom).is_some();
    let defined = step.supports.chunk_by(|a, b| a.atom == b.atom).filter(|rules| occurs(rules[0].atom));
    let mut heads: Vec<(BodyId, Atom)> =
        defined.flatten().map(|support| (support.body, support.atom)).collect();
    heads.sort_unstable_by_key(|&(body, _)| body.index());
    let mut new_bodies: Vec<usize> = (0..step.bodies.len()).filter(|&body| is_possible[body]).collect();
    // By the first position of an atom in `occurrences`.
    let mut is_counted = vec![false; missing.occurrences.len()];
    // An atom whose rules are all contradictory is never true, but the rules with the atom in their bodies
    // define their heads: with `{q} :- not q. y :- q.`, the atom y is defined, and so not external, as in
    // clingo.
    let mut new_atoms: Vec<Atom> = step.vacuous_heads.clone();
    loop {
        while let Some(atom) = new_atoms.pop() {
            missing.count(atom, &mut is_counted, &mut is_possible, &mut new_bodies);
        }
        let Some(body) = new_bodies.pop() else { break };
        let first = heads.partition_point(|&(other, _)| other.index() < body);
        let rules = heads[first..].iter().take_while(|&&(other, _)| other.index() == body);
        new_atoms.extend(rules.map(|&(_, atom)| atom));
    }
    is_possible
}

impl Missing {
    /// The first position of an atom in `occurrences`.
    fn first_occurrence(&self, atom: Atom) -> Option<usize> {
        let first = self.occurrences.partition_point(|&(other, ..)| other < atom);
        let occurs = self.occurrences.get(first).is_some_and(|&(other, ..)| other == atom);
        occurs.then_some(first)
    }

    /// Counts a possible atom once in each body that contains it, and collects the bodies that become
    /// possible.
    fn count(
        &mut self,
        atom: Atom,
        is_counted: &mut [bool],
        is_possible: &mut [bool],
        new_bodies: &mut Vec<usize>,
    ) {
        let Some(first) = self.first_occurrence(atom) else { return };
        if std::mem::replace(&mut is_counted[first], true) {
            return;
        }
        for &(_, body, weight) in self.occurrences[first..].iter().take_while(|&&(other, ..)| other == atom) {
            let missing = &mut self.weight[body.index()];
            *missing -= weight;
            let mut note = |body: BodyId| {
                if !std::mem::replace(&mut is_possible[body.index()], true) {
                    new_bodies.push(body.index());
                }
            };
            if *missing <= 0 {
                note(body);
            }
            if let Some(others) = self.others.get_mut(&body) {
                while let Some((_, other)) = others.pop_if(|(more, _)| *missing + *more <= 0) {
                    note(other);
                }
            }
        }
    }
}

/// The missing weights before any rule of the step is applied.
fn missing_weights(step: &Step, atoms: &AtomTable, sat: &Solver) -> Missing {
    let facts = step.facts();
    let declared = step.externals.iter().filter(|(_, value)| *value != ExternalValue::Release);
    let open: FxHashSet<Atom> =
        declared.map(|&(atom, _)| atom).chain(step.theory_atoms.iter().copied()).collect();
    let mut occurrences = Vec::new();
    let mut possible_weight = |literal: Literal, body: BodyId, weight: i64| {
        let atom = literal.atom();
        let is_possible = match atoms.known(atom) {
            Some(_) => !sat.is_fixed_true(!atoms.lit(literal)),
            None if literal.is_positive() => open.contains(&atom),
            None => facts.binary_search(&atom).is_err(),
        };
        if !is_possible && literal.is_positive() && atoms.known(atom).is_none() {
            occurrences.push((atom, body, weight));
        }
        if is_possible { weight } else { 0 }
    };
    let mut weight = Vec::with_capacity(step.bodies.len());
    // By list of terms: the first weight constraint, its bound, and the possible weight.
    let mut firsts: FxHashMap<TermsId, (BodyId, i64, i64)> = FxHashMap::default();
    let mut others: FxHashMap<BodyId, Vec<(i64, BodyId)>> = FxHashMap::default();
    for (id, body) in step.bodies.ids().zip(step.bodies.iter()) {
        weight.push(match body {
            BodyRef::Sum { lower, literals } => {
                let lower = i64::from(lower);
                let terms = step.bodies.terms_of(id).expect("a weight constraint has terms");
                let (first, bound, possible) = *firsts.entry(terms).or_insert_with(|| {
                    let weights =
                        literals.iter().map(|term| possible_weight(term.literal, id, i64::from(term.weight)));
                    (id, lower, weights.sum())
                });
                if first != id && lower > possible {
                    others.entry(first).or_default().push((lower - bound, id));
                }
                lower - possible
            }
            BodyRef::Normal(literals) => {
                let possible: i64 = literals.iter().map(|&literal| possible_weight(literal, id, 1)).sum();
                literals.len() as i64 - possible
            }
        });
    }
    others.values_mut().for_each(|others| others.sort_unstable_by_key(|&(more, body)| (Reverse(more), body)));
    occurrences.sort_unstable_by_key(|&(atom, ..)| atom);
    Missing { weight, occurrences, others }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::step::Support;
    use hamadryad_aspif::WeightedLiteral;

    fn lit(number: i32) -> Literal {
        Literal::new(number).unwrap()
    }

    /// Whether `sum >= bound` is possible for each bound, with `{a(1); b(2); c(3)}. d(4) :- e. e(5) :- d.` and the sum of
    /// `a + 2*b + c + d + e`.
    fn possible(bounds: [i32; 4]) -> [bool; 4] {
        let mut sat = Solver::new();
        let atoms = AtomTable::new(sat.new_var().positive());
        let mut step = Step::default();
        let empty = step.bodies.add(BodyRef::Normal(&[])).unwrap();
        step.supports.extend([1, 2, 3].map(|atom| Support::choice(lit(atom).atom(), empty)));
        for (head, body) in [(4, 5), (5, 4)] {
            let body = step.bodies.add(BodyRef::Normal(&[lit(body)])).unwrap();
            step.supports.push(Support::rule(lit(head).atom(), body));
        }
        let terms = [(1, 1), (2, 2), (3, 1), (4, 1), (5, 1)];
        let terms = terms.map(|(number, weight)| WeightedLiteral { literal: lit(number), weight });
        let sums = bounds.map(|lower| step.bodies.add(BodyRef::Sum { lower, literals: &terms }).unwrap());
        assert!(sums.iter().all(|&sum| step.bodies.terms_of(sum) == step.bodies.terms_of(sums[0])));
        let is_possible = possible_bodies(&step, &atoms, &sat);
        sums.map(|sum| is_possible[sum.index()])
    }

    #[test]
    fn each_bound_over_the_same_terms_has_its_own_answer() {
        assert_eq!(possible([2, 3, 4, 5]), [true, true, true, false]);
        assert_eq!(possible([5, 3, 4, 2]), [false, true, true, true]);
        assert_eq!(possible([3, 5, 2, 4]), [true, false, true, true]);
    }
}
