//! The order of nodes along a face.
//!
//! A circuit drawn without crossings is a closed curve. What lies on one face of the possible edges lies on one side of it,
//! so the circuit meets the nodes around that face in the order of the face. The faces to the left and to the right of
//! the arc into the start tell which nodes come first, counted from the start: where one is inside of the section, so
//! are all before it.
//!
//! The face is the original ones that became one where edges are absent; an order of two nodes depends on the absent edges
//! between the arc and the original faces on which they are met, and on no others.

use crate::circuit::{Description, Ends, Section};
use crate::graph::{Dart, Node, edge_of, twin};
use crate::plane::Embedding;
use crate::reasons::Voice;
use crate::view::View;
use hamadryad_sat::Lit;

const NONE: u32 = u32::MAX;

/// A node met on a walk around a face, and by which dart.
#[derive(Clone, Copy)]
pub(crate) struct Met {
    pub(crate) node: Node,
    pub(crate) dart: Dart,
    face: u32,
}

/// A face of the possible edges: original ones that became one.
#[derive(Clone, Default)]
pub(crate) struct Face {
    /// The original face where the walk around it began.
    root: u32,
    /// By original face: the dart whose absence joins it to the ones before.
    came_by: Vec<Dart>,
    met: Vec<Met>,
}

impl Face {
    /// Collects the nodes around the face to the left of a dart, and how its original faces hang together.
    fn go_around(&mut self, circuit: &Description, view: &View, embedding: &Embedding, first: Dart) {
        self.root = embedding.face(first);
        self.came_by.clear();
        self.came_by.resize(embedding.faces(), NONE);
        self.came_by[self.root as usize] = first;
        self.met.clear();
        let mut dart = first;
        loop {
            // Nearest first is not needed: without enclosed parts there is one way between two faces.
            self.met.push(Met { node: circuit.graph.head(dart), dart, face: embedding.face(dart) });
            let mut next = embedding.turn(twin(dart));
            while !view.is_possible(edge_of(next)) {
                // Past an absent edge, into the face beyond.
                let beyond = embedding.face(twin(next));
                if self.came_by[beyond as usize] == NONE {
                    self.came_by[beyond as usize] = next;
                }
                next = embedding.turn(next);
            }
            dart = next;
            if dart == first {
                break;
            }
        }
    }

    /// The nodes around it, from the start to the node before the start.
    pub(crate) fn met(&self) -> &[Met] {
        &self.met
    }

    /// Whether an original face is part of it.
    pub(crate) fn has(&self, face: u32) -> bool {
        self.came_by[face as usize] != NONE
    }

    /// The absent edges between the arc and the original face on which a node was met.
    pub(crate) fn crossed(&self, embedding: &Embedding, place: usize) -> impl Iterator<Item = Dart> {
        let mut face = self.met[place].face;
        std::iter::from_fn(move || {
            let crossed = (face != self.root).then(|| self.came_by[face as usize])?;
            face = embedding.face(crossed);
            Some(crossed)
        })
    }
}

#[derive(Clone, Default)]
pub(crate) struct Walk {
    /// The faces to the left and to the right of the arc into the start.
    pub(crate) faces: [Face; 2],
}

impl Walk {
    pub(crate) fn propagate(
        &mut self,
        circuit: &Description,
        section: &Section,
        view: &View,
        embedding: &Embedding,
        ends: &Ends,
        voice: &mut Voice<'_>,
    ) -> bool {
        let Some((into, arc)) = circuit.dart_into(ends.start, voice.solver) else { return true };
        // Somebody else says that an arc is an edge, perhaps later than that it is an arc.
        if !view.is_possible(edge_of(into)) {
            return true;
        }
        self.go_around(circuit, view, embedding, into);
        self.faces.iter().all(|face| face.order(circuit, section, embedding, ends, arc, voice))
    }

    /// Goes around both faces at the arc into the start.
    pub(crate) fn go_around(
        &mut self,
        circuit: &Description,
        view: &View,
        embedding: &Embedding,
        into: Dart,
    ) {
        for (face, dart) in self.faces.iter_mut().zip([into, twin(into)]) {
            face.go_around(circuit, view, embedding, dart);
        }
        self.faces[1].met.reverse();
    }
}

impl Face {
    /// Brings what is known of the nodes that were met, first to last, into order.
    fn order(
        &self,
        circuit: &Description,
        section: &Section,
        embedding: &Embedding,
        ends: &Ends,
        arc: Lit,
        voice: &mut Voice<'_>,
    ) -> bool {
        let inside = |met: Met| section.inside[met.node as usize];
        let last_inside = self.met.iter().rposition(|&met| voice.solver.is_true(inside(met)));
        let first_outside = self.met.iter().position(|&met| voice.solver.is_false(inside(met)));
        // All before the last that is inside are inside; all after the first that is not are not.
        if let Some(last) = last_inside {
            for i in 0..last {
                if voice.solver.is_true(inside(self.met[i])) {
                    continue;
                }
                let known = inside(self.met[last]);
                let reason = self.reason(circuit, embedding, ends, arc, [i, last], known);
                let reason = voice.because(&reason);
                if !voice.imply(inside(self.met[i]), reason) {
                    return false;
                }
            }
        }
        if let Some(outside) = first_outside {
            for i in outside + 1..self.met.len() {
                if voice.solver.is_false(inside(self.met[i])) {
                    continue;
                }
                let known = !inside(self.met[outside]);
                let reason = self.reason(circuit, embedding, ends, arc, [i, outside], known);
                let reason = voice.because(&reason);
                if !voice.imply(!inside(self.met[i]), reason) {
                    return false;
                }
            }
        }
        true
    }

    /// Why two nodes come in the order in which they were met.
    fn reason(
        &self,
        circuit: &Description,
        embedding: &Embedding,
        ends: &Ends,
        arc: Lit,
        places: [usize; 2],
        known: Lit,
    ) -> Vec<Lit> {
        let mut reason = ends.why_start.clone();
        reason.extend([arc, known]);
        let crossed = places.into_iter().flat_map(|place| self.crossed(embedding, place));
        reason.extend(crossed.map(|dart| circuit.absence(dart)));
        reason.sort_unstable();
        reason.dedup();
        reason
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::reasons::Rule;
    use crate::states::{State, Verdict};
    use crate::worlds::Random;

    /// The naive twin's faces: absent edges are left out of the drawing, and what is left of it is looked at anew. The nodes around
    /// the face to the left of a dart, beginning with the one that it enters.
    fn around(graph: &Graph, view: &View, embedding: &Embedding, first: Dart) -> Vec<Node> {
        let kept: Vec<u32> = (0..graph.edges() as u32).filter(|&edge| view.is_possible(edge)).collect();
        let ends: Vec<(Node, Node)> =
            kept.iter().map(|&edge| (graph.tail(2 * edge), graph.head(2 * edge))).collect();
        let rest = Graph::new(graph.nodes(), &ends);
        let new_dart = |dart: Dart| {
            let edge = kept.iter().position(|&edge| edge == edge_of(dart));
            edge.map(|edge| 2 * edge as Dart + dart % 2)
        };
        let rotations = (0..graph.nodes() as Node).map(|node| {
            let mut rotation = graph.leaving(node).to_vec();
            for i in 1..rotation.len() {
                rotation[i] = embedding.turn(rotation[i - 1]);
            }
            rotation.into_iter().filter_map(new_dart).collect::<Vec<Dart>>()
        });
        let drawing = Embedding::from_rotations(&rest, rotations);
        let first = new_dart(first).expect("an arc is an edge");
        let mut nodes = Vec::new();
        let mut dart = first;
        loop {
            assert_eq!(drawing.face(dart), drawing.face(first));
            nodes.push(rest.head(dart));
            dart = drawing.turn(twin(dart));
            if dart == first {
                return nodes;
            }
        }
    }

    /// The naive twin: compares any two nodes of both faces, until nothing changes.
    fn in_order(state: &State, embedding: &Embedding, into: Dart) -> Verdict {
        let mut view = state.view();
        let left = around(state.graph(), &view, embedding, into);
        let mut right = around(state.graph(), &view, embedding, twin(into));
        right.reverse();
        assert_eq!([left[0], right[0]], [state.start; 2]);
        loop {
            let before = view.inside.clone();
            for face in [&left, &right] {
                for (i, &later) in face.iter().enumerate() {
                    for &earlier in &face[..i] {
                        let [earlier, later] = [earlier as usize, later as usize];
                        if view.inside[earlier] < 0 && view.inside[later] > 0 {
                            return Verdict::Objects;
                        }
                        if view.inside[later] > 0 {
                            view.inside[earlier] = 1;
                        } else if view.inside[earlier] < 0 {
                            view.inside[later] = -1;
                        }
                    }
                }
            }
            if before == view.inside {
                return state.implies(&view.edges, &view.inside);
            }
        }
    }

    #[test]
    fn an_arc_that_is_no_edge_yet_or_never_leads_nowhere() {
        let state = State::of_grid(2, 3, |names| {
            let Description { one_start, edges, arcs, .. } = &names.description;
            vec![*one_start, arcs[1].expect("there are all arcs"), !edges[0]]
        });
        let embedding = Embedding::of(state.graph()).expect("a grid can be drawn");
        let (mut walk, ends) = (Walk::default(), state.ends());
        let (verdict, _) = state.ask(Rule::Walk, |circuit, view, voice| {
            walk.propagate(circuit, state.section(), view, &embedding, &ends, voice)
        });
        assert_eq!(verdict, Verdict::Implies([].into()));
    }

    #[test]
    fn it_says_what_the_faces_of_a_new_drawing_say() {
        let mut random = Random(0xface_0000_0001);
        let (mut objections, mut implications) = (0, 0);
        for _ in 0..6000 {
            let state = State::random(&mut random);
            let Some(embedding) = Embedding::of(state.graph()) else { continue };
            let into = state.names.description.dart_into(state.start, &state.solver);
            let Some((into, _)) = into.filter(|&(into, _)| state.view().is_possible(edge_of(into))) else {
                continue;
            };
            let (mut walk, ends) = (Walk::default(), state.ends());
            let (verdict, _) = state.ask(Rule::Walk, |circuit, view, voice| {
                walk.propagate(circuit, state.section(), view, &embedding, &ends, voice)
            });
            assert_eq!(verdict, in_order(&state, &embedding, into));
            match verdict {
                Verdict::Objects => objections += 1,
                Verdict::Implies(literals) => implications += literals.len(),
            }
        }
        assert!(objections > 100 && implications > 300, "{objections} {implications}");
    }
}
