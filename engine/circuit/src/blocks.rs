//! Blocks: what lies on a simple path between two nodes, and what hangs off it at a single node.
//!
//! A node lies on a simple path from `a` to `b` exactly if it is in the same block (maximal part without a cut node) as
//! an edge between `a` and `b`, were there one (Hopcroft, Tarjan: "Algorithm 447", Communications of the ACM 16, 1973).

#[cfg(test)]
use crate::graph::Dart;
use crate::graph::{Edge, Graph, Node, edge_of};

const NONE: u32 = u32::MAX;
/// The number of a node that is closed: greater than any that is found, so that it lowers nothing.
const CLOSED: u32 = u32::MAX - 1;

/// A place in the depth-first search.
#[derive(Clone, Copy)]
struct Frame {
    node: Node,
    /// How many of its darts have been looked at.
    next: u32,
    /// The edge that led to it.
    came_by: Edge,
}

/// Scratch space, and the result of the last search.
#[derive(Clone, Default)]
pub(crate) struct Blocks {
    /// By node: it is in the block.
    pub(crate) is_inside: Vec<bool>,
    /// By edge: below 0 where it is closed.
    edges: Vec<i8>,
    number: Vec<u32>,
    low: Vec<u32>,
    frames: Vec<Frame>,
    stack: Vec<Node>,
    /// By node: the last part that it was found in.
    part_of: Vec<u32>,
    parts: u32,
}

impl Blocks {
    /// Opens all nodes, and the edges whose value is not below 0.
    pub(crate) fn open(&mut self, nodes: usize, edges: &[i8]) {
        self.edges.clear();
        self.edges.extend_from_slice(edges);
        self.number.clear();
        self.number.resize(nodes, NONE);
    }

    pub(crate) fn close_edge(&mut self, edge: Edge) {
        self.edges[edge as usize] = -1;
    }

    pub(crate) fn close_node(&mut self, node: Node) {
        self.number[node as usize] = CLOSED;
    }

    /// Whether one comes to a node by an edge.
    pub(crate) fn is_open(&self, edge: Edge, to: Node) -> bool {
        self.edges[edge as usize] >= 0 && self.number[to as usize] != CLOSED
    }

    /// Finds the nodes on simple paths from `a` to `b`, which are open, along open edges and nodes; without a path, `a` and `b`
    /// alone.
    pub(crate) fn find(&mut self, graph: &Graph, a: Node, b: Node) {
        let nodes = graph.nodes();
        self.is_inside.clear();
        self.is_inside.resize(nodes, false);
        self.is_inside[a as usize] = true;
        self.is_inside[b as usize] = true;
        self.low.resize(nodes, NONE);
        self.frames.clear();
        self.stack.clear();
        let Blocks { edges, number, low, frames, stack, .. } = self;
        // The search begins at `a`, along the edge to `b` that need not be there: so low points of `b`'s tree see `a`.
        let mut count = 2;
        (number[a as usize], number[b as usize]) = (0, 1);
        let mut frame = Frame { node: b, next: 0, came_by: NONE };
        let mut lowest = 0;
        loop {
            let Frame { node, next, came_by } = frame;
            let mut inner = None;
            for (i, &(dart, to)) in (next..).zip(&graph.around(node)[next as usize..]) {
                let edge = edge_of(dart);
                if edge == came_by || edges[edge as usize] < 0 {
                    continue;
                }
                let seen = number[to as usize];
                if seen == NONE {
                    inner = Some((to, edge, i + 1));
                    break;
                }
                lowest = lowest.min(seen);
            }
            if let Some((to, edge, next)) = inner {
                low[node as usize] = lowest;
                frames.push(Frame { next, ..frame });
                number[to as usize] = count;
                lowest = count;
                count += 1;
                stack.push(to);
                frame = Frame { node: to, next: 0, came_by: edge };
                continue;
            }
            let Some(outer) = frames.pop() else { break };
            let parent = outer.node;
            if lowest >= number[parent as usize] {
                // What was found since hangs off the parent.
                while stack.pop().expect("the node itself is on the stack") != node {}
            }
            lowest = lowest.min(low[parent as usize]);
            frame = outer;
        }
        for &node in stack.iter() {
            self.is_inside[node as usize] = true;
        }
    }

    /// Forgets the parts found so far.
    pub(crate) fn begin_parts(&mut self, graph: &Graph) {
        self.part_of.clear();
        self.part_of.resize(graph.nodes(), NONE);
        self.parts = 0;
    }

    /// The nodes outside of the block that are joined to `first` along open edges, unless they were found before.
    pub(crate) fn part_around(&mut self, graph: &Graph, first: Node, part: &mut Vec<Node>) -> bool {
        part.clear();
        if self.part_of[first as usize] != NONE {
            return false;
        }
        let id = self.parts;
        self.parts += 1;
        self.part_of[first as usize] = id;
        part.push(first);
        let mut next = 0;
        while next < part.len() {
            let node = part[next];
            next += 1;
            for &(dart, to) in graph.around(node) {
                let is_new = !self.is_inside[to as usize] && self.part_of[to as usize] == NONE;
                if is_new && self.is_open(edge_of(dart), to) {
                    self.part_of[to as usize] = id;
                    part.push(to);
                }
            }
        }
        true
    }

    /// Whether a node is in the part found last.
    pub(crate) fn is_in_last_part(&self, node: Node) -> bool {
        self.parts > 0 && self.part_of[node as usize] == self.parts - 1
    }
}

/// The naive twin of [`Blocks::find`]: goes along all simple paths, by darts that are open.
#[cfg(test)]
pub(crate) fn on_simple_paths(graph: &Graph, a: Node, b: Node, is_open: impl Fn(Dart) -> bool) -> Vec<bool> {
    fn go(graph: &Graph, path: &mut Vec<Node>, b: Node, is_open: &dyn Fn(Dart) -> bool, met: &mut [bool]) {
        let last = path[path.len() - 1];
        if last == b {
            path.iter().for_each(|&node| met[node as usize] = true);
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
    let mut met = vec![false; graph.nodes()];
    (met[a as usize], met[b as usize]) = (true, true);
    go(graph, &mut vec![a], b, &is_open, &mut met);
    met
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worlds::{Instance, Random};

    #[test]
    fn blocks_are_what_simple_paths_pass() {
        let mut random = Random(0x1234_5678_9abc_def1);
        let mut blocks = Blocks::default();
        for _ in 0..3000 {
            let graph = Instance::random(&mut random, &[(2, 3), (3, 3), (3, 4)]).graph();
            let nodes = graph.nodes() as u64;
            let (a, b) = (random.below(nodes) as Node, random.below(nodes) as Node);
            if a == b {
                continue;
            }
            let chance = random.below(50);
            let edges: Vec<i8> =
                (0..graph.edges()).map(|_| if random.percent(chance) { -1 } else { 0 }).collect();
            let closed: Vec<Node> =
                (0..nodes as Node).filter(|&node| node != a && node != b && random.percent(10)).collect();
            blocks.open(graph.nodes(), &edges);
            closed.iter().for_each(|&node| blocks.close_node(node));
            blocks.find(&graph, a, b);
            let is_open =
                |dart: Dart| edges[edge_of(dart) as usize] >= 0 && !closed.contains(&graph.head(dart));
            assert_eq!(blocks.is_inside, on_simple_paths(&graph, a, b, is_open));
            // Parts are what is joined outside of the block, each once.
            blocks.begin_parts(&graph);
            let (mut part, mut all) = (Vec::new(), Vec::new());
            let outside = |node: Node| !blocks.is_inside[node as usize] && !closed.contains(&node);
            for first in (0..nodes as Node).filter(|&node| outside(node)).collect::<Vec<Node>>() {
                if blocks.part_around(&graph, first, &mut part) {
                    let mut joined = vec![first];
                    for i in 0.. {
                        let Some(&node) = joined.get(i) else { break };
                        for &dart in graph.leaving(node).iter().filter(|&&dart| is_open(dart)) {
                            let to = graph.head(dart);
                            if !blocks.is_inside[to as usize] && !joined.contains(&to) {
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
            assert_eq!(
                all,
                (0..nodes as Node)
                    .filter(|&node| !blocks.is_inside[node as usize] && !closed.contains(&node))
                    .collect::<Vec<Node>>()
            );
        }
    }

    #[test]
    fn what_hangs_off_is_outside() {
        // 0-1-2-3 with a square 1-4-5-2, a tail 4-6, and 7 on its own.
        let graph = Graph::new(8, &[(0, 1), (1, 2), (2, 3), (1, 4), (4, 5), (5, 2), (4, 6)]);
        let mut blocks = Blocks::default();
        blocks.open(8, &[0; 7]);
        blocks.find(&graph, 0, 3);
        assert_eq!(blocks.is_inside, [true, true, true, true, true, true, false, false]);
        blocks.open(8, &[0, 0, 0, 0, -1, 0, 0]);
        blocks.close_edge(5);
        blocks.find(&graph, 0, 3);
        assert_eq!(blocks.is_inside, [true, true, true, true, false, false, false, false]);
        let mut part = Vec::new();
        blocks.begin_parts(&graph);
        assert!(blocks.part_around(&graph, 6, &mut part));
        assert_eq!(part, [6, 4]);
        assert!(!blocks.part_around(&graph, 4, &mut part));
        blocks.open(8, &[0; 7]);
        blocks.close_node(2);
        blocks.find(&graph, 0, 3);
        assert_eq!(blocks.is_inside, [true, false, false, true, false, false, false, false]);
    }
}
