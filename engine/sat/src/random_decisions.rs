//! Random decisions, and the signs of decisions.
//!
//! With the probability of [`Config::random_decisions`](crate::Config::random_decisions), a decision takes a
//! random free variable instead of the most active one, before a theory may decide; clasp has the same option
//! under the name `--rand-freq`. The default sign depends on [`Signs`].
//!
//! Invariant: random numbers influence decisions only, so they change the order of models and never the set
//! of models. The generator belongs to the solver: the same seed and the same calls give the same search.

use crate::config::Signs;
use crate::{Lit, Solver, Var};

impl Solver {
    /// A literal of a random free variable, with the configured probability.
    pub(crate) fn random_decision(&mut self) -> Option<Lit> {
        let is_first = self.statistics.conflicts < self.config.random_conflicts;
        let is_due = is_first || self.random.chance(self.config.random_decisions);
        if !is_due || self.trail.literals.len() == self.num_used_vars() {
            return None;
        }
        let number = self.num_vars();
        let first = self.random.index(number);
        let candidates = (first..number).chain(0..first).map(Var::from_index);
        let mut free = candidates.filter(|&var| self.is_free(var.positive()));
        let var = free.find(|&var| self.heuristic.may_be_decided(var))?;
        Some(self.with_sign(var))
    }

    /// The literal of a variable with the preferred sign, or else the default sign.
    #[inline]
    pub(crate) fn with_sign(&mut self, var: Var) -> Lit {
        let preferred = match self.config.fixed_signs {
            false => self.phases.preferred(var),
            true => self.phases.advice(var),
        };
        let value = match (preferred, self.config.signs) {
            (Some(value), _) => value,
            (None, Signs::Phase) => self.phases.initial(var),
            (None, Signs::Positive) => true,
            (None, Signs::Negative) => false,
            (None, Signs::Random) => self.random.one_in(2),
        };
        if value { var.positive() } else { var.negative() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, NoTheory, Outcome};
    use std::collections::BTreeSet;

    /// The models of twelve variables with the clauses that two neighbours are not both false.
    fn models(config: Config, limit: usize) -> Vec<Vec<bool>> {
        let mut solver = Solver::with_config(config);
        let vars: Vec<Lit> = (0..12).map(|_| solver.new_var().positive()).collect();
        for pair in vars.windows(2) {
            solver.add_clause(pair);
        }
        let mut models = Vec::new();
        while models.len() < limit && solver.search(&mut NoTheory, &|| false) == Outcome::Model {
            models.push(vars.iter().map(|&var| solver.is_true(var)).collect());
            if !solver.next_by_backtracking(&mut NoTheory) {
                break;
            }
        }
        models
    }

    fn config(signs: Signs, random_decisions: f64, seed: u64) -> Config {
        Config { signs, random_decisions, seed, ..Config::default() }
    }

    #[test]
    fn random_decisions_change_the_order_of_models_only() {
        let all = |config| models(config, usize::MAX).into_iter().collect::<BTreeSet<_>>();
        let expected = all(Config::default());
        // The number of words of length n without 00 is the Fibonacci number F(n+2).
        assert_eq!(expected.len(), 377);
        for signs in [Signs::Phase, Signs::Positive, Signs::Negative, Signs::Random] {
            for (random_decisions, seed) in [(0.0, 1), (0.3, 2), (1.0, 3)] {
                let list = models(config(signs, random_decisions, seed), usize::MAX);
                assert_eq!(list.len(), 377, "{signs:?}");
                assert_eq!(list.into_iter().collect::<BTreeSet<_>>(), expected, "{signs:?}");
            }
        }
    }

    #[test]
    fn the_first_model_depends_on_signs_and_seed() {
        let first = |config| models(config, 1).remove(0);
        assert_eq!(first(config(Signs::Positive, 0.0, 0)), [true; 12]);
        assert!(first(config(Signs::Negative, 0.0, 0)).contains(&false));
        for random_decisions in [0.0, 1.0] {
            let firsts = |signs| -> Vec<Vec<bool>> {
                (1..=20).map(|seed| first(config(signs, random_decisions, seed))).collect()
            };
            assert_eq!(firsts(Signs::Random), firsts(Signs::Random), "a seed determines the search");
            let different: BTreeSet<Vec<bool>> = firsts(Signs::Random).into_iter().collect();
            assert!(different.len() > 10, "{different:?}");
        }
        let by_order: BTreeSet<Vec<bool>> =
            (1..=20).map(|seed| first(config(Signs::Negative, 1.0, seed))).collect();
        assert!(by_order.len() > 5, "random variables with fixed signs: {by_order:?}");
    }
}
