//! The way from the start to the stop is a simple path, and so is the way back: each keeps to its block.

use crate::blocks::Blocks;
use crate::circuit::{Description, Ends, Section, View};
use crate::connected::boundary;
use crate::graph::Node;
use crate::reasons::Voice;
use hamadryad_sat::Lit;

/// Which of the two ways.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    There,
    Back,
}

/// What cannot be on one way is on the other. `false` on a conflict.
pub(crate) fn propagate(
    circuit: &Description,
    section: &Section,
    ends: &Ends,
    stop: Node,
    blocks: &mut Blocks,
    voice: &mut Voice<'_>,
) -> bool {
    [Way::There, Way::Back]
        .into_iter()
        .all(|way| keep_to_block(circuit, section, ends, stop, way, blocks, voice))
}

fn keep_to_block(
    circuit: &Description,
    section: &Section,
    ends: &Ends,
    stop: Node,
    way: Way,
    blocks: &mut Blocks,
    voice: &mut Voice<'_>,
) -> bool {
    let graph = &circuit.graph;
    // On this way, but for the ends, which are on both.
    let on_way = |node: Node| match way {
        Way::There => section.inside[node as usize],
        Way::Back => !section.inside[node as usize],
    };
    let is_end = |node: Node| node == ends.start || node == stop;
    {
        let view = View { circuit, solver: voice.solver };
        let is_usable = |node: Node| is_end(node) || !view.solver.is_false(on_way(node));
        blocks.find(graph, ends.start, stop, is_usable, |edge| view.is_possible(edge));
        blocks.begin_parts(graph);
    }
    let mut part = Vec::new();
    for node in 0..graph.nodes() as Node {
        let solver = &*voice.solver;
        if blocks.is_inside[node as usize] || solver.is_false(on_way(node)) {
            continue;
        }
        let view = View { circuit, solver };
        let is_usable = |node: Node| is_end(node) || !view.solver.is_false(on_way(node));
        if !blocks.part_around(graph, node, is_usable, |edge| view.is_possible(edge), &mut part) {
            continue;
        }
        let why_unusable =
            |node: Node| (!is_end(node) && solver.is_false(on_way(node))).then(|| !on_way(node));
        let mut reason: Vec<Lit> = boundary(circuit, blocks, &part, &ends.why_both, why_unusable, voice);
        if let Some(&node) = part.iter().find(|&&node| voice.solver.is_true(on_way(node))) {
            reason.push(on_way(node));
            return voice.object(&reason);
        }
        let reason = voice.because(&reason);
        if !part.iter().all(|&node| voice.imply(!on_way(node), reason)) {
            return false;
        }
    }
    true
}
