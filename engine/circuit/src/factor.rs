//! A circuit gives every node two edges: it is a 2-factor. Where the graph has none that keeps to what is chosen and
//! absent, there is no circuit.
//!
//! On a bipartite graph 2-factors are flows from one side to the other. One is kept from call to call, and repaired where
//! an edge of it became absent or one beside it was chosen: along alternating paths, each with the next (Kuhn, "The
//! Hungarian method for the assignment problem", 1955). Where there is none, the nodes that the search reached need more edges
//! than they can have: the reason is absent edges out of them, and chosen ones that take up their partners.
//!
//! Edges that are certain at level 0 do not count for the two sides, so that a path contracted to one edge does no harm.

use crate::circuit::Description;
use crate::graph::{Edge, Node, edge_of};
use crate::reasons::Voice;
use crate::view::{Subject, View};
use hamadryad_sat::{Lit, Solver};
use std::collections::VecDeque;

const NONE: u32 = u32::MAX;

/// What is known of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Sides {
    #[default]
    Unknown,
    Two,
    /// Not bipartite, or sides that no 2-factor fits.
    None,
}

#[derive(Clone, Default)]
pub(crate) struct Factor {
    sides: Sides,
    /// By node.
    is_white: Vec<bool>,
    /// By edge: between the sides, and not certain.
    is_open: Vec<bool>,
    /// By edge: in the 2-factor.
    has: Vec<bool>,
    /// By node: how many edges it lacks; below 0, it has too many.
    lacks: Vec<i32>,
    /// By node: the edge by which the search for an alternating path came.
    came_by: Vec<Edge>,
    reached: Vec<Node>,
    /// The edges that were taken in or out since.
    pub(crate) changed: Vec<Edge>,
    /// How often an edge was taken in or out.
    pub(crate) changes: u64,
    /// Nodes that may have too many edges, or too few.
    unsettled: Vec<Node>,
    /// How much of the trail has been looked at.
    seen: usize,
}

impl Factor {
    /// Begins with these edges.
    pub(crate) fn begin_with(&mut self, edges: impl Iterator<Item = bool>) {
        self.has = edges.collect();
    }

    /// Whether an edge is in the 2-factor, if there is one.
    pub(crate) fn has(&self, edge: Edge) -> bool {
        self.sides == Sides::Two && self.has[edge as usize]
    }

    /// Repairs the 2-factor. `false` on a conflict.
    pub(crate) fn propagate(&mut self, circuit: &Description, view: &View, voice: &mut Voice<'_>) -> bool {
        if self.sides == Sides::Unknown {
            self.sides = self.find_sides(circuit, voice.solver);
        }
        if self.sides == Sides::None {
            return true;
        }
        self.take_over(circuit, view, voice.solver);
        if let Some(node) = self.give_up(circuit, view) {
            let at_node = circuit.graph.leaving(node).iter().map(|&dart| edge_of(dart));
            let chosen = at_node.filter(|&edge| self.is_open[edge as usize] && view.is_chosen(edge));
            let mut reason = vec![circuit.one_start];
            reason.extend(chosen.map(|edge| circuit.edges[edge as usize]));
            return voice.object(&reason);
        }
        while let Some(&node) = self.unsettled.last() {
            while self.is_white[node as usize] && self.lacks[node as usize] > 0 {
                if !self.augment(circuit, view, node) {
                    let reason = self.reason(circuit, view);
                    return voice.object(&reason);
                }
            }
            self.unsettled.pop();
        }
        true
    }

    /// The trail has been cut to `keep` literals. The 2-factor keeps to those.
    pub(crate) fn forget(&mut self, keep: usize) {
        self.seen = self.seen.min(keep);
    }

    fn find_sides(&mut self, circuit: &Description, solver: &Solver) -> Sides {
        let graph = &circuit.graph;
        let nodes = graph.nodes();
        let is_certain = |edge: Edge| solver.is_fixed_true(circuit.edges[edge as usize]);
        let mut side: Vec<Option<bool>> = vec![None; nodes];
        for first in 0..nodes as Node {
            if side[first as usize].is_some() {
                continue;
            }
            side[first as usize] = Some(true);
            let mut stack = vec![first];
            while let Some(node) = stack.pop() {
                for &dart in graph.leaving(node).iter().filter(|&&dart| !is_certain(edge_of(dart))) {
                    let to = graph.head(dart);
                    let other = side[node as usize].map(|side| !side);
                    match side[to as usize] {
                        None => {
                            side[to as usize] = other;
                            stack.push(to);
                        }
                        known if known != other => return Sides::None,
                        _ => {}
                    }
                }
            }
        }
        self.is_white = side.into_iter().map(|side| side == Some(true)).collect();
        self.is_open = (0..graph.edges() as Edge).map(|edge| !is_certain(edge)).collect();
        self.has.resize(graph.edges(), false);
        self.lacks = vec![2; nodes];
        self.unsettled.extend(0..nodes as Node);
        self.came_by = vec![NONE; nodes];
        for edge in 0..graph.edges() as Edge {
            self.has[edge as usize] |= is_certain(edge);
            if self.has[edge as usize] {
                self.changed.push(edge);
                for node in [graph.tail(2 * edge), graph.head(2 * edge)] {
                    self.lacks[node as usize] -= 1;
                }
            }
        }
        let mut balance = 0;
        for node in 0..nodes {
            balance += if self.is_white[node] { self.lacks[node] } else { -self.lacks[node] };
        }
        if balance == 0 { Sides::Two } else { Sides::None }
    }

    fn set(&mut self, circuit: &Description, edge: Edge, has: bool) {
        self.has[edge as usize] = has;
        self.changed.push(edge);
        self.changes += 1;
        for node in [circuit.graph.tail(2 * edge), circuit.graph.head(2 * edge)] {
            self.lacks[node as usize] += if has { -1 } else { 1 };
        }
    }

    /// What is absent goes, what is chosen comes.
    fn take_over(&mut self, circuit: &Description, view: &View, solver: &Solver) {
        for &lit in &solver.trail()[self.seen..] {
            for subject in view.subjects(lit) {
                let Subject::Edge(edge) = subject else { continue };
                let has = self.has[edge as usize];
                if has && !view.is_possible(edge) || !has && view.is_chosen(edge) {
                    self.set(circuit, edge, !has);
                    self.unsettled.extend([circuit.graph.tail(2 * edge), circuit.graph.head(2 * edge)]);
                }
            }
        }
        self.seen = solver.trail().len();
    }

    /// Nodes with too many edges give up some that are not chosen, best to each other. Returns one where too many are chosen: on
    /// alternating paths, it would make up for others that lack some.
    fn give_up(&mut self, circuit: &Description, view: &View) -> Option<Node> {
        let graph = &circuit.graph;
        let mut next = 0;
        while next < self.unsettled.len() {
            let node = self.unsettled[next];
            next += 1;
            while self.lacks[node as usize] < 0 {
                let spare = graph.leaving(node).iter().filter(|&&dart| {
                    let edge = edge_of(dart);
                    self.has(edge) && !view.is_chosen(edge) && self.is_open[edge as usize]
                });
                let Some(&dart) = spare.min_by_key(|&&dart| self.lacks[graph.head(dart) as usize]) else {
                    return Some(node);
                };
                self.set(circuit, edge_of(dart), false);
                self.unsettled.push(graph.head(dart));
            }
        }
        None
    }

    /// Finds a white node's missing edge along an alternating path to a black one that lacks one too. If there is none, what was
    /// reached stands in `came_by` and `reached`.
    fn augment(&mut self, circuit: &Description, view: &View, first: Node) -> bool {
        let graph = &circuit.graph;
        for node in self.reached.drain(..) {
            self.came_by[node as usize] = NONE;
        }
        self.reached.push(first);
        let mut queue = VecDeque::from([first]);
        while let Some(node) = queue.pop_front() {
            let is_white = self.is_white[node as usize];
            for &dart in graph.leaving(node) {
                let (edge, to) = (edge_of(dart), graph.head(dart));
                let is_step = self.is_open[edge as usize]
                    && view.edges[edge as usize] == 0
                    && self.has(edge) != is_white
                    && self.came_by[to as usize] == NONE
                    && to != first;
                if !is_step {
                    continue;
                }
                self.came_by[to as usize] = edge;
                self.reached.push(to);
                if is_white && self.lacks[to as usize] > 0 {
                    let mut node = to;
                    while node != first {
                        let edge = self.came_by[node as usize];
                        self.set(circuit, edge, !self.has(edge));
                        node = graph.other_end(edge, node);
                    }
                    return true;
                }
                queue.push_back(to);
            }
        }
        false
    }

    /// Why the nodes reached last cannot all have two edges.
    fn reason(&self, circuit: &Description, view: &View) -> Vec<Lit> {
        let graph = &circuit.graph;
        let mut reason = vec![circuit.one_start];
        for &node in &self.reached {
            let is_white = self.is_white[node as usize];
            for &dart in graph.leaving(node) {
                let (edge, to) = (edge_of(dart), graph.head(dart));
                let is_reached = self.came_by[to as usize] != NONE || to == self.reached[0];
                if is_reached || !self.is_open[edge as usize] {
                    continue;
                }
                if is_white && !view.is_possible(edge) {
                    reason.push(!circuit.edges[edge as usize]);
                } else if !is_white && view.is_chosen(edge) {
                    reason.push(circuit.edges[edge as usize]);
                }
            }
        }
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

    /// The naive twin: tries all sets of edges, one edge after the other, as long as no node has too many.
    fn is_there_one(graph: &Graph, values: &[i8], degrees: &mut [u8], edge: usize) -> bool {
        if edge == values.len() {
            return degrees.iter().all(|&degree| degree == 2);
        }
        let ends = [0, 1].map(|turn| graph.tail(2 * edge as u32 + turn) as usize);
        let mut try_with = |count: u8| {
            ends.iter().for_each(|&end| degrees[end] += count);
            let fits = ends.iter().all(|&end| degrees[end] <= 2);
            let found = fits && is_there_one(graph, values, degrees, edge + 1);
            ends.iter().for_each(|&end| degrees[end] -= count);
            found
        };
        values[edge] >= 0 && try_with(1) || values[edge] <= 0 && try_with(0)
    }

    /// Whether two sides of one size have all edges between them; tried out.
    fn has_sides(graph: &Graph) -> bool {
        (0..1 << graph.nodes()).any(|white: u32| {
            let is_white = |node: Node| white >> node & 1 == 1;
            white.count_ones() as usize * 2 == graph.nodes()
                && (0..graph.edges() as u32)
                    .all(|edge| is_white(graph.tail(2 * edge)) != is_white(graph.head(2 * edge)))
        })
    }

    #[test]
    fn it_objects_where_there_is_none() {
        let mut random = Random(0xfac7_0000_0001);
        let (mut objections, mut with_sides) = (0, 0);
        for _ in 0..3000 {
            let state = State::random(&mut random);
            let mut factor = Factor::default();
            let (verdict, reason) =
                state.ask(Rule::Factor, |circuit, view, voice| factor.propagate(circuit, view, voice));
            let values = state.view().edges;
            let is_there =
                |values: &[i8]| is_there_one(state.graph(), values, &mut vec![0; state.graph().nodes()], 0);
            match verdict {
                Verdict::Objects => {
                    objections += 1;
                    assert!(!is_there(&values));
                    // What it names is enough.
                    let named = |&lit: &Lit| reason.contains(&lit) as i8 - reason.contains(&!lit) as i8;
                    let named: Vec<i8> = state.names.description.edges.iter().map(named).collect();
                    assert!(!is_there(&named));
                }
                // Without two sides it says nothing, whatever there is.
                _ if factor.sides == Sides::Two => assert!(is_there(&values)),
                _ => {}
            }
            with_sides += usize::from(factor.sides == Sides::Two);
            if factor.sides == Sides::Two {
                for edge in 0..values.len() as Edge {
                    let has = factor.has(edge);
                    assert!(verdict == Verdict::Objects || !(has && values[edge as usize] < 0));
                    assert!(verdict == Verdict::Objects || has || values[edge as usize] <= 0);
                }
            }
            // Where the graph falls apart, it may have other sides in mind.
            assert!(factor.sides == Sides::Two || !has_sides(state.graph()) || falls_apart(state.graph()));
        }
        assert!(objections > 300 && with_sides > 1000, "{objections} {with_sides}");
    }

    fn falls_apart(graph: &Graph) -> bool {
        let mut reached: Vec<Node> = vec![0];
        for i in 0.. {
            let Some(&node) = reached.get(i) else { break };
            for &dart in graph.leaving(node) {
                if !reached.contains(&graph.head(dart)) {
                    reached.push(graph.head(dart));
                }
            }
        }
        reached.len() < graph.nodes()
    }
}
