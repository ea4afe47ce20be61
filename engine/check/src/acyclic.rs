//! Tests whether a graph is acyclic by removing nodes without entering edges.

use std::collections::{BTreeMap, BTreeSet};

/// The nodes that remain when nodes without entering edges are removed repeatedly: none if the graph is
/// acyclic. A node with an edge to itself remains.
pub fn left_over<Node: Ord + Copy>(edges: impl IntoIterator<Item = (Node, Node)>) -> BTreeSet<Node> {
    let edges: BTreeSet<(Node, Node)> = edges.into_iter().collect();
    let mut successors: BTreeMap<Node, Vec<Node>> = BTreeMap::new();
    let mut entering: BTreeMap<Node, usize> = BTreeMap::new();
    for &(from, to) in &edges {
        successors.entry(from).or_default().push(to);
        entering.entry(from).or_default();
        *entering.entry(to).or_default() += 1;
    }
    let mut free: Vec<Node> =
        entering.iter().filter(|(_, count)| **count == 0).map(|(&node, _)| node).collect();
    let mut left: BTreeSet<Node> = entering.keys().copied().collect();
    while let Some(node) = free.pop() {
        left.remove(&node);
        for &next in successors.get(&node).into_iter().flatten() {
            let count = entering.get_mut(&next).expect("every node is counted");
            *count -= 1;
            if *count == 0 {
                free.push(next);
            }
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_of_a_cycle_remain() {
        assert!(left_over([(1, 2), (2, 3), (1, 3)]).is_empty());
        assert_eq!(left_over([(1, 2), (2, 3), (3, 2), (4, 1)]), BTreeSet::from([2, 3]));
        assert_eq!(left_over([(1, 1)]), BTreeSet::from([1]));
    }
}
