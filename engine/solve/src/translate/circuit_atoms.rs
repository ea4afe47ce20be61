//! The theory atoms `&circuit` of the ground program.
//!
//! ```text
//! &circuit { (a,b) : x; (b,c); (c,a) : not y; (a,b) : z } :- body.
//!     if the body is true, the arcs whose conditions are true form one circuit through a, b and c
//! ```
//!
//! The degrees of nodes become clauses and weight constraints under the literal of the atom; the propagator
//! (`hamadryad-circuit`) ensures a single circuit, even if its look-ahead is switched off: unlike for
//! circuits that rules describe, no other constraint ensures it.
//!
//! Invariant: a false atom constrains nothing, and no later step changes the arcs of an atom.

use crate::program::circuit_atom::CircuitAtom;
use crate::program::step::Step;
use crate::translate::pending::{Literals, PendingTranslation};
use crate::translate::reachability::{Arc, Reachability};
use crate::translate::translator::Translator;
use hamadryad_aspif::BodyRef;
use hamadryad_circuit::{Circuit, Description, Graph, Node};
use hamadryad_sat::Lit;

impl Translator<'_> {
    /// Adds the circuit atoms of a step, at level 0.
    pub(super) fn add_circuit_atoms(&mut self, pending: &PendingTranslation) {
        let PendingTranslation { step, literals, circuits, .. } = pending;
        for atom in circuits {
            let holds = self.lit(atom.atom.positive());
            if !self.sat.is_fixed_true(!holds) {
                self.add_circuit_atom(step, literals, atom, holds);
            }
        }
        if !circuits.is_empty() {
            self.propagate_at_root();
        }
    }

    fn add_circuit_atom(&mut self, step: &Step, literals: &Literals, atom: &CircuitAtom, holds: Lit) {
        let arcs = self.arcs_of(literals, atom, holds);
        for &(_, _, lit) in arcs.iter().filter(|(from, to, _)| from == to) {
            // No circuit contains a loop.
            self.sat.add_clause(&[!holds, !lit]);
        }
        let arcs: Vec<Arc> = arcs.into_iter().filter(|(from, to, _)| from != to).collect();
        match (atom.nodes, atom.is_directed) {
            // The empty set of arcs is a circuit through no nodes.
            (0, _) => {}
            (1, _) | (2, false) => drop(self.sat.add_clause(&[!holds])),
            (2, true) => self.require_one_of_each(2, &arcs, holds),
            (_, true) => self.add_directed(step, atom, arcs, holds),
            (_, false) => self.add_undirected(atom, &arcs, holds),
        }
    }

    fn add_directed(&mut self, step: &Step, atom: &CircuitAtom, arcs: Vec<Arc>, holds: Lit) {
        self.require_one_of_each(atom.nodes, &arcs, holds);
        if !self.propagate_at_root() {
            return;
        }
        let (graph, darts) = self.graph_of(atom.nodes, &arcs);
        let edges = self.edge_literals(&graph, &darts, holds);
        let mut description = without_starts(graph, edges, darts, holds);
        let mut one_start = self.truth;
        if self.config.circuits && self.sat.is_fixed_true(holds) {
            one_start = self.add_section(step, atom, arcs, &mut description);
        }
        self.add_checked_circuit(description, one_start);
    }

    fn add_undirected(&mut self, atom: &CircuitAtom, arcs: &[Arc], holds: Lit) {
        let ends: Vec<(Node, Node)> = arcs.iter().map(|&(from, to, _)| (from, to)).collect();
        let graph = Graph::new(atom.nodes, &ends);
        let edges: Vec<Lit> = arcs.iter().map(|&(_, _, lit)| lit).collect();
        self.require_two_edges(&graph, &edges, holds);
        let darts = vec![None; 2 * edges.len()];
        self.add_checked_circuit(without_starts(graph, edges, darts, holds), self.truth);
    }

    /// The arcs that may be present, each once.
    fn arcs_of(&mut self, literals: &Literals, atom: &CircuitAtom, holds: Lit) -> Vec<Arc> {
        let mut arcs = Vec::with_capacity(atom.arcs.len());
        for same in atom.arcs.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let conditions = same.iter().map(|&(_, _, condition)| {
                let lit = literals.of_condition(condition);
                // The arcs of a false atom are irrelevant.
                match lit {
                    _ if lit == holds => self.truth,
                    _ if lit == !holds => !self.truth,
                    _ => lit,
                }
            });
            let conditions: Vec<Lit> = conditions.collect();
            let lit = self.literal_for_any(conditions);
            if !self.sat.is_fixed_true(!lit) {
                arcs.push((same[0].0, same[0].1, lit));
            }
        }
        arcs
    }

    /// If `holds` is true, one arc leaves each node, and one enters it.
    fn require_one_of_each(&mut self, nodes: usize, arcs: &[Arc], holds: Lit) {
        let mut groups: Vec<Vec<Lit>> = vec![Vec::new(); 2 * nodes];
        for &(from, to, lit) in arcs {
            groups[from.index()].push(lit);
            groups[nodes + to.index()].push(lit);
        }
        for group in &groups {
            self.require_exactly(group, 1, holds);
        }
    }

    /// Adds the section that a chain of rules along the arcs describes, with its starts, which a theory atom
    /// lacks. Returns a literal for "at most one start is true".
    fn add_section(
        &mut self,
        step: &Step,
        atom: &CircuitAtom,
        arcs: Vec<Arc>,
        circuit: &mut Description,
    ) -> Lit {
        let mut reach = Reachability { arcs, ..Reachability::default() };
        for same in atom.arcs.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let &[(from, to, condition)] = same else { continue };
            if let BodyRef::Normal(literals) = step.bodies.get(condition)
                && let &[literal] = literals
            {
                reach.named.push((Some(from), to, literal));
            }
        }
        // The condition of several arcs identifies none of them.
        reach.named.sort_unstable_by_key(|&(_, _, literal)| literal);
        let unique = reach.named.chunk_by(|a, b| a.2 == b.2).filter(|same| same.len() == 1);
        reach.named = unique.map(|same| same[0]).collect();
        let Some((section, starts)) = self.find_section(step, &reach, circuit, None) else {
            return self.truth;
        };
        let one_start = self.at_most_one_of(&starts);
        circuit.starts = starts;
        circuit.section = Some(section);
        one_start
    }

    /// Adds a circuit that only the propagator defines.
    fn add_checked_circuit(&mut self, description: Description, one_start: Lit) {
        let circuit = match self.config.circuits {
            true => Circuit::with_any_starts(description, one_start),
            false => Circuit::that_only_checks(description, one_start),
        };
        self.propagators.add_circuit(circuit);
        self.statistics.circuits += 1;
    }
}

fn without_starts(graph: Graph, edges: Vec<Lit>, arcs: Vec<Option<Lit>>, holds: Lit) -> Description {
    let starts = vec![None; graph.num_nodes()];
    Description { graph, edges, arcs, starts, one_start: holds, section: None }
}
