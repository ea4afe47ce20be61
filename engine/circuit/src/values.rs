//! The current values of edges and nodes, read off the trail of the solver.
//!
//! Invariant: the values are given by the first `seen` literals of the trail. Each literal is applied once
//! when it is assigned and once when it is unassigned, so the cost is proportional to the change.

use crate::description::Description;
use crate::graph::{Edge, Node};
use hamadryad_sat::{Lit, Solver};

/// An edge or a node that has its value by a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    /// True: the edge is on the circuit.
    Edge(Edge),
    /// True: the node is inside of the section.
    Node(Node),
}

/// A subject of a variable: true if the variable has the value `when`.
#[derive(Clone, Copy)]
struct Meaning {
    of: Subject,
    when: bool,
}

/// The values of edges and nodes: 1 for true, -1 for false, 0 for unassigned.
#[derive(Clone)]
pub(crate) struct Values {
    /// By edge: it is on the circuit.
    pub(crate) edges: Vec<i8>,
    /// By node: it is inside of the section. Empty if there is no section.
    pub(crate) inside: Vec<i8>,
    /// By variable: where its meanings begin. The last entry is the end of the last variable's meanings.
    begins: Vec<u32>,
    meanings: Vec<Meaning>,
    /// The number of trail literals that are in the values.
    seen: usize,
}

impl Values {
    pub(crate) fn new(circuit: &Description) -> Values {
        let graph = &circuit.graph;
        let inside = circuit.section.as_ref().map_or(&[][..], |section| &section.inside);
        let edges = || graph.edges().map(Subject::Edge).zip(&circuit.edges);
        let all = || edges().chain(graph.nodes().map(Subject::Node).zip(inside));
        let variables = all().map(|(_, lit)| lit.var().index() + 1).max().unwrap_or(0);
        let mut begins = vec![0; variables + 1];
        for (_, lit) in all() {
            begins[lit.var().index() + 1] += 1;
        }
        for var in 0..variables {
            begins[var + 1] += begins[var];
        }
        let mut next = begins.clone();
        let unset = Meaning { of: Subject::Edge(Edge::NONE), when: true };
        let mut meanings = vec![unset; begins[variables] as usize];
        for (of, lit) in all() {
            let place = &mut next[lit.var().index()];
            meanings[*place as usize] = Meaning { of, when: lit.is_positive() };
            *place += 1;
        }
        Values {
            edges: vec![0; circuit.edges.len()],
            inside: vec![0; inside.len()],
            begins,
            meanings,
            seen: 0,
        }
    }

    /// Applies the trail literals that were assigned since the last call.
    pub(crate) fn update(&mut self, solver: &Solver) {
        let trail = solver.trail();
        while self.seen < trail.len() {
            self.set(trail[self.seen], 1);
            self.seen += 1;
        }
    }

    /// Takes back the values of all trail literals but the first `keep`, which are about to be unassigned.
    pub(crate) fn backjump(&mut self, solver: &Solver, keep: usize) {
        while self.seen > keep {
            self.seen -= 1;
            self.set(solver.trail()[self.seen], 0);
        }
    }

    fn set(&mut self, lit: Lit, value: i8) {
        for i in self.range(lit) {
            let Meaning { of, when } = self.meanings[i];
            let value = if when == lit.is_positive() { value } else { -value };
            match of {
                Subject::Edge(edge) => self.edges[edge.index()] = value,
                Subject::Node(node) => self.inside[node.index()] = value,
            }
        }
    }

    fn range(&self, lit: Lit) -> std::ops::Range<usize> {
        let var = lit.var().index();
        if var + 1 < self.begins.len() {
            self.begins[var] as usize..self.begins[var + 1] as usize
        } else {
            0..0
        }
    }

    /// The edges and nodes that have their value by a literal or by its negation.
    pub(crate) fn subjects(&self, lit: Lit) -> impl Iterator<Item = Subject> + '_ {
        self.meanings[self.range(lit)].iter().map(|meaning| meaning.of)
    }

    /// Whether an edge is on the circuit or unassigned.
    #[inline]
    pub(crate) fn is_possible(&self, edge: Edge) -> bool {
        self.edges[edge.index()] >= 0
    }

    /// Whether an edge is known to be on the circuit.
    #[inline]
    pub(crate) fn is_chosen(&self, edge: Edge) -> bool {
        self.edges[edge.index()] > 0
    }

    /// Whether a node is known to be inside of the section.
    #[inline]
    pub(crate) fn is_inside(&self, node: Node) -> bool {
        self.inside[node.index()] > 0
    }

    /// Whether a node is known to be outside of the section: it lies on the way back.
    #[inline]
    pub(crate) fn is_outside(&self, node: Node) -> bool {
        self.inside[node.index()] < 0
    }
}
