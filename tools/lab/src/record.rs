//! What is written down of a game: one object of JSON, on one line.
//!
//! ```text
//! {"experiment":"snake-approaches","configuration":{"engine":"hamadryad","strategy":"conservative",
//!  "approach":"assume","rows":6,"cols":6,"time_limit":60.0,"heuristic":true,"mirror":true},"seed":1, …
//!  "outcome":{"status":"won","steps":213,"apples":35, …},"iterations":[{"length":1,"apple":[3,4],"steps":5, …}, …]}
//! ```
//!
//! All times are seconds. Fields that a later version adds have defaults, so that old records can still be read.

use crate::{Entry, Machine};
use hamadryad::approach::ApproachKind;
use hamadryad_snake::Strategy;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who solves the logic programs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Engine {
    /// The engine of this house.
    Hamadryad,
    /// A clingo that is installed on the machine, run as a process of its own.
    Clingo,
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

/// What records and the command line know by its name.
pub trait Named: Copy + 'static {
    /// All there are, in the order of tables.
    const VALUES: &'static [Self];

    /// As it is written.
    fn word(self) -> &'static str;
}

impl Named for Engine {
    const VALUES: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.name()
    }
}

impl Named for Strategy {
    /// Those of the paper; no logic program is asked for the third.
    const VALUES: &'static [Self] = &[Self::Naive, Self::Conservative];

    fn word(self) -> &'static str {
        self.name()
    }
}

impl Named for ApproachKind {
    const VALUES: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.name()
    }
}

/// How names are written and read.
mod named {
    use super::Named;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<T: Named, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.word())
    }

    pub fn deserialize<'de, T: Named, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let word = String::deserialize(deserializer)?;
        let found = T::VALUES.iter().find(|value| value.word() == word);
        found.copied().ok_or_else(|| D::Error::custom(format!("`{word}` is unknown")))
    }
}

/// All that decides a game but the seed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Configuration {
    /// Who solves.
    #[serde(with = "named")]
    pub engine: Engine,
    /// What is asked for.
    #[serde(with = "named")]
    pub strategy: Strategy,
    /// How the snake is held.
    #[serde(with = "named")]
    pub approach: ApproachKind,
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
        self.rows.saturating_mul(self.cols)
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

impl Entry for Record {
    fn key(&self) -> String {
        crate::matrix::key(&self.experiment, &self.configuration, self.seed)
    }

    fn class(&self) -> String {
        crate::matrix::class(&self.configuration)
    }

    fn cells(&self) -> usize {
        self.configuration.cells()
    }

    fn wall(&self) -> f64 {
        self.outcome.wall
    }

    fn is_won(&self) -> bool {
        self.outcome.won
    }

    fn check(&self) -> Result<(), String> {
        crate::sound::approach(self)
    }
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
    /// Time of the clock for setting up and for all solves.
    pub wall: f64,
    /// Time of the processor for the same: of the thread or the process that solves.
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
    /// Whether a solver was asked; if not, the snake follows the cycle that it has, and all that follows is nothing.
    pub asked: bool,
    /// The moment at which the search began: what had to be grounded was grounded.
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
    /// The steps of each model, in the order found: the bounds by which the search went down to `steps`.
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
