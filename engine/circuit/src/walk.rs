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
struct Met {
    node: Node,
    face: u32,
}

#[derive(Clone, Default)]
pub(crate) struct Walk {
    /// By original face: the dart whose absence joins it to the ones before.
    came_by: Vec<Dart>,
    reached: Vec<u32>,
    met: Vec<Met>,
    /// By original face: whether its way to the arc is already part of the reason.
    is_told: Vec<bool>,
    told: Vec<u32>,
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
        for dart in [into, twin(into)] {
            self.go_around(circuit, view, embedding, dart);
            if dart != into {
                self.met.reverse();
            }
            if !self.order(circuit, section, embedding, ends, (dart, arc), voice) {
                return false;
            }
        }
        true
    }

    /// Collects the nodes around the face to the left of a dart, and how its original faces hang together.
    fn go_around(&mut self, circuit: &Description, view: &View, embedding: &Embedding, first: Dart) {
        self.came_by.clear();
        self.came_by.resize(embedding.faces(), NONE);
        self.met.clear();
        self.reached.clear();
        let start = embedding.face(first);
        self.came_by[start as usize] = first;
        let mut dart = first;
        loop {
            // Nearest first is not needed: without enclosed parts there is one way between two faces.
            self.met.push(Met { node: circuit.graph.head(dart), face: embedding.face(dart) });
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

    /// Brings what is known of the nodes that were met, first to last, into order.
    fn order(
        &mut self,
        circuit: &Description,
        section: &Section,
        embedding: &Embedding,
        ends: &Ends,
        (first, arc): (Dart, Lit),
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
                let reason = self.reason(circuit, embedding, ends, (first, arc), [i, last], known);
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
                let reason = self.reason(circuit, embedding, ends, (first, arc), [i, outside], known);
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
        &mut self,
        circuit: &Description,
        embedding: &Embedding,
        ends: &Ends,
        (first, arc): (Dart, Lit),
        places: [usize; 2],
        known: Lit,
    ) -> Vec<Lit> {
        let mut reason = ends.why_start.clone();
        reason.extend([arc, known]);
        self.is_told.resize(embedding.faces(), false);
        let root = embedding.face(first);
        for place in places {
            let mut face = self.met[place].face;
            while face != root && !self.is_told[face as usize] {
                self.is_told[face as usize] = true;
                self.told.push(face);
                let crossed = self.came_by[face as usize];
                reason.push(circuit.absence(crossed));
                face = embedding.face(crossed);
            }
        }
        for face in self.told.drain(..) {
            self.is_told[face as usize] = false;
        }
        reason
    }
}
