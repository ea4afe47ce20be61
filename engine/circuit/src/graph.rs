//! Undirected simple graphs, stored by darts.
//!
//! A *dart* is an edge together with one of its two directions: edge `e` has the darts `2e`, from its first
//! end to its second, and `2e + 1`, back.
//!
//! ```
//! use hamadryad_circuit::{Graph, Node};
//! let [a, b, c] = [0, 1, 2].map(Node::new);
//! let triangle = Graph::new(3, &[(a, b), (b, c), (c, a)]);
//! let dart = triangle.leaving(b)[0];
//! assert_eq!((triangle.tail(dart), triangle.head(dart)), (b, a));
//! assert_eq!(triangle.head(dart.reverse()), b);
//! ```
//!
//! Invariant: a graph never changes. The darts that leave a node keep the order of the edges given to
//! [`Graph::new`].

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u32);

        impl $name {
            /// Stands for an absent value where an `Option` would take twice the memory.
            pub(crate) const NONE: $name = $name(u32::MAX);

            /// The element with this index, counted from 0.
            ///
            /// # Panics
            /// If the index does not fit into 32 bits.
            #[inline]
            pub fn new(index: usize) -> $name {
                $name(u32::try_from(index).expect("indices fit into 32 bits"))
            }

            /// The index, counted from 0.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A node of a [`Graph`].
    Node
}
id! {
    /// An edge of a [`Graph`], without a direction.
    Edge
}
id! {
    /// An edge of a [`Graph`] in one of its two directions.
    Dart
}

impl Edge {
    /// The dart from the first end to the second.
    #[inline]
    pub fn forward(self) -> Dart {
        Dart(2 * self.0)
    }

    /// Both darts, the forward one first.
    #[inline]
    pub fn darts(self) -> [Dart; 2] {
        [self.forward(), self.forward().reverse()]
    }
}

impl Dart {
    /// The edge without its direction.
    #[inline]
    pub fn edge(self) -> Edge {
        Edge(self.0 >> 1)
    }

    /// The same edge in the other direction.
    #[inline]
    #[must_use]
    pub fn reverse(self) -> Dart {
        Dart(self.0 ^ 1)
    }
}

/// A graph without loops and parallel edges.
#[derive(Clone, Debug)]
pub struct Graph {
    /// By dart: the node that it leaves.
    tails: Vec<Node>,
    /// The darts, by the node that they leave.
    darts: Vec<Dart>,
    /// The same darts, each with the node that it enters.
    around: Vec<(Dart, Node)>,
    /// By node: where its darts begin in `darts`. The last entry is the end of the last node's darts.
    begins: Vec<u32>,
}

impl Graph {
    /// A graph of `nodes` nodes with these edges: the forward dart of edge `i` leads from the first end of
    /// `edges[i]` to the second.
    ///
    /// # Panics
    /// If an edge is a loop, or an end is not below `nodes`.
    pub fn new(nodes: usize, edges: &[(Node, Node)]) -> Graph {
        let mut begins = vec![0; nodes + 1];
        let mut tails = Vec::with_capacity(2 * edges.len());
        for &(from, to) in edges {
            assert!(from != to, "a circuit has no loops");
            tails.extend([from, to]);
            for node in [from, to] {
                begins[node.index() + 1] += 1;
            }
        }
        for node in 0..nodes {
            begins[node + 1] += begins[node];
        }
        let mut next = begins.clone();
        let mut darts = vec![Dart::NONE; tails.len()];
        for (dart, &node) in (0..).map(Dart).zip(&tails) {
            darts[next[node.index()] as usize] = dart;
            next[node.index()] += 1;
        }
        let around = darts.iter().map(|&dart| (dart, tails[dart.reverse().index()])).collect();
        Graph { tails, darts, around, begins }
    }

    /// The number of nodes.
    #[inline]
    pub fn num_nodes(&self) -> usize {
        self.begins.len() - 1
    }

    /// The number of edges.
    #[inline]
    pub fn num_edges(&self) -> usize {
        self.tails.len() / 2
    }

    /// All nodes.
    #[inline]
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + use<> {
        (0..self.num_nodes() as u32).map(Node)
    }

    /// All edges.
    #[inline]
    pub fn edges(&self) -> impl Iterator<Item = Edge> + use<> {
        (0..self.num_edges() as u32).map(Edge)
    }

    /// All darts.
    #[inline]
    pub fn darts(&self) -> impl Iterator<Item = Dart> + use<> {
        (0..self.tails.len() as u32).map(Dart)
    }

    /// The node that a dart leaves.
    #[inline]
    pub fn tail(&self, dart: Dart) -> Node {
        self.tails[dart.index()]
    }

    /// The node that a dart enters.
    #[inline]
    pub fn head(&self, dart: Dart) -> Node {
        self.tails[dart.reverse().index()]
    }

    /// Both ends of an edge, in the order in which they were given to [`Graph::new`].
    #[inline]
    pub fn ends(&self, edge: Edge) -> [Node; 2] {
        edge.darts().map(|dart| self.tail(dart))
    }

    /// The other end of an edge than `node`.
    #[inline]
    pub(crate) fn other_end(&self, edge: Edge, node: Node) -> Node {
        let [a, b] = self.ends(edge);
        Node(a.0 ^ b.0 ^ node.0)
    }

    /// The darts that leave a node, each with the node that it enters.
    #[inline]
    pub(crate) fn around(&self, node: Node) -> &[(Dart, Node)] {
        &self.around[self.range(node)]
    }

    /// The darts that leave a node.
    #[inline]
    pub fn leaving(&self, node: Node) -> &[Dart] {
        &self.darts[self.range(node)]
    }

    #[inline]
    fn range(&self, node: Node) -> std::ops::Range<usize> {
        self.begins[node.index()] as usize..self.begins[node.index() + 1] as usize
    }
}
