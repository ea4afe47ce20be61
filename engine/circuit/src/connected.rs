//! The possible edges hold the nodes together, whichever node is taken out: a circuit comes back by another way.

use crate::blocks::Blocks;
use crate::circuit::{Description, View};
use crate::graph::{Node, edge_of};
use crate::reasons::Voice;
use hamadryad_sat::Lit;

/// Objects where a part of the graph hangs off at a single node, or not at all.
pub(crate) fn propagate(circuit: &Description, blocks: &mut Blocks, voice: &mut Voice<'_>) -> bool {
    let graph = &circuit.graph;
    let view = View { circuit, solver: voice.solver };
    let Some(&first) = graph.leaving(0).iter().find(|&&dart| view.is_possible(edge_of(dart))) else {
        return true;
    };
    blocks.find(graph, 0, graph.head(first), |_| true, |edge| view.is_possible(edge));
    let Some(outside) = blocks.is_inside.iter().position(|&is_inside| !is_inside) else { return true };
    let mut part = Vec::new();
    blocks.begin_parts(graph);
    blocks.part_around(graph, outside as Node, |_| true, |edge| view.is_possible(edge), &mut part);
    let reason = boundary(circuit, blocks, &part, &[circuit.one_start], |_| None, voice);
    voice.object(&reason)
}

/// Why a part found last is joined to the rest at one node at most: absent edges, or what `why_unusable` says of the node
/// at their other end.
pub(crate) fn boundary(
    circuit: &Description,
    blocks: &Blocks,
    part: &[Node],
    context: &[Lit],
    why_unusable: impl Fn(Node) -> Option<Lit>,
    voice: &Voice<'_>,
) -> Vec<Lit> {
    let view = View { circuit, solver: voice.solver };
    let mut reason = context.to_vec();
    let mut joint: Option<Node> = None;
    for &node in part {
        for &dart in circuit.graph.leaving(node) {
            let to = circuit.graph.head(dart);
            if blocks.is_in_last_part(to) {
                continue;
            }
            let why = why_unusable(to);
            if !view.is_possible(edge_of(dart)) {
                if joint != Some(to) {
                    reason.push(circuit.absence(dart));
                }
            } else if let Some(why) = why {
                reason.push(why);
            } else {
                debug_assert!(joint.is_none_or(|joint| joint == to), "a part hangs off at one node");
                joint = Some(to);
            }
        }
    }
    reason.sort_unstable();
    reason.dedup();
    reason
}
