//! Blocks: the nodes on simple paths between two nodes, and the parts attached to them at a single node.
//!
//! A node lies on a simple path from `a` to `b` exactly if it is in the same block (maximal subgraph without
//! a cut node) as an edge between `a` and `b`, added if there is none (Hopcroft, Tarjan 1973).
//!
//! Invariant: a search uses open edges and open nodes only; [`Blocks::open`] opens all nodes for the next
//! search.

use crate::description::Description;
use crate::graph::{Dart, Edge, Graph, Node};
use crate::values::Values;
use hamadryad_sat::Lit;

/// The number of a node that the search has not reached.
const NEW: u32 = u32::MAX;
/// The number of a closed node: larger than the number of any reached node, so that it lowers no low point.
const CLOSED: u32 = u32::MAX - 1;
/// No part.
const NO_PART: u32 = u32::MAX;

/// A node on the path of the depth-first search.
#[derive(Clone, Copy)]
struct Frame {
    node: Node,
    /// The number of its darts that have been looked at.
    next: u32,
    /// The edge that led to it.
    came_by: Edge,
}

/// Scratch space, and the result of the last search.
#[derive(Clone, Default)]
pub(crate) struct Blocks {
    /// By node: it is in the block.
    pub(crate) is_inside: Vec<bool>,
    /// By edge: negative if it is closed.
    edges: Vec<i8>,
    number: Vec<u32>,
    low: Vec<u32>,
    frames: Vec<Frame>,
    stack: Vec<Node>,
    /// By node: the last part that contains it.
    part_of: Vec<u32>,
    parts: u32,
}

impl Blocks {
    /// Opens all nodes, and the edges whose value is not negative.
    pub(crate) fn open(&mut self, nodes: usize, edges: &[i8]) {
        self.edges.clear();
        self.edges.extend_from_slice(edges);
        self.number.clear();
        self.number.resize(nodes, NEW);
    }

    pub(crate) fn close_edge(&mut self, edge: Edge) {
        self.edges[edge.index()] = -1;
    }

    pub(crate) fn close_node(&mut self, node: Node) {
        self.number[node.index()] = CLOSED;
    }

    /// Whether the search may go along a dart.
    pub(crate) fn is_open(&self, graph: &Graph, dart: Dart) -> bool {
        self.edges[dart.edge().index()] >= 0 && self.number[graph.head(dart).index()] != CLOSED
    }

    /// Finds the nodes on simple paths from `a` to `b`, two open nodes; if there is no path, `a` and `b`
    /// alone.
    pub(crate) fn find(&mut self, graph: &Graph, a: Node, b: Node) {
        let nodes = graph.num_nodes();
        self.is_inside.clear();
        self.is_inside.resize(nodes, false);
        self.is_inside[a.index()] = true;
        self.is_inside[b.index()] = true;
        self.low.resize(nodes, NEW);
        self.frames.clear();
        self.stack.clear();
        let Blocks { edges, number, low, frames, stack, .. } = self;
        // The search begins at `a` and goes to `b` along an edge that need not exist: low points in the tree
        // of `b` may be `a`.
        let mut count = 2;
        (number[a.index()], number[b.index()]) = (0, 1);
        let mut frame = Frame { node: b, next: 0, came_by: Edge::NONE };
        let mut lowest = 0;
        loop {
            let Frame { node, next, came_by } = frame;
            let mut inner = None;
            for (i, &(dart, to)) in (next..).zip(&graph.around(node)[next as usize..]) {
                let edge = dart.edge();
                if edge == came_by || edges[edge.index()] < 0 {
                    continue;
                }
                let seen = number[to.index()];
                if seen == NEW {
                    inner = Some((to, edge, i + 1));
                    break;
                }
                lowest = lowest.min(seen);
            }
            if let Some((to, edge, next)) = inner {
                low[node.index()] = lowest;
                frames.push(Frame { next, ..frame });
                number[to.index()] = count;
                lowest = count;
                count += 1;
                stack.push(to);
                frame = Frame { node: to, next: 0, came_by: edge };
                continue;
            }
            let Some(outer) = frames.pop() else { break };
            let parent = outer.node;
            if lowest >= number[parent.index()] {
                // The parent is a cut node: the nodes found since are attached to it alone.
                while stack.pop().expect("the node itself is on the stack") != node {}
            }
            lowest = lowest.min(low[parent.index()]);
            frame = outer;
        }
        for &node in stack.iter() {
            self.is_inside[node.index()] = true;
        }
    }

    /// Forgets the parts found so far.
    pub(crate) fn begin_parts(&mut self, graph: &Graph) {
        self.part_of.clear();
        self.part_of.resize(graph.num_nodes(), NO_PART);
        self.parts = 0;
    }

    /// Collects the nodes outside of the block that are connected to `first` along open edges. `false` if an
    /// earlier part contains them.
    pub(crate) fn part_around(&mut self, graph: &Graph, first: Node, part: &mut Vec<Node>) -> bool {
        part.clear();
        if self.part_of[first.index()] != NO_PART {
            return false;
        }
        let id = self.parts;
        self.parts += 1;
        self.part_of[first.index()] = id;
        part.push(first);
        let mut next = 0;
        while next < part.len() {
            let node = part[next];
            next += 1;
            for &(dart, to) in graph.around(node) {
                let is_new = !self.is_inside[to.index()] && self.part_of[to.index()] == NO_PART;
                if is_new && self.is_open(graph, dart) {
                    self.part_of[to.index()] = id;
                    part.push(to);
                }
            }
        }
        true
    }

    /// Whether a node is in the part found last.
    pub(crate) fn is_in_last_part(&self, node: Node) -> bool {
        self.parts > 0 && self.part_of[node.index()] == self.parts - 1
    }
}

/// The reason why the part found last is attached to the rest at one node at most: its other darts out are
/// absent, or excluded by the literal that `why_not` gives for them.
pub(crate) fn why_separated(
    circuit: &Description,
    values: &Values,
    blocks: &Blocks,
    part: &[Node],
    context: &[Lit],
    why_not: impl Fn(Dart) -> Option<Lit>,
) -> Vec<Lit> {
    let graph = &circuit.graph;
    let out = || {
        let darts = part.iter().flat_map(|&node| graph.leaving(node)).copied();
        darts.filter(|&dart| !blocks.is_in_last_part(graph.head(dart)))
    };
    let cut_node = out().find(|&dart| blocks.is_open(graph, dart)).map(|dart| graph.head(dart));
    let mut reason = context.to_vec();
    for dart in out().filter(|&dart| cut_node != Some(graph.head(dart))) {
        debug_assert!(!blocks.is_open(graph, dart), "a part is attached at one node");
        let absent = (!values.is_possible(dart.edge())).then(|| circuit.absence(dart.edge()));
        reason.extend(absent.or_else(|| why_not(dart)));
    }
    reason.sort_unstable();
    reason.dedup();
    reason
}

/// The naive version of [`Blocks::find`]: follows all simple paths along open darts.
#[cfg(test)]
pub(crate) fn on_simple_paths(graph: &Graph, a: Node, b: Node, is_open: impl Fn(Dart) -> bool) -> Vec<bool> {
    fn go(graph: &Graph, path: &mut Vec<Node>, b: Node, is_open: &dyn Fn(Dart) -> bool, met: &mut [bool]) {
        let last = path[path.len() - 1];
        if last == b {
            path.iter().for_each(|node| met[node.index()] = true);
            return;
        }
        for &dart in graph.leaving(last).iter().filter(|&&dart| is_open(dart)) {
            if !path.contains(&graph.head(dart)) {
                path.push(graph.head(dart));
                go(graph, path, b, is_open, met);
                path.pop();
            }
        }
    }
    let mut met = vec![false; graph.num_nodes()];
    (met[a.index()], met[b.index()]) = (true, true);
    go(graph, &mut vec![a], b, &is_open, &mut met);
    met
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::models::Instance;
    use hamadryad_random::Random;

    #[test]
    fn blocks_and_parts_agree_with_simple_paths() {
        let mut random = Random::new(0x1234_5678_9abc_def1);
        let mut blocks = Blocks::default();
        for _ in 0..3000 {
            let graph = Instance::random(&mut random, &[(2, 3), (3, 3), (3, 4)]).graph();
            let nodes = graph.num_nodes() as u64;
            let [a, b] = [(); 2].map(|()| Node::new(random.below(nodes) as usize));
            if a == b {
                continue;
            }
            let chance = random.below(50);
            let edges: Vec<i8> = graph.edges().map(|_| if random.percent(chance) { -1 } else { 0 }).collect();
            let closed: Vec<Node> =
                graph.nodes().filter(|&node| node != a && node != b && random.percent(10)).collect();
            blocks.open(graph.num_nodes(), &edges);
            closed.iter().for_each(|&node| blocks.close_node(node));
            blocks.find(&graph, a, b);
            let is_open = |dart: Dart| edges[dart.edge().index()] >= 0 && !closed.contains(&graph.head(dart));
            assert_eq!(blocks.is_inside, on_simple_paths(&graph, a, b, is_open));
            // Parts are connected outside of the block, and contain each node once.
            blocks.begin_parts(&graph);
            let (mut part, mut all) = (Vec::new(), Vec::new());
            let is_outside = |node: &Node| !blocks.is_inside[node.index()] && !closed.contains(node);
            let outside: Vec<Node> = graph.nodes().filter(is_outside).collect();
            for &first in &outside {
                if blocks.part_around(&graph, first, &mut part) {
                    let mut joined = vec![first];
                    for i in 0.. {
                        let Some(&node) = joined.get(i) else { break };
                        for &dart in graph.leaving(node).iter().filter(|&&dart| is_open(dart)) {
                            let to = graph.head(dart);
                            if !blocks.is_inside[to.index()] && !joined.contains(&to) {
                                joined.push(to);
                            }
                        }
                    }
                    part.sort_unstable();
                    joined.sort_unstable();
                    assert_eq!(part, joined);
                    all.extend_from_slice(&part);
                }
            }
            all.sort_unstable();
            assert_eq!(all, outside);
        }
    }

    #[test]
    fn attached_parts_are_outside() {
        // 0-1-2-3 with a square 1-4-5-2, a tail 4-6, and 7 on its own.
        let edges = [(0, 1), (1, 2), (2, 3), (1, 4), (4, 5), (5, 2), (4, 6)];
        let graph = Graph::new(8, &edges.map(|(a, b)| (Node::new(a), Node::new(b))));
        let [first, last] = [0, 3].map(Node::new);
        let mut blocks = Blocks::default();
        blocks.open(8, &[0; 7]);
        blocks.find(&graph, first, last);
        assert_eq!(blocks.is_inside, [true, true, true, true, true, true, false, false]);
        blocks.open(8, &[0, 0, 0, 0, -1, 0, 0]);
        blocks.close_edge(Edge::new(5));
        blocks.find(&graph, first, last);
        assert_eq!(blocks.is_inside, [true, true, true, true, false, false, false, false]);
        let mut part = Vec::new();
        blocks.begin_parts(&graph);
        assert!(blocks.part_around(&graph, Node::new(6), &mut part));
        assert_eq!(part, [6, 4].map(Node::new));
        assert!(!blocks.part_around(&graph, Node::new(4), &mut part));
        blocks.open(8, &[0; 7]);
        blocks.close_node(Node::new(2));
        blocks.find(&graph, first, last);
        assert_eq!(blocks.is_inside, [true, false, false, true, false, false, false, false]);
    }
}
