//! The description of a circuit: its graph, and the literals that stand for edges, arcs, starts and the
//! section.
//!
//! A [`Circuit`](crate::Circuit) is told by its user that every model is of this form; see the fields for the
//! contract. With a start and a stop, the circuit falls into two paths: the *section* from the start to the
//! stop, and the *way back* from the stop to the start. They share the start and the stop, and no other node:
//!
//! ```text
//!        section: inside is true
//!       ┌──────> a ──> b ───────┐
//!     start                    stop
//!       └────── d <── c <───────┘
//!        way back: inside is false
//! ```
//!
//! Invariant: nothing here changes while a search runs, except the costs, which [`Circuit::set_costs`]
//! replaces at decision level 0.
//!
//! [`Circuit::set_costs`]: crate::Circuit::set_costs

use crate::graph::{Dart, Edge, Graph, Node};
use hamadryad_sat::{Lit, Solver};

/// A graph and the literals of its parts.
///
/// In every model in which `one_start` is true, the true edges are one circuit through all nodes, the true
/// arcs are the edges of the circuit in its direction, and exactly one start is true.
#[derive(Clone, Debug)]
pub struct Description {
    /// The graph, of at least three nodes.
    pub graph: Graph,
    /// By edge: the edge is on the circuit.
    pub edges: Vec<Lit>,
    /// By dart: the circuit runs along it, in its direction. `None` if it never does.
    pub arcs: Vec<Option<Lit>>,
    /// By node: the circuit begins here. `None` if it never does.
    pub starts: Vec<Option<Lit>>,
    /// At most one start is true. While this literal is not true, no rule implies anything.
    pub one_start: Lit,
    /// The first part of the circuit, if the program names its nodes.
    pub section: Option<Section>,
}

/// The nodes of a circuit from the start to the first stop, both included; all nodes if no stop is true.
#[derive(Clone, Debug)]
pub struct Section {
    /// By node: it belongs to the section.
    pub inside: Vec<Lit>,
    /// By node: the section ends here, if not before. `None` if it never does.
    pub stops: Vec<Option<Lit>>,
    /// At most one stop is true. While this literal is not true, the end of the section is unknown.
    pub one_stop: Lit,
    /// By node: the cost of having it inside.
    pub costs: Vec<i64>,
}

/// An upper bound on the cost of a section.
pub trait Budget {
    /// The cost that nodes not yet known to be inside may still add.
    fn spare(&self, solver: &Solver) -> i64;

    /// Appends the true literals from which this value of [`Budget::spare`] follows.
    fn reason(&self, solver: &Solver, reason: &mut Vec<Lit>);
}

impl Description {
    /// The literal of an edge.
    #[inline]
    pub fn edge(&self, edge: Edge) -> Lit {
        self.edges[edge.index()]
    }

    /// The literal that is true if an edge is not on the circuit.
    #[inline]
    pub(crate) fn absence(&self, edge: Edge) -> Lit {
        !self.edges[edge.index()]
    }

    /// The literal of an arc; `None` if the circuit never runs along this dart.
    #[inline]
    pub fn arc(&self, dart: Dart) -> Option<Lit> {
        self.arcs[dart.index()]
    }

    /// The true arc into a node, with its literal.
    pub(crate) fn arc_into(&self, node: Node, solver: &Solver) -> Option<(Dart, Lit)> {
        self.true_arc(self.graph.leaving(node).iter().map(|dart| dart.reverse()), solver)
    }

    /// The true arc out of a node, with its literal.
    pub(crate) fn arc_out_of(&self, node: Node, solver: &Solver) -> Option<(Dart, Lit)> {
        self.true_arc(self.graph.leaving(node).iter().copied(), solver)
    }

    fn true_arc(&self, mut darts: impl Iterator<Item = Dart>, solver: &Solver) -> Option<(Dart, Lit)> {
        darts.find_map(|dart| self.arc(dart).filter(|&lit| solver.is_true(lit)).map(|lit| (dart, lit)))
    }

    /// The nodes that may be the start, with their literals.
    pub(crate) fn possible_starts(&self) -> Vec<(Node, Lit)> {
        present(&self.graph, &self.starts)
    }

    /// The nodes that may be the stop, with their literals.
    pub(crate) fn possible_stops(&self) -> Vec<(Node, Lit)> {
        self.section.as_ref().map_or(Vec::new(), |section| present(&self.graph, &section.stops))
    }
}

impl Section {
    /// The literal of "this node belongs to the section".
    #[inline]
    pub fn inside(&self, node: Node) -> Lit {
        self.inside[node.index()]
    }
}

/// The nodes that have a literal.
fn present(graph: &Graph, literals: &[Option<Lit>]) -> Vec<(Node, Lit)> {
    graph.nodes().zip(literals).filter_map(|(node, &lit)| lit.map(|lit| (node, lit))).collect()
}
