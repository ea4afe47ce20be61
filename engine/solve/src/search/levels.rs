//! The statistics of optimisation, by level of the objective.

use crate::statistics::LevelStatistics;

/// The counts of all levels, by priority.
#[derive(Clone, Default)]
pub(crate) struct LevelCounts {
    levels: Vec<LevelStatistics>,
}

impl LevelCounts {
    /// The counts of some priorities, in their order; searches on other threads are not included.
    pub(crate) fn of(&self, priorities: &[i32]) -> Vec<LevelStatistics> {
        let known = |&priority: &i32| self.levels.iter().find(|level| level.priority == priority).copied();
        let none = |priority| LevelStatistics { priority, ..LevelStatistics::default() };
        priorities.iter().map(|priority| known(priority).unwrap_or_else(|| none(*priority))).collect()
    }

    /// The counts of one priority.
    pub(crate) fn level(&mut self, priority: i32) -> &mut LevelStatistics {
        let place = self.levels.iter().position(|known| known.priority == priority).unwrap_or_else(|| {
            self.levels.push(LevelStatistics { priority, ..LevelStatistics::default() });
            self.levels.len() - 1
        });
        &mut self.levels[place]
    }

    /// Counts a model on the most important level on which it is better than the model before.
    pub(crate) fn count_better(&mut self, priorities: &[i32], before: Option<&[i64]>, costs: &[i64]) {
        let is_better = |&level: &usize| before.is_none_or(|before| costs[level] < before[level]);
        if let Some(level) = (0..costs.len()).find(is_better) {
            self.level(priorities[level]).models += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{AspSolver, Config, Descent, OptimizeMode, SearchOptions, Strategy};
    use hamadryad_aspif::{Atom, BodyRef, Head, Sink, WeightedLiteral};

    /// One of each two of six atoms is true; each costs 1 on the higher level, and 1 to 3 on the lower level.
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
    fn models_and_cores_are_counted_by_level() {
        for (strategy, by_cores) in [
            (Strategy::Bounds(Descent::Linear), false),
            (Strategy::Bounds(Descent::Decreasing), false),
            (Strategy::Cores { stratify: true, shrink: false }, true),
        ] {
            let mut solver = solver(strategy);
            let options = SearchOptions { optimize: OptimizeMode::Optimize, ..SearchOptions::default() };
            let mut search = solver.solve(options).expect("the program is accepted");
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
