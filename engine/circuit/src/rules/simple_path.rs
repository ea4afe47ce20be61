//! The section is a simple path from the start to the stop, and the way back is another: the nodes of each
//! lie in one block of the nodes and edges that it may use.
//!
//! If the arc by which a path leaves its first node or enters its last is known, the path has no other edge
//! there, and the other path does not have this one.
//!
//! Invariant: a path that is not stale has been propagated for the current values: since then it has lost no
//! edge and no node, and the arcs at its ends are the same.

use crate::blocks::{Blocks, why_separated};
use crate::context::Context;
use crate::description::{Description, Section};
use crate::graph::{Dart, Edge, Graph, Node};
use crate::rule::{Ends, Rule, Situation};
use crate::values::{Subject, Values};
use hamadryad_sat::{Conflict, Lit, Solver};

/// One of the two paths of a circuit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Path {
    Section,
    WayBack,
}

/// An end of a path, with the known arcs there.
#[derive(Clone, PartialEq, Eq)]
struct PathEnd {
    node: Node,
    /// The edge of this path, and the literal of its arc.
    own: Option<(Edge, Lit)>,
    /// The edge of the other path, and the literal of its arc.
    other: Option<(Edge, Lit)>,
}

impl PathEnd {
    fn new(circuit: &Description, node: Node, is_first: bool, solver: &Solver) -> PathEnd {
        let edge = |(dart, lit): (Dart, Lit)| (dart.edge(), lit);
        let into = circuit.arc_into(node, solver).map(edge);
        let out = circuit.arc_out_of(node, solver).map(edge);
        let (own, other) = if is_first { (out, into) } else { (into, out) };
        PathEnd { node, own, other }
    }

    /// The literal that excludes an edge at this end from the path.
    fn excludes(&self, edge: Edge) -> Option<Lit> {
        let by_own = self.own.filter(|&(own, _)| own != edge);
        by_own.or(self.other.filter(|&(other, _)| other == edge)).map(|(_, why)| why)
    }
}

/// The rule for both paths, and whether the last propagation of each is still valid.
#[derive(Clone, Default)]
pub(crate) struct SimplePath {
    /// By path: its ends when it was propagated last.
    ends: Option<[[PathEnd; 2]; 2]>,
    /// The length of the trail when these ends came to be known.
    since: usize,
    /// By path: it has lost an edge or a node since.
    is_stale: [bool; 2],
    /// The number of trail literals that have been processed.
    seen: usize,
    blocks: Blocks,
}

impl Rule for SimplePath {
    fn name(&self) -> &'static str {
        "simple_path"
    }

    /// A node that cannot be on one path is on the other.
    fn propagate(&mut self, now: &mut Situation<'_>, context: &mut Context<'_>) -> Result<(), Conflict> {
        let Some((section, ends, stop)) = now.both_ends() else { return Ok(()) };
        let (circuit, values) = (now.circuit, &*now.values);
        self.mark_stale(values, context.solver);
        let path_ends = [true, false].map(|is_section| {
            [(ends.start, is_section), (stop, !is_section)]
                .map(|(node, is_first)| PathEnd::new(circuit, node, is_first, context.solver))
        });
        if self.ends.as_ref() != Some(&path_ends) {
            self.is_stale = [true; 2];
            self.since = self.seen;
        }
        let path_ends = self.ends.insert(path_ends);
        for (path, ends_of_path) in [Path::Section, Path::WayBack].into_iter().zip(path_ends) {
            if self.is_stale[path as usize] {
                let block = Block { circuit, section, values, ends, stop, path, path_ends: ends_of_path };
                block.propagate(&mut self.blocks, context)?;
            }
            self.is_stale[path as usize] = false;
        }
        self.skip_implied(values, context.solver);
        Ok(())
    }

    fn backjump(&mut self, _: &Graph, keep: usize) {
        self.seen = self.seen.min(keep);
        if keep < self.since {
            self.ends = None;
        }
    }
}

impl SimplePath {
    /// Marks the paths that have lost an edge or a node.
    fn mark_stale(&mut self, values: &Values, solver: &Solver) {
        for &lit in &solver.trail()[self.seen..] {
            for subject in values.subjects(lit) {
                match subject {
                    Subject::Edge(edge) if values.is_possible(edge) => {}
                    Subject::Edge(_) => self.is_stale = [true; 2],
                    Subject::Node(node) => {
                        let loser = if values.is_inside(node) { Path::WayBack } else { Path::Section };
                        self.is_stale[loser as usize] = true;
                    }
                }
            }
        }
        self.seen = solver.trail().len();
    }

    /// Passes over the literals that the rule has implied: a node excluded from a path because it is outside
    /// of its block leaves the block unchanged. If nodes share the literal, another of them may be in the
    /// block.
    fn skip_implied(&mut self, values: &Values, solver: &Solver) {
        let implied = &solver.trail()[self.seen..];
        let is_shared = |&lit: &Lit| values.subjects(lit).nth(1).is_some();
        self.seen += implied.iter().position(is_shared).unwrap_or(implied.len());
    }
}

/// The block of one path.
struct Block<'a> {
    circuit: &'a Description,
    section: &'a Section,
    values: &'a Values,
    ends: &'a Ends,
    stop: Node,
    path: Path,
    path_ends: &'a [PathEnd; 2],
}

impl Block<'_> {
    /// The literal of "this node is on the path", for nodes other than the two ends, which are on both paths.
    fn on_path(&self, node: Node) -> Lit {
        match self.path {
            Path::Section => self.section.inside(node),
            Path::WayBack => !self.section.inside(node),
        }
    }

    /// Whether a node other than the ends is known to be on the other path.
    fn is_off_path(&self, node: Node) -> bool {
        match self.path {
            Path::Section => self.values.is_outside(node),
            Path::WayBack => self.values.is_inside(node),
        }
    }

    fn is_usable(&self, node: Node) -> bool {
        !self.is_off_path(node) || node == self.ends.start || node == self.stop
    }

    /// The literal that excludes a dart, which is possible, from the path.
    fn why_not(&self, dart: Dart) -> Option<Lit> {
        let (from, to) = (self.circuit.graph.tail(dart), self.circuit.graph.head(dart));
        let at_end = |end: &&PathEnd| end.node == from || end.node == to;
        let excluded = self.path_ends.iter().filter(at_end).find_map(|end| end.excludes(dart.edge()));
        excluded.or_else(|| (!self.is_usable(to)).then(|| !self.on_path(to)))
    }

    fn propagate(&self, blocks: &mut Blocks, context: &mut Context<'_>) -> Result<(), Conflict> {
        let graph = &self.circuit.graph;
        blocks.open(graph.num_nodes(), &self.values.edges);
        for node in graph.nodes().filter(|&node| !self.is_usable(node)) {
            blocks.close_node(node);
        }
        for end in self.path_ends {
            for edge in graph.leaving(end.node).iter().map(|dart| dart.edge()) {
                if end.excludes(edge).is_some() {
                    blocks.close_edge(edge);
                }
            }
        }
        blocks.find(graph, self.ends.start, self.stop);
        blocks.begin_parts(graph);
        let mut part = Vec::new();
        for node in graph.nodes() {
            if blocks.is_inside[node.index()] || self.is_off_path(node) {
                continue;
            }
            if !blocks.part_around(graph, node, &mut part) {
                continue;
            }
            let why_not = |dart: Dart| self.why_not(dart);
            let mut reason =
                why_separated(self.circuit, self.values, blocks, &part, &self.ends.why_both, why_not);
            if let Some(&node) = part.iter().find(|&&node| context.solver.is_true(self.on_path(node))) {
                reason.push(self.on_path(node));
                return Err(context.conflict(&reason));
            }
            let reason = context.reason(&reason);
            for &node in &part {
                context.imply(!self.on_path(node), reason)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::on_simple_paths;
    use crate::testing::models::{Instance, Literals};
    use crate::testing::states::{Outcome, State};
    use hamadryad_random::Random;

    /// The naive version: follows all paths, until nothing changes.
    fn naive(state: &State) -> Outcome {
        let (graph, mut values) = (state.graph(), state.values());
        let circuit = &state.literals.description;
        let edge = |dart: Option<(Dart, Lit)>| dart.map(|(dart, _)| dart.edge());
        loop {
            let before = values.inside.clone();
            for (part, first, last) in [(1, state.start, state.stop), (-1, state.stop, state.start)] {
                let [into_first, into_last] =
                    [first, last].map(|node| edge(circuit.arc_into(node, &state.solver)));
                let [out_of_first, out_of_last] =
                    [first, last].map(|node| edge(circuit.arc_out_of(node, &state.solver)));
                let fits = |edge: Edge, own: Option<Edge>, other: Option<Edge>| match own {
                    Some(own) => own == edge,
                    None => other != Some(edge),
                };
                let is_open = |dart: Dart| {
                    let touches = |end: Node| graph.tail(dart) == end || graph.head(dart) == end;
                    let is_usable =
                        |node: Node| node == first || node == last || values.inside[node.index()] != -part;
                    values.is_possible(dart.edge())
                        && is_usable(graph.head(dart))
                        && (!touches(first) || fits(dart.edge(), out_of_first, into_first))
                        && (!touches(last) || fits(dart.edge(), into_last, out_of_last))
                };
                let met = on_simple_paths(graph, first, last, is_open);
                for node in (0..graph.num_nodes()).filter(|&node| !met[node]) {
                    if values.inside[node] == part {
                        return Outcome::Conflict;
                    }
                    values.inside[node] = -part;
                }
            }
            if before == values.inside {
                return state.implies(&values.edges, &values.inside);
            }
        }
    }

    #[test]
    fn it_agrees_with_following_all_paths() {
        let mut random = Random::new(0x5ec7_1000_0001);
        let (mut conflicts, mut implications) = (0, 0);
        for _ in 0..3000 {
            let state = State::random(&mut random);
            let (outcome, _) = state.propagate(&mut SimplePath::default());
            assert_eq!(outcome, naive(&state));
            outcome.count(&mut conflicts, &mut implications);
        }
        assert!(conflicts > 300 && implications > 300, "{conflicts} {implications}");
    }

    /// ```text
    /// 0   1   2    The section leads from 0 to 8 and does not pass 2; 0-1 is absent. So it cannot pass 1,
    ///     ┃        nor 4, which shares its literal with 1. Without 4, it cannot pass 5.
    /// 3 ─ 4 ─ 5
    /// │   │   │
    /// 6 ─ 7 ─ 8
    /// ```
    #[test]
    fn a_node_that_shares_the_implied_literal_leaves_the_block() {
        let mut instance = Instance::grid(3, 3);
        let graph = instance.graph();
        let dart = |from: usize, to: usize| {
            let leaving = graph.leaving(Node::new(from));
            *leaving.iter().find(|&&dart| graph.head(dart) == Node::new(to)).expect("an edge of the grid")
        };
        instance.certain = Some(dart(4, 1));
        let inside = |literals: &Literals, node: usize| literals.section().inside(Node::new(node));
        let state = State::of(instance, |literals| {
            let ends = [inside(literals, 0), inside(literals, 8)];
            let description = &literals.description;
            let starts = [description.one_start, description.starts[0].expect("a possible start")];
            let stops = [literals.section().one_stop, literals.section().stops[8].expect("a possible stop")];
            let absent = [!description.edge(dart(0, 1).edge()), !inside(literals, 2)];
            [starts, stops, ends, absent].concat()
        });
        let (outcome, _) = state.propagate(&mut SimplePath::default());
        let outside = |node: usize| !inside(&state.literals, node);
        assert_eq!(inside(&state.literals, 1), inside(&state.literals, 4));
        assert_eq!(outcome, Outcome::Implies([outside(1), outside(5)].into()));
    }
}
