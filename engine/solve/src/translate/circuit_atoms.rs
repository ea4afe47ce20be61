//! The theory atoms `&circuit` of the ground program.
//!
//! ```text
//! &circuit { (a,b) : x; (b,c); (c,a) : not y; (a,b) : z } :- body.
//!     where the body holds: x or z, not y, and so on: one arc from each of a, b, c, one to each, and no circuit closes
//!     before it has been everywhere
//! ```
//!
//! Their degrees become clauses and sums under the atom's literal, the rest is [`hamadryad_circuit`]'s, as
//! for circuits that a program describes by reachability; only that here nothing else says that the circuit
//! is one, so that it is looked after even where looking ahead is switched off.
//!
//! Invariant: an atom that is false says nothing, and what later steps add to predicates changes no atom of
//! this one.

use crate::program::circuit_atom::CircuitAtom;
use crate::program::step::Step;
use crate::solver::AspSolver;
use crate::translate::circuits::Arc;
use crate::translate::pending::Translation;
use crate::translate::sections::Reach;
use hamadryad_aspif::Body;
use hamadryad_circuit::{Circuit, Description, Graph, Node};
use hamadryad_sat::Lit;

impl AspSolver {
    /// Adds what the circuit atoms of a step say, at level 0.
    pub(crate) fn add_circuit_atoms(
        &mut self,
        step: &Step,
        translation: &Translation,
        atoms: &[CircuitAtom],
    ) {
        for atom in atoms {
            let holds = self.lit(atom.atom.positive());
            if !self.sat.is_fixed_true(!holds) {
                self.add_circuit_atom(step, translation, atom, holds);
            }
        }
        if !atoms.is_empty() {
            self.sat.propagate_at_root(&mut self.propagators);
        }
    }

    fn add_circuit_atom(&mut self, step: &Step, translation: &Translation, atom: &CircuitAtom, holds: Lit) {
        let arcs = self.arcs_of(translation, atom, holds);
        for &(_, _, lit) in arcs.iter().filter(|(from, to, _)| from == to) {
            // A loop is on no circuit.
            self.sat.add_clause(&[!holds, !lit]);
        }
        let arcs: Vec<Arc> = arcs.into_iter().filter(|(from, to, _)| from != to).collect();
        match (atom.nodes, atom.is_directed) {
            // The empty circuit is one.
            (0, _) => {}
            (1, _) | (2, false) => drop(self.sat.add_clause(&[!holds])),
            (2, true) => self.require_one_of_each(2, &arcs, holds),
            (nodes, true) => {
                self.require_one_of_each(nodes, &arcs, holds);
                if !self.sat.propagate_at_root(&mut self.propagators) {
                    return;
                }
                let (graph, darts) = self.graph_of(nodes, &arcs);
                let edges = self.edge_literals(&graph, &darts, holds);
                let mut description = without_starts(graph, edges, darts, holds);
                let mut one_start = self.truth;
                if self.config.circuits && self.sat.is_fixed_true(holds) {
                    one_start = self.add_section(step, atom, arcs, &mut description);
                }
                self.look_after(description, one_start);
            }
            (nodes, false) => {
                let ends: Vec<(Node, Node)> = arcs.iter().map(|&(from, to, _)| (from, to)).collect();
                let graph = Graph::new(nodes, &ends);
                let edges: Vec<Lit> = arcs.iter().map(|&(_, _, lit)| lit).collect();
                self.require_two_edges(&graph, &edges, holds);
                let darts = vec![None; 2 * edges.len()];
                self.look_after(without_starts(graph, edges, darts, holds), self.truth);
            }
        }
    }

    /// The arcs that there may be, each once.
    fn arcs_of(&mut self, translation: &Translation, atom: &CircuitAtom, holds: Lit) -> Vec<Arc> {
        let mut arcs = Vec::with_capacity(atom.arcs.len());
        for same in atom.arcs.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let conditions = same.iter().map(|&(_, _, condition)| {
                let lit = translation.body_lits[condition.index()].expect("conditions have literals");
                // Nobody asks for arcs where the atom is false.
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

    /// A literal that is true exactly if one of these is.
    fn literal_for_any(&mut self, mut literals: Vec<Lit>) -> Lit {
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

    /// Where a literal is true, there is one arc from each node, and one to each.
    fn require_one_of_each(&mut self, nodes: usize, arcs: &[Arc], holds: Lit) {
        let mut groups: Vec<Vec<(Lit, i64)>> = vec![Vec::new(); 2 * nodes];
        for &(from, to, lit) in arcs {
            groups[from.index()].push((lit, 1));
            groups[nodes + to.index()].push((lit, 1));
        }
        for present in &groups {
            self.require_exactly(present, 1, holds);
        }
    }

    /// A theory atom says nothing of where its circuit begins, but a chain of rules along its arcs does.
    /// Returns a literal for "at most one start is true".
    fn add_section(
        &mut self,
        step: &Step,
        atom: &CircuitAtom,
        arcs: Vec<Arc>,
        circuit: &mut Description,
    ) -> Lit {
        let mut reach = Reach { atoms: Vec::new(), arcs, entries: Vec::new(), named: Vec::new() };
        for same in atom.arcs.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let &[(from, to, condition)] = same else { continue };
            if let Body::Normal(literals) = &step.bodies[condition.index()]
                && let &[literal] = &literals[..]
            {
                reach.named.push((Some(from), to, literal));
            }
        }
        // A literal that is the condition of several arcs tells none of them.
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

    fn look_after(&mut self, description: Description, one_start: Lit) {
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
