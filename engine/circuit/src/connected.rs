//! The possible edges hold the nodes together, whichever node is taken out: a circuit comes back by another way.

use crate::blocks::Blocks;
use crate::circuit::Description;
use crate::graph::{Dart, Node, edge_of};
use crate::reasons::Voice;
use crate::view::View;
use hamadryad_sat::Lit;

/// Objects where a part of the graph hangs off at a single node, or not at all.
pub(crate) fn propagate(
    circuit: &Description,
    view: &View,
    blocks: &mut Blocks,
    voice: &mut Voice<'_>,
) -> bool {
    let graph = &circuit.graph;
    let Some(&first) = graph.leaving(0).iter().find(|&&dart| view.is_possible(edge_of(dart))) else {
        return true;
    };
    blocks.open(graph.nodes(), &view.edges);
    blocks.find(graph, 0, graph.head(first));
    let Some(outside) = blocks.is_inside.iter().position(|&is_inside| !is_inside) else { return true };
    let mut part = Vec::new();
    blocks.begin_parts(graph);
    blocks.part_around(graph, outside as Node, &mut part);
    let reason = boundary(circuit, view, blocks, &part, &[circuit.one_start], |_| None);
    voice.object(&reason)
}

/// Why a part found last is joined to the rest at one node at most: absent edges, or what `why_not` says of other darts
/// out of it.
pub(crate) fn boundary(
    circuit: &Description,
    view: &View,
    blocks: &Blocks,
    part: &[Node],
    context: &[Lit],
    why_not: impl Fn(Dart) -> Option<Lit>,
) -> Vec<Lit> {
    let graph = &circuit.graph;
    let out = || {
        let darts = part.iter().flat_map(|&node| graph.leaving(node)).copied();
        darts.filter(|&dart| !blocks.is_in_last_part(graph.head(dart)))
    };
    let joint =
        out().find(|&dart| blocks.is_open(edge_of(dart), graph.head(dart))).map(|dart| graph.head(dart));
    let mut reason = context.to_vec();
    for dart in out().filter(|&dart| joint != Some(graph.head(dart))) {
        debug_assert!(!blocks.is_open(edge_of(dart), graph.head(dart)), "a part hangs off at one node");
        let absent = (!view.is_possible(edge_of(dart))).then(|| circuit.absence(dart));
        reason.extend(absent.or_else(|| why_not(dart)));
    }
    reason.sort_unstable();
    reason.dedup();
    reason
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::reasons::Rule;
    use crate::states::{State, Verdict};
    use crate::worlds::Random;

    /// The naive twin: takes out each node, and none, and looks whether one still comes everywhere.
    fn holds_together(graph: &Graph, edges: &[i8]) -> bool {
        let nodes = graph.nodes() as Node;
        (0..=nodes).all(|out| {
            let first = Node::from(out == 0);
            let mut reached = vec![first];
            for i in 0.. {
                let Some(&node) = reached.get(i) else { break };
                for &dart in graph.leaving(node).iter().filter(|&&dart| edges[edge_of(dart) as usize] >= 0) {
                    let to = graph.head(dart);
                    if to != out && !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
            reached.len() == nodes as usize - usize::from(out < nodes)
        })
    }

    #[test]
    fn it_objects_where_taking_out_a_node_leaves_two_parts() {
        let mut random = Random(0x0dd_ba11);
        let mut objections = 0;
        for _ in 0..3000 {
            let mut state = State::random(&mut random);
            let mut blocks = Blocks::default();
            let (verdict, reason) = state
                .ask(Rule::Connected, |circuit, view, voice| propagate(circuit, view, &mut blocks, voice));
            let edges = state.view().edges;
            let is_blind = state.graph().leaving(0).iter().all(|&dart| edges[edge_of(dart) as usize] < 0);
            // It begins at node 0; where that has no edge, the rules for degrees say so.
            let objects = !holds_together(state.graph(), &edges) && !is_blind;
            assert_eq!(verdict == Verdict::Objects, objects);
            if objects {
                objections += 1;
                // The absent edges that it names are enough.
                state.assume(&reason);
                assert!(!holds_together(state.graph(), &state.view().edges));
            }
        }
        assert!(objections > 300, "{objections}");
    }
}
