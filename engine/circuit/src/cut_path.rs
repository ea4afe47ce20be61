//! Cut paths, and the graph cut open along a cut path.
//!
//! A cut path is a path of nodes of the way back, from the stop to a face beside the arc into the start.
//! Together with the section, whichever course that takes, and a line through the face to the arc, it forms a
//! closed curve. The way back crosses this curve at nodes of the cut path and nowhere else:
//!
//! ```text
//!       ┌──────── section ────────┐          everything above the section and to one side of the cut path is on the
//!     start ·····• cut path ─── stop         left of the closed curve, everything else on its right
//!       ↑  face
//!      last (the node before the start)
//! ```

use crate::embedding::Embedding;
use crate::faces::Face;
use crate::graph::{Dart, Edge, Graph, Node};
use crate::values::Values;
use std::collections::VecDeque;

/// A side of the closed curve, seen in the direction from the start along the section to the stop and along
/// the cut path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Left,
    Right,
}

impl Side {
    pub(crate) const BOTH: [Side; 2] = [Side::Left, Side::Right];

    pub(crate) fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// A path from the stop to a face beside the arc into the start.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct CutPath {
    /// The stop, then nodes of the way back.
    pub(crate) nodes: Vec<Node>,
    /// The face on which the last node lies: 0 for the left face of the arc, 1 for the right face.
    pub(crate) face: usize,
    /// The place of the last node in the walk around this face.
    pub(crate) place: usize,
    /// The dart by which the walk met it there.
    met_by: Dart,
}

impl CutPath {
    /// A shortest cut path; `last` is the node before the start, which is not part of it.
    pub(crate) fn find(
        graph: &Graph,
        values: &Values,
        faces: &[Face; 2],
        [start, stop, last]: [Node; 3],
    ) -> Option<CutPath> {
        let mut places = vec![None; graph.num_nodes()];
        for (face, walk) in faces.iter().enumerate() {
            for (place, met) in walk.met().iter().enumerate() {
                places[met.node.index()].get_or_insert((face, place));
            }
        }
        let mut came_from = vec![Node::NONE; graph.num_nodes()];
        came_from[stop.index()] = stop;
        let mut queue = VecDeque::from([stop]);
        while let Some(node) = queue.pop_front() {
            if let Some((face, place)) = places[node.index()] {
                let mut nodes = vec![node];
                while nodes[nodes.len() - 1] != stop {
                    nodes.push(came_from[nodes[nodes.len() - 1].index()]);
                }
                nodes.reverse();
                return Some(CutPath { nodes, face, place, met_by: faces[face].met()[place].dart });
            }
            for &(_, to) in graph.around(node) {
                let is_on_way_back = values.is_outside(to) && to != start && to != last;
                if is_on_way_back && came_from[to.index()] == Node::NONE {
                    came_from[to.index()] = node;
                    queue.push_back(to);
                }
            }
        }
        None
    }

    /// The side of the node met at a place of a face, unless the node is part of the curve.
    pub(crate) fn side_of(&self, face: usize, place: usize) -> Side {
        // The line from the arc to the cut path splits its face: the places before the end of the cut path
        // lie on one side, the others, and the whole other face, on the other side.
        let own_side = if self.face == 0 { Side::Left } else { Side::Right };
        if face == self.face && place < self.place { own_side } else { own_side.other() }
    }

    /// The side on which a dart leaves the node at a place of the cut path, which is not the first.
    fn side_of_dart(&self, graph: &Graph, embedding: &Embedding, place: usize, dart: Dart) -> Side {
        let node = self.nodes[place];
        let dart_to = |other: Node| {
            let mut darts = graph.leaving(node).iter().copied();
            darts.find(|&dart| graph.head(dart) == other).expect("consecutive nodes of a path are adjacent")
        };
        let onward = self.nodes.get(place + 1).map(|&next| dart_to(next));
        // Clockwise from the dart back to the node before: first the darts on the left, then the dart onward,
        // then those on the right. At the last node, the line into the face takes the place of the dart
        // onward: it leaves between the dart back along the walk and the next one.
        let mut turned = dart_to(self.nodes[place - 1]);
        loop {
            if onward.is_none() && turned == self.met_by.reverse() {
                return if turned == dart { Side::Left } else { Side::Right };
            }
            turned = embedding.clockwise(turned);
            if Some(turned) == onward {
                return Side::Right;
            }
            if turned == dart {
                return Side::Left;
            }
        }
    }
}

/// The graph cut open along a path: a copy of each node for the left side, then one for the right side.
///
/// A node of the cut path belongs to both sides. Its left copy has the edges to both; its right copy has
/// none.
#[derive(Clone)]
pub(crate) struct CutGraph {
    pub(crate) graph: Graph,
    /// By edge: the edge of the original graph.
    pub(crate) original_edge: Vec<Edge>,
    nodes: usize,
}

impl CutGraph {
    pub(crate) fn new(graph: &Graph, embedding: &Embedding, path: &CutPath) -> CutGraph {
        let nodes = graph.num_nodes();
        let copy = |node: Node, side: Side| Node::new(node.index() + nodes * side as usize);
        let mut places = vec![None; nodes];
        for (place, &node) in path.nodes.iter().enumerate() {
            places[node.index()] = Some(place);
        }
        let (mut edges, mut original_edge) = (Vec::new(), Vec::new());
        for edge in graph.edges() {
            let [from, to] = graph.ends(edge);
            let mut add = |from: Node, to: Node| {
                edges.push((from, to));
                original_edge.push(edge);
            };
            let (at, dart, other) = match [from, to].map(|node| places[node.index()]) {
                [None, None] => {
                    Side::BOTH.into_iter().for_each(|side| add(copy(from, side), copy(to, side)));
                    continue;
                }
                [Some(_), Some(_)] => {
                    add(from, to);
                    continue;
                }
                [Some(at), None] => (at, edge.forward(), to),
                [None, Some(at)] => (at, edge.forward().reverse(), from),
            };
            let node = path.nodes[at];
            if at == 0 {
                // The side from which the section enters the stop is unknown.
                Side::BOTH.into_iter().for_each(|side| add(node, copy(other, side)));
            } else {
                add(node, copy(other, path.side_of_dart(graph, embedding, at, dart)));
            }
        }
        CutGraph { graph: Graph::new(2 * nodes, &edges), original_edge, nodes }
    }

    /// The copy of a node on a side.
    pub(crate) fn copy(&self, node: Node, side: Side) -> Node {
        Node::new(node.index() + self.nodes * side as usize)
    }

    /// The original of a copy, and its side.
    pub(crate) fn original(&self, copy: Node) -> (Node, Side) {
        (Node::new(copy.index() % self.nodes), Side::BOTH[copy.index() / self.nodes])
    }
}
