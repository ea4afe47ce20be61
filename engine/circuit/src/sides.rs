//! The way there as a wall: what lies to its left and what to its right, whichever course it takes.
//!
//! Where the way to the stop, a gap line (`gap.rs`), and a face at the arc into the start make a closed curve, the way back
//! crosses it at the nodes of the line alone. What is met on the two faces at the arc lies on a side of the curve that is known, if
//! it is not part of it; and so do neighbours of theirs that are on the way back. Any other node of the way back lies on one side or the
//! other: in the graph with two copies of each node, one for each side, the way back is a simple path as well, from the stop
//! to the node before the start. A node without a copy in the block of these two lies on the way there.
//!
//! That is known without any course of the way: for a block of the graph itself (`sections.rs`) the way must be known all around
//! what it cuts off.

use crate::blocks::Blocks;
use crate::circuit::{Description, Ends, Section};
use crate::gap::{Double, LEFT, Line, RIGHT};
use crate::graph::{Dart, Edge, Graph, Node, edge_of, twin};
use crate::plane::Embedding;
use crate::reasons::Voice;
use crate::view::View;
use crate::walk::Face;
use hamadryad_sat::Lit;
use std::collections::VecDeque;

/// Why a node cannot lie on a side, if it is on the way back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// Nothing says so.
    Unknown,
    /// It is met on this face, at this place.
    Met(usize, usize),
    /// This neighbour cannot, and is on the way back.
    Neighbour(Node),
    /// It is part of the curve; nodes of the line have a copy on the left.
    OnCurve,
}

#[derive(Clone, Default)]
pub(crate) struct Sides {
    /// The line that was used last, and the graph on both sides of it.
    double: Option<(Line, Double)>,
    /// By side and node.
    causes: [Vec<Cause>; 2],
    /// The absent edges between the arc and the end of the line.
    crossed: Vec<Dart>,
    queue: VecDeque<(Node, usize)>,
    edges: Vec<i8>,
}

impl Sides {
    /// What cannot be on the way back is on the way there. `faces` are those of the walk. `false` on a conflict.
    #[allow(clippy::too_many_arguments, reason = "the parts of a circuit")]
    pub(crate) fn propagate(
        &mut self,
        circuit: &Description,
        section: &Section,
        view: &View,
        (embedding, faces): (&Embedding, &[Face; 2]),
        ends: &Ends,
        blocks: &mut Blocks,
        voice: &mut Voice<'_>,
    ) -> bool {
        let Some((into, arc)) = circuit.dart_into(ends.start, voice.solver) else { return true };
        let graph = &circuit.graph;
        let last = graph.tail(into);
        let Some(stop) = ends.stop.filter(|&stop| stop != last) else { return true };
        // With one face on both sides, nothing goes past the arc.
        if !view.is_possible(edge_of(into)) || faces[0].has(embedding.face(twin(into))) {
            return true;
        }
        let Some(line) = Line::find(graph, view, faces, [ends.start, stop, last]) else { return true };
        self.crossed.clear();
        self.crossed.extend(faces[line.face].crossed(embedding, line.place));
        self.exclude(graph, view, faces, &line, [ends.start, last]);
        let known = self.double.take().filter(|(other, _)| *other == line);
        let double = known.map_or_else(|| Double::new(graph, embedding, &line), |(_, double)| double);

        self.edges.clear();
        self.edges.extend(double.single.iter().map(|&edge| view.edges[edge as usize]));
        blocks.open(double.graph.nodes(), &self.edges);
        let is_there = |node: Node| view.inside[node as usize] > 0 && node != stop;
        for side in [LEFT, RIGHT] {
            for (node, &cause) in (0..).zip(&self.causes[side]) {
                if cause != Cause::Unknown || is_there(node) {
                    blocks.close_node(double.copy(node, side));
                }
            }
        }
        let side_of_last = usize::from(self.causes[LEFT][last as usize] != Cause::Unknown);
        blocks.find(&double.graph, stop, double.copy(last, side_of_last));
        let is_met =
            |node: Node| [LEFT, RIGHT].map(|side| blocks.is_inside[double.copy(node, side) as usize]);
        let outside: Vec<Node> = (0..graph.nodes() as Node)
            .filter(|&node| view.inside[node as usize] <= 0 && is_met(node) == [false; 2])
            .collect();
        let mut is_fine = true;
        // An objection makes all else superfluous.
        let objection = outside.iter().position(|&node| view.inside[node as usize] < 0);
        for &node in objection.map_or(&outside[..], |at| &outside[at..=at]) {
            let mut reason = ends.why_both.clone();
            reason.push(arc);
            reason.extend(line.nodes[1..].iter().map(|&node| !section.inside[node as usize]));
            reason.extend(self.crossed.iter().map(|&dart| circuit.absence(dart)));
            for side in [LEFT, RIGHT] {
                if self.causes[side][node as usize] == Cause::Unknown {
                    let first = double.copy(node, side);
                    for (to, by) in boundary(&double, blocks, first) {
                        if !view.is_possible(by) {
                            reason.push(circuit.absence(2 * by));
                        } else if is_there(to.0) {
                            reason.push(section.inside[to.0 as usize]);
                        } else {
                            self.tell(circuit, section, (embedding, faces), to, &mut reason);
                        }
                    }
                } else {
                    self.tell(circuit, section, (embedding, faces), (node, side), &mut reason);
                }
            }
            let inside = section.inside[node as usize];
            reason.extend(objection.map(|_| !inside));
            reason.sort_unstable();
            reason.dedup();
            is_fine = if objection.is_some() {
                voice.object(&reason)
            } else {
                let reason = voice.because(&reason);
                voice.imply(inside, reason)
            };
            if !is_fine {
                break;
            }
        }
        self.double = Some((line, double));
        is_fine
    }

    /// Finds out which nodes cannot lie on which side, if they are on the way back.
    fn exclude(
        &mut self,
        graph: &Graph,
        view: &View,
        faces: &[Face; 2],
        line: &Line,
        [start, last]: [Node; 2],
    ) {
        let Sides { causes, queue, crossed, .. } = self;
        for causes in causes.iter_mut() {
            causes.clear();
            causes.resize(graph.nodes(), Cause::Unknown);
            causes[start as usize] = Cause::OnCurve;
        }
        for &node in &line.nodes {
            causes[RIGHT][node as usize] = Cause::OnCurve;
        }
        queue.clear();
        let mut add = |queue: &mut VecDeque<(Node, usize)>, node: Node, side: usize, cause: Cause| {
            let is_new = causes[side][node as usize] == Cause::Unknown;
            if is_new && causes[RIGHT][node as usize] != Cause::OnCurve {
                causes[side][node as usize] = cause;
                queue.push_back((node, side));
            }
        };
        for (face, walk) in faces.iter().enumerate() {
            for (place, met) in walk.met().iter().enumerate() {
                add(queue, met.node, 1 - line.side_of(face, place), Cause::Met(face, place));
            }
        }
        while let Some((node, side)) = queue.pop_front() {
            if view.inside[node as usize] >= 0 || node == last {
                continue;
            }
            for &(dart, to) in graph.around(node) {
                if !crossed.iter().any(|&crossed| edge_of(crossed) == edge_of(dart)) {
                    add(queue, to, side, Cause::Neighbour(node));
                }
            }
        }
    }

    /// Appends why a node cannot lie on a side, if it is on the way back.
    fn tell(
        &self,
        circuit: &Description,
        section: &Section,
        (embedding, faces): (&Embedding, &[Face; 2]),
        (mut node, side): (Node, usize),
        reason: &mut Vec<Lit>,
    ) {
        while let Cause::Neighbour(other) = self.causes[side][node as usize] {
            reason.push(!section.inside[other as usize]);
            node = other;
        }
        if let Cause::Met(face, place) = self.causes[side][node as usize] {
            reason.extend(faces[face].crossed(embedding, place).map(|dart| circuit.absence(dart)));
        }
    }
}

/// What keeps the part around a copy from being joined to the block at more than one node: the originals of nodes beyond, with their
/// sides, and of the edges to them.
fn boundary(double: &Double, blocks: &mut Blocks, first: Node) -> Vec<((Node, usize), Edge)> {
    let graph = &double.graph;
    let mut part = Vec::new();
    blocks.begin_parts(graph);
    blocks.part_around(graph, first, &mut part);
    let darts = part.iter().flat_map(|&node| graph.leaving(node)).copied();
    let out: Vec<Dart> = darts.filter(|&dart| !blocks.is_in_last_part(graph.head(dart))).collect();
    let is_open = |dart: Dart| blocks.is_open(edge_of(dart), graph.head(dart));
    let joint = out.iter().find(|&&dart| is_open(dart)).map(|&dart| graph.head(dart));
    let beyond = out.into_iter().filter(|&dart| Some(graph.head(dart)) != joint);
    beyond.map(|dart| (double.original(graph.head(dart)), double.single[edge_of(dart) as usize])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::on_simple_paths;
    use crate::reasons::{Rule, Said};
    use crate::states::{State, Verdict};
    use crate::walk::Walk;
    use crate::worlds::Random;

    /// What the rule says on its own, where there is an arc into the start and the graph can be drawn.
    fn asked(state: &State) -> Option<(Embedding, Verdict, Vec<Said>)> {
        let embedding = Embedding::of(state.graph())?;
        let (mut walk, mut sides, ends) = (Walk::default(), Sides::default(), state.ends());
        let (into, _) = state.names.description.dart_into(state.start, &state.solver)?;
        let (verdict, said) = state.hear(Rule::Sides, |circuit, view, voice| {
            if !view.is_possible(edge_of(into)) {
                return true;
            }
            walk.go_around(circuit, view, &embedding, into);
            let drawn = (&embedding, &walk.faces);
            sides.propagate(circuit, state.section(), view, drawn, &ends, &mut Blocks::default(), voice)
        });
        Some((embedding, verdict, said))
    }

    /// The naive twin: crosses out copies until nothing changes, and goes along all paths of those that are left.
    fn gone_along(state: &State, embedding: &Embedding) -> Verdict {
        let (graph, mut view) = (state.graph(), state.view());
        let circuit = &state.names.description;
        let nothing = || state.implies(&state.view().edges, &state.view().inside);
        let Some((into, _)) = circuit.dart_into(state.start, &state.solver) else { return nothing() };
        let (start, stop, last) = (state.start, state.stop, graph.tail(into));
        let mut walk = Walk::default();
        if !view.is_possible(edge_of(into)) || last == stop {
            return nothing();
        }
        walk.go_around(circuit, &view, embedding, into);
        if walk.faces[0].has(embedding.face(twin(into))) {
            return nothing();
        }
        let nodes = || 0..graph.nodes() as Node;
        while let Some(line) = Line::find(graph, &view, &walk.faces, [start, stop, last]) {
            let double = Double::new(graph, embedding, &line);
            let is_on_line = |node: Node| line.nodes.contains(&node);
            let mut is_out = vec![false; double.graph.nodes()];
            for node in nodes() {
                let is_there = view.inside[node as usize] > 0 && node != stop && node != last;
                is_out[double.copy(node, RIGHT) as usize] = is_there || is_on_line(node);
                is_out[node as usize] = is_there;
            }
            for (face, walk) in walk.faces.iter().enumerate() {
                for (place, met) in walk.met().iter().enumerate().filter(|(_, met)| !is_on_line(met.node)) {
                    is_out[double.copy(met.node, 1 - line.side_of(face, place)) as usize] = true;
                }
            }
            // Neighbours on the way back are on the same side, but where the curve passes between them.
            let crossed: Vec<Edge> =
                walk.faces[line.face].crossed(embedding, line.place).map(edge_of).collect();
            loop {
                let before = is_out.clone();
                for edge in (0..graph.edges() as Edge).filter(|edge| !crossed.contains(edge)) {
                    let ends = [graph.tail(2 * edge), graph.head(2 * edge)];
                    for ([from, to], side) in
                        [ends, [ends[1], ends[0]]].into_iter().flat_map(|ends| [(ends, LEFT), (ends, RIGHT)])
                    {
                        let is_back = view.inside[from as usize] < 0 && from != last;
                        let is_free = !is_on_line(from) && !is_on_line(to);
                        if is_back && is_free && is_out[double.copy(from, side) as usize] {
                            is_out[double.copy(to, side) as usize] = true;
                        }
                    }
                }
                if before == is_out {
                    break;
                }
            }
            let goal = double.copy(last, usize::from(is_out[last as usize]));
            is_out[start as usize] = true;
            is_out[double.copy(start, RIGHT) as usize] = true;
            (is_out[goal as usize], is_out[stop as usize]) = (false, false);
            let is_open = |dart: Dart| {
                let edge = double.single[edge_of(dart) as usize];
                view.is_possible(edge) && !is_out[double.graph.head(dart) as usize]
            };
            let met = on_simple_paths(&double.graph, stop, goal, is_open);
            let before = view.inside.clone();
            for node in nodes() {
                if view.inside[node as usize] <= 0
                    && ![LEFT, RIGHT].into_iter().any(|side| met[double.copy(node, side) as usize])
                {
                    if view.inside[node as usize] < 0 {
                        return Verdict::Objects;
                    }
                    view.inside[node as usize] = 1;
                }
            }
            if before == view.inside {
                break;
            }
        }
        state.implies(&view.edges, &view.inside)
    }

    #[test]
    fn it_says_what_going_along_all_paths_on_both_sides_says() {
        let mut random = Random(0x51de_0000_0001);
        let (mut objections, mut implications) = (0, 0);
        for _ in 0..8000 {
            let state = State::random(&mut random);
            let Some((embedding, verdict, _)) = asked(&state) else { continue };
            assert_eq!(verdict, gone_along(&state, &embedding));
            match verdict {
                Verdict::Objects => objections += 1,
                Verdict::Implies(literals) => implications += literals.len(),
            }
        }
        assert!(objections > 100 && implications > 300, "{objections} {implications}");
    }

    #[test]
    fn no_circuit_has_a_reason_without_what_follows_from_it() {
        let mut random = Random(0x51de_0000_0002);
        let mut told = 0;
        for _ in 0..3000 {
            let state = State::random_on(&mut random, &[(3, 4), (4, 4), (3, 6), (4, 5)]);
            let Some((_, _, said)) = asked(&state) else { continue };
            if said.is_empty() {
                continue;
            }
            let names = &state.names;
            let runs = state.instance.runs(usize::MAX).expect("there is no limit");
            let worlds = runs.iter().map(|run| {
                let place = |wanted: Node| run.order.iter().position(|&node| node == wanted);
                let (start, stop) = (place(state.start), place(state.stop));
                let way = (stop.expect("on all runs") + run.order.len() - start.expect("on all runs"))
                    % run.order.len();
                let mut world = names.of_run(run);
                world.extend(names.of_section(run, state.start, way + 1));
                world.push(names.section().one_stop);
                world
            });
            for world in worlds {
                for Said { implied, reason, .. } in &said {
                    told += 1;
                    let holds = reason.iter().all(|lit| world.contains(lit));
                    assert!(
                        !holds || implied.is_some_and(|lit| world.contains(&lit)),
                        "{reason:?} {implied:?}"
                    );
                }
            }
        }
        assert!(told > 10_000, "{told}");
    }
}
