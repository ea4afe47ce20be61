//! The way from the start to the stop is a simple path, and so is the way back: each keeps to its block.
//!
//! Where it is known by which arc a way begins or ends, it has no other edge there, and the other way has not that one.

use crate::blocks::Blocks;
use crate::circuit::{Description, Ends, Section, View};
use crate::connected::boundary;
use crate::graph::{Edge, Node, edge_of, twin};
use crate::reasons::Voice;
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
    ends: &Ends,
    stop: Node,
    blocks: &mut Blocks,
    voice: &mut Voice<'_>,
) -> bool {
    [Way::There, Way::Back]
        .into_iter()
        .all(|way| keep_to_block(circuit, section, ends, stop, way, blocks, voice))
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

    /// Why this way cannot have an edge.
    fn excludes(&self, circuit: &Description, edge: Edge) -> Option<Lit> {
        let dart = 2 * edge;
        if circuit.graph.tail(dart) != self.node && circuit.graph.tail(twin(dart)) != self.node {
            return None;
        }
        let by_own = self.own.filter(|&(own, _)| own != edge);
        by_own.or(self.other.filter(|&(other, _)| other == edge)).map(|(_, why)| why)
    }
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
    let is_there = way == Way::There;
    let junctions = [(ends.start, is_there), (stop, !is_there)]
        .map(|(node, is_begin)| Junction::new(circuit, node, is_begin, voice.solver));
    // On this way, but for the ends, which are on both.
    let on_way = |node: Node| match way {
        Way::There => section.inside[node as usize],
        Way::Back => !section.inside[node as usize],
    };
    let is_end = |node: Node| node == ends.start || node == stop;
    let why_no_edge = |edge: Edge| junctions.iter().find_map(|junction| junction.excludes(circuit, edge));
    let mut context = Vec::new();
    {
        let view = View { circuit, solver: voice.solver };
        let is_usable = |node: Node| is_end(node) || !view.solver.is_false(on_way(node));
        let is_open = |edge: Edge| view.is_possible(edge) && why_no_edge(edge).is_none();
        let is_certain = |edge: Edge| {
            let ends = [graph.tail(2 * edge), graph.head(2 * edge)];
            view.is_chosen(edge) && is_open(edge) && ends.into_iter().all(is_usable)
        };
        blocks.contract(graph, is_certain);
        context.clone_from(&ends.why_both);
        if blocks.class(ends.start) == blocks.class(stop) {
            // A chosen path from one end to the other: which way it is depends on arcs.
            let known = junctions.iter().flat_map(|junction| [junction.own, junction.other]).flatten();
            context.extend(known.map(|(_, why)| why));
            if context.len() == ends.why_both.len() {
                return true;
            }
        }
        blocks.find(graph, ends.start, stop, is_usable, is_open);
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
        let is_open = |edge: Edge| view.is_possible(edge) && why_no_edge(edge).is_none();
        if !blocks.part_around(graph, node, is_usable, is_open, &mut part) {
            continue;
        }
        let why_not = |dart| {
            let to = graph.head(dart);
            why_no_edge(edge_of(dart)).or_else(|| (!is_usable(to)).then(|| !on_way(to)))
        };
        let mut reason: Vec<Lit> = boundary(circuit, blocks, &part, &context, why_not, voice);
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
