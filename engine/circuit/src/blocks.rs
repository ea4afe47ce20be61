//! Blocks: what lies on a simple path between two nodes, and what hangs off it at a single node.
//!
//! A node lies on a simple path from `a` to `b` exactly if it is in the same block (maximal part without a cut node) as
//! an edge between `a` and `b`, were there one (Hopcroft, Tarjan: "Algorithm 447", Communications of the ACM 16, 1973).

use crate::graph::{Edge, Graph, Node, edge_of};

const NONE: u32 = u32::MAX;

/// Scratch space, and the result of the last search.
#[derive(Clone, Default)]
pub(crate) struct Blocks {
    /// By node: it is in the block.
    pub(crate) is_inside: Vec<bool>,
    number: Vec<u32>,
    low: Vec<u32>,
    /// The depth-first search: a node, how many of its darts have been looked at, and the edge that led to it.
    frames: Vec<(Node, u32, Edge)>,
    stack: Vec<Node>,
    /// By node: the last part that it was found in.
    part_of: Vec<u32>,
    parts: u32,
}

impl Blocks {
    /// Finds the nodes on simple paths from `a` to `b` along usable edges and nodes; without a path, `a` and `b` alone.
    /// The ends are usable.
    pub(crate) fn find(
        &mut self,
        graph: &Graph,
        a: Node,
        b: Node,
        is_usable_node: impl Fn(Node) -> bool,
        is_usable_edge: impl Fn(Edge) -> bool,
    ) {
        let nodes = graph.nodes();
        for list in [&mut self.number, &mut self.low] {
            list.clear();
            list.resize(nodes, NONE);
        }
        self.is_inside.clear();
        self.is_inside.resize(nodes, false);
        self.is_inside[a as usize] = true;
        self.is_inside[b as usize] = true;
        // The search begins at `a`, along the edge to `b` that need not be there: so low points of `b`'s tree see `a`.
        let mut count = 2;
        (self.number[a as usize], self.low[a as usize]) = (0, 0);
        (self.number[b as usize], self.low[b as usize]) = (1, 0);
        self.frames.clear();
        self.stack.clear();
        self.frames.push((b, 0, NONE));
        while let Some(frame) = self.frames.last_mut() {
            let (node, next, came_by) = *frame;
            if let Some(&dart) = graph.leaving(node).get(next as usize) {
                frame.1 += 1;
                let (edge, to) = (edge_of(dart), graph.head(dart));
                if edge == came_by || !is_usable_edge(edge) {
                    continue;
                }
                let seen = self.number[to as usize];
                if seen != NONE {
                    self.low[node as usize] = self.low[node as usize].min(seen);
                } else if is_usable_node(to) {
                    self.number[to as usize] = count;
                    self.low[to as usize] = count;
                    count += 1;
                    self.stack.push(to);
                    self.frames.push((to, 0, edge));
                }
                continue;
            }
            self.frames.pop();
            let Some(&(parent, ..)) = self.frames.last() else { break };
            let low = self.low[node as usize];
            self.low[parent as usize] = self.low[parent as usize].min(low);
            if low >= self.number[parent as usize] {
                // What was found since hangs off the parent.
                while self.stack.pop().expect("the node itself is on the stack") != node {}
            }
        }
        for &node in &self.stack {
            self.is_inside[node as usize] = true;
        }
    }

    /// Forgets the parts found so far.
    pub(crate) fn begin_parts(&mut self, graph: &Graph) {
        self.part_of.clear();
        self.part_of.resize(graph.nodes(), NONE);
        self.parts = 0;
    }

    /// The usable nodes outside of the block that are joined to `first`, unless they were found before.
    pub(crate) fn part_around(
        &mut self,
        graph: &Graph,
        first: Node,
        is_usable_node: impl Fn(Node) -> bool,
        is_usable_edge: impl Fn(Edge) -> bool,
        part: &mut Vec<Node>,
    ) -> bool {
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
            for &dart in graph.leaving(node) {
                let to = graph.head(dart);
                let joined = !self.is_inside[to as usize]
                    && self.part_of[to as usize] == NONE
                    && is_usable_edge(edge_of(dart))
                    && is_usable_node(to);
                if joined {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hangs_off_is_outside() {
        // 0-1-2-3 with a square 1-4-5-2, a tail 4-6, and 7 on its own.
        let graph = Graph::new(8, &[(0, 1), (1, 2), (2, 3), (1, 4), (4, 5), (5, 2), (4, 6)]);
        let mut blocks = Blocks::default();
        blocks.find(&graph, 0, 3, |_| true, |_| true);
        assert_eq!(blocks.is_inside, [true, true, true, true, true, true, false, false]);
        blocks.find(&graph, 0, 3, |node| node != 5, |_| true);
        assert_eq!(blocks.is_inside, [true, true, true, true, false, false, false, false]);
        let mut part = Vec::new();
        blocks.begin_parts(&graph);
        assert!(blocks.part_around(&graph, 6, |node| node != 5, |_| true, &mut part));
        assert_eq!(part, [6, 4]);
        assert!(!blocks.part_around(&graph, 4, |node| node != 5, |_| true, &mut part));
        blocks.find(&graph, 0, 3, |_| true, |edge| edge != 1 && edge != 4);
        assert_eq!(blocks.is_inside, [true, false, false, true, false, false, false, false]);
    }
}
