//! If removing two edges disconnects the graph, both are on the circuit: it leaves by one and returns by the
//! other.
//!
//! Two edges form a cut if the same edges outside of a spanning tree form a cycle with each of them. To find
//! the pairs, every edge outside of the tree gets a random number, and a tree edge the exclusive or of the
//! numbers of the edges that form a cycle with it; edges of equal numbers are candidates
//! (Pritchard, Thurimella 2011). Each candidate pair is then checked by a search, which gives the reason: all
//! other edges between both sides are absent.

use crate::context::Context;
use crate::description::Description;
use crate::graph::{Edge, Graph, Node};
use crate::rule::{Rule, Situation};
use crate::values::Values;
use hamadryad_sat::{Conflict, Lit};

/// Implies the edges of 2-edge cuts. The fields are scratch space.
#[derive(Clone, Default)]
pub(crate) struct EdgeCut {
    /// By node: the tree edge by which the search reached it.
    came_by: Vec<Edge>,
    /// The nodes in the order in which the search reached them.
    order: Vec<Node>,
    /// By node: the exclusive or of the numbers of all non-tree edges out of its subtree.
    label: Vec<u64>,
    /// By possible edge: its label.
    labels: Vec<(u64, Edge)>,
    /// By node: it is on the same side of the last candidate pair as the nodes of `side`.
    is_on_side: Vec<bool>,
    side: Vec<Node>,
}

impl Rule for EdgeCut {
    fn name(&self) -> &'static str {
        "edge_cut"
    }

    fn propagate(&mut self, now: &mut Situation<'_>, context: &mut Context<'_>) -> Result<(), Conflict> {
        let (circuit, values) = (now.circuit, &*now.values);
        self.label_edges(&circuit.graph, values);
        self.labels.sort_unstable();
        for i in 1..self.labels.len() {
            let [(label, one), (other_label, other)] = [self.labels[i - 1], self.labels[i]];
            let is_known = values.is_chosen(one) && values.is_chosen(other);
            if label != other_label || is_known || !self.disconnects(&circuit.graph, values, [one, other]) {
                continue;
            }
            let reason = self.reason(circuit, [one, other]);
            let reason = context.reason(&reason);
            for edge in [one, other] {
                context.imply(circuit.edge(edge), reason)?;
            }
        }
        Ok(())
    }
}

impl EdgeCut {
    /// Builds a breadth-first tree, and labels all possible edges.
    fn label_edges(&mut self, graph: &Graph, values: &Values) {
        let root = Node::new(0);
        self.came_by.clear();
        self.came_by.resize(graph.num_nodes(), Edge::NONE);
        self.label.clear();
        self.label.resize(graph.num_nodes(), 0);
        self.order.clear();
        self.labels.clear();
        self.order.push(root);
        let mut next = 0;
        while next < self.order.len() {
            let node = self.order[next];
            next += 1;
            for &(dart, to) in graph.around(node) {
                let edge = dart.edge();
                let is_new = to != root && self.came_by[to.index()] == Edge::NONE;
                if is_new && values.is_possible(edge) {
                    self.came_by[to.index()] = edge;
                    self.order.push(to);
                }
            }
        }
        for edge in graph.edges().filter(|&edge| values.is_possible(edge)) {
            let [a, b] = graph.ends(edge).map(Node::index);
            if self.came_by[a] != edge && self.came_by[b] != edge {
                let number = number(edge);
                self.label[a] ^= number;
                self.label[b] ^= number;
                self.labels.push((number, edge));
            }
        }
        for &node in self.order[1..].iter().rev() {
            let edge = self.came_by[node.index()];
            let label = self.label[node.index()];
            self.label[graph.other_end(edge, node).index()] ^= label;
            self.labels.push((label, edge));
        }
    }

    /// Whether the graph is disconnected without two edges. Collects the nodes on one side.
    fn disconnects(&mut self, graph: &Graph, values: &Values, pair: [Edge; 2]) -> bool {
        self.is_on_side.clear();
        self.is_on_side.resize(graph.num_nodes(), false);
        self.side.clear();
        let [first, last] = graph.ends(pair[0]);
        self.is_on_side[first.index()] = true;
        self.side.push(first);
        let mut next = 0;
        while next < self.side.len() {
            let node = self.side[next];
            next += 1;
            for &(dart, to) in graph.around(node) {
                let edge = dart.edge();
                let is_open = values.is_possible(edge) && !pair.contains(&edge);
                if is_open && !std::mem::replace(&mut self.is_on_side[to.index()], true) {
                    self.side.push(to);
                }
            }
        }
        !self.is_on_side[last.index()]
    }

    /// The reason why no edge but those of a pair joins both sides.
    fn reason(&self, circuit: &Description, pair: [Edge; 2]) -> Vec<Lit> {
        let graph = &circuit.graph;
        let mut reason = vec![circuit.one_start];
        for &node in &self.side {
            for &(dart, to) in graph.around(node) {
                if !self.is_on_side[to.index()] && !pair.contains(&dart.edge()) {
                    reason.push(circuit.absence(dart.edge()));
                }
            }
        }
        reason
    }
}

/// A pseudorandom number for an edge (Steele, Lea, Flood 2014).
fn number(edge: Edge) -> u64 {
    let mut mixed = (edge.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::{Handles, Reasons};
    use hamadryad_random::Random;
    use hamadryad_sat::Solver;

    fn is_connected(nodes: usize, edges: &[(Node, Node)]) -> bool {
        let mut reached = vec![Node::new(0)];
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

    /// The naive version: removes each two edges.
    fn in_pairs(nodes: usize, edges: &[(Node, Node)]) -> Vec<usize> {
        let is_pair = |i: usize, j: usize| {
            let others = edges.iter().enumerate().filter(|&(k, _)| k != i && k != j);
            !is_connected(nodes, &others.map(|(_, &edge)| edge).collect::<Vec<_>>())
        };
        (0..edges.len()).filter(|&i| (0..edges.len()).any(|j| i != j && is_pair(i, j))).collect()
    }

    /// A path through all nodes, and other edges by chance.
    fn random_edges(random: &mut Random, nodes: usize) -> Vec<(Node, Node)> {
        let pairs = (0..nodes).flat_map(|a| (0..a).map(move |b| (b, a)));
        let chosen = pairs.filter(|&(b, a)| a == b + 1 || random.percent(25));
        chosen.map(|(b, a)| (Node::new(b), Node::new(a))).collect()
    }

    #[test]
    fn the_edges_of_all_pairs_are_implied_and_no_others() {
        let mut random = Random::new(0xed9e_0000_0001);
        let mut seen = 0;
        for _ in 0..2000 {
            let nodes = 4 + random.below(5) as usize;
            let edges = random_edges(&mut random, nodes);
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
            let is_absent: Vec<bool> = edges.iter().map(|_| random.percent(15)).collect();
            let possible: Vec<usize> = (0..edges.len()).filter(|&edge| !is_absent[edge]).collect();
            let present: Vec<(Node, Node)> = possible.iter().map(|&edge| edges[edge]).collect();
            let without = |i: usize| [&present[..i], &present[i + 1..]].concat();
            if !(0..present.len()).all(|i| is_connected(nodes, &without(i))) {
                continue;
            }
            for (edge, &lit) in literals.iter().enumerate() {
                if is_absent[edge] {
                    solver.add_clause(&[!lit]);
                }
            }
            solver.propagate_at_root(&mut hamadryad_sat::NoTheory);
            let mut values = Values::new(&circuit);
            values.update(&solver);
            let mut reasons = Reasons::default();
            let mut context = Context::new(&mut solver, &mut reasons, Handles { first: 0, step: 1 });
            let mut faces = Default::default();
            let mut now = Situation {
                circuit: &circuit,
                values: &mut values,
                embedding: None,
                faces: &mut faces,
                ends: None,
                budget: None,
            };
            let mut rule = EdgeCut::default();
            context.rule = rule.name();
            assert!(rule.propagate(&mut now, &mut context).is_ok());
            let implied: Vec<usize> =
                (0..possible.len()).filter(|&i| solver.is_true(literals[possible[i]])).collect();
            assert_eq!(implied, in_pairs(nodes, &present), "{present:?}");
            seen += implied.len();
        }
        assert!(seen > 1000, "only {seen} edges of pairs");
    }
}
