//! Heuristic directives: directives on what to decide first, and how, in force while a condition holds.
//!
//! ```text
//! #heuristic dummy. [99,true]      decide `dummy` before everything of a level below 99, and try true
//! ```
//!
//! Gebser, Kaufmann, Otero, Romero, Schaub, Wanko: "Domain-Specific Heuristics in Answer Set Programming", AAAI 2013.
//! Of several pieces of directives of one kind on one atom, that of the highest priority counts.

use hamadryad_aspif::HeuristicModifier;
use hamadryad_sat::{Lit, Solver, Var};

/// What a piece of directives changes.
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
    /// By variable: the directives on it.
    on: Vec<Vec<u32>>,
    /// By literal: the directives whose condition it is.
    conditions: Vec<Vec<u32>>,
    changed: Vec<Var>,
}

impl DomainHeuristic {
    /// Adds directives, at level 0.
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

    /// What there is directives on.
    pub(crate) fn advised(&self) -> impl Iterator<Item = Lit> + '_ {
        self.directives.iter().map(|directives| directives.lit)
    }

    #[inline]
    pub(crate) fn satisfied(&mut self, lit: Lit) {
        self.switch(lit, true);
    }

    #[inline]
    pub(crate) fn unassigned(&mut self, lit: Lit) {
        self.switch(lit, false);
    }

    fn switch(&mut self, lit: Lit, in_force: bool) {
        let Some(list) = self.conditions.get(lit.index()) else { return };
        for &id in list {
            let directives = &mut self.directives[id as usize];
            if directives.in_force != in_force {
                directives.in_force = in_force;
                self.changed.push(directives.lit.var());
            }
        }
    }

    /// Hands what has changed to the solver.
    pub(crate) fn apply(&mut self, solver: &mut Solver) {
        while let Some(var) = self.changed.pop() {
            let level = self.strongest(var, Kind::Level).map_or(0, |directives| directives.bias);
            solver.advise_level(var, level);
            let factor = self.strongest(var, Kind::Factor).map_or(1, |directives| directives.bias);
            solver.advise_factor(var, f64::from(factor));
            let sign = self.strongest(var, Kind::Sign).filter(|directives| directives.bias != 0);
            solver.advise_value(
                var,
                sign.map(|directives| (directives.bias > 0) == directives.lit.is_positive()),
            );
            // Initial activity is given once.
            for &id in &self.on[var.index()] {
                let directives = &mut self.directives[id as usize];
                if directives.kind == Kind::Init && directives.in_force {
                    solver.add_activity(var, f64::from(std::mem::take(&mut directives.bias)));
                }
            }
        }
    }

    fn strongest(&self, var: Var, kind: Kind) -> Option<&Directive> {
        let on_var = self.on[var.index()].iter().map(|&id| &self.directives[id as usize]);
        on_var
            .filter(|directives| directives.kind == kind && directives.in_force)
            .max_by_key(|directives| directives.priority)
    }
}
