//! A circuit gives every node two edges: it is a 2-factor. If no 2-factor is compatible with the chosen and
//! the absent edges, there is no circuit.
//!
//! In a bipartite graph, 2-factors are flows from one side to the other. One 2-factor is kept from call to
//! call. Where an edge of it became absent, or an edge beside it was chosen, it is repaired along alternating
//! paths, each found by breadth-first search (Kuhn 1955). If there is no alternating path, the nodes that the
//! search reached need more edges than they can have. The reason consists of the absent edges out of these
//! nodes, and of the chosen edges that use up their partners.
//!
//! Edges that are true at level 0 are not considered for the bipartition, so that a path contracted to one
//! edge, such as the body of a snake, does not make the graph non-bipartite. The rule derives nothing for
//! other graphs: they would have to be doubled for flows.
//!
//! Invariant: between calls `has` is compatible with the first `seen` trail literals, and `lacks` counts the
//! edges that are missing at each node; a node with a missing or a surplus edge is in `unsettled`.

use crate::context::Context;
use crate::description::Description;
use crate::graph::{Edge, Graph, Node};
use crate::rule::{Rule, Situation};
use crate::values::{Subject, Values};
use hamadryad_sat::{Conflict, Lit, Solver};
use std::collections::VecDeque;

/// Whether the graph is bipartite, without the edges that are true at level 0.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Bipartition {
    #[default]
    Unknown,
    Balanced,
    /// One side needs more edges than the other: there is no 2-factor.
    Unbalanced,
    /// The graph is not bipartite.
    None,
}

/// The 2-factor.
#[derive(Clone, Default)]
pub(crate) struct TwoFactor {
    bipartition: Bipartition,
    /// By node: its side of the bipartition.
    is_white: Vec<bool>,
    /// By edge: it is not true at level 0, so it leads from one side to the other.
    is_open: Vec<bool>,
    /// By edge: it is in the 2-factor.
    has: Vec<bool>,
    /// By node: the number of missing edges; negative for surplus edges.
    lacks: Vec<i32>,
    /// By node: the edge by which the search for an alternating path reached it.
    came_by: Vec<Edge>,
    reached: Vec<Node>,
    /// The edges added or removed since their phases were set.
    changed: Vec<Edge>,
    changes: u64,
    /// Nodes that may have surplus or missing edges.
    unsettled: Vec<Node>,
    /// The solver is to decide edges as they are in the 2-factor.
    guides: bool,
    /// The number of trail literals that have been processed.
    seen: usize,
}

impl Rule for TwoFactor {
    fn name(&self) -> &'static str {
        "two_factor"
    }

    /// Repairs the 2-factor.
    fn propagate(&mut self, now: &mut Situation<'_>, context: &mut Context<'_>) -> Result<(), Conflict> {
        let (circuit, values) = (now.circuit, &*now.values);
        if self.bipartition == Bipartition::Unknown {
            self.bipartition = self.find_bipartition(circuit, context.solver);
        }
        match self.bipartition {
            Bipartition::None => return Ok(()),
            Bipartition::Unbalanced => return Err(context.conflict(&[circuit.one_start])),
            Bipartition::Unknown | Bipartition::Balanced => {}
        }
        self.follow_trail(circuit, values, context.solver);
        if let Some(node) = self.remove_surplus(circuit, values) {
            let around = circuit.graph.leaving(node).iter().map(|dart| dart.edge());
            let chosen = around.filter(|&edge| self.is_open[edge.index()] && values.is_chosen(edge));
            let mut reason = vec![circuit.one_start];
            reason.extend(chosen.map(|edge| circuit.edge(edge)));
            return Err(context.conflict(&reason));
        }
        while let Some(&node) = self.unsettled.last() {
            while self.is_white[node.index()] && self.lacks[node.index()] > 0 {
                if !self.augment(circuit, values, node) {
                    let reason = self.reason(circuit, values);
                    return Err(context.conflict(&reason));
                }
            }
            self.unsettled.pop();
        }
        while let Some(edge) = self.changed.pop() {
            if self.guides {
                let lit = circuit.edge(edge);
                context.solver.set_phase(lit.var(), lit.is_positive() == self.has(edge));
            }
        }
        Ok(())
    }

    /// The 2-factor stays: it is compatible with fewer literals, too.
    fn backjump(&mut self, _: &Graph, keep: usize) {
        self.seen = self.seen.min(keep);
    }
}

impl TwoFactor {
    /// Begins with these edges, and has the solver decide edges as they are in the 2-factor.
    pub(crate) fn guide(&mut self, edges: impl Iterator<Item = bool>) {
        self.has = edges.collect();
        self.guides = true;
    }

    /// Whether an edge is in the 2-factor; `false` while none is known.
    pub(crate) fn has(&self, edge: Edge) -> bool {
        self.bipartition == Bipartition::Balanced && self.has[edge.index()]
    }

    /// How often an edge was added or removed.
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// All nodes in the order of the 2-factor, if it is a single circuit: from `from` on, and not along
    /// `not_by` first.
    pub(crate) fn as_circuit(&self, graph: &Graph, from: Node, not_by: Option<Edge>) -> Option<Vec<Node>> {
        let (mut node, mut came_by) = (from, not_by);
        let mut order = Vec::with_capacity(graph.num_nodes());
        loop {
            order.push(node);
            let mut edges = graph.leaving(node).iter().map(|dart| (dart.edge(), graph.head(*dart)));
            let (edge, next) = edges.find(|&(edge, _)| self.has(edge) && Some(edge) != came_by)?;
            came_by = Some(edge);
            node = next;
            let is_everywhere = order.len() == graph.num_nodes();
            if node == from || is_everywhere {
                return (node == from && is_everywhere).then_some(order);
            }
        }
    }

    fn find_bipartition(&mut self, circuit: &Description, solver: &Solver) -> Bipartition {
        let graph = &circuit.graph;
        let is_certain = |edge: Edge| solver.is_fixed_true(circuit.edge(edge));
        let Some(is_white) = two_colouring(graph, |edge| !is_certain(edge)) else { return Bipartition::None };
        self.is_white = is_white;
        self.is_open = graph.edges().map(|edge| !is_certain(edge)).collect();
        self.has.resize(graph.num_edges(), false);
        self.lacks = vec![2; graph.num_nodes()];
        self.unsettled.extend(graph.nodes());
        self.came_by = vec![Edge::NONE; graph.num_nodes()];
        for edge in graph.edges() {
            self.has[edge.index()] |= is_certain(edge);
            if self.has[edge.index()] {
                self.changed.push(edge);
                for node in graph.ends(edge) {
                    self.lacks[node.index()] -= 1;
                }
            }
        }
        let signed = |(lacks, &is_white): (&i32, &bool)| if is_white { *lacks } else { -*lacks };
        let balance: i32 = self.lacks.iter().zip(&self.is_white).map(signed).sum();
        if balance == 0 { Bipartition::Balanced } else { Bipartition::Unbalanced }
    }

    fn set(&mut self, circuit: &Description, edge: Edge, has: bool) {
        self.has[edge.index()] = has;
        self.changed.push(edge);
        self.changes += 1;
        for node in circuit.graph.ends(edge) {
            self.lacks[node.index()] += if has { -1 } else { 1 };
        }
    }

    /// Removes the edges that became absent, and adds the edges that were chosen.
    fn follow_trail(&mut self, circuit: &Description, values: &Values, solver: &Solver) {
        for &lit in &solver.trail()[self.seen..] {
            for subject in values.subjects(lit) {
                let Subject::Edge(edge) = subject else { continue };
                let has = self.has[edge.index()];
                if has && !values.is_possible(edge) || !has && values.is_chosen(edge) {
                    self.set(circuit, edge, !has);
                    self.unsettled.extend(circuit.graph.ends(edge));
                }
            }
        }
        self.seen = solver.trail().len();
    }

    /// Removes surplus edges that are not chosen, first edges to other nodes with a surplus. Returns a node
    /// where too many edges are chosen: it must not go on to the search for alternating paths, where its
    /// surplus would make up for edges missing elsewhere.
    fn remove_surplus(&mut self, circuit: &Description, values: &Values) -> Option<Node> {
        let graph = &circuit.graph;
        let mut next = 0;
        while next < self.unsettled.len() {
            let node = self.unsettled[next];
            next += 1;
            while self.lacks[node.index()] < 0 {
                let spare = graph.leaving(node).iter().filter(|dart| {
                    let edge = dart.edge();
                    self.has(edge) && !values.is_chosen(edge) && self.is_open[edge.index()]
                });
                let Some(&dart) = spare.min_by_key(|&&dart| self.lacks[graph.head(dart).index()]) else {
                    return Some(node);
                };
                self.set(circuit, dart.edge(), false);
                self.unsettled.push(graph.head(dart));
            }
        }
        None
    }

    /// Adds an edge at a white node by flipping an alternating path to a black node that lacks one, too. If
    /// there is none, `came_by` and `reached` hold the nodes that the search reached.
    fn augment(&mut self, circuit: &Description, values: &Values, first: Node) -> bool {
        let graph = &circuit.graph;
        for node in self.reached.drain(..) {
            self.came_by[node.index()] = Edge::NONE;
        }
        self.reached.push(first);
        let mut queue = VecDeque::from([first]);
        while let Some(node) = queue.pop_front() {
            let is_white = self.is_white[node.index()];
            for &dart in graph.leaving(node) {
                let (edge, to) = (dart.edge(), graph.head(dart));
                let is_step = self.is_open[edge.index()]
                    && values.edges[edge.index()] == 0
                    && self.has(edge) != is_white
                    && self.came_by[to.index()] == Edge::NONE
                    && to != first;
                if !is_step {
                    continue;
                }
                self.came_by[to.index()] = edge;
                self.reached.push(to);
                if is_white && self.lacks[to.index()] > 0 {
                    self.flip_path(circuit, first, to);
                    return true;
                }
                queue.push_back(to);
            }
        }
        false
    }

    fn flip_path(&mut self, circuit: &Description, first: Node, last: Node) {
        let mut node = last;
        while node != first {
            let edge = self.came_by[node.index()];
            self.set(circuit, edge, !self.has(edge));
            node = circuit.graph.other_end(edge, node);
        }
    }

    /// The reason why the nodes reached last cannot all have two edges.
    fn reason(&self, circuit: &Description, values: &Values) -> Vec<Lit> {
        let graph = &circuit.graph;
        let mut reason = vec![circuit.one_start];
        for &node in &self.reached {
            let is_white = self.is_white[node.index()];
            for &dart in graph.leaving(node) {
                let (edge, to) = (dart.edge(), graph.head(dart));
                let is_reached = self.came_by[to.index()] != Edge::NONE || to == self.reached[0];
                if is_reached || !self.is_open[edge.index()] {
                    continue;
                }
                if is_white && !values.is_possible(edge) {
                    reason.push(circuit.absence(edge));
                } else if !is_white && values.is_chosen(edge) {
                    reason.push(circuit.edge(edge));
                }
            }
        }
        reason
    }
}

/// Colours the nodes so that the edges in use join nodes of different colours; `None` if that is impossible.
fn two_colouring(graph: &Graph, is_used: impl Fn(Edge) -> bool) -> Option<Vec<bool>> {
    let mut colour: Vec<Option<bool>> = vec![None; graph.num_nodes()];
    for first in graph.nodes() {
        if colour[first.index()].is_some() {
            continue;
        }
        colour[first.index()] = Some(true);
        let mut stack = vec![first];
        while let Some(node) = stack.pop() {
            for &dart in graph.leaving(node).iter().filter(|dart| is_used(dart.edge())) {
                let to = graph.head(dart);
                let other = colour[node.index()].map(|colour| !colour);
                match colour[to.index()] {
                    None => {
                        colour[to.index()] = other;
                        stack.push(to);
                    }
                    known if known != other => return None,
                    _ => {}
                }
            }
        }
    }
    Some(colour.into_iter().map(|colour| colour == Some(true)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::states::{Outcome, State};
    use hamadryad_random::Random;

    /// The naive version: tries all sets of edges, one edge after the other, as long as no node has more than
    /// two.
    fn naive(graph: &Graph, values: &[i8], degrees: &mut [u8], edge: usize) -> bool {
        if edge == values.len() {
            return degrees.iter().all(|&degree| degree == 2);
        }
        let ends = graph.ends(Edge::new(edge)).map(Node::index);
        let mut try_with = |count: u8| {
            ends.iter().for_each(|&end| degrees[end] += count);
            let fits = ends.iter().all(|&end| degrees[end] <= 2);
            let found = fits && naive(graph, values, degrees, edge + 1);
            ends.iter().for_each(|&end| degrees[end] -= count);
            found
        };
        values[edge] >= 0 && try_with(1) || values[edge] <= 0 && try_with(0)
    }

    /// The naive version of the bipartition: tries all.
    fn is_bipartite(graph: &Graph) -> bool {
        (0..1 << graph.num_nodes()).any(|white: u32| {
            let is_white = |node: Node| white >> node.index() & 1 == 1;
            graph.edges().map(|edge| graph.ends(edge)).all(|[a, b]| is_white(a) != is_white(b))
        })
    }

    #[test]
    fn there_is_a_conflict_exactly_if_there_is_no_2_factor() {
        let mut random = Random::new(0xfac7_0000_0001);
        let (mut conflicts, mut balanced) = (0, 0);
        for _ in 0..3000 {
            let state = State::random(&mut random);
            let mut rule = TwoFactor::default();
            let (outcome, reason) = state.propagate(&mut rule);
            let values = state.values().edges;
            let graph = state.graph();
            let is_possible = |values: &[i8]| naive(graph, values, &mut vec![0; graph.num_nodes()], 0);
            if outcome == Outcome::Conflict {
                conflicts += 1;
                assert!(!is_possible(&values));
                // The literals of the reason are enough.
                let named = |&lit: &Lit| reason.contains(&lit) as i8 - reason.contains(&!lit) as i8;
                let named: Vec<i8> = state.literals.description.edges.iter().map(named).collect();
                assert!(!is_possible(&named));
            } else {
                assert!(rule.bipartition == Bipartition::None || is_possible(&values));
            }
            assert_eq!(rule.bipartition != Bipartition::None, is_bipartite(graph));
            if rule.bipartition == Bipartition::Balanced {
                balanced += 1;
                for (edge, &value) in graph.edges().zip(&values).filter(|_| outcome != Outcome::Conflict) {
                    let has = rule.has(edge);
                    assert!(if has { value >= 0 } else { value <= 0 });
                }
            }
        }
        assert!(conflicts > 300 && balanced > 1000, "{conflicts} {balanced}");
    }

    #[test]
    fn three_edges_at_a_node_are_too_many() {
        // 0-1-2 and 3-4-5; all three edges of 1 are chosen. Alternating paths alone would name absent edges
        // elsewhere.
        let state = State::of_grid(2, 3, |literals| {
            let edges = &literals.description.edges;
            vec![literals.description.one_start, edges[0], edges[2], edges[3], !edges[5]]
        });
        let (outcome, mut reason) = state.propagate(&mut TwoFactor::default());
        assert_eq!(outcome, Outcome::Conflict);
        let edges = &state.literals.description.edges;
        let mut expected = [state.literals.description.one_start, edges[0], edges[2], edges[3]];
        expected.sort_unstable();
        reason.sort_unstable();
        assert_eq!(reason, expected);
    }

    #[test]
    fn an_unbalanced_bipartition_is_a_conflict() {
        let state = State::of_grid(3, 3, |literals| vec![literals.description.one_start]);
        let expected = (Outcome::Conflict, vec![state.literals.description.one_start]);
        assert_eq!(state.propagate(&mut TwoFactor::default()), expected);
    }
}
