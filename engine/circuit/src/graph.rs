//! Undirected simple graphs, by darts.
//!
//! Every edge is two *darts*, one in each direction: edge `e` is the darts `2e` and `2e + 1`.

/// A node, counted from 0.
pub type Node = u32;
/// An edge, counted from 0.
pub type Edge = u32;
/// An edge in one of its directions.
pub type Dart = u32;

/// A graph without loops and parallel edges.
#[derive(Clone, Debug)]
pub struct Graph {
    /// By dart: the node that it leaves.
    tails: Vec<Node>,
    /// The darts, by the node that they leave.
    darts: Vec<Dart>,
    /// With each of these, the node that it enters.
    around: Vec<(Dart, Node)>,
    /// By node: where its darts begin in `darts`; and the end of the last.
    begins: Vec<u32>,
}

impl Graph {
    /// A graph of so many nodes, with these edges: dart `2i` goes from the first end of edge `i` to the second.
    ///
    /// # Panics
    /// Where an edge is a loop, or an end is no node.
    pub fn new(nodes: usize, edges: &[(Node, Node)]) -> Graph {
        let mut begins = vec![0; nodes + 1];
        let mut tails = Vec::with_capacity(2 * edges.len());
        for &(from, to) in edges {
            assert!(from != to, "a circuit has no loops");
            tails.extend([from, to]);
            for node in [from, to] {
                begins[node as usize + 1] += 1;
            }
        }
        for node in 0..nodes {
            begins[node + 1] += begins[node];
        }
        let mut next = begins.clone();
        let mut darts = vec![0; tails.len()];
        for (dart, &node) in (0..).zip(&tails) {
            darts[next[node as usize] as usize] = dart;
            next[node as usize] += 1;
        }
        let around = darts.iter().map(|&dart| (dart, tails[(dart ^ 1) as usize])).collect();
        Graph { tails, darts, around, begins }
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.begins.len() - 1
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.tails.len() / 2
    }

    /// The node that a dart leaves.
    #[inline]
    pub fn tail(&self, dart: Dart) -> Node {
        self.tails[dart as usize]
    }

    /// The node that a dart enters.
    #[inline]
    pub fn head(&self, dart: Dart) -> Node {
        self.tails[(dart ^ 1) as usize]
    }

    /// The node at the other end of an edge.
    #[inline]
    pub(crate) fn other_end(&self, edge: Edge, node: Node) -> Node {
        self.tails[2 * edge as usize] ^ self.tails[2 * edge as usize + 1] ^ node
    }

    /// The darts that leave a node, and the nodes that they enter.
    #[inline]
    pub(crate) fn around(&self, node: Node) -> &[(Dart, Node)] {
        &self.around[self.begins[node as usize] as usize..self.begins[node as usize + 1] as usize]
    }

    /// The darts that leave a node.
    #[inline]
    pub fn leaving(&self, node: Node) -> &[Dart] {
        &self.darts[self.begins[node as usize] as usize..self.begins[node as usize + 1] as usize]
    }
}

/// The edge of a dart.
#[inline]
pub(crate) fn edge_of(dart: Dart) -> Edge {
    dart >> 1
}

/// The dart of the same edge in the other direction.
#[inline]
pub(crate) fn twin(dart: Dart) -> Dart {
    dart ^ 1
}
