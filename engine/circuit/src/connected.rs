//! The possible edges hold the nodes together, whichever node is taken out, and whichever path of chosen edges: a circuit
//! comes back by another way.

use crate::blocks::Blocks;
use crate::circuit::{Description, View};
use crate::graph::{Dart, Node, edge_of};
use crate::reasons::Voice;
use hamadryad_sat::Lit;

/// Objects where a part of the graph hangs off at a single node or chosen path, or not at all.
pub(crate) fn propagate(
    circuit: &Description,
    holds: Lit,
    blocks: &mut Blocks,
    voice: &mut Voice<'_>,
) -> bool {
    let graph = &circuit.graph;
    let view = View { circuit, solver: voice.solver };
    blocks.contract(graph, |edge| view.is_chosen(edge));
    let leaves =
        |&dart: &Dart| view.is_possible(edge_of(dart)) && blocks.class(graph.head(dart)) != blocks.class(0);
    let first = blocks.members(0).find_map(|node| graph.leaving(node).iter().copied().find(leaves));
    let Some(first) = first else { return true };
    blocks.find(graph, graph.tail(first), graph.head(first), |_| true, |edge| view.is_possible(edge));
    let Some(outside) = blocks.is_inside.iter().position(|&is_inside| !is_inside) else { return true };
    let mut part = Vec::new();
    blocks.begin_parts(graph);
    blocks.part_around(graph, outside as Node, |_| true, |edge| view.is_possible(edge), &mut part);
    let reason = boundary(circuit, blocks, &part, &[holds], |_| None, voice);
    voice.object(&reason)
}

/// Why a part found last is joined to the rest at one node or path at most: absent edges, or what `why_not` says of other
/// darts out of it; and the path.
pub(crate) fn boundary(
    circuit: &Description,
    blocks: &Blocks,
    part: &[Node],
    context: &[Lit],
    why_not: impl Fn(Dart) -> Option<Lit>,
    voice: &Voice<'_>,
) -> Vec<Lit> {
    let view = View { circuit, solver: voice.solver };
    let graph = &circuit.graph;
    let out = || {
        let darts = part.iter().flat_map(|&node| graph.leaving(node)).copied();
        darts.filter(|&dart| !blocks.is_in_last_part(graph.head(dart)))
    };
    let is_joined = |dart: Dart| view.is_possible(edge_of(dart)) && why_not(dart).is_none();
    let mut joints = out().filter(|&dart| is_joined(dart)).map(|dart| graph.head(dart));
    let joint = joints.next();
    let is_at_path = joints.any(|other| Some(other) != joint);
    let mut reason = context.to_vec();
    if let Some(joint) = joint.filter(|_| is_at_path) {
        let own = blocks.class(joint);
        let within = blocks.members(joint).flat_map(|node| graph.leaving(node)).copied();
        let within = within.map(edge_of).filter(|&edge| {
            view.is_chosen(edge) && blocks.class(graph.tail(2 * edge)) == blocks.class(graph.head(2 * edge))
        });
        debug_assert!(
            out().all(|dart| !is_joined(dart) || blocks.class(graph.head(dart)) == own),
            "a part hangs off at one path"
        );
        reason.extend(within.map(|edge| circuit.edges[edge as usize]));
    }
    let is_joint = |node: Node| match joint {
        Some(joint) if is_at_path => blocks.class(node) == blocks.class(joint),
        _ => joint == Some(node),
    };
    for dart in out().filter(|&dart| !is_joint(graph.head(dart))) {
        let absent = (!view.is_possible(edge_of(dart))).then(|| circuit.absence(dart));
        reason.extend(absent.or_else(|| why_not(dart)));
    }
    reason.sort_unstable();
    reason.dedup();
    reason
}
