//! The possible edges connect all nodes, and still do if any one node is removed: a circuit returns by
//! another way.

use crate::blocks::{Blocks, why_separated};
use crate::context::Context;
use crate::graph::Node;
use crate::rule::{Rule, Situation};
use hamadryad_sat::Conflict;

/// Reports a conflict if a part of the graph is attached to the rest at a single node, or not at all.
#[derive(Clone, Default)]
pub(crate) struct Biconnected {
    blocks: Blocks,
}

impl Rule for Biconnected {
    fn name(&self) -> &'static str {
        "biconnected"
    }

    fn propagate(&mut self, now: &mut Situation<'_>, context: &mut Context<'_>) -> Result<(), Conflict> {
        let (circuit, values, blocks) = (now.circuit, &*now.values, &mut self.blocks);
        let graph = &circuit.graph;
        let first = Node::new(0);
        let neighbours = graph.leaving(first).iter().filter(|dart| values.is_possible(dart.edge()));
        // A node without edges violates the constraint on degrees.
        let Some(&dart) = neighbours.clone().next() else { return Ok(()) };
        blocks.open(graph.num_nodes(), &values.edges);
        blocks.find(graph, first, graph.head(dart));
        let Some(outside) = blocks.is_inside.iter().position(|&is_inside| !is_inside) else { return Ok(()) };
        let mut part = Vec::new();
        blocks.begin_parts(graph);
        blocks.part_around(graph, Node::new(outside), &mut part);
        let reason = why_separated(circuit, values, blocks, &part, &[circuit.one_start], |_| None);
        Err(context.conflict(&reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::testing::states::{Outcome, State};
    use hamadryad_random::Random;

    /// The naive version: removes each node, and none, and looks whether the rest is connected.
    fn is_biconnected(graph: &Graph, edges: &[i8]) -> bool {
        std::iter::once(None).chain(graph.nodes().map(Some)).all(|removed| {
            let first = graph.nodes().find(|&node| Some(node) != removed).expect("there are two nodes");
            let mut reached = vec![first];
            for i in 0.. {
                let Some(&node) = reached.get(i) else { break };
                for &dart in graph.leaving(node).iter().filter(|dart| edges[dart.edge().index()] >= 0) {
                    let to = graph.head(dart);
                    if Some(to) != removed && !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
            reached.len() == graph.num_nodes() - usize::from(removed.is_some())
        })
    }

    #[test]
    fn there_is_a_conflict_if_removing_a_node_leaves_two_parts() {
        let mut random = Random::new(0x0dd_ba11);
        let mut conflicts = 0;
        for _ in 0..3000 {
            let mut state = State::random(&mut random);
            let (outcome, reason) = state.propagate(&mut Biconnected::default());
            let edges = state.values().edges;
            // The rule begins at node 0 and does nothing if that has no edge.
            let first = state.graph().leaving(Node::new(0));
            let is_isolated = first.iter().all(|dart| edges[dart.edge().index()] < 0);
            let expected = !is_biconnected(state.graph(), &edges) && !is_isolated;
            assert_eq!(outcome == Outcome::Conflict, expected);
            if expected {
                conflicts += 1;
                // The absent edges of the reason are enough.
                state.assume(&reason);
                assert!(!is_biconnected(state.graph(), &state.values().edges));
            }
        }
        assert!(conflicts > 300, "{conflicts}");
    }
}
