//! Lookahead: both values of each free variable are tried and propagated (Li, Anbulagan: "Heuristics Based on
//! Unit Propagation for Satisfiability Problems", 1997).
//!
//! A value that leads to a conflict is decided at once: the conflict teaches a clause. Otherwise, the order
//! [`Order::Lookahead`] decides the variable whose weaker value implies the most literals.
//!
//! Invariant: the trail after a lookahead is the trail before.

use crate::config::Order;
use crate::trail::Reason;
use crate::{Lit, Solver, Theory, Var};

impl Solver {
    /// A failed literal, or the decision of the order. `None` if `stop` returns `true`, and if the theory learns a unit
    /// or a contradiction, for which the search leaves this level.
    pub(crate) fn decide_by_lookahead<T: Theory>(
        &mut self,
        theory: &mut T,
        order: Order,
        stop: &dyn Fn() -> bool,
    ) -> Option<Lit> {
        let chooses = order == Order::Lookahead;
        let is_due = chooses || self.lookaheads < self.config.lookahead;
        let mut best: Option<((usize, usize), Lit)> = None;
        if is_due {
            self.lookaheads = self.lookaheads.saturating_add(1);
            for var in (0..self.num_vars()).map(Var::from_index) {
                if !self.is_free(var.positive()) || !self.heuristic.may_be_decided(var) {
                    continue;
                }
                let (negative, positive) = (var.negative(), var.positive());
                let Some(under_negative) = self.try_value(theory, negative) else { return Some(negative) };
                let Some(under_positive) = self.try_value(theory, positive) else { return Some(positive) };
                if !self.new_units.is_empty() || self.inconsistent || stop() {
                    return None;
                }
                let (weaker, stronger) =
                    (under_negative.min(under_positive), under_negative.max(under_positive));
                if best.is_none_or(|(score, _)| score < (weaker, stronger)) {
                    let lit = if under_positive > under_negative { positive } else { negative };
                    best = Some(((weaker, stronger), lit));
                }
            }
        }
        match order {
            Order::Lookahead => best.map(|(_, lit)| lit),
            Order::RecentClauses { considered } => self.decide_in_recent_clause(considered),
            _ => None,
        }
    }

    /// Propagates both values of variables under assumptions: of those that are then free, the ones with the highest
    /// activities, at most `most`. Returns each with the numbers of literals that its values imply, first if it is
    /// true; `None` for a value with a conflict. The whole is `None` if the assumptions lead to a conflict.
    pub fn look_ahead<T: Theory>(
        &mut self,
        theory: &mut T,
        assumptions: &[Lit],
        mut vars: Vec<Var>,
        most: usize,
    ) -> Option<Vec<(Var, [Option<usize>; 2])>> {
        self.reset(theory);
        if !self.propagate_at_root(theory) {
            return None;
        }
        self.trail.new_level();
        let mut is_possible = true;
        for &lit in assumptions {
            match self.value(lit) {
                Some(true) => {}
                Some(false) => is_possible = false,
                None => self.trail.assign(lit, Reason::None),
            }
        }
        let found = (is_possible && self.propagate(theory).is_ok()).then(|| {
            vars.retain(|var| self.is_free(var.positive()));
            vars.sort_by(|&one, &other| {
                self.heuristic.activity(other).total_cmp(&self.heuristic.activity(one))
            });
            vars.truncate(most);
            let values =
                |&var: &Var| (var, [var.positive(), var.negative()].map(|lit| self.try_value(theory, lit)));
            vars.iter().map(values).collect()
        });
        self.conflict = None;
        self.reset(theory);
        found
    }

    /// The number of literals that a value implies; `None` if it leads to a conflict.
    fn try_value<T: Theory>(&mut self, theory: &mut T, lit: Lit) -> Option<usize> {
        let (level, before) = (self.decision_level(), self.trail.literals.len());
        self.trail.new_level();
        self.trail.assign(lit, Reason::None);
        let result = self.propagate(theory);
        let implied = self.trail.literals.len() - before;
        self.conflict = None;
        self.backtrack(theory, level);
        result.is_ok().then_some(implied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Conflict, NoTheory, Outcome};
    use std::cell::Cell;

    fn solver_with_free_vars(number: usize) -> Solver {
        let mut sat = Solver::with_config(Config { order: Order::Lookahead, ..Config::default() });
        for _ in 0..number {
            sat.new_var();
        }
        sat
    }

    #[test]
    fn a_lookahead_asks_whether_to_stop() {
        let mut sat = solver_with_free_vars(1_000);
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 10
        };
        assert_eq!(sat.search(&mut NoTheory, &stop), Outcome::Stopped);
        // Each of the 32 decisions before the search itself asks again asks once.
        assert!(asked.get() < 50 && sat.statistics().propagations < 1_000, "{}", asked.get());
    }

    /// Learns a clause once a literal is true.
    struct Learner {
        if_true: Lit,
        clause: Vec<Lit>,
        calls: usize,
    }

    impl Theory for Learner {
        fn propagate(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
            self.calls += 1;
            if solver.is_true(self.if_true) { solver.learn(&self.clause) } else { Ok(()) }
        }
    }

    #[test]
    fn a_lookahead_ends_with_the_first_unit_that_it_learns() {
        let mut sat = solver_with_free_vars(100);
        let [first, last] = [0, 99].map(|index| Var::from_index(index).positive());
        let mut theory = Learner { if_true: first, clause: vec![last], calls: 0 };
        sat.reset(&mut theory);
        sat.trail.new_level();
        assert_eq!(sat.decide_by_lookahead(&mut theory, Order::Lookahead, &|| false), None);
        assert_eq!(theory.calls, 2);
        assert_eq!(sat.search(&mut theory, &|| false), Outcome::Model);
        assert!(sat.is_fixed_true(last));
    }

    #[test]
    fn a_contradiction_that_a_lookahead_finds_ends_the_search() {
        let mut sat = solver_with_free_vars(100);
        let mut theory = Learner { if_true: Var::from_index(50).negative(), clause: vec![], calls: 0 };
        assert_eq!(sat.search(&mut theory, &|| false), Outcome::Unsatisfiable);
        assert!(theory.calls < 200 + 2);
    }
}
