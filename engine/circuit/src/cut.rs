//! Two edges without which the graph falls apart are both on the circuit: it goes over by one and comes back by the other.
//!
//! Edges are such a pair where the same edges outside of a search tree go past both. To find out which do, each has a number
//! at random, and a tree's edge the exclusive or of those that go past it; equal ones are candidates (Pritchard, Thurimella:
//! "Fast computation of small cuts via cycle space sampling", ACM Transactions on Algorithms 7, 2011). Whether they are a pair is
//! then looked at, and tells the reason: all other edges between the two sides are absent.

use crate::circuit::Description;
use crate::graph::{Edge, Graph, Node, edge_of};
use crate::reasons::Voice;
use crate::view::View;
use hamadryad_sat::Lit;

const NONE: u32 = u32::MAX;

/// Scratch space.
#[derive(Clone, Default)]
pub(crate) struct Cuts {
    /// By node: the edge by which the search came.
    came_by: Vec<Edge>,
    /// The nodes in the order in which they were found.
    order: Vec<Node>,
    /// By node: what goes past the edge by which the search came.
    past: Vec<u64>,
    /// By possible edge that is not known to be on the circuit, or to be not: what goes past it.
    marks: Vec<(u64, Edge)>,
    /// By node: it is on the side of the last pair that was looked at.
    is_here: Vec<bool>,
    here: Vec<Node>,
}

impl Cuts {
    /// Implies that the edges of pairs are on the circuit. `false` on a conflict.
    pub(crate) fn propagate(&mut self, circuit: &Description, view: &View, voice: &mut Voice<'_>) -> bool {
        self.mark(&circuit.graph, view);
        self.marks.sort_unstable();
        for i in 1..self.marks.len() {
            let [(mark, one), (other_mark, other)] = [self.marks[i - 1], self.marks[i]];
            let is_known = view.is_chosen(one) && view.is_chosen(other);
            if mark != other_mark || is_known || !self.part(&circuit.graph, view, [one, other]) {
                continue;
            }
            let reason = self.reason(circuit, [one, other]);
            let reason = voice.because(&reason);
            for edge in [one, other] {
                if !voice.imply(circuit.edges[edge as usize], reason) {
                    return false;
                }
            }
        }
        true
    }

    /// Marks all possible edges.
    fn mark(&mut self, graph: &Graph, view: &View) {
        let nodes = graph.nodes();
        self.came_by.clear();
        self.came_by.resize(nodes, NONE);
        self.past.clear();
        self.past.resize(nodes, 0);
        self.order.clear();
        self.marks.clear();
        self.order.push(0);
        let mut next = 0;
        // Any tree will do; from the first node on, nearest first.
        while next < self.order.len() {
            let node = self.order[next];
            next += 1;
            for &(dart, to) in graph.around(node) {
                let edge = edge_of(dart);
                if to != 0 && self.came_by[to as usize] == NONE && view.is_possible(edge) {
                    self.came_by[to as usize] = edge;
                    self.order.push(to);
                }
            }
        }
        for edge in (0..graph.edges() as Edge).filter(|&edge| view.is_possible(edge)) {
            let [a, b] = [graph.tail(2 * edge), graph.head(2 * edge)];
            if self.came_by[a as usize] != edge && self.came_by[b as usize] != edge {
                let mark = number(edge);
                self.past[a as usize] ^= mark;
                self.past[b as usize] ^= mark;
                self.marks.push((mark, edge));
            }
        }
        for &node in self.order[1..].iter().rev() {
            let edge = self.came_by[node as usize];
            let past = self.past[node as usize];
            self.past[graph.other_end(edge, node) as usize] ^= past;
            self.marks.push((past, edge));
        }
    }

    /// Whether the graph falls apart without two edges; and into what.
    fn part(&mut self, graph: &Graph, view: &View, pair: [Edge; 2]) -> bool {
        self.is_here.clear();
        self.is_here.resize(graph.nodes(), false);
        self.here.clear();
        let first = graph.tail(2 * pair[0]);
        self.is_here[first as usize] = true;
        self.here.push(first);
        let mut next = 0;
        while next < self.here.len() {
            let node = self.here[next];
            next += 1;
            for &(dart, to) in graph.around(node) {
                let edge = edge_of(dart);
                let is_open = view.is_possible(edge) && !pair.contains(&edge);
                if is_open && !std::mem::replace(&mut self.is_here[to as usize], true) {
                    self.here.push(to);
                }
            }
        }
        !self.is_here[graph.head(2 * pair[0]) as usize]
    }

    /// Why nothing but a pair of edges joins both sides.
    fn reason(&self, circuit: &Description, pair: [Edge; 2]) -> Vec<Lit> {
        let graph = &circuit.graph;
        let mut reason = vec![circuit.one_start];
        for &node in &self.here {
            for &(dart, to) in graph.around(node) {
                if !self.is_here[to as usize] && !pair.contains(&edge_of(dart)) {
                    reason.push(circuit.absence(dart));
                }
            }
        }
        reason
    }
}

/// A number for an edge, by chance (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014).
fn number(edge: Edge) -> u64 {
    let mut mixed = (u64::from(edge) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reasons::{Handles, Reasons};
    use hamadryad_sat::Solver;

    fn is_connected(nodes: usize, edges: &[(Node, Node)]) -> bool {
        let mut reached = vec![0];
        let mut next = 0;
        while next < reached.len() {
            let node = reached[next];
            next += 1;
            for &(a, b) in edges {
                for (from, to) in [(a, b), (b, a)] {
                    if from == node && !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
        }
        reached.len() == nodes
    }

    /// The edges that are half of a pair: by taking each two out.
    fn in_pairs(nodes: usize, edges: &[(Node, Node)]) -> Vec<usize> {
        let is_pair = |i: usize, j: usize| {
            let others = edges.iter().enumerate().filter(|&(k, _)| k != i && k != j);
            !is_connected(nodes, &others.map(|(_, &edge)| edge).collect::<Vec<_>>())
        };
        (0..edges.len()).filter(|&i| (0..edges.len()).any(|j| i != j && is_pair(i, j))).collect()
    }

    #[test]
    fn the_edges_of_all_pairs_are_implied_and_no_others() {
        let mut state = 7u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let mut seen = 0;
        for _ in 0..2000 {
            let nodes = 4 + below(5) as usize;
            let mut edges = Vec::new();
            for a in 0..nodes as Node {
                for b in 0..a {
                    if a == b + 1 || below(100) < 25 {
                        edges.push((b, a));
                    }
                }
            }
            let mut solver = Solver::new();
            let truth = solver.new_var().positive();
            solver.add_clause(&[truth]);
            let literals: Vec<Lit> = edges.iter().map(|_| solver.new_var().positive()).collect();
            let circuit = Description {
                graph: Graph::new(nodes, &edges),
                edges: literals.clone(),
                arcs: vec![None; 2 * edges.len()],
                starts: vec![None; nodes],
                one_start: truth,
                section: None,
            };
            let is_absent: Vec<bool> = edges.iter().map(|_| below(100) < 15).collect();
            let possible: Vec<usize> = (0..edges.len()).filter(|&edge| !is_absent[edge]).collect();
            let present: Vec<(Node, Node)> = possible.iter().map(|&edge| edges[edge]).collect();
            let holds =
                (0..present.len()).all(|i| is_connected(nodes, &[&present[..i], &present[i + 1..]].concat()));
            if !holds {
                continue;
            }
            for (edge, &lit) in literals.iter().enumerate() {
                if is_absent[edge] {
                    solver.add_clause(&[!lit]);
                }
            }
            solver.propagate_at_root(&mut hamadryad_sat::NoTheory);
            let mut view = View::new(&circuit);
            view.look(&solver);
            let mut reasons = Reasons::default();
            let handles = Handles { first: 0, step: 1 };
            let mut voice = Voice { solver: &mut solver, reasons: &mut reasons, handles };
            voice.speaks(crate::reasons::Rule::Cut);
            assert!(Cuts::default().propagate(&circuit, &view, &mut voice));
            let implied: Vec<usize> =
                (0..possible.len()).filter(|&i| solver.is_true(literals[possible[i]])).collect();
            assert_eq!(implied, in_pairs(nodes, &present), "{present:?}");
            seen += implied.len();
        }
        assert!(seen > 1000, "only {seen} edges of pairs");
    }
}
