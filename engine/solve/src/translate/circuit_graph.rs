//! The graph of a circuit: edges with literals, and the degrees of nodes as clauses and weight constraints.

use crate::translate::reachability::Arc;
use crate::translate::translator::Translator;
use hamadryad_circuit::{Graph, Node};
use hamadryad_sat::Lit;
use rustc_hash::FxHashMap;

impl Translator<'_> {
    /// A literal for "at most one of these is true", which the circuit propagator defines.
    pub(super) fn at_most_one_of(&mut self, literals: &[Option<Lit>]) -> Lit {
        let open = literals.iter().flatten().filter(|&&lit| !self.sat.is_fixed_true(!lit)).count();
        if open <= 1 { self.truth } else { self.sat.new_var().positive() }
    }

    /// A literal that is equivalent to the disjunction of some literals.
    pub(super) fn literal_for_any(&mut self, mut literals: Vec<Lit>) -> Lit {
        literals.sort_unstable();
        literals.dedup();
        if literals.iter().any(|&lit| self.sat.is_fixed_true(lit)) {
            return self.truth;
        }
        literals.retain(|&lit| !self.sat.is_fixed_true(!lit));
        match literals[..] {
            [] => !self.truth,
            [lit] => lit,
            _ => {
                let any = self.sat.new_var().positive();
                for &lit in &literals {
                    self.sat.add_clause(&[any, !lit]);
                }
                literals.push(!any);
                self.sat.add_clause(&literals);
                any
            }
        }
    }

    /// The undirected graph of arcs, and by dart the literal of its arc.
    pub(super) fn graph_of(&self, nodes: usize, arcs: &[Arc]) -> (Graph, Vec<Option<Lit>>) {
        let mut edges: Vec<(Node, Node)> = Vec::new();
        let mut edge_of: FxHashMap<(Node, Node), usize> = FxHashMap::default();
        let mut literals: Vec<Option<Lit>> = Vec::new();
        for &(from, to, lit) in arcs {
            if self.sat.is_fixed_true(!lit) {
                continue;
            }
            let edge = *edge_of.entry((from.min(to), from.max(to))).or_insert_with(|| {
                edges.push((from.min(to), from.max(to)));
                literals.extend([None, None]);
                edges.len() - 1
            });
            literals[2 * edge + usize::from(from > to)] = Some(lit);
        }
        (Graph::new(nodes, &edges), literals)
    }

    /// By edge: a literal for "one of its arcs is present". If `holds` is true, each node has two such edges.
    pub(super) fn edge_literals(&mut self, graph: &Graph, arcs: &[Option<Lit>], holds: Lit) -> Vec<Lit> {
        let mut edges = Vec::with_capacity(graph.num_edges());
        for pair in arcs.chunks(2) {
            edges.push(match *pair {
                [Some(there), Some(back)] => {
                    let edge = self.sat.new_var().positive();
                    self.sat.add_clause(&[!edge, there, back]);
                    self.sat.add_clause(&[edge, !there]);
                    self.sat.add_clause(&[edge, !back]);
                    self.sat.add_clause(&[!holds, !there, !back]);
                    edge
                }
                [one, other] => one.or(other).expect("an edge has an arc"),
                _ => unreachable!("darts come in pairs"),
            });
        }
        self.require_two_edges(graph, &edges, holds);
        edges
    }

    /// If `holds` is true, each node has two true edges.
    pub(super) fn require_two_edges(&mut self, graph: &Graph, edges: &[Lit], holds: Lit) {
        for node in graph.nodes() {
            let around = graph.leaving(node).iter().map(|dart| edges[dart.edge().index()]);
            let around: Vec<Lit> = around.collect();
            self.require_exactly(&around, 2, holds);
        }
    }

    /// If `holds` is true, exactly `count` of the literals are true.
    pub(super) fn require_exactly(&mut self, literals: &[Lit], count: i64, holds: Lit) {
        let present: Vec<(Lit, i64)> = literals.iter().map(|&lit| (lit, 1)).collect();
        let absent: Vec<(Lit, i64)> = literals.iter().map(|&lit| (!lit, 1)).collect();
        let condition = Some(holds).filter(|&lit| !self.sat.is_fixed_true(lit));
        self.propagators.add_at_least(self.sat, condition, &present, count);
        self.propagators.add_at_least(self.sat, condition, &absent, present.len() as i64 - count);
    }
}
