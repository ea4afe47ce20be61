//! Hamiltonian circuits as a propagator: the crate `hamadryad-circuit` for all circuits of a program.
//!
//! Invariant: a circuit implies only literals that the program implies as well, except for circuits of theory atoms,
//! whose definition they are.

use crate::proof::log::Axiom;
use crate::propagate::objective::Objective;
use crate::propagate::propagator::{Conflict, Context, Propagator};
use hamadryad_circuit::{Budget, Circuit, Handles};
use hamadryad_sat::{Lit, Solver};

/// The circuits of all steps.
#[derive(Clone, Default)]
pub(crate) struct Circuits {
    circuits: Vec<Circuit>,
    /// By variable: whether it is the variable of an arc.
    is_watched: Vec<bool>,
    has_changed: bool,
}

impl Circuits {
    /// Adds a circuit.
    pub(crate) fn add(&mut self, circuit: Circuit, objective: &Objective) {
        for lit in circuit.literals() {
            let var = lit.var().index();
            if self.is_watched.len() <= var {
                self.is_watched.resize(var + 1, false);
            }
            self.is_watched[var] = true;
        }
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
    fn assigned(&mut self, lit: Lit, _: usize) {
        self.has_changed |= self.is_watched.get(lit.var().index()).is_some_and(|&is_watched| is_watched);
    }

    /// Propagates each circuit; a bound on the objective limits the length of a circuit.
    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        if !std::mem::take(&mut self.has_changed) {
            return Ok(());
        }
        let budget = context.costs.and_then(|costs| costs.budget(context.solver));
        let budget: Option<&dyn Budget> = budget.as_deref();
        // The circuits share the ids: circuit `n` has those that leave the remainder `n`.
        let count = self.circuits.len() as u32;
        for (number, circuit) in (0..).zip(&mut self.circuits) {
            let handles = Handles { first: context.handle(number), step: count };
            circuit.propagate(context.solver, budget, handles).map_err(|_| Conflict::known())?;
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
