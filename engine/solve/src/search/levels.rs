//! The statistics of optimisation, by level of the objective.

use crate::solver::AspSolver;
use crate::statistics::LevelStatistics;

impl AspSolver {
    /// What the searches for optima did, by levels, the highest priority first; searches on other threads don't count.
    pub fn level_statistics(&mut self) -> Vec<LevelStatistics> {
        let priorities = self.priorities().to_vec();
        let known = |&priority: &i32| self.levels.iter().find(|level| level.priority == priority).copied();
        let none = |priority| LevelStatistics { priority, ..LevelStatistics::default() };
        priorities.iter().map(|priority| known(priority).unwrap_or_else(|| none(*priority))).collect()
    }

    /// The entry of a level, by its place among the priorities.
    pub(crate) fn level(&mut self, level: usize) -> &mut LevelStatistics {
        let priority = self.propagators.objective.priorities()[level];
        let place = self.levels.iter().position(|known| known.priority == priority).unwrap_or_else(|| {
            self.levels.push(LevelStatistics { priority, ..LevelStatistics::default() });
            self.levels.len() - 1
        });
        &mut self.levels[place]
    }

    /// Counts a model that is better than the one before.
    pub(crate) fn count_better(&mut self, before: Option<&[i64]>, costs: &[i64]) {
        let is_better = |&level: &usize| before.is_none_or(|before| costs[level] < before[level]);
        if let Some(level) = (0..costs.len()).find(is_better) {
            self.level(level).models += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Descent, OptimizeMode, SolveOptions, Strategy};
    use hamadryad_aspif::{Atom, BodyRef, Head, Sink, WeightedLiteral};

    /// Of each two of six atoms one is true, at a price on the higher level, and each at its own on the lower one.
    fn solver(strategy: Strategy) -> AspSolver {
        let mut solver = AspSolver::new(Config { strategy, ..Config::default() });
        let atoms: Vec<Atom> = (1..=6).filter_map(Atom::new).collect();
        solver.begin_step();
        solver.rule(Head::Choice(&atoms), BodyRef::Normal(&[]));
        for pair in atoms.chunks(2) {
            solver.rule(Head::Disjunction(&[]), BodyRef::Normal(&[pair[0].negative(), pair[1].negative()]));
        }
        for priority in [2, 1] {
            let weight = |place: usize| if priority == 2 { 1 } else { 1 + place as i32 % 3 };
            let weighted = |(place, atom): (usize, &Atom)| WeightedLiteral {
                literal: atom.positive(),
                weight: weight(place),
            };
            solver.minimize(priority, &atoms.iter().enumerate().map(weighted).collect::<Vec<_>>());
        }
        solver.end_step();
        solver
    }

    #[test]
    fn what_happens_is_counted_by_levels() {
        for (strategy, by_cores) in [
            (Strategy::Bounds(Descent::Linear), false),
            (Strategy::Bounds(Descent::Decreasing), false),
            (Strategy::Cores { stratify: true, shrink: false }, true),
        ] {
            let mut solver = solver(strategy);
            let options = SolveOptions { optimize: OptimizeMode::Optimize, ..SolveOptions::default() };
            let mut search = solver.solve(options).expect("nothing to refuse");
            while search.next_model(&|| false).is_some() {}
            drop(search);
            let levels = solver.level_statistics();
            assert_eq!(levels.iter().map(|level| level.priority).collect::<Vec<_>>(), [2, 1]);
            assert!(levels[0].models > 0, "{levels:?}");
            assert_eq!(levels.iter().any(|level| level.cores > 0), by_cores, "{levels:?}");
            assert!(levels.iter().all(|level| level.core_literals >= level.cores), "{levels:?}");
        }
    }
}
