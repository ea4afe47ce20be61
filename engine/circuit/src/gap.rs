//! Gap lines, and the graph on both sides of one.
//!
//! A gap line is a path of nodes of the way back, from the stop to a face at the arc into the start. With the way from the
//! start to the stop, whichever course that takes, it makes a closed curve.

use crate::graph::{Dart, Edge, Graph, Node, twin};
use crate::plane::Embedding;
use crate::view::View;
use crate::walk::Face;
use std::collections::VecDeque;

/// What lies to the left of the closed curve, as one goes from the start to the stop and along the line.
pub(crate) const LEFT: usize = 0;
/// What lies to its right.
pub(crate) const RIGHT: usize = 1;

const NEW: Node = Node::MAX;

/// A gap line.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Line {
    /// The stop, then nodes of the way back.
    pub(crate) nodes: Vec<Node>,
    /// Where the last of them lies on a face: which of the two, and the place on the walk around it.
    pub(crate) face: usize,
    pub(crate) place: usize,
    /// The dart by which the walk met it there.
    met_by: Dart,
}

impl Line {
    /// A shortest one.
    pub(crate) fn find(
        graph: &Graph,
        view: &View,
        faces: &[Face; 2],
        [start, stop, last]: [Node; 3],
    ) -> Option<Line> {
        let mut places = vec![None; graph.nodes()];
        for (face, walk) in faces.iter().enumerate() {
            for (place, met) in walk.met().iter().enumerate() {
                places[met.node as usize].get_or_insert((face, place));
            }
        }
        let mut came_from = vec![NEW; graph.nodes()];
        came_from[stop as usize] = stop;
        let mut queue = VecDeque::from([stop]);
        while let Some(node) = queue.pop_front() {
            if let Some((face, place)) = places[node as usize] {
                let mut nodes = vec![node];
                while nodes[nodes.len() - 1] != stop {
                    nodes.push(came_from[nodes[nodes.len() - 1] as usize]);
                }
                nodes.reverse();
                return Some(Line { nodes, face, place, met_by: faces[face].met()[place].dart });
            }
            for &(_, to) in graph.around(node) {
                let is_back = view.inside[to as usize] < 0 && to != start && to != last;
                if is_back && came_from[to as usize] == NEW {
                    came_from[to as usize] = node;
                    queue.push_back(to);
                }
            }
        }
        None
    }

    /// On which side what is met at a place of a face lies, unless it is part of the curve.
    pub(crate) fn side_of(&self, face: usize, place: usize) -> usize {
        // Before the line its face lies on its own side of the way; behind it on the other, as does the other face.
        let own_side = if self.face == 0 { LEFT } else { RIGHT };
        if face == self.face && place < self.place { own_side } else { 1 - own_side }
    }

    /// On which side a dart leaves the node with this place in the line, which is not the stop.
    fn side_of_dart(&self, graph: &Graph, embedding: &Embedding, place: usize, dart: Dart) -> usize {
        let node = self.nodes[place];
        let dart_to = |other: Node| {
            let mut darts = graph.leaving(node).iter().copied();
            darts.find(|&dart| graph.head(dart) == other).expect("the nodes of a line are joined")
        };
        let onward = self.nodes.get(place + 1).map(|&next| dart_to(next));
        // Clockwise from where the line comes from: what is left of it, where it goes on, what is right of it. The last node is
        // left between a dart back along the walk and the next.
        let mut turned = dart_to(self.nodes[place - 1]);
        loop {
            if onward.is_none() && turned == twin(self.met_by) {
                return if turned == dart { LEFT } else { RIGHT };
            }
            turned = embedding.turn(turned);
            if Some(turned) == onward {
                return RIGHT;
            }
            if turned == dart {
                return LEFT;
            }
        }
    }
}

/// The graph on both sides of a line: a copy of the nodes for the left, then one for the right. The nodes of the line are
/// where both hang together: of them, the copy on the left alone is joined to anything.
#[derive(Clone)]
pub(crate) struct Double {
    pub(crate) graph: Graph,
    /// By edge: the one that it is a copy of.
    pub(crate) single: Vec<Edge>,
    nodes: Node,
}

impl Double {
    pub(crate) fn new(graph: &Graph, embedding: &Embedding, line: &Line) -> Double {
        let nodes = graph.nodes() as Node;
        let mut places = vec![None; graph.nodes()];
        for (place, &node) in line.nodes.iter().enumerate() {
            places[node as usize] = Some(place);
        }
        let (mut edges, mut single) = (Vec::new(), Vec::new());
        for edge in 0..graph.edges() as Edge {
            let (from, to) = (graph.tail(2 * edge), graph.head(2 * edge));
            let mut add = |from: Node, to: Node| {
                edges.push((from, to));
                single.push(edge);
            };
            let (at, dart, other) = match [from, to].map(|node| places[node as usize]) {
                [None, None] => {
                    add(from, to);
                    add(from + nodes, to + nodes);
                    continue;
                }
                [Some(_), Some(_)] => {
                    add(from, to);
                    continue;
                }
                [Some(at), None] => (at, 2 * edge, to),
                [None, Some(at)] => (at, 2 * edge + 1, from),
            };
            let node = line.nodes[at];
            if at == 0 {
                // From where the way comes to the stop is not known.
                add(node, other);
                add(node, other + nodes);
            } else {
                add(node, other + nodes * line.side_of_dart(graph, embedding, at, dart) as Node);
            }
        }
        Double { graph: Graph::new(2 * nodes as usize, &edges), single, nodes }
    }

    /// The copy of a node on a side.
    pub(crate) fn copy(&self, node: Node, side: usize) -> Node {
        node + self.nodes * side as Node
    }

    /// What a copy is a copy of, and on which side.
    pub(crate) fn original(&self, copy: Node) -> (Node, usize) {
        (copy % self.nodes, (copy / self.nodes) as usize)
    }
}
