//! The section separates the plane: each node of the way back lies to its left or to its right, whichever
//! course it takes.
//!
//! A cut path (`cut_path.rs`) and the section form a closed curve, which the way back crosses at nodes of the
//! cut path and nowhere else. The nodes met on the two faces beside the arc into the start are on a known
//! side of the curve, unless they are part of it; so are their neighbours on the way back. Any other node of
//! the way back is on one side or the other: in the graph cut open along the cut path, which has a copy of
//! each node for each side, the way back is a simple path, too, from the stop to the node before the start. A
//! node without a copy in the block of these two is inside of the section.
//!
//! The derivation does not depend on the course of the section. A block of the uncut graph (`simple_path.rs`)
//! excludes a node only if the section is known all around it.
//!
//! Invariant: the rule runs after `simple_path` has derived nothing, so the possible edges connect all nodes.
//! If they did not, a face could be joined to another around an enclosed part, and a reason would lack the
//! edges on the other side of the part.

use crate::blocks::Blocks;
use crate::context::Context;
use crate::cut_path::{CutGraph, CutPath, Side};
use crate::description::{Description, Section};
use crate::embedding::Embedding;
use crate::faces::Face;
use crate::graph::{Dart, Edge, Graph, Node};
use crate::rule::{Rule, Situation};
use crate::values::Values;
use hamadryad_sat::{Conflict, Lit};
use std::collections::VecDeque;

/// The number of conflicts before the rule is used: it costs as much time as all other rules together, and
/// for the first conflicts it is not needed.
const FIRST_CONFLICTS: u64 = 10;

/// Why a node cannot be on a side, if it is on the way back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// It may be on this side.
    None,
    /// It is met on this face, at this place.
    Met(usize, usize),
    /// This neighbour cannot be on the side, and is on the way back.
    Neighbour(Node),
    /// It is part of the curve. Nodes of the cut path have their copy on the left.
    OnCurve,
}

/// The rule with its scratch space.
#[derive(Clone)]
pub(crate) struct Separation {
    first_conflicts: u64,
    /// The last cut path, and the graph cut open along it.
    cut: Option<(CutPath, CutGraph)>,
    /// By side and node.
    causes: [Vec<Cause>; 2],
    /// The absent edges between the arc and the end of the cut path, and by edge whether it is among them.
    crossed: Vec<Dart>,
    is_crossed: Vec<bool>,
    queue: VecDeque<(Node, Side)>,
    /// By edge of the cut graph: the value of the original edge.
    edges: Vec<i8>,
    blocks: Blocks,
}

impl Default for Separation {
    fn default() -> Separation {
        Separation {
            first_conflicts: FIRST_CONFLICTS,
            cut: None,
            causes: [Vec::new(), Vec::new()],
            crossed: Vec::new(),
            is_crossed: Vec::new(),
            queue: VecDeque::new(),
            edges: Vec::new(),
            blocks: Blocks::default(),
        }
    }
}

impl Separation {
    /// The rule, used from the first conflict on.
    #[cfg(test)]
    pub(crate) fn at_once() -> Separation {
        Separation { first_conflicts: 0, ..Separation::default() }
    }
}

impl Rule for Separation {
    fn name(&self) -> &'static str {
        "separation"
    }

    /// A node that cannot be on the way back is inside of the section.
    fn propagate(&mut self, now: &mut Situation<'_>, context: &mut Context<'_>) -> Result<(), Conflict> {
        if context.solver.statistics().conflicts < self.first_conflicts {
            return Ok(());
        }
        let (Some(embedding), Some((section, ends, stop))) = (now.embedding, now.both_ends()) else {
            return Ok(());
        };
        let (circuit, values, faces) = (now.circuit, &*now.values, &*now.faces);
        let graph = &circuit.graph;
        let Some((into, arc)) = circuit.arc_into(ends.start, context.solver) else { return Ok(()) };
        let last = graph.tail(into);
        // If the arc has the same face on both sides, no closed curve passes it.
        let is_enclosed =
            !values.is_possible(into.edge()) || faces[0].contains(embedding.face(into.reverse()));
        if stop == last || is_enclosed {
            return Ok(());
        }
        let Some(path) = CutPath::find(graph, values, faces, [ends.start, stop, last]) else { return Ok(()) };
        self.crossed.clear();
        self.crossed.extend(faces[path.face].crossed(embedding, path.place));
        self.is_crossed.clear();
        self.is_crossed.resize(graph.num_edges(), false);
        self.crossed.iter().for_each(|dart| self.is_crossed[dart.edge().index()] = true);
        self.exclude_sides(graph, values, faces, &path, [ends.start, last]);
        let known = self.cut.take().filter(|(other, _)| *other == path);
        let (path, cut) = known.unwrap_or_else(|| {
            let cut = CutGraph::new(graph, embedding, &path);
            (path, cut)
        });
        let mut base = ends.why_both.clone();
        base.push(arc);
        base.extend(path.nodes[1..].iter().map(|&node| !section.inside(node)));
        base.extend(self.crossed.iter().map(|dart| circuit.absence(dart.edge())));
        let question = Question { circuit, section, values, embedding, faces, stop, last, base };
        let outcome = self.propagate_block(&question, &cut, context);
        self.cut = Some((path, cut));
        outcome
    }
}

/// The data that reasons are made of.
struct Question<'a> {
    circuit: &'a Description,
    section: &'a Section,
    values: &'a Values,
    embedding: &'a Embedding,
    faces: &'a [Face; 2],
    stop: Node,
    /// The node before the start.
    last: Node,
    /// The part that all reasons share.
    base: Vec<Lit>,
}

impl Question<'_> {
    /// Whether a node is on the section and not on the way back.
    fn is_on_section(&self, node: Node) -> bool {
        self.values.is_inside(node) && node != self.stop
    }
}

impl Separation {
    /// Finds the block of the way back in the cut graph, and implies that nodes without a copy in it are
    /// inside.
    fn propagate_block(
        &mut self,
        question: &Question<'_>,
        cut: &CutGraph,
        context: &mut Context<'_>,
    ) -> Result<(), Conflict> {
        let &Question { circuit, values, .. } = question;
        self.find_block(question, cut);
        let blocks = &self.blocks;
        let is_met =
            |node: Node| Side::BOTH.into_iter().any(|side| blocks.is_inside[cut.copy(node, side).index()]);
        let unmet = circuit.graph.nodes().filter(|&node| !values.is_inside(node) && !is_met(node));
        let unmet: Vec<Node> = unmet.collect();
        // A conflict makes all implications superfluous.
        if let Some(&node) = unmet.iter().find(|&&node| values.is_outside(node)) {
            let mut reason = self.reason(question, cut, node);
            reason.push(!question.section.inside(node));
            return Err(context.conflict(&sorted(reason)));
        }
        for node in unmet {
            let reason = sorted(self.reason(question, cut, node));
            let reason = context.reason(&reason);
            context.imply(question.section.inside(node), reason)?;
        }
        Ok(())
    }

    fn find_block(&mut self, question: &Question<'_>, cut: &CutGraph) {
        let &Question { circuit, values, stop, last, .. } = question;
        self.edges.clear();
        self.edges.extend(cut.original_edge.iter().map(|edge| values.edges[edge.index()]));
        self.blocks.open(cut.graph.num_nodes(), &self.edges);
        for side in Side::BOTH {
            for (node, &cause) in circuit.graph.nodes().zip(&self.causes[side as usize]) {
                if cause != Cause::None || question.is_on_section(node) {
                    self.blocks.close_node(cut.copy(node, side));
                }
            }
        }
        let is_on_left = self.causes[Side::Left as usize][last.index()] == Cause::None;
        let side_of_last = if is_on_left { Side::Left } else { Side::Right };
        self.blocks.find(&cut.graph, stop, cut.copy(last, side_of_last));
    }

    /// Finds the nodes that cannot be on a side, if they are on the way back.
    fn exclude_sides(
        &mut self,
        graph: &Graph,
        values: &Values,
        faces: &[Face; 2],
        path: &CutPath,
        [start, last]: [Node; 2],
    ) {
        let Separation { causes, queue, is_crossed, .. } = self;
        for causes in causes.iter_mut() {
            causes.clear();
            causes.resize(graph.num_nodes(), Cause::None);
            causes[start.index()] = Cause::OnCurve;
        }
        for &node in &path.nodes {
            causes[Side::Right as usize][node.index()] = Cause::OnCurve;
        }
        queue.clear();
        let mut add = |queue: &mut VecDeque<(Node, Side)>, node: Node, side: Side, cause: Cause| {
            let is_new = causes[side as usize][node.index()] == Cause::None;
            if is_new && causes[Side::Right as usize][node.index()] != Cause::OnCurve {
                causes[side as usize][node.index()] = cause;
                queue.push_back((node, side));
            }
        };
        for (face, walk) in faces.iter().enumerate() {
            for (place, met) in walk.met().iter().enumerate() {
                add(queue, met.node, path.side_of(face, place).other(), Cause::Met(face, place));
            }
        }
        while let Some((node, side)) = queue.pop_front() {
            if !values.is_outside(node) || node == last {
                continue;
            }
            for &(dart, to) in graph.around(node) {
                if !is_crossed[dart.edge().index()] {
                    add(queue, to, side, Cause::Neighbour(node));
                }
            }
        }
    }

    /// The reason why a node has no copy in the block.
    fn reason(&mut self, question: &Question<'_>, cut: &CutGraph, node: Node) -> Vec<Lit> {
        let &Question { circuit, section, values, .. } = question;
        let mut reason = question.base.clone();
        for side in Side::BOTH {
            if self.causes[side as usize][node.index()] != Cause::None {
                self.explain_side(question, (node, side), &mut reason);
                continue;
            }
            for ((to, side), edge) in boundary(cut, &mut self.blocks, cut.copy(node, side)) {
                if !values.is_possible(edge) {
                    reason.push(circuit.absence(edge));
                } else if question.is_on_section(to) {
                    reason.push(section.inside(to));
                } else {
                    self.explain_side(question, (to, side), &mut reason);
                }
            }
        }
        reason
    }

    /// Appends the reason why a node cannot be on a side, if it is on the way back.
    fn explain_side(&self, question: &Question<'_>, (mut node, side): (Node, Side), reason: &mut Vec<Lit>) {
        let causes = &self.causes[side as usize];
        while let Cause::Neighbour(other) = causes[node.index()] {
            reason.push(!question.section.inside(other));
            node = other;
        }
        if let Cause::Met(face, place) = causes[node.index()] {
            let crossed = question.faces[face].crossed(question.embedding, place);
            reason.extend(crossed.map(|dart| question.circuit.absence(dart.edge())));
        }
    }
}

fn sorted(mut literals: Vec<Lit>) -> Vec<Lit> {
    literals.sort_unstable();
    literals.dedup();
    literals
}

/// The darts that are closed or absent between the part around a copy and the rest, but for those to a single
/// node of the rest: the originals of their heads, with sides, and of their edges.
fn boundary(cut: &CutGraph, blocks: &mut Blocks, first: Node) -> Vec<((Node, Side), Edge)> {
    let graph = &cut.graph;
    let mut part = Vec::new();
    blocks.begin_parts(graph);
    blocks.part_around(graph, first, &mut part);
    let darts = part.iter().flat_map(|&node| graph.leaving(node)).copied();
    let out: Vec<Dart> = darts.filter(|&dart| !blocks.is_in_last_part(graph.head(dart))).collect();
    let cut_node = out.iter().find(|&&dart| blocks.is_open(graph, dart)).map(|&dart| graph.head(dart));
    let beyond = out.into_iter().filter(|&dart| Some(graph.head(dart)) != cut_node);
    beyond.map(|dart| (cut.original(graph.head(dart)), cut.original_edge[dart.edge().index()])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::on_simple_paths;
    use crate::context::Inference;
    use crate::faces::walk;
    use crate::rules::SimplePath;
    use crate::testing::states::{Outcome, State};
    use hamadryad_random::Random;

    /// The inferences of the rule alone; `None` if the graph is not planar or the arc into the start is
    /// unknown.
    fn inferences(state: &mut State) -> Option<(Outcome, Vec<Inference>)> {
        state.draw();
        state.embedding.as_ref()?;
        state.literals.description.arc_into(state.start, &state.solver)?;
        Some(state.inferences(&mut Separation::at_once()))
    }

    /// The copies that no path may use, for the naive version: applies each exclusion until nothing changes.
    fn excluded_copies(
        graph: &Graph,
        values: &Values,
        embedding: &Embedding,
        faces: &[Face; 2],
        (path, cut): (&CutPath, &CutGraph),
        [stop, last]: [Node; 2],
    ) -> Vec<bool> {
        let is_on_path = |node: Node| path.nodes.contains(&node);
        let mut is_out = vec![false; cut.graph.num_nodes()];
        for node in graph.nodes() {
            let is_on_section = values.is_inside(node) && node != stop && node != last;
            is_out[cut.copy(node, Side::Right).index()] = is_on_section || is_on_path(node);
            is_out[node.index()] = is_on_section;
        }
        for (face, walk) in faces.iter().enumerate() {
            for (place, met) in walk.met().iter().enumerate().filter(|(_, met)| !is_on_path(met.node)) {
                is_out[cut.copy(met.node, path.side_of(face, place).other()).index()] = true;
            }
        }
        // Neighbours on the way back are on the same side, unless the curve passes between them.
        let crossed: Vec<Edge> = faces[path.face].crossed(embedding, path.place).map(Dart::edge).collect();
        loop {
            let before = is_out.clone();
            for edge in graph.edges().filter(|edge| !crossed.contains(edge)) {
                let [a, b] = graph.ends(edge);
                for ([from, to], side) in
                    [[a, b], [b, a]].into_iter().flat_map(|ends| Side::BOTH.map(|side| (ends, side)))
                {
                    let is_on_way_back = values.is_outside(from) && from != last;
                    let is_off_path = !is_on_path(from) && !is_on_path(to);
                    if is_on_way_back && is_off_path && is_out[cut.copy(from, side).index()] {
                        is_out[cut.copy(to, side).index()] = true;
                    }
                }
            }
            if before == is_out {
                return is_out;
            }
        }
    }

    /// The naive version: excludes copies until nothing changes, and follows all paths of the others.
    fn naive(state: &State, embedding: &Embedding) -> Outcome {
        let (graph, mut values) = (state.graph(), state.values());
        let circuit = &state.literals.description;
        let nothing = || state.implies(&state.values().edges, &state.values().inside);
        let Some((into, _)) = circuit.arc_into(state.start, &state.solver) else { return nothing() };
        let (start, stop, last) = (state.start, state.stop, graph.tail(into));
        if !values.is_possible(into.edge()) || last == stop {
            return nothing();
        }
        let mut faces = <[Face; 2]>::default();
        walk(&mut faces, circuit, &values, embedding, into);
        if faces[0].contains(embedding.face(into.reverse())) {
            return nothing();
        }
        while let Some(path) = CutPath::find(graph, &values, &faces, [start, stop, last]) {
            let cut = CutGraph::new(graph, embedding, &path);
            let mut is_out = excluded_copies(graph, &values, embedding, &faces, (&path, &cut), [stop, last]);
            let side_of_last = if is_out[last.index()] { Side::Right } else { Side::Left };
            let goal = cut.copy(last, side_of_last);
            is_out[start.index()] = true;
            is_out[cut.copy(start, Side::Right).index()] = true;
            (is_out[goal.index()], is_out[stop.index()]) = (false, false);
            let is_open = |dart: Dart| {
                let edge = cut.original_edge[dart.edge().index()];
                values.is_possible(edge) && !is_out[cut.graph.head(dart).index()]
            };
            let met = on_simple_paths(&cut.graph, stop, goal, is_open);
            let before = values.inside.clone();
            for node in graph.nodes() {
                let is_met = Side::BOTH.into_iter().any(|side| met[cut.copy(node, side).index()]);
                if !values.is_inside(node) && !is_met {
                    if values.is_outside(node) {
                        return Outcome::Conflict;
                    }
                    values.inside[node.index()] = 1;
                }
            }
            if before == values.inside {
                break;
            }
        }
        state.implies(&values.edges, &values.inside)
    }

    #[test]
    fn it_agrees_with_following_all_paths_on_both_sides() {
        let mut random = Random::new(0x51de_0000_0001);
        let (mut conflicts, mut implications) = (0, 0);
        for _ in 0..8000 {
            let mut state = State::random(&mut random);
            let Some((outcome, _)) = inferences(&mut state) else { continue };
            let embedding = state.embedding.as_ref().expect("the graph was drawn");
            assert_eq!(outcome, naive(&state, embedding));
            outcome.count(&mut conflicts, &mut implications);
        }
        assert!(conflicts > 100 && implications > 300, "{conflicts} {implications}");
    }

    /// Compares all inferences from a random state with all circuits; returns the number of comparisons.
    fn compare_with_circuits(random: &mut Random) -> usize {
        let mut state = State::random_on(random, &[(3, 4), (4, 4), (3, 6), (4, 5)]);
        // In a circuit, the rule does not run in this case.
        if state.propagate(&mut SimplePath::default()).0 == Outcome::Conflict {
            return 0;
        }
        let Some((_, inferences)) = inferences(&mut state).filter(|(_, all)| !all.is_empty()) else {
            return 0;
        };
        let literals = &state.literals;
        let tours = state.instance.tours(usize::MAX).expect("there is no limit");
        for tour in &tours {
            let place = |wanted: Node| tour.order.iter().position(|&node| node == wanted);
            let [start, stop] = [state.start, state.stop].map(|end| place(end).expect("tours pass all"));
            let steps = (stop + tour.order.len() - start) % tour.order.len();
            let mut model = literals.of_tour(tour);
            model.extend(literals.of_section(tour, state.start, steps + 1));
            model.push(literals.section().one_stop);
            for Inference { implied, reason, .. } in &inferences {
                let holds = reason.iter().all(|lit| model.contains(lit));
                let follows = implied.is_some_and(|lit| model.contains(&lit));
                assert!(!holds || follows, "{reason:?} {implied:?}");
            }
        }
        tours.len() * inferences.len()
    }

    #[test]
    fn no_circuit_satisfies_a_reason_without_the_implied_literal() {
        let mut compared = 0;
        for seed in 0..4 {
            let mut random = Random::new(seed);
            compared += (0..1500).map(|_| compare_with_circuits(&mut random)).sum::<usize>();
        }
        assert!(compared > 5_000, "{compared}");
    }
}
