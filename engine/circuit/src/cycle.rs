//! No circuit closes before it has been everywhere.

use crate::circuit::{Description, View};
use crate::graph::{Edge, Node, edge_of};
use crate::reasons::Voice;
use hamadryad_sat::Lit;

const NONE: u32 = u32::MAX;

/// The paths of chosen edges.
#[derive(Clone, Default)]
pub(crate) struct Paths {
    /// By node: the chosen edges at it, the first two.
    links: Vec<[Edge; 2]>,
    is_seen: Vec<bool>,
}

impl Paths {
    /// Forbids the edges that would close a path of chosen edges, unless it goes through all nodes. `false` on a conflict.
    pub(crate) fn propagate(&mut self, circuit: &Description, view: &View, voice: &mut Voice<'_>) -> bool {
        let graph = &circuit.graph;
        let nodes = graph.nodes();
        self.links.clear();
        self.links.resize(nodes, [NONE; 2]);
        for edge in (0..graph.edges() as Edge).filter(|&edge| view.is_chosen(edge)) {
            for node in [graph.tail(2 * edge), graph.head(2 * edge)] {
                let links = &mut self.links[node as usize];
                let place = usize::from(links[0] != NONE);
                if links[place] == NONE {
                    links[place] = edge;
                }
            }
        }
        self.is_seen.clear();
        self.is_seen.resize(nodes, false);
        // First the paths, from their ends; what is left then are closed ones.
        for first in 0..nodes as Node {
            let [edge, other] = self.links[first as usize];
            if edge == NONE || other != NONE || self.is_seen[first as usize] {
                continue;
            }
            let (last, length) = self.follow(circuit, first, edge);
            // A path of a single edge has none beside it.
            if length < 2 || length + 1 >= nodes {
                continue;
            }
            let closing = graph.leaving(last).iter().find(|&&dart| graph.head(dart) == first);
            let Some(closing) = closing.map(|&dart| edge_of(dart)) else { continue };
            let lit = circuit.edges[closing as usize];
            if voice.solver.is_free(lit) {
                let reason = self.why(circuit, first, edge);
                let reason = voice.because(&reason);
                if !voice.imply(!lit, reason) {
                    return false;
                }
            }
        }
        for first in 0..nodes as Node {
            let [edge, other] = self.links[first as usize];
            if other == NONE || self.is_seen[first as usize] {
                continue;
            }
            let (_, length) = self.follow(circuit, first, edge);
            if length < nodes {
                let reason = self.why(circuit, first, edge);
                return voice.object(&reason);
            }
        }
        true
    }

    /// Goes along chosen edges from a node to the other end, or around to it. The last node, and the number of edges.
    fn follow(&mut self, circuit: &Description, first: Node, edge: Edge) -> (Node, usize) {
        let (mut node, mut edge, mut length) = (first, edge, 0);
        self.is_seen[first as usize] = true;
        loop {
            node = circuit.graph.other_end(edge, node);
            self.is_seen[node as usize] = true;
            length += 1;
            let next = after(self.links[node as usize], edge);
            if next == NONE || node == first {
                return (node, length);
            }
            edge = next;
        }
    }

    /// The edges on a path, and that the circuit is one.
    fn why(&self, circuit: &Description, first: Node, edge: Edge) -> Vec<Lit> {
        let mut reason = vec![circuit.one_start];
        let (mut node, mut edge) = (first, edge);
        loop {
            reason.push(circuit.edges[edge as usize]);
            node = circuit.graph.other_end(edge, node);
            let next = after(self.links[node as usize], edge);
            if next == NONE || node == first {
                return reason;
            }
            edge = next;
        }
    }
}

/// The other one of two edges at a node. Until each node has two at most, there may be a third, which leads no further.
fn after(links: [Edge; 2], edge: Edge) -> Edge {
    match links {
        [one, other] if one == edge => other,
        [one, other] if other == edge => one,
        _ => NONE,
    }
}
