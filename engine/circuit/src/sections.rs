//! The way from the start to the stop is a simple path, and so is the way back: each keeps to its block.
//!
//! Where it is known by which arc a way begins or ends, it has no other edge there, and the other way has not that one.

use crate::blocks::Blocks;
use crate::circuit::{Description, Ends, Section};
use crate::connected::boundary;
use crate::graph::{Dart, Edge, Node, edge_of};
use crate::reasons::Voice;
use crate::view::View;
use hamadryad_sat::{Lit, Solver};

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
    view: &View,
    ends: &Ends,
    blocks: &mut Blocks,
    voice: &mut Voice<'_>,
) -> bool {
    [Way::There, Way::Back]
        .into_iter()
        .all(|way| keep_to_block(circuit, section, view, ends, way, blocks, voice))
}

/// What is known of the edges at an end of both ways: an edge and the arc that it is.
struct Junction {
    node: Node,
    own: Option<(Edge, Lit)>,
    other: Option<(Edge, Lit)>,
}

impl Junction {
    fn new(circuit: &Description, node: Node, is_begin: bool, solver: &Solver) -> Junction {
        let edge = |(dart, lit)| (edge_of(dart), lit);
        let (into, out) =
            (circuit.dart_into(node, solver).map(edge), circuit.dart_out(node, solver).map(edge));
        let (own, other) = if is_begin { (out, into) } else { (into, out) };
        Junction { node, own, other }
    }

    /// Why this way cannot have an edge at the node.
    fn excludes(&self, edge: Edge) -> Option<Lit> {
        let by_own = self.own.filter(|&(own, _)| own != edge);
        by_own.or(self.other.filter(|&(other, _)| other == edge)).map(|(_, why)| why)
    }
}

fn keep_to_block(
    circuit: &Description,
    section: &Section,
    view: &View,
    ends: &Ends,
    way: Way,
    blocks: &mut Blocks,
    voice: &mut Voice<'_>,
) -> bool {
    let graph = &circuit.graph;
    let Some(stop) = ends.stop else { return true };
    let is_there = way == Way::There;
    let junctions = [(ends.start, is_there), (stop, !is_there)]
        .map(|(node, is_begin)| Junction::new(circuit, node, is_begin, voice.solver));
    // On this way, but for the ends, which are on both.
    let on_way = |node: Node| match way {
        Way::There => section.inside[node as usize],
        Way::Back => !section.inside[node as usize],
    };
    let off_way = if is_there { -1 } else { 1 };
    let is_usable = |node: Node| view.inside[node as usize] != off_way || node == ends.start || node == stop;
    blocks.is_open.clear();
    blocks.is_open.extend((0..).zip(&view.edges).map(|(edge, &value)| {
        value >= 0 && is_usable(graph.tail(2 * edge)) && is_usable(graph.head(2 * edge))
    }));
    for junction in &junctions {
        for edge in graph.leaving(junction.node).iter().map(|&dart| edge_of(dart)) {
            if junction.excludes(edge).is_some() {
                blocks.is_open[edge as usize] = false;
            }
        }
    }
    blocks.find(graph, ends.start, stop);
    blocks.begin_parts(graph);
    let why_not = |dart: Dart| {
        let (from, to) = (graph.tail(dart), graph.head(dart));
        let at_end = |junction: &&Junction| junction.node == from || junction.node == to;
        let excluded = junctions.iter().filter(at_end).find_map(|junction| junction.excludes(edge_of(dart)));
        excluded.or_else(|| (!is_usable(to)).then(|| !on_way(to)))
    };
    let mut part = Vec::new();
    for node in 0..graph.nodes() as Node {
        if blocks.is_inside[node as usize] || view.inside[node as usize] == off_way {
            continue;
        }
        if !blocks.part_around(graph, node, &mut part) {
            continue;
        }
        let mut reason: Vec<Lit> = boundary(circuit, view, blocks, &part, &ends.why_both, why_not);
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
