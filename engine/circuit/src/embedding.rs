//! Embeddings: drawings of biconnected planar graphs without crossings.
//!
//! The method is that of Demoucron, Malgrange and Pertuiset (1964): begin with a cycle; the rest of
//! the graph falls into fragments, each of which must be drawn into a face that contains all its contacts;
//! take a fragment with the fewest such faces, and draw a path of it. The time is quadratic in the size of
//! the graph, once for each graph.
//!
//! Invariant: a face lies to the left of the darts around it, and the dart after `d` around a face is
//! `clockwise(d.reverse())`.

use crate::graph::{Dart, Graph, Node};
use std::collections::VecDeque;

/// A face of a drawing.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FaceId(u32);

impl FaceId {
    pub(crate) const NONE: FaceId = FaceId(u32::MAX);

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A drawing of a graph in the plane.
#[derive(Clone, Debug)]
pub struct Embedding {
    /// By dart: the next dart clockwise around the node that it leaves.
    clockwise: Vec<Dart>,
    /// By dart: the face to its left.
    face: Vec<FaceId>,
    num_faces: usize,
}

impl Embedding {
    /// Draws a graph; `None` if it is not biconnected or not planar.
    pub fn of(graph: &Graph) -> Option<Embedding> {
        let mut drawing = Drawing::begin(graph)?;
        while drawing.drawn < graph.num_edges() {
            drawing.draw_a_path()?;
        }
        Some(drawing.finish())
    }

    /// The drawing of a graph, given the darts that leave each node in their order around it: all clockwise,
    /// or all counterclockwise. The drawing must have no crossings.
    pub fn from_rotations(graph: &Graph, rotations: impl Iterator<Item = impl AsRef<[Dart]>>) -> Embedding {
        let mut clockwise = vec![Dart::NONE; 2 * graph.num_edges()];
        for around in rotations {
            let around = around.as_ref();
            for (i, &dart) in around.iter().enumerate() {
                clockwise[dart.index()] = around[(i + 1) % around.len()];
            }
        }
        let mut face = vec![FaceId::NONE; clockwise.len()];
        let mut next = FaceId(0);
        for first in graph.darts() {
            let mut dart = first;
            while face[dart.index()] == FaceId::NONE {
                face[dart.index()] = next;
                dart = clockwise[dart.reverse().index()];
            }
            next.0 += u32::from(face[first.index()] == next);
        }
        Embedding { clockwise, face, num_faces: next.index() }
    }

    /// The next dart clockwise around the node that a dart leaves.
    #[inline]
    pub(crate) fn clockwise(&self, dart: Dart) -> Dart {
        self.clockwise[dart.index()]
    }

    /// The face to the left of a dart.
    #[inline]
    pub(crate) fn face(&self, dart: Dart) -> FaceId {
        self.face[dart.index()]
    }

    /// The number of faces, the outer face included.
    pub fn num_faces(&self) -> usize {
        self.num_faces
    }
}

/// A drawing of a part of the graph.
struct Drawing<'g> {
    graph: &'g Graph,
    /// Each face as the darts around it.
    faces: Vec<Vec<Dart>>,
    is_drawn_edge: Vec<bool>,
    is_drawn_node: Vec<bool>,
    drawn: usize,
}

/// A part of the graph connected by edges that are not drawn, without passing a drawn node.
struct Fragment {
    /// One of its edges, as the dart from a drawn node.
    first: Dart,
    /// The drawn nodes at which it is attached.
    contacts: Vec<Node>,
}

impl<'g> Drawing<'g> {
    /// Draws a cycle, which has two faces.
    fn begin(graph: &'g Graph) -> Option<Drawing<'g>> {
        let mut drawing = Drawing {
            graph,
            faces: Vec::new(),
            is_drawn_edge: vec![false; graph.num_edges()],
            is_drawn_node: vec![false; graph.num_nodes()],
            drawn: 0,
        };
        let start = Node::new(0);
        let &first = graph.leaving(start).first()?;
        // A shortest path back along other edges.
        let is_other = |dart: Dart| dart.edge() != first.edge();
        let back = drawing.path(graph.head(first), |node| node == start, is_other)?;
        let cycle: Vec<Dart> = std::iter::once(first).chain(back).collect();
        let other_side: Vec<Dart> = cycle.iter().rev().map(|&dart| dart.reverse()).collect();
        drawing.mark(&cycle);
        drawing.faces = vec![cycle, other_side];
        Some(drawing)
    }

    fn mark(&mut self, darts: &[Dart]) {
        for &dart in darts {
            self.is_drawn_edge[dart.edge().index()] = true;
            self.is_drawn_node[self.graph.tail(dart).index()] = true;
            self.is_drawn_node[self.graph.head(dart).index()] = true;
        }
        self.drawn += darts.len();
    }

    /// A shortest path from a node to one for which `is_wanted` holds, along darts for which `is_allowed`
    /// holds.
    fn path(
        &self,
        from: Node,
        is_wanted: impl Fn(Node) -> bool,
        is_allowed: impl Fn(Dart) -> bool,
    ) -> Option<Vec<Dart>> {
        let mut came_by = vec![Dart::NONE; self.graph.num_nodes()];
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            for &dart in self.graph.leaving(node) {
                let to = self.graph.head(dart);
                if to == from || came_by[to.index()] != Dart::NONE || !is_allowed(dart) {
                    continue;
                }
                came_by[to.index()] = dart;
                if is_wanted(to) {
                    let mut path = vec![dart];
                    while self.graph.tail(path[path.len() - 1]) != from {
                        path.push(came_by[self.graph.tail(path[path.len() - 1]).index()]);
                    }
                    path.reverse();
                    return Some(path);
                }
                queue.push_back(to);
            }
        }
        None
    }

    fn fragments(&self) -> Vec<Fragment> {
        let graph = self.graph;
        let mut found_edge = self.is_drawn_edge.clone();
        let mut fragments = Vec::new();
        for start in graph.nodes().filter(|node| self.is_drawn_node[node.index()]) {
            for &first in graph.leaving(start) {
                if std::mem::replace(&mut found_edge[first.edge().index()], true) {
                    continue;
                }
                let mut contacts = vec![start];
                let mut stack = vec![graph.head(first)];
                while let Some(node) = stack.pop() {
                    if self.is_drawn_node[node.index()] {
                        if !contacts.contains(&node) {
                            contacts.push(node);
                        }
                        continue;
                    }
                    for &dart in graph.leaving(node) {
                        if !std::mem::replace(&mut found_edge[dart.edge().index()], true) {
                            stack.push(graph.head(dart));
                        }
                    }
                }
                fragments.push(Fragment { first, contacts });
            }
        }
        fragments
    }

    /// Draws a path of the fragment with the fewest possible faces. `None` if a fragment has no possible
    /// face, or a single contact.
    fn draw_a_path(&mut self) -> Option<()> {
        let mut faces_of_node: Vec<Vec<u32>> = vec![Vec::new(); self.graph.num_nodes()];
        for (id, face) in (0..).zip(&self.faces) {
            for &dart in face {
                faces_of_node[self.graph.tail(dart).index()].push(id);
            }
        }
        let mut best: Option<(usize, Fragment, u32)> = None;
        let fragments = self.fragments();
        if fragments.is_empty() {
            // The edges not yet drawn are not connected to a drawn node.
            return None;
        }
        for fragment in fragments {
            if fragment.contacts.len() < 2 {
                return None;
            }
            let has_all = |face: &&u32| {
                fragment.contacts.iter().all(|&node| faces_of_node[node.index()].contains(face))
            };
            let fitting: Vec<u32> =
                faces_of_node[fragment.contacts[0].index()].iter().filter(has_all).copied().collect();
            let &face = fitting.first()?;
            if best.as_ref().is_none_or(|(count, ..)| fitting.len() < *count) {
                let is_forced = fitting.len() == 1;
                best = Some((fitting.len(), fragment, face));
                if is_forced {
                    break;
                }
            }
        }
        let (_, fragment, face) = best?;
        let (start, next) = (self.graph.tail(fragment.first), self.graph.head(fragment.first));
        let mut path = vec![fragment.first];
        if !self.is_drawn_node[next.index()] {
            let rest = self.path(
                next,
                |node| self.is_drawn_node[node.index()] && node != start,
                |dart| {
                    let tail = self.graph.tail(dart);
                    !self.is_drawn_edge[dart.edge().index()]
                        && !self.is_drawn_node[tail.index()]
                        && self.graph.head(dart) != start
                },
            );
            path.extend(rest?);
        }
        self.split(face as usize, &path);
        self.mark(&path);
        Some(())
    }

    /// Draws a path through a face from one of its nodes to another.
    fn split(&mut self, face: usize, path: &[Dart]) {
        let around = std::mem::take(&mut self.faces[face]);
        let (start, end) = (self.graph.tail(path[0]), self.graph.head(path[path.len() - 1]));
        let place = |node| {
            around.iter().position(|&dart| self.graph.tail(dart) == node).expect("a contact lies on the face")
        };
        let (from, to) = (place(start), place(end));
        let stretch = |from: usize, to: usize| {
            let length = (to + around.len() - from) % around.len();
            (0..length).map(|i| around[(from + i) % around.len()]).collect::<Vec<Dart>>()
        };
        // One new face goes along the path and back along the old face, the other one in the opposite
        // direction.
        let mut one: Vec<Dart> = path.to_vec();
        one.extend(stretch(to, from));
        let mut other: Vec<Dart> = path.iter().rev().map(|&dart| dart.reverse()).collect();
        other.extend(stretch(from, to));
        self.faces[face] = one;
        self.faces.push(other);
    }

    fn finish(self) -> Embedding {
        let darts = 2 * self.graph.num_edges();
        let (mut clockwise, mut face_of) = (vec![Dart::NONE; darts], vec![FaceId::NONE; darts]);
        for (id, face) in (0..).map(FaceId).zip(&self.faces) {
            for (i, &dart) in face.iter().enumerate() {
                let next = face[(i + 1) % face.len()];
                face_of[dart.index()] = id;
                clockwise[dart.reverse().index()] = next;
            }
        }
        Embedding { clockwise, face: face_of, num_faces: self.faces.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph_of(nodes: usize, edges: &[(usize, usize)]) -> Graph {
        let edges: Vec<_> = edges.iter().map(|&(a, b)| (Node::new(a), Node::new(b))).collect();
        Graph::new(nodes, &edges)
    }

    fn grid(rows: usize, cols: usize) -> Graph {
        let mut edges = Vec::new();
        for row in 0..rows {
            for col in 0..cols {
                let node = row * cols + col;
                if col + 1 < cols {
                    edges.push((node, node + 1));
                }
                if row + 1 < rows {
                    edges.push((node, node + cols));
                }
            }
        }
        graph_of(rows * cols, &edges)
    }

    fn complete(nodes: usize) -> Graph {
        let edges: Vec<_> = (0..nodes).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        graph_of(nodes, &edges)
    }

    #[test]
    fn faces_obey_euler() {
        for graph in [grid(2, 2), grid(3, 5), grid(8, 8), complete(4)] {
            let embedding = Embedding::of(&graph).expect("the graph is planar");
            assert_eq!(graph.num_nodes() + embedding.num_faces(), graph.num_edges() + 2);
            // Going clockwise around a node passes all its darts.
            for node in graph.nodes() {
                let start = graph.leaving(node)[0];
                let mut dart = start;
                for steps in 1.. {
                    dart = embedding.clockwise(dart);
                    assert_eq!(graph.tail(dart), node);
                    if dart == start {
                        assert_eq!(steps, graph.leaving(node).len());
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn other_graphs_are_rejected() {
        assert!(Embedding::of(&complete(5)).is_none());
        // Two triangles that share a node, and two that share none.
        let triangles = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)];
        assert!(Embedding::of(&graph_of(5, &triangles)).is_none());
        let triangles = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)];
        assert!(Embedding::of(&graph_of(6, &triangles)).is_none());
        let utilities: Vec<_> = (0..3).flat_map(|a| (3..6).map(move |b| (a, b))).collect();
        assert!(Embedding::of(&graph_of(6, &utilities)).is_none());
    }
}
