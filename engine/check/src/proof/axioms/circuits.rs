//! Axioms about the theory atoms `&circuit`.
//!
//! ```text
//! &circuit { (a,b) : p; (b,c) : q; (c,a) : r; (c,d); (d,a) }.       the axiom ¬p ∨ ¬q ∨ ¬r holds: a circuit
//! would omit d
//! ```
//!
//! If the axiom is false, a theory atom is true, and the circuit contains certain pairs of nodes, in either
//! direction: because a condition is true, or because propagation refutes that all their conditions are
//! false. On a circuit of three nodes or more these pairs form no closed path except one through all nodes,
//! and no node has three of them.

use super::super::propagate::Propagation;
use super::super::{Constraint, Problem};
use crate::circuit::Circuit;
use crate::recorded::GroundProgram;
use hamadryad_aspif::Literal;
use std::collections::{BTreeMap, BTreeSet};

type Conditions<'p> = Vec<&'p [Literal]>;

/// Whether a theory atom is true whose circuit is impossible.
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
    // A condition is false if one of its literals is; unknown literals may be false.
    let absent = |condition: &&[Literal]| {
        let literals = condition.iter().map(|&literal| problem.named(!literal));
        literals.collect::<Option<Vec<_>>>().map(Constraint::clause)
    };
    let absent: Vec<Constraint> = conditions.iter().filter_map(absent).collect();
    known.refutes(&absent, &[])
}

/// Whether a circuit through `nodes` nodes, three or more, may contain these pairs, judged by degrees and
/// closed paths.
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
    // With at most two neighbours, each component is a path, or closed if all its nodes have two.
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
    fn paths_can_be_completed_and_short_circuits_cannot() {
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
