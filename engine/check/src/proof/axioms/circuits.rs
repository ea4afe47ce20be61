//! Axioms about the theory atoms `&circuit`.
//!
//! ```text
//! &circuit { (a,b) : p; (b,c) : q; (c,a) : r; (c,d); (d,a) }.       the axiom ¬p ∨ ¬q ∨ ¬r holds: d would be left out
//! ```
//!
//! Where the axiom is false, a theory atom is known to be true, and of some pairs of nodes it is known that the circuit goes from one
//! to the other, in whatever direction: because a condition is true, or because propagation refutes that all of them are false.
//! On a circuit of three nodes or more these pairs form no closed path but one through all nodes, and no node has three.

use super::super::propagate::Propagation;
use super::super::{Constraint, Problem};
use crate::circuit::Circuit;
use crate::recorded::GroundProgram;
use hamadryad_aspif::Literal;
use std::collections::{BTreeMap, BTreeSet};

type Conditions<'p> = Vec<&'p [Literal]>;

/// Whether a circuit that is known to be there cannot be one.
pub(super) fn are_broken(program: &GroundProgram, problem: &Problem, known: &mut Propagation) -> bool {
    program.circuits.all.iter().any(|(atom, circuit)| {
        problem.are_true(known, &[atom.positive()]) && is_broken(problem, known, circuit)
    })
}

fn is_broken(problem: &Problem, known: &mut Propagation, circuit: &Circuit<String, Vec<Literal>>) -> bool {
    let mut pairs: BTreeMap<(&str, &str), Conditions<'_>> = BTreeMap::new();
    for (from, to, condition) in &circuit.pairs {
        pairs.entry((from.min(to), from.max(to))).or_default().push(condition);
    }
    let nodes: BTreeSet<&str> = pairs.keys().flat_map(|&(a, b)| [a, b]).collect();
    let certain = pairs.iter().filter(|(_, conditions)| is_certain(problem, known, conditions));
    let certain: Vec<(&str, &str)> = certain.map(|(&pair, _)| pair).collect();
    nodes.len() >= 3 && !may_be_completed(nodes.len(), &certain)
}

/// Whether one of the conditions must hold.
fn is_certain(problem: &Problem, known: &mut Propagation, conditions: &Conditions<'_>) -> bool {
    if conditions.iter().any(|condition| problem.are_true(known, condition)) {
        return true;
    }
    // Each is false: one of its literals is. Whose literals nobody knows may be so.
    let absent = |condition: &&[Literal]| {
        let literals = condition.iter().map(|&literal| problem.named(!literal));
        literals.collect::<Option<Vec<_>>>().map(Constraint::clause)
    };
    let absent: Vec<Constraint> = conditions.iter().filter_map(absent).collect();
    known.refutes(&absent, &[])
}

/// Whether pairs may be among those of a circuit through so many nodes, three or more, as far as degrees and closed paths tell.
fn may_be_completed(nodes: usize, pairs: &[(&str, &str)]) -> bool {
    let mut around: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for &(a, b) in pairs {
        around.entry(a).or_default().insert(b);
        around.entry(b).or_default().insert(a);
    }
    let is_loop = |&(a, b): &(&str, &str)| a == b;
    if pairs.iter().any(is_loop) || around.values().any(|neighbours| neighbours.len() > 2) {
        return false;
    }
    // With two neighbours at most, what hangs together is a path, or is closed if all of it has two.
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    around.keys().all(|&first| {
        let mut together = BTreeSet::new();
        let mut next = vec![first];
        while let Some(node) = next.pop() {
            if !seen.contains(node) && together.insert(node) {
                next.extend(&around[node]);
            }
        }
        let is_closed = !together.is_empty() && together.iter().all(|node| around[node].len() == 2);
        seen.extend(&together);
        !is_closed || together.len() == nodes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_can_be_completed_and_early_circuits_cannot() {
        assert!(may_be_completed(4, &[]));
        assert!(may_be_completed(4, &[("a", "b"), ("c", "d")]));
        assert!(may_be_completed(4, &[("a", "b"), ("b", "c"), ("c", "d")]));
        assert!(may_be_completed(4, &[("a", "b"), ("b", "c"), ("c", "d"), ("a", "d")]));
        assert!(!may_be_completed(4, &[("a", "b"), ("b", "c"), ("a", "c")]));
        assert!(!may_be_completed(4, &[("a", "b"), ("a", "c"), ("a", "d")]));
        assert!(!may_be_completed(4, &[("a", "a")]));
        assert!(!may_be_completed(7, &[("x", "y"), ("a", "b"), ("b", "c"), ("a", "c")]));
    }
}
