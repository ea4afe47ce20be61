//! Plane embeddings: drawing a graph without crossings, as far as that is possible.
//!
//! The method is that of Demoucron, Malgrange, Pertuiset ("Graphes planaires", Revue française de recherche
//! opérationnelle 8, 1964): begin with a cycle; the rest of the graph falls into fragments, each to be drawn into a face
//! that has all nodes where it is attached; always take one with the fewest such faces, and draw a path of it. It takes
//! time quadratic in the size, which is spent once for a graph.

use crate::graph::{Dart, Graph, Node, edge_of, twin};
use std::collections::VecDeque;

const NONE: u32 = u32::MAX;

/// A drawing of a graph in the plane. Faces lie to the left of the darts around them.
#[derive(Clone, Debug)]
pub struct Embedding {
    /// By dart `d`: the next one clockwise around the node that `d` leaves.
    turn: Vec<Dart>,
    /// By dart: the face to its left.
    face: Vec<u32>,
    faces: usize,
}

impl Embedding {
    /// Draws a graph that cannot be split by removing one node; `None` where it can, or cannot be drawn without crossings.
    pub fn of(graph: &Graph) -> Option<Embedding> {
        let mut drawing = Drawing::begin(graph)?;
        while drawing.drawn < graph.edges() {
            drawing.draw_a_path()?;
        }
        Some(drawing.finish())
    }

    /// The drawing of a graph whose darts are known in their order around each node, all clockwise or all the other way; it
    /// must be one without crossings.
    pub fn from_rotations(graph: &Graph, rotations: impl Iterator<Item = impl AsRef<[Dart]>>) -> Embedding {
        let darts = 2 * graph.edges();
        let mut turn = vec![NONE; darts];
        for around in rotations {
            let around = around.as_ref();
            for (i, &dart) in around.iter().enumerate() {
                turn[dart as usize] = around[(i + 1) % around.len()];
            }
        }
        let mut face = vec![NONE; darts];
        let mut faces = 0;
        for first in 0..darts as Dart {
            let mut dart = first;
            while face[dart as usize] == NONE {
                face[dart as usize] = faces as u32;
                dart = turn[twin(dart) as usize];
            }
            faces += usize::from(face[first as usize] == faces as u32);
        }
        Embedding { turn, face, faces }
    }

    /// The next dart clockwise around the node that a dart leaves.
    #[inline]
    pub(crate) fn turn(&self, dart: Dart) -> Dart {
        self.turn[dart as usize]
    }

    /// The face to the left of a dart.
    #[inline]
    pub(crate) fn face(&self, dart: Dart) -> u32 {
        self.face[dart as usize]
    }

    /// The number of faces, the outer one included.
    pub fn faces(&self) -> usize {
        self.faces
    }
}

struct Drawing<'g> {
    graph: &'g Graph,
    /// Each face as the darts around it.
    faces: Vec<Vec<Dart>>,
    is_drawn_edge: Vec<bool>,
    is_drawn_node: Vec<bool>,
    drawn: usize,
}

/// What is joined without passing a drawn node.
struct Fragment {
    /// An edge of it, by its dart from a drawn node.
    first: Dart,
    /// The drawn nodes that it is attached to.
    contacts: Vec<Node>,
}

impl<'g> Drawing<'g> {
    /// Draws a cycle: two faces.
    fn begin(graph: &'g Graph) -> Option<Drawing<'g>> {
        let mut drawing = Drawing {
            graph,
            faces: Vec::new(),
            is_drawn_edge: vec![false; graph.edges()],
            is_drawn_node: vec![false; graph.nodes()],
            drawn: 0,
        };
        let &first = graph.leaving(0).first()?;
        // A shortest way back without the edge itself.
        let back =
            drawing.path(graph.head(first), |node| node == 0, |dart| edge_of(dart) != edge_of(first))?;
        let cycle: Vec<Dart> = std::iter::once(first).chain(back).collect();
        let other_side: Vec<Dart> = cycle.iter().rev().map(|&dart| twin(dart)).collect();
        drawing.mark(&cycle);
        drawing.faces = vec![cycle, other_side];
        Some(drawing)
    }

    fn mark(&mut self, darts: &[Dart]) {
        for &dart in darts {
            self.is_drawn_edge[edge_of(dart) as usize] = true;
            self.is_drawn_node[self.graph.tail(dart) as usize] = true;
            self.is_drawn_node[self.graph.head(dart) as usize] = true;
        }
        self.drawn += darts.len();
    }

    /// A shortest path from a node to one that is wanted.
    fn path(
        &self,
        from: Node,
        is_wanted: impl Fn(Node) -> bool,
        is_allowed: impl Fn(Dart) -> bool,
    ) -> Option<Vec<Dart>> {
        let mut came_by = vec![NONE; self.graph.nodes()];
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            for &dart in self.graph.leaving(node) {
                let to = self.graph.head(dart);
                if to == from || came_by[to as usize] != NONE || !is_allowed(dart) {
                    continue;
                }
                came_by[to as usize] = dart;
                if is_wanted(to) {
                    let mut path = vec![dart];
                    while self.graph.tail(path[path.len() - 1]) != from {
                        path.push(came_by[self.graph.tail(path[path.len() - 1]) as usize]);
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
        for start in (0..graph.nodes() as Node).filter(|&node| self.is_drawn_node[node as usize]) {
            for &first in graph.leaving(start) {
                if std::mem::replace(&mut found_edge[edge_of(first) as usize], true) {
                    continue;
                }
                let mut contacts = vec![start];
                let mut stack = vec![graph.head(first)];
                while let Some(node) = stack.pop() {
                    if self.is_drawn_node[node as usize] {
                        if !contacts.contains(&node) {
                            contacts.push(node);
                        }
                        continue;
                    }
                    for &dart in graph.leaving(node) {
                        if !std::mem::replace(&mut found_edge[edge_of(dart) as usize], true) {
                            stack.push(graph.head(dart));
                        }
                    }
                }
                fragments.push(Fragment { first, contacts });
            }
        }
        fragments
    }

    /// Draws a path of the fragment with the fewest faces to go into. `None` where one has none, or a single contact.
    fn draw_a_path(&mut self) -> Option<()> {
        let mut faces_of_node: Vec<Vec<u32>> = vec![Vec::new(); self.graph.nodes()];
        for (id, face) in (0..).zip(&self.faces) {
            for &dart in face {
                faces_of_node[self.graph.tail(dart) as usize].push(id);
            }
        }
        let mut best: Option<(usize, Fragment, u32)> = None;
        let fragments = self.fragments();
        if fragments.is_empty() {
            // What is left is joined to nothing that is drawn.
            return None;
        }
        for fragment in fragments {
            if fragment.contacts.len() < 2 {
                return None;
            }
            let has_all = |face: &&u32| {
                fragment.contacts.iter().all(|&node| faces_of_node[node as usize].contains(face))
            };
            let fitting: Vec<u32> =
                faces_of_node[fragment.contacts[0] as usize].iter().filter(has_all).copied().collect();
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
        if !self.is_drawn_node[next as usize] {
            let rest = self.path(
                next,
                |node| self.is_drawn_node[node as usize] && node != start,
                |dart| {
                    let tail = self.graph.tail(dart);
                    !self.is_drawn_edge[edge_of(dart) as usize]
                        && !self.is_drawn_node[tail as usize]
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
        // Along the path, and back along the face; and the other way round.
        let mut one: Vec<Dart> = path.to_vec();
        one.extend(stretch(to, from));
        let mut other: Vec<Dart> = path.iter().rev().map(|&dart| twin(dart)).collect();
        other.extend(stretch(from, to));
        self.faces[face] = one;
        self.faces.push(other);
    }

    fn finish(self) -> Embedding {
        let darts = 2 * self.graph.edges();
        let mut embedding =
            Embedding { turn: vec![NONE; darts], face: vec![NONE; darts], faces: self.faces.len() };
        for (id, face) in (0..).zip(&self.faces) {
            for (i, &dart) in face.iter().enumerate() {
                let next = face[(i + 1) % face.len()];
                embedding.face[dart as usize] = id;
                embedding.turn[twin(dart) as usize] = next;
            }
        }
        embedding
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: u32, cols: u32) -> Graph {
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
        Graph::new((rows * cols) as usize, &edges)
    }

    fn complete(nodes: u32) -> Graph {
        let edges: Vec<_> = (0..nodes).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        Graph::new(nodes as usize, &edges)
    }

    #[test]
    fn faces_obey_euler() {
        for graph in [grid(2, 2), grid(3, 5), grid(8, 8), complete(4)] {
            let embedding = Embedding::of(&graph).expect("the graph is planar");
            assert_eq!(graph.nodes() + embedding.faces(), graph.edges() + 2);
            // Turning around a node comes back after all its darts.
            for node in 0..graph.nodes() as Node {
                let start = graph.leaving(node)[0];
                let mut dart = start;
                for turns in 1.. {
                    dart = embedding.turn(dart);
                    assert_eq!(graph.tail(dart), node);
                    if dart == start {
                        assert_eq!(turns, graph.leaving(node).len());
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert!(Embedding::of(&complete(5)).is_none());
        // Two triangles that share a node, and two that share none.
        assert!(Embedding::of(&Graph::new(5, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)])).is_none());
        assert!(Embedding::of(&Graph::new(6, &[(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)])).is_none());
        let utilities: Vec<_> = (0..3).flat_map(|a| (3..6).map(move |b| (a, b))).collect();
        assert!(Embedding::of(&Graph::new(6, &utilities)).is_none());
    }
}
