//! The circuit passes the nodes of a face in the order of the face.
//!
//! A circuit drawn without crossings is a closed curve, and each face of the possible edges lies on one side
//! of it. So the circuit passes the nodes around a face in their order. On the faces to the left and to the
//! right of the arc into the start, this is the order counted from the start: all nodes before a node inside
//! of the section are inside, and all nodes after a node outside are outside.

use crate::context::Context;
use crate::description::{Description, Section};
use crate::embedding::Embedding;
use crate::faces::{Face, Met, walk};
use crate::rule::{Ends, Rule, Situation};
use hamadryad_sat::{Conflict, Lit};

/// Walks around the faces, and propagates their order.
#[derive(Clone, Default)]
pub(crate) struct FaceOrder;

impl Rule for FaceOrder {
    fn name(&self) -> &'static str {
        "face_order"
    }

    fn propagate(&mut self, now: &mut Situation<'_>, context: &mut Context<'_>) -> Result<(), Conflict> {
        let Situation { circuit, values, embedding: Some(embedding), faces, ends: Some(ends), .. } = now
        else {
            return Ok(());
        };
        let Some(section) = &circuit.section else { return Ok(()) };
        let Some((into, arc)) = circuit.arc_into(ends.start, context.solver) else { return Ok(()) };
        // The clause that an arc implies its edge may be propagated later.
        if !values.is_possible(into.edge()) {
            return Ok(());
        }
        walk(faces, circuit, values, embedding, into);
        for face in faces.iter() {
            Order { circuit, section, embedding, ends, arc, face }.propagate(context)?;
        }
        Ok(())
    }
}

/// The order of the nodes around one face.
struct Order<'a> {
    circuit: &'a Description,
    section: &'a Section,
    embedding: &'a Embedding,
    ends: &'a Ends,
    /// The literal of the arc into the start.
    arc: Lit,
    face: &'a Face,
}

impl Order<'_> {
    fn propagate(&self, context: &mut Context<'_>) -> Result<(), Conflict> {
        let met = self.face.met();
        let inside = |met: Met| self.section.inside(met.node);
        let last_inside = met.iter().rposition(|&met| context.solver.is_true(inside(met)));
        let first_outside = met.iter().position(|&met| context.solver.is_false(inside(met)));
        if let Some(last) = last_inside {
            for i in 0..last {
                if !context.solver.is_true(inside(met[i])) {
                    let reason = self.reason([i, last], inside(met[last]));
                    let reason = context.reason(&reason);
                    context.imply(inside(met[i]), reason)?;
                }
            }
        }
        if let Some(first) = first_outside {
            for i in first + 1..met.len() {
                if !context.solver.is_false(inside(met[i])) {
                    let reason = self.reason([i, first], !inside(met[first]));
                    let reason = context.reason(&reason);
                    context.imply(!inside(met[i]), reason)?;
                }
            }
        }
        Ok(())
    }

    /// The reason why two nodes come in the order in which they were met, and the known value of one of them.
    fn reason(&self, places: [usize; 2], known: Lit) -> Vec<Lit> {
        let mut reason = self.ends.why_start.clone();
        reason.extend([self.arc, known]);
        let crossed = places.into_iter().flat_map(|place| self.face.crossed(self.embedding, place));
        reason.extend(crossed.map(|dart| self.circuit.absence(dart.edge())));
        reason.sort_unstable();
        reason.dedup();
        reason
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Dart, Edge, Graph, Node};
    use crate::testing::states::{Outcome, State};
    use crate::values::Values;
    use hamadryad_random::Random;

    /// The faces of the naive version: deletes the absent edges and draws the rest anew. The nodes around the
    /// face to the left of a dart, beginning with the node that it enters.
    fn around(graph: &Graph, values: &Values, embedding: &Embedding, first: Dart) -> Vec<Node> {
        let kept: Vec<Edge> = graph.edges().filter(|&edge| values.is_possible(edge)).collect();
        let ends: Vec<(Node, Node)> = kept.iter().map(|&edge| graph.ends(edge).into()).collect();
        let rest = Graph::new(graph.num_nodes(), &ends);
        let new_dart = |dart: Dart| {
            let edge = Edge::new(kept.iter().position(|&edge| edge == dart.edge())?);
            Some(if dart.edge().forward() == dart { edge.forward() } else { edge.forward().reverse() })
        };
        let rotations = graph.nodes().map(|node| {
            let mut rotation = graph.leaving(node).to_vec();
            for i in 1..rotation.len() {
                rotation[i] = embedding.clockwise(rotation[i - 1]);
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
            dart = drawing.clockwise(dart.reverse());
            if dart == first {
                return nodes;
            }
        }
    }

    /// The naive version: compares each two nodes of both faces, until nothing changes.
    fn naive(state: &State, embedding: &Embedding, into: Dart) -> Outcome {
        let mut values = state.values();
        let left = around(state.graph(), &values, embedding, into);
        let mut right = around(state.graph(), &values, embedding, into.reverse());
        right.reverse();
        assert_eq!([left[0], right[0]], [state.start; 2]);
        loop {
            let before = values.inside.clone();
            for face in [&left, &right] {
                for (i, &later) in face.iter().enumerate() {
                    for &earlier in &face[..i] {
                        if values.is_outside(earlier) && values.is_inside(later) {
                            return Outcome::Conflict;
                        }
                        if values.is_inside(later) {
                            values.inside[earlier.index()] = 1;
                        } else if values.is_outside(earlier) {
                            values.inside[later.index()] = -1;
                        }
                    }
                }
            }
            if before == values.inside {
                return state.implies(&values.edges, &values.inside);
            }
        }
    }

    #[test]
    fn an_arc_whose_edge_is_not_possible_has_no_faces() {
        let mut state = State::of_grid(2, 3, |literals| {
            let Description { one_start, edges, arcs, .. } = &literals.description;
            vec![*one_start, arcs[1].expect("a grid has all arcs"), !edges[0]]
        });
        state.draw();
        assert_eq!(state.propagate(&mut FaceOrder).0, Outcome::Implies([].into()));
    }

    #[test]
    fn it_agrees_with_the_faces_of_a_new_drawing() {
        let mut random = Random::new(0xface_0000_0001);
        let (mut conflicts, mut implications) = (0, 0);
        for _ in 0..6000 {
            let mut state = State::random(&mut random);
            state.draw();
            let Some(embedding) = &state.embedding else { continue };
            let into = state.literals.description.arc_into(state.start, &state.solver);
            let into = into.filter(|&(into, _)| state.values().is_possible(into.edge()));
            let Some((into, _)) = into else { continue };
            let (outcome, _) = state.propagate(&mut FaceOrder);
            assert_eq!(outcome, naive(&state, embedding, into));
            outcome.count(&mut conflicts, &mut implications);
        }
        assert!(conflicts > 100 && implications > 300, "{conflicts} {implications}");
    }
}
