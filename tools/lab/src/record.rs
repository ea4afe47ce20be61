//! What is written down of a game: one object of JSON, on one line.
//!
//! ```text
//! {"experiment":"snake-approaches","configuration":{"engine":"hamadryad","strategy":"conservative",
//!  "approach":"assume","rows":6,"cols":6,"time_limit":60.0,"heuristic":true,"mirror":true},"seed":1, …
//!  "outcome":{"status":"won","steps":213,"apples":35, …},"iterations":[{"length":1,"apple":[3,4],"steps":5, …}, …]}
//! ```
//!
//! All times are seconds. Fields that a later version adds have defaults, so that old records can still be read.

use crate::Machine;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who solves the logic programs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// The engine of this house.
    Hamadryad,
    /// A clingo that is installed on the machine, run as a process of its own.
    Clingo,
}

/// What a solver is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Any cycle, once, followed to the end.
    Naive,
    /// A shortest way to every apple.
    Conservative,
}

/// How the snake is held true across solves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Approach {
    /// Facts, and everything is grounded afresh.
    OneShot,
    /// Constraints under a guard, grounded for each step.
    AdHoc,
    /// An external for each candidate, grounded once.
    Preground,
    /// Assumptions.
    Assume,
    /// Clauses that are added to the running search.
    Nogood,
}

impl Engine {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Hamadryad, Self::Clingo];

    /// As it is written in records and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hamadryad => "hamadryad",
            Self::Clingo => "clingo",
        }
    }
}

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Naive, Self::Conservative];

    /// As it is written in records and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Naive => "naive",
            Self::Conservative => "conservative",
        }
    }
}

impl Approach {
    /// All of them, in the order of the paper's tables.
    pub const ALL: [Self; 5] = [Self::OneShot, Self::AdHoc, Self::Preground, Self::Assume, Self::Nogood];

    /// As it is written in records and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::OneShot => "one-shot",
            Self::AdHoc => "ad-hoc",
            Self::Preground => "preground",
            Self::Assume => "assume",
            Self::Nogood => "nogood",
        }
    }
}

/// All that decides a game but the seed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Configuration {
    /// Who solves.
    pub engine: Engine,
    /// What is asked for.
    pub strategy: Strategy,
    /// How it is asked.
    pub approach: Approach,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The longest time for one solve; without one, every solve is run to its end.
    pub time_limit: Option<f64>,
    /// Whether the last cycle is handed in as a first model.
    pub heuristic: bool,
    /// Whether positions are mirrored into the first quadrant of the board.
    pub mirror: bool,
}

impl Configuration {
    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.rows * self.cols
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engine, strategy, approach, rows, cols, .. } = self;
        let (engine, strategy, approach) = (engine.name(), strategy.name(), approach.name());
        write!(f, "{rows}x{cols} {strategy} {approach} {engine}")
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The experiment that it belongs to.
    pub experiment: String,
    /// What was played.
    pub configuration: Configuration,
    /// Decides where the apples appear.
    pub seed: u64,
    /// The engine's name and version.
    pub version: String,
    /// Where it was played.
    pub machine: Machine,
    /// When it ended, in seconds since 1970.
    pub ended: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// One for each apple, in their order.
    pub iterations: Vec<Iteration>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether the snake covers the board.
    pub won: bool,
    /// What went wrong, where it was not won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Steps of the head.
    pub steps: u64,
    /// Apples eaten.
    pub apples: u64,
    /// Time before the first apple: to read the program and to ground what is ground once.
    pub set_up: f64,
    /// Time of the clock for the game, setting up included.
    pub wall: f64,
    /// Time of the processor for the game: of the thread or the process that solves.
    pub cpu: f64,
}

/// One apple: one solve, and the steps to eat it. Times count from the moment that the apple is known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Iteration {
    /// The length of the snake.
    pub length: usize,
    /// Row and column of the apple, from 1.
    pub apple: (u32, u32),
    /// Steps from the head to the apple.
    pub steps: usize,
    /// Time spent on grounding.
    pub ground: f64,
    /// The moment of the first model, if there was one.
    pub first: Option<f64>,
    /// The moment of the model that was followed.
    pub optimum: Option<f64>,
    /// The moment at which no better model was known to exist.
    pub proof: Option<f64>,
    /// Time of the clock for all of it.
    pub time: f64,
    /// Time of the processor for all of it.
    pub cpu: f64,
    /// The steps of each model, in the order in which they were found.
    pub bounds: Vec<usize>,
    /// Whether the time limit ended it.
    pub timed_out: bool,
    /// Conflicts of the search.
    pub conflicts: u64,
}

impl Iteration {
    /// Whether no cycle through the snake needs fewer steps.
    pub fn is_proven(&self) -> bool {
        self.proof.is_some()
    }
}
