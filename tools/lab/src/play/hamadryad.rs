//! Hamadryad as a measured planner.

use crate::Configuration;
use crate::clock::Stopwatch;
use crate::measured::Measured;
use hamadryad_grid::{Board, Cycle};
use hamadryad_snake::{Limits, LogicOptions, LogicPlanner, Plan, PlanError, Planner, Position, Work};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Grounds the program, unless the approach grounds for every apple.
pub(super) fn start<'a>(
    configuration: &Configuration,
    stop: &'a dyn Fn() -> bool,
) -> Result<Box<dyn Measured + 'a>, PlanError> {
    let Configuration { rows, cols, approach, heuristic, mirror, time_limit, .. } = *configuration;
    let board = Board::new(rows, cols).map_err(|error| PlanError::Failed(error.to_string()))?;
    let time = time_limit.and_then(|limit| Duration::try_from_secs_f64(limit).ok());
    let watch = Stopwatch::start();
    let options = LogicOptions { approach, heuristic, mirror };
    let planner = LogicPlanner::with_options(board, options, Limits { time, clock: &now, stop })?;
    let set_up = (watch.wall().as_secs_f64(), watch.cpu().as_secs_f64());
    Ok(Box::new(Hamadryad { planner, set_up, cpu: 0.0 }))
}

/// The time since the first call.
fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

struct Hamadryad<'a> {
    planner: LogicPlanner<'a>,
    set_up: (f64, f64),
    cpu: f64,
}

impl Planner for Hamadryad<'_> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let watch = Stopwatch::start();
        let plan = self.planner.plan(position);
        self.cpu = watch.cpu().as_secs_f64();
        plan
    }

    fn any_cycle(&mut self, position: &Position<'_>) -> Result<Cycle, PlanError> {
        let watch = Stopwatch::start();
        let cycle = self.planner.any_cycle(position);
        self.cpu = watch.cpu().as_secs_f64();
        cycle
    }

    fn work(&self) -> Work {
        self.planner.work()
    }
}

impl Measured for Hamadryad<'_> {
    fn set_up(&self) -> (f64, f64) {
        self.set_up
    }

    fn cpu(&self) -> f64 {
        self.cpu
    }
}
