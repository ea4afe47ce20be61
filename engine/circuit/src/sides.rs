//! The way there as a wall: what lies to its left and what to its right, wherever it runs.
//!
//! Suppose that nodes on the way back, joined one to the next, lead from the stop to the face on one side of the arc into the start:
//! a *gap line*. Then the way from the start to the stop, the line, and that face make a closed curve, whichever course the way
//! takes, and the way back crosses it at the nodes of the line alone. Nodes around both faces at the arc lie on a side of it
//! that is known, and so do their neighbours, unless they are on the curve. Every other node of the way back lies on one side or the
//! other: two copies of each, joined to copies of the same side, and to the nodes of the line from the side on which they lie. In
//! that graph the way back is a simple path, too, from the stop to the node before the start: a node without a copy in the
//! block of these two lies on the way there.

use crate::blocks::Blocks;
use crate::circuit::{Description, Ends, Section};
use crate::graph::{Dart, Edge, Graph, Node, edge_of, twin};
use crate::plane::Embedding;
use crate::reasons::Voice;
use crate::view::View;
use crate::walk::Walk;
use hamadryad_sat::Lit;
use std::collections::VecDeque;

const LEFT: usize = 0;
const RIGHT: usize = 1;

/// Why a node of the way back cannot lie on a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// Nothing says so.
    None,
    /// It is met on the walk around a face, at this place.
    Met(usize, usize),
    /// Its neighbour does not.
    Neighbour(Node),
    /// It is a node of the line, which has one copy, or none that the way back meets.
    Single,
}

/// A line of nodes from the stop to a face at the arc.
#[derive(Clone, PartialEq, Eq)]
struct Line {
    /// The stop, and the nodes of the way back.
    nodes: Vec<Node>,
    /// The dart by which the walk around the face met the last of them.
    met_by: Dart,
}

#[derive(Clone, Default)]
pub(crate) struct Sides {
    walks: [Walk; 2],
    line: Option<Line>,
    /// Two copies of the nodes; and each of their edges in the graph itself.
    double: Option<Graph>,
    single: Vec<Edge>,
    /// By side and node.
    causes: [Vec<Cause>; 2],
    queue: VecDeque<(Node, usize)>,
    came_from: Vec<Node>,
}

impl Sides {
    /// What cannot be on the way back is on the way there. `false` on a conflict.
    pub(crate) fn propagate(
        &mut self,
        circuit: &Description,
        section: &Section,
        view: &View,
        embedding: &Embedding,
        ends: &Ends,
        blocks: &mut Blocks,
        voice: &mut Voice<'_>,
    ) -> bool {
        let Some(stop) = ends.stop else { return true };
        let Some((into, arc)) = circuit.dart_into(ends.start, voice.solver) else { return true };
        let graph = &circuit.graph;
        let last = graph.tail(into);
        if !view.is_possible(edge_of(into)) || last == stop {
            return true;
        }
        for (walk, dart) in self.walks.iter_mut().zip([into, twin(into)]) {
            walk.go_around(circuit, view, embedding, dart);
        }
        // One face on both sides: nothing goes past the arc.
        if self.walks[0].has_reached(embedding.face(twin(into))) {
            return true;
        }
        self.walks[1].turn_back();
        let Some((which, place, line)) = self.find_line(graph, view, [ends.start, stop, last]) else {
            return true;
        };
        let chord = self.walks[which].chord(embedding, place);
        self.exclude(graph, view, &line, (which, place), &chord, [ends.start, last]);
        if self.line.as_ref() != Some(&line) {
            (self.double, self.single) = double(graph, embedding, &line);
            self.line = Some(line);
        }
        let (double, line) = (self.double.as_ref().expect("just made"), self.line.as_ref().expect("just made"));
        let nodes = graph.nodes() as Node;
        let copy = |node: Node, side: usize| node + side as Node * nodes;
        let edges: Vec<i8> = self.single.iter().map(|&edge| view.edges[edge as usize]).collect();
        blocks.open(double.nodes(), &edges);
        for node in 0..nodes {
            for side in [LEFT, RIGHT] {
                let is_there = view.inside[node as usize] > 0 && node != stop;
                if is_there || self.causes[side][node as usize] != Cause::None {
                    blocks.close_node(copy(node, side));
                }
            }
        }
        let last_side = if self.causes[LEFT][last as usize] == Cause::None { LEFT } else { RIGHT };
        blocks.find(double, stop, copy(last, last_side));
        blocks.begin_parts(double);
        let mut context = ends.why_both.clone();
        context.push(arc);
        context.extend(line.nodes[1..].iter().map(|&node| !section.inside[node as usize]));
        context.extend(chord.iter().map(|&dart| circuit.absence(dart)));
        let mut part = Vec::new();
        for node in 0..nodes {
            let is_in_block = |side: usize| blocks.is_inside[copy(node, side) as usize];
            if view.inside[node as usize] > 0 || is_in_block(LEFT) || is_in_block(RIGHT) {
                continue;
            }
            let mut reason = context.clone();
            for side in [LEFT, RIGHT] {
                if self.causes[side][node as usize] != Cause::None {
                    self.tell(circuit, section, embedding, (node, side), &mut reason);
                    continue;
                }
                blocks.begin_parts(double);
                blocks.part_around(double, copy(node, side), &mut part);
                let out = || {
                    let darts = part.iter().flat_map(|&node| double.leaving(node)).copied();
                    darts.filter(|&dart| !blocks.is_in_last_part(double.head(dart)))
                };
                let is_open = |dart: Dart| blocks.is_open(edge_of(dart), double.head(dart));
                let joint = out().find(|&dart| is_open(dart)).map(|dart| double.head(dart));
                for dart in out().filter(|&dart| joint != Some(double.head(dart))) {
                    let edge = self.single[edge_of(dart) as usize];
                    let (to, side) = (double.head(dart) % nodes, (double.head(dart) / nodes) as usize);
                    if !view.is_possible(edge) {
                        reason.push(circuit.absence(2 * edge));
                    } else if view.inside[to as usize] > 0 && to != stop {
                        reason.push(section.inside[to as usize]);
                    } else {
                        self.tell(circuit, section, embedding, (to, side), &mut reason);
                    }
                }
            }
            reason.sort_unstable();
            reason.dedup();
            let inside = section.inside[node as usize];
            if view.inside[node as usize] < 0 {
                reason.push(!inside);
                if cfg!(test) { eprintln!("node {node} line {:?} which {which} place {place} chord {chord:?} start {} stop {stop} last {last} {:?} {:?} view {:?} {:?}", line.nodes, ends.start,
                  self.walks[0].met().iter().map(|m| m.node).collect::<Vec<_>>(), self.walks[1].met().iter().map(|m| m.node).collect::<Vec<_>>(), view.edges, view.inside); }
                return voice.object(&reason);
            }
            let reason = voice.because(&reason);
            if !voice.imply(inside, reason) {
                return false;
            }
        }
        true
    }

    /// A shortest line from the stop along nodes of the way back to a face at the arc: the walk that met its end, and where.
    fn find_line(&mut self, graph: &Graph, view: &View, [start, stop, last]: [Node; 3]) -> Option<(usize, usize, Line)> {
        const NEW: Node = Node::MAX;
        let mut places: Vec<Option<(usize, usize)>> = vec![None; graph.nodes()];
        for (which, walk) in self.walks.iter().enumerate() {
            for (place, met) in walk.met().iter().enumerate() {
                places[met.node as usize].get_or_insert((which, place));
            }
        }
        self.came_from.clear();
        self.came_from.resize(graph.nodes(), NEW);
        self.came_from[stop as usize] = stop;
        let mut queue = VecDeque::from([stop]);
        while let Some(node) = queue.pop_front() {
            if let Some((which, place)) = places[node as usize] {
                let mut nodes = vec![node];
                while nodes[nodes.len() - 1] != stop {
                    nodes.push(self.came_from[nodes[nodes.len() - 1] as usize]);
                }
                nodes.reverse();
                let met_by = self.walks[which].met()[place].dart;
                return Some((which, place, Line { nodes, met_by }));
            }
            for &(_, to) in graph.around(node) {
                let is_back = view.inside[to as usize] < 0 && to != start && to != last;
                if is_back && self.came_from[to as usize] == NEW {
                    self.came_from[to as usize] = node;
                    queue.push_back(to);
                }
            }
        }
        None
    }

    /// Finds out which nodes cannot lie on which side, if they are on the way back.
    fn exclude(
        &mut self,
        graph: &Graph,
        view: &View,
        line: &Line,
        (which, place): (usize, usize),
        chord: &[Dart],
        [start, last]: [Node; 2],
    ) {
        let Sides { walks, causes, queue, .. } = self;
        for causes in causes.iter_mut() {
            causes.clear();
            causes.resize(graph.nodes(), Cause::None);
        }
        for &node in line.nodes.iter().chain([&start]) {
            causes[RIGHT][node as usize] = Cause::Single;
        }
        causes[LEFT][start as usize] = Cause::Single;
        queue.clear();
        for (face, walk) in walks.iter().enumerate() {
            for (at, met) in walk.met().iter().enumerate() {
                // Before the line the face lies on its own side of the way, behind it on the other, as does the other face.
                let own_side = if which == 0 { LEFT } else { RIGHT };
                if face == which && at == place {
                    continue;
                }
                let side = if face == which && at < place { own_side } else { 1 - own_side };
                let cause = &mut causes[1 - side][met.node as usize];
                if *cause == Cause::None && !line.nodes.contains(&met.node) {
                    *cause = Cause::Met(face, at);
                    queue.push_back((met.node, 1 - side));
                }
            }
        }
        while let Some((node, side)) = queue.pop_front() {
            if view.inside[node as usize] >= 0 || node == last {
                continue;
            }
            for &(dart, to) in graph.around(node) {
                let is_crossed = chord.iter().any(|&crossed| edge_of(crossed) == edge_of(dart));
                let cause = &mut causes[side][to as usize];
                if *cause == Cause::None && !is_crossed && !line.nodes.contains(&to) {
                    *cause = Cause::Neighbour(node);
                    queue.push_back((to, side));
                }
            }
        }
    }

    /// Appends why a node cannot lie on a side, if it is on the way back.
    fn tell(
        &self,
        circuit: &Description,
        section: &Section,
        embedding: &Embedding,
        (mut node, side): (Node, usize),
        reason: &mut Vec<Lit>,
    ) {
        loop {
            match self.causes[side][node as usize] {
                Cause::Neighbour(other) => {
                    reason.push(!section.inside[other as usize]);
                    node = other;
                }
                Cause::Met(face, at) => {
                    let crossed = self.walks[face].chord(embedding, at);
                    reason.extend(crossed.into_iter().map(|dart| circuit.absence(dart)));
                    return;
                }
                Cause::None | Cause::Single => return,
            }
        }
    }
}

/// The graph on both sides of a line: nodes on the left, then nodes on the right, those of the line on the left alone. With each of
/// its edges, the one that it is a copy of.
fn double(graph: &Graph, embedding: &Embedding, line: &Line) -> (Option<Graph>, Vec<Edge>) {
    let nodes = graph.nodes() as Node;
    let (mut edges, mut single) = (Vec::new(), Vec::new());
    let place = |node: Node| line.nodes.iter().position(|&other| other == node);
    for edge in 0..graph.edges() as Edge {
        let dart = 2 * edge;
        let (from, to) = (graph.tail(dart), graph.head(dart));
        let mut add = |ends: [Node; 2]| {
            edges.push((ends[0], ends[1]));
            single.push(edge);
        };
        match (place(from), place(to)) {
            (None, None) => [0, nodes].into_iter().for_each(|shift| add([from + shift, to + shift])),
            (Some(_), Some(_)) => add([from, to]),
            // Where the way there comes to the stop is not known, so both of its sides are joined to it.
            (Some(0), None) => [to, to + nodes].into_iter().for_each(|to| add([from, to])),
            (None, Some(0)) => [from, from + nodes].into_iter().for_each(|from| add([from, to])),
            (Some(at), None) => add([from, to + side(graph, embedding, line, at, dart) as Node * nodes]),
            (None, Some(at)) => add([from + side(graph, embedding, line, at, twin(dart)) as Node * nodes, to]),
        }
    }
    (Some(Graph::new(2 * nodes as usize, &edges)), single)
}

/// On which side of a line a dart leaves its node with this place in it.
fn side(graph: &Graph, embedding: &Embedding, line: &Line, at: usize, dart: Dart) -> usize {
    let to = |node: Node, other: Node| {
        let mut darts = graph.leaving(node).iter().copied();
        darts.find(|&dart| graph.head(dart) == other).expect("the nodes of a line are joined")
    };
    let back = to(line.nodes[at], line.nodes[at - 1]);
    // Clockwise from where it comes from: what is left of it, where it goes on, what is right of it.
    let onward = line.nodes.get(at + 1).map(|&next| to(line.nodes[at], next));
    let mut turned = back;
    loop {
        if onward.is_none() && turned == twin(line.met_by) {
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
