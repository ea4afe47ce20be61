//! What a solver knows of a circuit at the moment, read off its trail: each literal once when it comes, once when it goes.

use crate::circuit::Description;
use crate::graph::{Edge, Node};
use hamadryad_sat::{Lit, Solver};

/// What a variable speaks of, and whether as it is or negated.
#[derive(Clone, Copy)]
struct Meaning {
    of: Subject,
    when: bool,
}

/// What has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    /// An edge is on the circuit.
    Edge(Edge),
    /// A node is inside of the section.
    Node(Node),
}

/// The values: -1 for false, 1 for true, 0 for neither.
#[derive(Clone)]
pub(crate) struct View {
    /// By edge.
    pub(crate) edges: Vec<i8>,
    /// By node, where there is a section.
    pub(crate) inside: Vec<i8>,
    /// By variable: where its meanings begin; and the end of the last.
    begins: Vec<u32>,
    meanings: Vec<Meaning>,
    /// How much of the trail is in the values.
    seen: usize,
}

impl View {
    pub(crate) fn new(circuit: &Description) -> View {
        let inside = circuit.section.as_ref().map_or(&[][..], |section| &section.inside);
        let edges = (0..).zip(&circuit.edges).map(|(edge, &lit)| (Subject::Edge(edge), lit));
        let all = || edges.clone().chain((0..).zip(inside).map(|(node, &lit)| (Subject::Node(node), lit)));
        let variables = all().map(|(_, lit)| lit.var().index() + 1).max().unwrap_or(0);
        let mut begins = vec![0; variables + 1];
        for (_, lit) in all() {
            begins[lit.var().index() + 1] += 1;
        }
        for var in 0..variables {
            begins[var + 1] += begins[var];
        }
        let mut next = begins.clone();
        let mut meanings = vec![Meaning { of: Subject::Edge(0), when: true }; begins[variables] as usize];
        for (of, lit) in all() {
            let place = &mut next[lit.var().index()];
            meanings[*place as usize] = Meaning { of, when: lit.is_positive() };
            *place += 1;
        }
        View { edges: vec![0; circuit.edges.len()], inside: vec![0; inside.len()], begins, meanings, seen: 0 }
    }

    /// Takes in what is new on the trail.
    pub(crate) fn look(&mut self, solver: &Solver) {
        let trail = solver.trail();
        while self.seen < trail.len() {
            self.set(trail[self.seen], 1);
            self.seen += 1;
        }
    }

    /// The trail is about to be cut to `keep` literals.
    pub(crate) fn forget(&mut self, solver: &Solver, keep: usize) {
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
                Subject::Edge(edge) => self.edges[edge as usize] = value,
                Subject::Node(node) => self.inside[node as usize] = value,
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

    /// What has its value by a literal.
    pub(crate) fn subjects(&self, lit: Lit) -> impl Iterator<Item = Subject> + '_ {
        self.meanings[self.range(lit)].iter().map(|meaning| meaning.of)
    }

    #[inline]
    pub(crate) fn is_possible(&self, edge: Edge) -> bool {
        self.edges[edge as usize] >= 0
    }

    #[inline]
    pub(crate) fn is_chosen(&self, edge: Edge) -> bool {
        self.edges[edge as usize] > 0
    }
}
