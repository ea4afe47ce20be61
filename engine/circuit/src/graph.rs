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
    /// By node: the darts that leave it.
    darts: Vec<Vec<Dart>>,
}

impl Graph {
    /// A graph of so many nodes, with these edges: dart `2i` goes from the first end of edge `i` to the second.
    ///
    /// # Panics
    /// Where an edge is a loop, or an end is no node.
    pub fn new(nodes: usize, edges: &[(Node, Node)]) -> Graph {
        let mut graph = Graph { tails: Vec::with_capacity(2 * edges.len()), darts: vec![Vec::new(); nodes] };
        for &(from, to) in edges {
            assert!(from != to, "a circuit has no loops");
            for node in [from, to] {
                let dart = graph.tails.len() as Dart;
                graph.tails.push(node);
                graph.darts[node as usize].push(dart);
            }
        }
        graph
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.darts.len()
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

    /// The darts that leave a node.
    #[inline]
    pub fn leaving(&self, node: Node) -> &[Dart] {
        &self.darts[node as usize]
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
