//! The domain heuristic: `#heuristic` directives modify level, factor, sign or initial activity of an atom
//! while their conditions hold.
//!
//! ```text
//! #heuristic dummy. [99,true]      decide `dummy` before all atoms of levels below 99, with value true
//! ```
//!
//! After Gebser, Kaufmann, Otero, Romero, Schaub, Wanko (2013). Of several directives of one kind for one
//! atom, the directive with the highest priority is in force.

use crate::propagate::lists::Lists;
use crate::propagate::propagator::{Context, Propagator};
use hamadryad_aspif::HeuristicModifier;
use hamadryad_sat::{Conflict, Lit, Solver, Var};

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
    in_force: bool,
}

/// All directives of a program.
#[derive(Clone, Default)]
pub(crate) struct DomainHeuristic {
    directives: Vec<Directive>,
    /// By variable: its directives.
    on: Lists<u32>,
    /// By literal: the directives with this condition.
    conditions: Lists<u32>,
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
        self.directives.push(Directive { lit, kind, bias, priority, in_force });
        self.on.push(lit.var().index(), id);
        self.conditions.push(condition.index(), id);
        self.changed.push(lit.var());
    }

    /// The literals that directives modify.
    pub(crate) fn modified(&self) -> impl Iterator<Item = Lit> + '_ {
        self.directives.iter().map(|directive| directive.lit)
    }

    /// The literals with a level, each with the value that its sign prefers, whether or not the conditions
    /// hold.
    pub(crate) fn domain(&self) -> Vec<(Lit, Option<bool>)> {
        let mut domain: Vec<(Lit, Option<bool>)> = Vec::new();
        for directive in self.directives.iter().filter(|directive| directive.kind == Kind::Level) {
            let lit = directive.lit;
            if domain.iter().any(|&(other, _)| other.var() == lit.var()) {
                continue;
            }
            let on_var = self.on.get(lit.var().index()).iter().map(|&id| &self.directives[id as usize]);
            let signs = on_var.filter(|directive| directive.kind == Kind::Sign && directive.bias != 0);
            let sign = signs.max_by_key(|directive| directive.priority);
            domain.push((lit, sign.map(|sign| (sign.bias > 0) == (sign.lit == lit))));
        }
        domain
    }

    fn switch(&mut self, lit: Lit, in_force: bool) {
        for &id in self.conditions.get(lit.index()) {
            let directive = &mut self.directives[id as usize];
            if directive.in_force != in_force {
                directive.in_force = in_force;
                self.changed.push(directive.lit.var());
            }
        }
    }

    fn strongest(&self, var: Var, kind: Kind) -> Option<&Directive> {
        let on_var = self.on.get(var.index()).iter().map(|&id| &self.directives[id as usize]);
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
            for &id in self.on.get(var.index()) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::propagate::answers::models_in_order;
    use crate::propagate::reason_checker::{new_vars, random, random_clauses, random_literal, restless};
    use crate::propagate::single::Single;
    use hamadryad_sat::Theory;
    use rand::RngExt;

    /// A directive as it is stated: literal, modifier, bias, priority, condition.
    type Stated = (Lit, HeuristicModifier, i32, u32, Lit);

    /// The naive version: the bias of the directive in force with the highest priority; of equal priorities,
    /// the last directive.
    fn bias(stated: &[Stated], var: Var, kinds: &[HeuristicModifier], solver: &Solver) -> Option<(Lit, i32)> {
        let is_in_force = |&&(lit, modifier, _, _, condition): &&Stated| {
            lit.var() == var && kinds.contains(&modifier) && solver.is_true(condition)
        };
        let strongest = stated.iter().filter(is_in_force).max_by_key(|directive| directive.3);
        strongest.map(|&(lit, modifier, bias, ..)| {
            let value = match modifier {
                HeuristicModifier::True if !kinds.contains(&HeuristicModifier::Level) => 1,
                HeuristicModifier::False if !kinds.contains(&HeuristicModifier::Level) => -1,
                _ => bias,
            };
            (lit, value)
        })
    }

    fn level(stated: &[Stated], var: Var, solver: &Solver) -> i32 {
        use HeuristicModifier::{False, Level, True};
        bias(stated, var, &[Level, True, False], solver).map_or(0, |(_, bias)| bias)
    }

    fn decided(stated: &[Stated], var: Var, solver: &Solver) -> Option<bool> {
        use HeuristicModifier::{False, Sign, True};
        let (lit, bias) = bias(stated, var, &[Sign, True, False], solver).filter(|&(_, bias)| bias != 0)?;
        Some((bias > 0) == lit.is_positive())
    }

    /// The level of a variable, and the value that a decision must give it.
    type Expected = (i32, Option<bool>);

    /// The heuristic as a theory; each decision is compared with the naive version.
    struct Checker<'a> {
        inner: Single<DomainHeuristic>,
        stated: &'a [Stated],
        /// Before a decision: the greatest level of a free variable, and the expectations by variable.
        expected: Option<(i32, Vec<Expected>)>,
        decisions: usize,
    }

    impl Theory for Checker<'_> {
        fn propagate(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
            if let Some((greatest, by_var)) = self.expected.take()
                && let Some(&lit) =
                    solver.trail().iter().find(|lit| solver.level(lit.var()) == solver.decision_level())
            {
                let (level, value) = by_var[lit.var().index()];
                assert_eq!(level, greatest, "{lit:?} is decided");
                assert!(value.is_none_or(|value| value == lit.is_positive()), "{lit:?} is decided");
                self.decisions += 1;
            }
            self.inner.propagate(solver)
        }

        fn undo(&mut self, solver: &Solver, keep: usize) {
            self.expected = None;
            self.inner.undo(solver, keep);
        }

        fn decide(&mut self, solver: &Solver) -> Option<Lit> {
            let vars = || (0..solver.num_vars()).map(Var::from_index);
            let by_var: Vec<Expected> = vars()
                .map(|var| (level(self.stated, var, solver), decided(self.stated, var, solver)))
                .collect();
            let free = vars().filter(|var| solver.is_free(var.positive()));
            let greatest = free.map(|var| by_var[var.index()].0).max();
            self.expected = greatest.map(|greatest| (greatest, by_var));
            None
        }
    }

    #[test]
    fn decisions_follow_the_directives_in_force() {
        let mut decisions = 0;
        for seed in 0..300 {
            let random = &mut random(seed);
            let mut solver = restless();
            let number = random.random_range(4..=10);
            let vars = new_vars(&mut solver, number);
            random_clauses(random, &mut solver, &vars);
            let mut heuristic = DomainHeuristic::default();
            let stated: Vec<Stated> = (0..random.random_range(1..=8))
                .map(|_| {
                    use HeuristicModifier::{Factor, False, Init, Level, Sign, True};
                    let modifier = [Level, Sign, True, False, Factor, Init][random.random_range(0..6)];
                    let lit = random_literal(random, &vars);
                    let bias = random.random_range(-2..=3);
                    (lit, modifier, bias, random.random_range(0..=2), random_literal(random, &vars))
                })
                .collect();
            for &(lit, modifier, bias, priority, condition) in &stated {
                heuristic.add(&solver, lit, modifier, bias, priority, condition);
            }
            let inner = Single::of(heuristic);
            let mut checker = Checker { inner, stated: &stated, expected: None, decisions: 0 };
            for _ in 0..5 {
                let assumption = random_literal(random, &vars);
                solver.assume(&mut checker, &[assumption]);
                solver.search(&mut checker, &|| false);
            }
            decisions += checker.decisions;
        }
        assert!(decisions > 2000, "{decisions} decisions");
    }

    #[test]
    fn the_first_answer_set_follows_the_directives() {
        let config = Config { domain_heuristic: true, ..Config::default() };
        let first = |text: &str| models_in_order(config.clone(), text).swap_remove(0);
        assert_eq!(first("{a; b; c}. #heuristic a. [1,true] #heuristic b : a. [1,true]"), "{a b}");
        assert_eq!(first("{a; b}. :- a, b. #heuristic a. [1,true] #heuristic b. [2,true]"), "{b}");
    }
}
