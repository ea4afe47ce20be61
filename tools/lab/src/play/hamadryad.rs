//! The engine of this house as a planner that is measured.

use super::{Effort, Measured};
use crate::Configuration;
use crate::clock::Stopwatch;
use hamadryad_grid::Board;
use hamadryad_snake::{Limits, LogicPlanner, Plan, PlanError, Planner, Position};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The program that all engines solve, and its parts.
pub(crate) const PROGRAM: (&str, &[&str]) =
    (include_str!("../../../../encodings/snake/hamiltonian.lp"), &["base", "heuristics"]);

/// Grounds the program.
pub(super) fn start<'a>(
    configuration: &Configuration,
    stop: &'a dyn Fn() -> bool,
) -> Result<Box<dyn Measured + 'a>, PlanError> {
    let board = Board::new(configuration.rows, configuration.cols)
        .map_err(|error| PlanError::Failed(error.to_string()))?;
    let time = configuration.time_limit.and_then(|limit| Duration::try_from_secs_f64(limit).ok());
    let watch = Stopwatch::start();
    let planner = LogicPlanner::new(board, Limits { time, clock: &now, stop })?;
    let effort =
        Effort { ground: watch.wall().as_secs_f64(), cpu: watch.cpu().as_secs_f64(), ..Effort::default() };
    Ok(Box::new(Hamadryad { planner, effort }))
}

/// The time since somebody asked first.
fn now() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

struct Hamadryad<'a> {
    planner: LogicPlanner<'a>,
    effort: Effort,
}

impl Planner for Hamadryad<'_> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let watch = Stopwatch::start();
        let plan = self.planner.plan(position);
        let time = watch.wall().as_secs_f64();
        let proven = plan.as_ref().is_ok_and(|plan| plan.proven);
        self.effort = Effort {
            proof: proven.then_some(time),
            time,
            cpu: watch.cpu().as_secs_f64(),
            timed_out: plan.as_ref().is_ok_and(|plan| !plan.proven) || plan == Err(PlanError::Interrupted),
            ..Effort::default()
        };
        plan
    }
}

impl Measured for Hamadryad<'_> {
    fn effort(&self) -> &Effort {
        &self.effort
    }
}
