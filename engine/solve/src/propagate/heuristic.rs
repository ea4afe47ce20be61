//! The domain heuristic: `#heuristic` directives modify level, factor, sign or initial activity of an atom while their
//! conditions hold.
//!
//! ```text
//! #heuristic dummy. [99,true]      decide `dummy` before all atoms of levels below 99, with value true
//! ```
//!
//! After Gebser, Kaufmann, Otero, Romero, Schaub, Wanko (2013). Of several directives of one kind for one atom, the one
//! with the highest priority is in force.

use crate::propagate::propagator::{Conflict, Context, Propagator};
use hamadryad_aspif::HeuristicModifier;
use hamadryad_sat::{Lit, Solver, Var};

/// The value that a directive modifies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Level,
    Sign,
    Factor,
    Init,
}

#[derive(Clone)]
struct Directive {
    lit: Lit,
    kind: Kind,
    bias: i32,
    priority: u32,
    condition: Lit,
    in_force: bool,
}

/// All directives of a program.
#[derive(Clone, Default)]
pub(crate) struct DomainHeuristic {
    directives: Vec<Directive>,
    /// By variable: its directives.
    on: Vec<Vec<u32>>,
    /// By literal: the directives with this condition.
    conditions: Vec<Vec<u32>>,
    changed: Vec<Var>,
}

impl DomainHeuristic {
    /// Adds a directive, at level 0.
    pub(crate) fn add(
        &mut self,
        solver: &Solver,
        lit: Lit,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: Lit,
    ) {
        let (level, sign) = match modifier {
            HeuristicModifier::Level => (Some(bias), None),
            HeuristicModifier::Sign => (None, Some(bias)),
            HeuristicModifier::True => (Some(bias), Some(1)),
            HeuristicModifier::False => (Some(bias), Some(-1)),
            HeuristicModifier::Factor => {
                return self.push(solver, lit, Kind::Factor, bias, priority, condition);
            }
            HeuristicModifier::Init => return self.push(solver, lit, Kind::Init, bias, priority, condition),
        };
        if let Some(level) = level {
            self.push(solver, lit, Kind::Level, level, priority, condition);
        }
        if let Some(sign) = sign {
            self.push(solver, lit, Kind::Sign, sign, priority, condition);
        }
    }

    fn push(&mut self, solver: &Solver, lit: Lit, kind: Kind, bias: i32, priority: u32, condition: Lit) {
        let id = self.directives.len() as u32;
        let in_force = solver.is_true(condition);
        self.directives.push(Directive { lit, kind, bias, priority, condition, in_force });
        self.on.resize(solver.num_vars(), Vec::new());
        self.conditions.resize(2 * solver.num_vars(), Vec::new());
        self.on[lit.var().index()].push(id);
        self.conditions[self.directives[id as usize].condition.index()].push(id);
        self.changed.push(lit.var());
    }

    /// The literals that directives modify.
    pub(crate) fn modified(&self) -> impl Iterator<Item = Lit> + '_ {
        self.directives.iter().map(|directive| directive.lit)
    }

    fn switch(&mut self, lit: Lit, in_force: bool) {
        let Some(list) = self.conditions.get(lit.index()) else { return };
        for &id in list {
            let directive = &mut self.directives[id as usize];
            if directive.in_force != in_force {
                directive.in_force = in_force;
                self.changed.push(directive.lit.var());
            }
        }
    }

    fn strongest(&self, var: Var, kind: Kind) -> Option<&Directive> {
        let on_var = self.on[var.index()].iter().map(|&id| &self.directives[id as usize]);
        on_var
            .filter(|directive| directive.kind == kind && directive.in_force)
            .max_by_key(|directive| directive.priority)
    }
}

impl Propagator for DomainHeuristic {
    #[inline]
    fn assigned(&mut self, lit: Lit, _: usize) {
        self.switch(lit, true);
    }

    #[inline]
    fn unassigned(&mut self, lit: Lit) {
        self.switch(lit, false);
    }

    /// Passes the levels, factors and signs of changed variables to the solver; implies nothing.
    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        let solver = &mut *context.solver;
        while let Some(var) = self.changed.pop() {
            let level = self.strongest(var, Kind::Level).map_or(0, |directive| directive.bias);
            solver.advise_level(var, level);
            let factor = self.strongest(var, Kind::Factor).map_or(1, |directive| directive.bias);
            solver.advise_factor(var, f64::from(factor));
            let sign = self.strongest(var, Kind::Sign).filter(|directive| directive.bias != 0);
            solver
                .advise_value(var, sign.map(|directive| (directive.bias > 0) == directive.lit.is_positive()));
            // The initial activity is added once.
            for &id in &self.on[var.index()] {
                let directive = &mut self.directives[id as usize];
                if directive.kind == Kind::Init && directive.in_force {
                    solver.add_activity(var, f64::from(std::mem::take(&mut directive.bias)));
                }
            }
        }
        Ok(())
    }

    fn explain(&mut self, _: &Solver, _: Lit, _: u32, _: &mut Vec<Lit>) {
        unreachable!("a heuristic implies no literal");
    }
}
