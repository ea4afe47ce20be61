//! The way from the start to the stop is a simple path, and so is the way back: each keeps to its block.
//!
//! Where it is known by which arc a way begins or ends, it has no other edge there, and the other way has not that one.

use crate::blocks::Blocks;
use crate::circuit::{Description, Ends, Section};
use crate::connected::boundary;
use crate::graph::{Dart, Edge, Node, edge_of};
use crate::reasons::Voice;
use crate::view::{Subject, View};
use hamadryad_sat::{Lit, Solver};

/// Which of the two ways.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    There,
    Back,
}

/// What is known of the edges at an end of both ways: an edge and the arc that it is.
#[derive(Clone, PartialEq, Eq)]
struct Junction {
    node: Node,
    own: Option<(Edge, Lit)>,
    other: Option<(Edge, Lit)>,
}

impl Junction {
    fn new(circuit: &Description, node: Node, is_begin: bool, solver: &Solver) -> Junction {
        let edge = |(dart, lit)| (edge_of(dart), lit);
        let (into, out) =
            (circuit.dart_into(node, solver).map(edge), circuit.dart_out(node, solver).map(edge));
        let (own, other) = if is_begin { (out, into) } else { (into, out) };
        Junction { node, own, other }
    }

    /// Why this way cannot have an edge at the node.
    fn excludes(&self, edge: Edge) -> Option<Lit> {
        let by_own = self.own.filter(|&(own, _)| own != edge);
        by_own.or(self.other.filter(|&(other, _)| other == edge)).map(|(_, why)| why)
    }
}

/// Both ways, and whether what is known of their blocks still holds.
#[derive(Clone, Default)]
pub(crate) struct Sections {
    /// The ends of each way when it was looked at last; and how long the trail was when they came to be known.
    junctions: Option<[[Junction; 2]; 2]>,
    since: usize,
    /// By way: it has lost an edge or a node since.
    is_stale: [bool; 2],
    /// How much of the trail has been looked at.
    seen: usize,
}

impl Sections {
    /// What cannot be on one way is on the other. `false` on a conflict.
    pub(crate) fn propagate(
        &mut self,
        circuit: &Description,
        section: &Section,
        view: &View,
        ends: &Ends,
        blocks: &mut Blocks,
        voice: &mut Voice<'_>,
    ) -> bool {
        let Some(stop) = ends.stop else { return true };
        for &lit in &voice.solver.trail()[self.seen..] {
            for subject in view.subjects(lit) {
                match subject {
                    Subject::Edge(edge) if view.is_possible(edge) => {}
                    Subject::Edge(_) => self.is_stale = [true; 2],
                    Subject::Node(node) => self.is_stale[usize::from(view.inside[node as usize] > 0)] = true,
                }
            }
        }
        self.seen = voice.solver.trail().len();
        let junctions = [true, false].map(|is_there| {
            [(ends.start, is_there), (stop, !is_there)]
                .map(|(node, is_begin)| Junction::new(circuit, node, is_begin, voice.solver))
        });
        if self.junctions.as_ref() != Some(&junctions) {
            self.is_stale = [true; 2];
            self.since = self.seen;
        }
        let junctions = self.junctions.insert(junctions);
        for (way, junctions) in [Way::There, Way::Back].into_iter().zip(junctions) {
            let is_stale = &mut self.is_stale[way as usize];
            if *is_stale && !keep_to_block(circuit, section, view, ends, junctions, way, blocks, voice) {
                return false;
            }
            *is_stale = false;
        }
        // A node that leaves a way because it is not in its block leaves the block as it is.
        self.seen = voice.solver.trail().len();
        true
    }

    /// The trail has been cut to `keep` literals.
    pub(crate) fn forget(&mut self, keep: usize) {
        self.seen = self.seen.min(keep);
        if keep < self.since {
            self.junctions = None;
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "the parts of a circuit")]
fn keep_to_block(
    circuit: &Description,
    section: &Section,
    view: &View,
    ends: &Ends,
    junctions: &[Junction; 2],
    way: Way,
    blocks: &mut Blocks,
    voice: &mut Voice<'_>,
) -> bool {
    let graph = &circuit.graph;
    let Some(stop) = ends.stop else { return true };
    // On this way, but for the ends, which are on both.
    let on_way = |node: Node| match way {
        Way::There => section.inside[node as usize],
        Way::Back => !section.inside[node as usize],
    };
    let off_way = if way == Way::There { -1 } else { 1 };
    let is_usable = |node: Node| view.inside[node as usize] != off_way || node == ends.start || node == stop;
    blocks.open(graph.nodes(), &view.edges);
    for node in (0..graph.nodes() as Node).filter(|&node| !is_usable(node)) {
        blocks.close_node(node);
    }
    for junction in junctions {
        for edge in graph.leaving(junction.node).iter().map(|&dart| edge_of(dart)) {
            if junction.excludes(edge).is_some() {
                blocks.close_edge(edge);
            }
        }
    }
    blocks.find(graph, ends.start, stop);
    blocks.begin_parts(graph);
    let why_not = |dart: Dart| {
        let (from, to) = (graph.tail(dart), graph.head(dart));
        let at_end = |junction: &&Junction| junction.node == from || junction.node == to;
        let excluded = junctions.iter().filter(at_end).find_map(|junction| junction.excludes(edge_of(dart)));
        excluded.or_else(|| (!is_usable(to)).then(|| !on_way(to)))
    };
    let mut part = Vec::new();
    for node in 0..graph.nodes() as Node {
        if blocks.is_inside[node as usize] || view.inside[node as usize] == off_way {
            continue;
        }
        if !blocks.part_around(graph, node, &mut part) {
            continue;
        }
        let mut reason: Vec<Lit> = boundary(circuit, view, blocks, &part, &ends.why_both, why_not);
        if let Some(&node) = part.iter().find(|&&node| voice.solver.is_true(on_way(node))) {
            reason.push(on_way(node));
            return voice.object(&reason);
        }
        let reason = voice.because(&reason);
        if !part.iter().all(|&node| voice.imply(!on_way(node), reason)) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::on_simple_paths;
    use crate::reasons::Rule;
    use crate::states::{State, Verdict};
    use crate::worlds::Random;

    /// The naive twin: goes along all paths of each way, until nothing changes.
    fn gone_along(state: &State) -> Verdict {
        let (graph, mut view) = (state.graph(), state.view());
        let circuit = &state.names.description;
        let edge = |dart: Option<(Dart, Lit)>| dart.map(|(dart, _)| edge_of(dart));
        loop {
            let before = view.inside.clone();
            // By way, what is known of its arcs at an end: its own, and the other way's.
            for (side, begin, end) in [(1, state.start, state.stop), (-1, state.stop, state.start)] {
                let [into_begin, into_end] =
                    [begin, end].map(|node| edge(circuit.dart_into(node, &state.solver)));
                let [out_of_begin, out_of_end] =
                    [begin, end].map(|node| edge(circuit.dart_out(node, &state.solver)));
                let fits = |edge: Edge, own: Option<Edge>, other: Option<Edge>| match own {
                    Some(own) => own == edge,
                    None => other != Some(edge),
                };
                let is_open = |dart: Dart| {
                    let touches = |end: Node| graph.tail(dart) == end || graph.head(dart) == end;
                    let is_usable =
                        |node: Node| node == begin || node == end || view.inside[node as usize] != -side;
                    view.is_possible(edge_of(dart))
                        && is_usable(graph.head(dart))
                        && (!touches(begin) || fits(edge_of(dart), out_of_begin, into_begin))
                        && (!touches(end) || fits(edge_of(dart), into_end, out_of_end))
                };
                let met = on_simple_paths(graph, begin, end, is_open);
                for node in (0..graph.nodes()).filter(|&node| !met[node]) {
                    if view.inside[node] == side {
                        return Verdict::Objects;
                    }
                    view.inside[node] = -side;
                }
            }
            if before == view.inside {
                return state.implies(&view.edges, &view.inside);
            }
        }
    }

    #[test]
    fn it_says_what_going_along_all_paths_says() {
        let mut random = Random(0x5ec7_1000_0001);
        let (mut objections, mut implications) = (0, 0);
        for _ in 0..3000 {
            let state = State::random(&mut random);
            let (mut sections, mut blocks, ends) = (Sections::default(), Blocks::default(), state.ends());
            let (verdict, _) = state.ask(Rule::Sections, |circuit, view, voice| {
                sections.propagate(circuit, state.section(), view, &ends, &mut blocks, voice)
            });
            assert_eq!(verdict, gone_along(&state));
            match verdict {
                Verdict::Objects => objections += 1,
                Verdict::Implies(literals) => implications += literals.len(),
            }
        }
        assert!(objections > 300 && implications > 300, "{objections} {implications}");
    }
}
