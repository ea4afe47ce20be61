//! Hamiltonian circuits as a propagator: the crate `hamadryad-circuit` for all circuits of a program.
//!
//! Invariant: a circuit implies only literals that the program implies as well, except for circuits of theory
//! atoms, whose definition they are.

use crate::proof::log::Axiom;
use crate::propagate::objective::Objective;
use crate::propagate::propagator::{Context, Propagator};
use hamadryad_circuit::{Budget, Circuit, Handles};
use hamadryad_sat::{Conflict, Lit, Solver};

/// The circuits of all steps.
#[derive(Clone, Default)]
pub(crate) struct Circuits {
    circuits: Vec<Circuit>,
    has_changed: bool,
}

impl Circuits {
    /// Adds a circuit.
    pub(crate) fn add(&mut self, circuit: Circuit, objective: &Objective) {
        self.circuits.push(circuit);
        self.has_changed = true;
        self.set_costs(objective);
    }

    /// All literals that may occur in reasons of circuits, including arc literals that no propagator watches.
    pub(crate) fn named(&self) -> impl Iterator<Item = Lit> + '_ {
        let arcs =
            |circuit: &Circuit| circuit.description().arcs.iter().flatten().copied().collect::<Vec<Lit>>();
        self.circuits.iter().flat_map(move |circuit| circuit.literals().chain(arcs(circuit)))
    }

    /// Updates the costs of arcs after the objective has changed.
    pub(crate) fn set_costs(&mut self, objective: &Objective) {
        for circuit in &mut self.circuits {
            circuit.set_costs(|lit| objective.cost_of(lit));
        }
    }
}

impl Propagator for Circuits {
    #[inline]
    fn assigned(&mut self, _: Lit, _: usize) {
        self.has_changed = true;
    }

    /// Propagates each circuit; a bound on the objective limits the length of a circuit.
    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        if !std::mem::take(&mut self.has_changed) {
            return Ok(());
        }
        let budget = context.costs.and_then(|costs| costs.budget(context.solver));
        let budget: Option<&dyn Budget> = budget.as_deref();
        // The circuits share the ids: the ids of circuit `n` have the remainder `n`.
        let count = self.circuits.len() as u32;
        for (number, circuit) in (0..).zip(&mut self.circuits) {
            let handles = Handles { first: context.handle(number), step: count };
            circuit.propagate(context.solver, budget, handles)?;
        }
        Ok(())
    }

    fn explain(&mut self, _: &Solver, _: Lit, id: u32, reason: &mut Vec<Lit>) {
        let count = self.circuits.len() as u32;
        self.circuits[(id % count) as usize].explain(id / count, reason);
    }

    fn backjumped(&mut self, solver: &Solver, keep: usize) {
        for circuit in &mut self.circuits {
            circuit.backjump(solver, keep);
            self.has_changed = true;
        }
    }

    fn axiom(&self) -> Option<Axiom> {
        Some(Axiom::Circuit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagate::answers::answers;
    use crate::propagate::reason_checker::{Strength, check, new_vars, random, random_clauses, restless};
    use hamadryad_circuit::{Description, Graph, Node};
    use rand::RngExt;
    use rand::seq::SliceRandom;

    /// The naive version: each node has two present edges, and a walk along them visits all nodes.
    fn is_circuit(nodes: usize, edges: &[(usize, usize, Lit)], is_true: &dyn Fn(Lit) -> bool) -> bool {
        let present: Vec<(usize, usize)> =
            edges.iter().filter(|&&(_, _, lit)| is_true(lit)).map(|&(a, b, _)| (a, b)).collect();
        let neighbours = |node: usize| {
            let other = |&(a, b): &(usize, usize)| match node {
                _ if a == node => Some(b),
                _ if b == node => Some(a),
                _ => None,
            };
            present.iter().filter_map(other).collect::<Vec<usize>>()
        };
        let mut visited = vec![0];
        while let Some(next) =
            neighbours(visited[visited.len() - 1]).into_iter().find(|node| !visited.contains(node))
        {
            visited.push(next);
        }
        visited.len() == nodes && (0..nodes).all(|node| neighbours(node).len() == 2)
    }

    /// The degrees as clauses: if `holds` is true, at least and at most two of the edges at a node are
    /// present.
    fn degree_clauses(nodes: usize, edges: &[(usize, usize, Lit)], holds: Lit) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        for node in 0..nodes {
            let at_node = edges.iter().filter(|&&(a, b, _)| a == node || b == node);
            let own: Vec<Lit> = at_node.map(|&(_, _, lit)| lit).collect();
            for chosen in 0..1u32 << own.len() {
                let present = |place: &usize| chosen >> place & 1 == 1;
                if chosen.count_ones() != 2 {
                    let values =
                        (0..own.len()).map(|place| if present(&place) { !own[place] } else { own[place] });
                    clauses.push(values.chain([!holds]).collect());
                }
            }
        }
        clauses
    }

    #[test]
    fn inferences_follow_from_the_circuit() {
        let (mut implications, mut conflicts) = (0, 0);
        for seed in 0..500 {
            let random = &mut random(seed);
            let mut solver = restless();
            let nodes = random.random_range(4..=6);
            let mut pairs: Vec<(usize, usize)> =
                (0..nodes).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
            pairs.shuffle(random);
            pairs.truncate(10);
            let vars = new_vars(&mut solver, pairs.len() + 2);
            let (holds, truth) = (vars[0], vars[1]);
            let edges: Vec<(usize, usize, Lit)> =
                pairs.iter().zip(&vars[2..]).map(|(&(a, b), &lit)| (a, b, lit)).collect();
            let mut clauses = degree_clauses(nodes, &edges, holds);
            clauses.push(vec![truth]);
            clauses.iter().for_each(|clause| {
                solver.add_clause(clause);
            });
            clauses.extend(random_clauses(random, &mut solver, &vars[2..]));
            let ends: Vec<(Node, Node)> = pairs.iter().map(|&(a, b)| (Node::new(a), Node::new(b))).collect();
            let description = Description {
                graph: Graph::new(nodes, &ends),
                edges: vars[2..].to_vec(),
                arcs: vec![None; 2 * pairs.len()],
                starts: vec![None; nodes],
                one_start: holds,
                section: None,
            };
            let mut propagator = Circuits::default();
            let circuit = if random.random() { Circuit::with_any_starts } else { Circuit::that_only_checks };
            propagator.add(circuit(description, truth), &Objective::default());
            let naive = |is_true: &dyn Fn(Lit) -> bool| !is_true(holds) || is_circuit(nodes, &edges, is_true);
            let checked = check(random, solver, propagator, &clauses, &naive, Strength::Sound);
            implications += checked.0;
            conflicts += checked.1;
        }
        assert!(implications > 500 && conflicts > 30, "{implications} {conflicts}");
    }

    #[test]
    fn arcs_of_a_circuit_visit_all_nodes() {
        let text = "{a; b; c; d; e}. &circuit { (1,2) : a; (2,1) : b; (2,3) : c; (3,1) : d; (3,2) : e }.";
        assert_eq!(answers(text), "{a c d}");
    }
}
