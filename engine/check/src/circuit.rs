//! Tests whether the chosen arcs are a single circuit, by following them.

use std::collections::{BTreeMap, BTreeSet};

/// The constraint of a true theory atom `&circuit`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circuit<Node, Condition> {
    /// Whether pairs are directed.
    pub is_directed: bool,
    /// The pairs with their conditions; the circuit must visit all their nodes.
    pub pairs: Vec<(Node, Node, Condition)>,
}

impl<Node: Ord + Clone, Condition> Circuit<Node, Condition> {
    /// Whether the pairs with true conditions are a single circuit through all nodes.
    pub fn is_there(&self, holds: impl Fn(&Condition) -> bool) -> bool {
        let nodes: BTreeSet<&Node> = self.pairs.iter().flat_map(|(from, to, _)| [from, to]).collect();
        let Some(&first) = nodes.first() else { return true };
        let there = self.pairs.iter().filter(|(_, _, condition)| holds(condition));
        let there: BTreeSet<(&Node, &Node)> = there.map(|(from, to, _)| (from, to)).collect();
        if self.is_directed {
            nodes.len() >= 2 && all_on_the_way_back(first, &nodes, &there)
        } else {
            let both: BTreeSet<(&Node, &Node)> =
                there.iter().flat_map(|&(from, to)| [(from, to), (to, from)]).collect();
            nodes.len() >= 3 && have_degree_two(&nodes, &both) && are_connected(first, &nodes, &both)
        }
    }
}

/// Whether one arc leaves each node, and the walk along the arcs returns to its start after all nodes.
fn all_on_the_way_back<Node: Ord>(
    first: &Node,
    nodes: &BTreeSet<&Node>,
    arcs: &BTreeSet<(&Node, &Node)>,
) -> bool {
    let next: BTreeMap<&Node, &Node> = arcs.iter().copied().collect();
    if next.len() != nodes.len() || arcs.len() != nodes.len() {
        return false;
    }
    let mut seen = BTreeSet::new();
    let mut node = first;
    while seen.insert(node) {
        node = next[node];
    }
    node == first && seen.len() == nodes.len()
}

fn have_degree_two<Node: Ord>(nodes: &BTreeSet<&Node>, both: &BTreeSet<(&Node, &Node)>) -> bool {
    let degree = |node: &Node| both.iter().filter(|(from, to)| *from == node && *to != node).count();
    both.iter().all(|(from, to)| from != to) && nodes.iter().all(|&node| degree(node) == 2)
}

fn are_connected<Node: Ord>(first: &Node, nodes: &BTreeSet<&Node>, both: &BTreeSet<(&Node, &Node)>) -> bool {
    let mut seen = BTreeSet::from([first]);
    loop {
        let before = seen.len();
        let new: Vec<&Node> =
            both.iter().filter(|(from, _)| seen.contains(from)).map(|&(_, to)| to).collect();
        seen.extend(new);
        if seen.len() == before {
            return before == nodes.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_there(is_directed: bool, pairs: &[(u32, u32, bool)]) -> bool {
        Circuit { is_directed, pairs: pairs.to_vec() }.is_there(|&there| there)
    }

    #[test]
    fn a_circuit_visits_all_nodes() {
        for is_directed in [true, false] {
            let check = |pairs: &[(u32, u32, bool)]| is_there(is_directed, pairs);
            assert!(check(&[]));
            assert!(!check(&[(1, 1, true)]));
            assert!(check(&[(1, 2, true), (2, 3, true), (3, 1, true), (1, 3, false)]));
            assert!(!check(&[(1, 2, true), (2, 3, true), (3, 1, true), (3, 4, false)]), "4 is left out");
            assert!(!check(&[(1, 2, true), (2, 3, true), (3, 1, true), (2, 2, true)]), "a loop");
            let twice = [(1, 2, true), (2, 3, true), (3, 1, true), (4, 5, true), (5, 6, true), (6, 4, true)];
            assert!(!check(&twice), "two circuits");
            assert_eq!(check(&[(1, 2, true), (2, 1, true)]), is_directed);
            assert_eq!(check(&[(2, 1, true), (2, 3, true), (3, 1, true)]), !is_directed);
        }
        assert!(is_there(false, &[(1, 2, true), (2, 1, true), (2, 3, true), (3, 1, true)]));
        assert!(!is_there(true, &[(1, 2, true), (2, 1, true), (2, 3, true), (3, 1, true)]));
    }
}
