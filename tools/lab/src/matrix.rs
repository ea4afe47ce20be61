//! The games of an experiment, and their order.
//!
//! Small boards come first, so that a run that is stopped early has results. On a board, all players play one
//! seed before the next seed begins, so comparisons are paired from the start. Engines come last: their games
//! alternate, so other load on the machine affects all alike.

use crate::{Configuration, Engine, Entry, Job, Record};
use hamadryad::approach::ApproachKind;
use hamadryad_snake::Strategy;
use serde::{Deserialize, Serialize};

/// All combinations of these parameters are played.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The name of the experiment, as in records.
    pub experiment: String,
    /// Rows and columns.
    pub sizes: Vec<(usize, usize)>,
    /// The number of seeds.
    pub games: u64,
    /// The first seed.
    pub first_seed: u64,
    /// The strategies.
    pub strategies: Vec<Strategy>,
    /// The approaches.
    pub approaches: Vec<ApproachKind>,
    /// The engines.
    pub engines: Vec<Engine>,
    /// The longest time for one solve, in seconds.
    pub time_limit: Option<f64>,
    /// Whether the last cycle is the first model.
    pub heuristic: bool,
    /// Whether positions are reflected.
    pub mirror: bool,
}

/// One game to play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The name of the experiment.
    pub experiment: String,
    /// The parameters of the game.
    pub configuration: Configuration,
    /// The seed of the apples.
    pub seed: u64,
}

impl Job for Task {
    type Record = Record;

    fn key(&self) -> String {
        self.configuration.key(&self.experiment, self.seed)
    }

    fn class(&self) -> String {
        self.configuration.class()
    }

    fn cells(&self) -> usize {
        self.configuration.cells()
    }
}

impl Entry for Record {
    fn key(&self) -> String {
        self.configuration.key(&self.experiment, self.seed)
    }

    fn class(&self) -> String {
        self.configuration.class()
    }

    fn cells(&self) -> usize {
        self.configuration.cells()
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn wall(&self) -> f64 {
        self.outcome.wall
    }

    fn keeps_guarantee(&self) -> bool {
        self.outcome.won
    }

    fn check(&self) -> Result<(), String> {
        crate::sound::approach(self)
    }
}

impl Matrix {
    /// The games in the order in which they are played.
    pub fn tasks(&self) -> Vec<Task> {
        let mut sizes = self.sizes.clone();
        sizes.sort_by_key(|&(rows, cols)| (rows * cols, rows));
        sizes.dedup();
        let mut tasks = Vec::new();
        for (rows, cols) in sizes {
            for number in 0..self.games {
                self.add(rows, cols, self.first_seed.wrapping_add(number), &mut tasks);
            }
        }
        tasks
    }

    fn add(&self, rows: usize, cols: usize, seed: u64, tasks: &mut Vec<Task>) {
        let Self { time_limit, heuristic, mirror, .. } = *self;
        for &strategy in &self.strategies {
            for &approach in &self.approaches {
                for &engine in &self.engines {
                    let configuration = Configuration {
                        engine,
                        strategy,
                        approach,
                        rows,
                        cols,
                        time_limit,
                        heuristic,
                        mirror,
                    };
                    tasks.push(Task { experiment: self.experiment.clone(), configuration, seed });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_board_by_board_and_seed_by_seed_with_the_engines_in_turn() {
        let matrix = Matrix {
            experiment: "test".to_string(),
            sizes: vec![(4, 4), (2, 2)],
            games: 2,
            first_seed: 7,
            strategies: vec![Strategy::Conservative],
            approaches: vec![ApproachKind::Assume],
            engines: Engine::ALL.to_vec(),
            time_limit: None,
            heuristic: true,
            mirror: true,
        };
        let order: Vec<_> = matrix.tasks().iter().map(|task| task.configuration.rows).collect();
        assert_eq!(order, [2, 2, 2, 2, 4, 4, 4, 4]);
        let seeds: Vec<_> = matrix.tasks().iter().map(|task| task.seed).collect();
        assert_eq!(seeds, [7, 7, 8, 8, 7, 7, 8, 8]);
        let engines: Vec<_> = matrix.tasks().iter().map(|task| task.configuration.engine).collect();
        assert_eq!(engines, Engine::ALL.repeat(4));
        let keys: std::collections::HashSet<_> = matrix.tasks().iter().map(Task::key).collect();
        assert_eq!(keys.len(), 8);
    }
}
