//! Blocks: what lies on a simple path between two nodes, and what hangs off it at a single node.
//!
//! A node lies on a simple path from `a` to `b` exactly if it is in the same block (maximal part without a cut node) as
//! an edge between `a` and `b`, were there one (Hopcroft, Tarjan: "Algorithm 447", Communications of the ACM 16, 1973).
//!
//! A path that must be part of every path in question counts as one node: who leaves it does not come back.

use crate::graph::{Edge, Graph, Node, edge_of};

const NONE: u32 = u32::MAX;

/// A place in the depth-first search.
#[derive(Clone, Copy)]
struct Frame {
    /// A path, by its first node.
    class: Node,
    /// The node of it whose darts are looked at.
    member: Node,
    /// How many have been.
    next: u32,
    /// The edge that led to the path.
    came_by: Edge,
}

/// Scratch space, and the result of the last search.
#[derive(Clone, Default)]
pub(crate) struct Blocks {
    /// By node: it is in the block.
    pub(crate) is_inside: Vec<bool>,
    /// By node: a node of its own path, the same one for all of the path.
    class: Vec<Node>,
    /// By node: the next one of its path, none after the last; its first is its class.
    next_member: Vec<Node>,
    last_member: Vec<Node>,
    number: Vec<u32>,
    low: Vec<u32>,
    /// The depth-first search.
    frames: Vec<Frame>,
    stack: Vec<Node>,
    /// By node: the last part that it was found in.
    part_of: Vec<u32>,
    parts: u32,
}

impl Blocks {
    /// Makes one node of each path of edges that must be there. They form no circuit.
    pub(crate) fn contract(&mut self, graph: &Graph, is_certain: impl Fn(Edge) -> bool) {
        let nodes = graph.nodes() as Node;
        for list in [&mut self.class, &mut self.last_member] {
            list.clear();
            list.extend(0..nodes);
        }
        self.next_member.clear();
        self.next_member.resize(nodes as usize, NONE);
        for edge in (0..graph.edges() as Edge).filter(|&edge| is_certain(edge)) {
            let (a, b) = (self.class(graph.tail(2 * edge)), self.class(graph.head(2 * edge)));
            if a != b {
                self.class[b as usize] = a;
                self.next_member[self.last_member[a as usize] as usize] = b;
                self.last_member[a as usize] = self.last_member[b as usize];
            }
        }
        for node in 0..nodes {
            self.class[node as usize] = self.class(node);
        }
    }

    /// The path of a node, by one of its nodes.
    pub(crate) fn class(&self, mut node: Node) -> Node {
        while self.class[node as usize] != node {
            node = self.class[node as usize];
        }
        node
    }

    /// The nodes on the path of a node.
    pub(crate) fn members(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let next = |&node: &Node| Some(self.next_member[node as usize]).filter(|&next| next != NONE);
        std::iter::successors(Some(self.class(node)), next)
    }

    /// Finds the nodes on simple paths from `a` to `b` along usable edges and nodes, after [`Blocks::contract`]; without
    /// a path, `a` and `b` alone. The ends are usable.
    pub(crate) fn find(
        &mut self,
        graph: &Graph,
        a: Node,
        b: Node,
        is_usable_node: impl Fn(Node) -> bool,
        is_usable_edge: impl Fn(Edge) -> bool,
    ) {
        self.find_classes(graph, self.class(a), self.class(b), is_usable_node, is_usable_edge);
        for node in 0..graph.nodes() {
            self.is_inside[node] = self.is_inside[self.class[node] as usize];
        }
    }

    /// The same for paths: those that are in the block, by their first nodes.
    fn find_classes(
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
        if a == b {
            return;
        }
        // The search begins at `a`, along the edge to `b` that need not be there: so low points of `b`'s tree see `a`.
        let mut count = 2;
        (self.number[a as usize], self.low[a as usize]) = (0, 0);
        (self.number[b as usize], self.low[b as usize]) = (1, 0);
        self.frames.clear();
        self.stack.clear();
        self.frames.push(Frame { class: b, member: b, next: 0, came_by: NONE });
        while let Some(frame) = self.frames.last_mut() {
            let Frame { class: node, member, next, came_by } = *frame;
            if let Some(&dart) = graph.leaving(member).get(next as usize) {
                frame.next += 1;
                let (edge, to) = (edge_of(dart), self.class[graph.head(dart) as usize]);
                if edge == came_by || to == node || !is_usable_edge(edge) {
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
                    self.frames.push(Frame { class: to, member: to, next: 0, came_by: edge });
                }
                continue;
            }
            if self.next_member[member as usize] != NONE {
                (frame.member, frame.next) = (self.next_member[member as usize], 0);
                continue;
            }
            self.frames.pop();
            let Some(&Frame { class: parent, .. }) = self.frames.last() else { break };
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
        blocks.contract(&graph, |_| false);
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

    #[test]
    fn who_leaves_a_path_does_not_come_back() {
        // 0-1-2-3 with 1-2 certain, and 4 beside it.
        let graph = Graph::new(5, &[(0, 1), (1, 2), (2, 3), (1, 4), (4, 2)]);
        let mut blocks = Blocks::default();
        blocks.contract(&graph, |edge| edge == 1);
        assert_eq!(blocks.members(2).collect::<Vec<Node>>(), [1, 2]);
        blocks.find(&graph, 0, 3, |_| true, |_| true);
        assert_eq!(blocks.is_inside, [true, true, true, true, false]);
        blocks.contract(&graph, |edge| edge < 3);
        blocks.find(&graph, 0, 3, |_| true, |_| true);
        assert_eq!(blocks.is_inside, [true, true, true, true, false]);
    }
}
