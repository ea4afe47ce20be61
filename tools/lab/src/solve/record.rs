//! The record of a run.

use super::answer::Answer;
use super::task::{SOLVE, class, key};
use crate::{Entry, Machine};
use serde::{Deserialize, Serialize};

/// A run of a solver that has ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolveRecord {
    /// The experiment.
    pub experiment: String,
    /// The name of the benchmark.
    pub benchmark: String,
    /// The name of the instance in it.
    pub instance: String,
    /// The name of the solver.
    pub solver: String,
    /// The name of the configuration.
    pub configuration: String,
    /// The seed of the search.
    pub seed: u64,
    /// The order of the facts.
    pub order: u64,
    /// The limit of processor time in seconds.
    pub limit: f64,
    /// The limit of memory in megabytes.
    pub memory_limit: u64,
    /// The machine.
    pub machine: Machine,
    /// The end of the run, in seconds since 1970.
    pub ended: u64,
    /// The result.
    pub run: Run,
}

/// The result of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The kind of result.
    pub state: State,
    /// The reason of an error, or of a wrong answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The answer.
    pub answer: Answer,
    /// Whether a second run has found the answer set; `None` if it was not searched, or not within the limits.
    #[serde(default)]
    pub verified: Option<bool>,
    /// Seconds of the processor, of all processes of the run.
    pub cpu: f64,
    /// Seconds of the clock.
    pub wall: f64,
    /// The largest memory of all processes of the run together, in megabytes.
    pub memory: f64,
}

/// The kind of a result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// An answer that is final: satisfiable, unsatisfiable, or an optimum.
    Solved,
    /// The limit of time ended the run.
    Timeout,
    /// The limit of memory ended the run.
    Memout,
    /// The solver ended without an answer.
    Error,
    /// The answer is wrong.
    Wrong,
}

impl State {
    /// All kinds, in the order of tables.
    pub const ALL: [Self; 5] = [Self::Solved, Self::Timeout, Self::Memout, Self::Error, Self::Wrong];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Timeout => "timeout",
            Self::Memout => "memout",
            Self::Error => "error",
            Self::Wrong => "wrong",
        }
    }
}

impl SolveRecord {
    /// Solver and configuration.
    pub fn player(&self) -> String {
        format!("{} {}", self.solver, self.configuration)
    }
}

impl Entry for SolveRecord {
    fn key(&self) -> String {
        key(&self.class(), self.seed, self.order)
    }

    fn class(&self) -> String {
        let Self { benchmark, instance, solver, configuration, limit, memory_limit, .. } = self;
        class([benchmark, instance, solver, configuration], *limit, *memory_limit)
    }

    fn cells(&self) -> usize {
        1
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn wall(&self) -> f64 {
        self.run.wall
    }

    fn keeps_guarantee(&self) -> bool {
        !matches!(self.run.state, State::Error | State::Wrong)
    }

    fn check(&self) -> Result<(), String> {
        if self.experiment != SOLVE {
            return Err(format!("the experiment is `{}`", self.experiment));
        }
        let numbers = [self.limit, self.run.cpu, self.run.wall, self.run.memory];
        match numbers.iter().find(|number| !number.is_finite() || **number < 0.0) {
            Some(number) => Err(format!("{number} is no time and no size")),
            None => Ok(()),
        }
    }
}
