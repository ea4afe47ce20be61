//! Heuristic directives: advice on what to decide first, and how, in force while a condition holds.
//!
//! ```text
//! #heuristic dummy. [99,true]      decide `dummy` before everything of a level below 99, and try true
//! ```
//!
//! Gebser, Kaufmann, Otero, Romero, Schaub, Wanko: "Domain-Specific Heuristics in Answer Set Programming", AAAI 2013.
//! Of several pieces of advice of one kind on one atom, that of the highest priority counts.

use hamadryad_aspif::HeuristicModifier;
use hamadryad_sat::{Lit, Solver, Var};

/// What a piece of advice changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Level,
    Sign,
    Factor,
    Init,
}

#[derive(Clone)]
struct Advice {
    lit: Lit,
    kind: Kind,
    bias: i32,
    priority: u32,
    condition: Lit,
    in_force: bool,
}

/// All advice of a program.
#[derive(Clone, Default)]
pub(crate) struct AdviceTable {
    advice: Vec<Advice>,
    /// By variable: the advice on it.
    on: Vec<Vec<u32>>,
    /// By literal: the advice whose condition it is.
    conditions: Vec<Vec<u32>>,
    changed: Vec<Var>,
}

impl AdviceTable {
    /// Adds advice, at level 0.
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
        let id = self.advice.len() as u32;
        let in_force = solver.is_true(condition);
        self.advice.push(Advice { lit, kind, bias, priority, condition, in_force });
        self.on.resize(solver.num_vars(), Vec::new());
        self.conditions.resize(2 * solver.num_vars(), Vec::new());
        self.on[lit.var().index()].push(id);
        self.conditions[self.advice[id as usize].condition.index()].push(id);
        self.changed.push(lit.var());
    }

    /// What there is advice on.
    pub(crate) fn advised(&self) -> impl Iterator<Item = Lit> + '_ {
        self.advice.iter().map(|advice| advice.lit)
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
            let advice = &mut self.advice[id as usize];
            if advice.in_force != in_force {
                advice.in_force = in_force;
                self.changed.push(advice.lit.var());
            }
        }
    }

    /// Hands what has changed to the solver.
    pub(crate) fn apply(&mut self, solver: &mut Solver) {
        while let Some(var) = self.changed.pop() {
            let level = self.strongest(var, Kind::Level).map_or(0, |advice| advice.bias);
            solver.advise_level(var, level);
            let factor = self.strongest(var, Kind::Factor).map_or(1, |advice| advice.bias);
            solver.advise_factor(var, f64::from(factor));
            let sign = self.strongest(var, Kind::Sign).filter(|advice| advice.bias != 0);
            solver.advise_value(var, sign.map(|advice| (advice.bias > 0) == advice.lit.is_positive()));
            // Initial activity is given once.
            for &id in &self.on[var.index()] {
                let advice = &mut self.advice[id as usize];
                if advice.kind == Kind::Init && advice.in_force {
                    solver.add_activity(var, f64::from(std::mem::take(&mut advice.bias)));
                }
            }
        }
    }

    fn strongest(&self, var: Var, kind: Kind) -> Option<&Advice> {
        let on_var = self.on[var.index()].iter().map(|&id| &self.advice[id as usize]);
        on_var.filter(|advice| advice.kind == kind && advice.in_force).max_by_key(|advice| advice.priority)
    }
}
