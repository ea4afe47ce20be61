//! The measured times of a recorded game, in seconds.

use super::Seconds;
use crate::{Report, Solve};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Measured times, of the clock unless stated otherwise.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GameTiming {
    /// Before the game; with the approach one-shot, grounding is not part of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground: Option<Seconds>,
    /// All solves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solve: Option<Seconds>,
    /// The whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<Seconds>,
    /// Processor time: of all solves, or of the whole game if an agent plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<Seconds>,
    /// For each apple, the time of its solve.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solves: Option<Vec<Seconds>>,
    /// For each apple, the processor time of its solve.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpus: Option<Vec<Seconds>>,
    /// For each apple, the time until the search began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grounds: Option<Vec<Seconds>>,
    /// For each apple, the time until the first plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub firsts: Option<Vec<Option<Seconds>>>,
    /// For each apple, the time until the best plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bests: Option<Vec<Option<Seconds>>>,
}

impl GameTiming {
    /// The times of a game with planned cycles: `cpus` has the processor time of each call of the planner.
    pub fn of_report(report: &Report, ground: Duration, total: Duration, cpus: &[Duration]) -> Self {
        let mut calls = cpus.iter().copied();
        let cpu_of =
            |solve: &Solve| if solve.asked { calls.next().unwrap_or_default() } else { Duration::ZERO };
        let cpus: Vec<Duration> = report.solves.iter().map(cpu_of).collect();
        let works = || report.solves.iter().map(|solve| &solve.work);
        let seconds = |time: Option<Duration>| time.map(Seconds::from);
        Self {
            ground: Some(ground.into()),
            solve: Some(report.solves.iter().map(|solve| solve.time).sum::<Duration>().into()),
            total: Some(total.into()),
            cpu: Some(cpus.iter().sum::<Duration>().into()),
            solves: Some(report.solves.iter().map(|solve| solve.time.into()).collect()),
            cpus: Some(cpus.into_iter().map(Seconds::from).collect()),
            grounds: Some(works().map(|work| work.ground.into()).collect()),
            firsts: Some(works().map(|work| seconds(work.first)).collect()),
            bests: Some(works().map(|work| seconds(work.best)).collect()),
        }
    }
}
