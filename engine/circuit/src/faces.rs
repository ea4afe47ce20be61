//! The faces of the possible edges to the left and to the right of the arc into the start.
//!
//! If an edge is absent, the two faces of the drawing beside it become one. So a face here is a tree of
//! original faces, joined by absent edges. The rules name in their reasons the absent edges on the tree path
//! between the arc and the original face where a node was met, and no others.
//!
//! Invariant: `met` lists the nodes in the order in which the boundary walk meets them, the start first; a
//! face is valid for the values at the time of the last [`walk`].

use crate::description::Description;
use crate::embedding::{Embedding, FaceId};
use crate::graph::{Dart, Node};
use crate::values::Values;

/// A node met on the walk around a face.
#[derive(Clone, Copy)]
pub(crate) struct Met {
    pub(crate) node: Node,
    /// The dart by which the walk came to the node.
    pub(crate) dart: Dart,
    /// The original face of this dart.
    face: FaceId,
}

/// A face of the possible edges.
#[derive(Clone)]
pub(crate) struct Face {
    /// The original face where the walk began.
    root: FaceId,
    /// By original face: the dart of the absent edge that joins it to its parent in the tree.
    came_by: Vec<Dart>,
    met: Vec<Met>,
}

impl Default for Face {
    fn default() -> Face {
        Face { root: FaceId::NONE, came_by: Vec::new(), met: Vec::new() }
    }
}

impl Face {
    /// Walks around the face to the left of a dart.
    fn walk(&mut self, circuit: &Description, values: &Values, embedding: &Embedding, first: Dart) {
        self.root = embedding.face(first);
        self.came_by.clear();
        self.came_by.resize(embedding.num_faces(), Dart::NONE);
        self.came_by[self.root.index()] = first;
        self.met.clear();
        let mut dart = first;
        loop {
            // The tree needs no breadth-first order: two faces are joined in one way only, unless they
            // enclose a part that no possible edge connects with the rest.
            self.met.push(Met { node: circuit.graph.head(dart), dart, face: embedding.face(dart) });
            let mut next = embedding.clockwise(dart.reverse());
            while !values.is_possible(next.edge()) {
                let beyond = embedding.face(next.reverse());
                if self.came_by[beyond.index()] == Dart::NONE {
                    self.came_by[beyond.index()] = next;
                }
                next = embedding.clockwise(next);
            }
            dart = next;
            if dart == first {
                break;
            }
        }
    }

    /// The nodes around the face: from the start, in the direction of the circuit, to the node before the
    /// start.
    pub(crate) fn met(&self) -> &[Met] {
        &self.met
    }

    /// Whether an original face is part of this one.
    pub(crate) fn contains(&self, face: FaceId) -> bool {
        self.came_by[face.index()] != Dart::NONE
    }

    /// The absent edges between the arc and the original face where the node at `place` was met.
    pub(crate) fn crossed(&self, embedding: &Embedding, place: usize) -> impl Iterator<Item = Dart> {
        let mut face = self.met[place].face;
        std::iter::from_fn(move || {
            let crossed = (face != self.root).then(|| self.came_by[face.index()])?;
            face = embedding.face(crossed);
            Some(crossed)
        })
    }
}

/// Walks around both faces beside the arc into the start: the left one first.
pub(crate) fn walk(
    faces: &mut [Face; 2],
    circuit: &Description,
    values: &Values,
    embedding: &Embedding,
    into: Dart,
) {
    for (face, dart) in faces.iter_mut().zip([into, into.reverse()]) {
        face.walk(circuit, values, embedding, dart);
    }
    faces[1].met.reverse();
}
