//! The record of a game: one JSON object on one line.
//!
//! ```text
//! {"experiment":"snake-approaches","configuration":{"engine":"hamadryad","strategy":"conservative",
//!  "approach":"assume","rows":6,"cols":6,"time_limit":60.0,"heuristic":true,"mirror":true},"seed":1, …
//!  "outcome":{"status":"won","steps":213,"apples":35, …},"iterations":[{"length":1,"apple":[3,4],"steps":5, …}, …]}
//! ```
//!
//! All times are seconds. Fields that a later version adds have defaults, so that old records can still be
//! read.

use crate::Machine;
use hamadryad::approach::ApproachKind;
use hamadryad_snake::Strategy;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The solver of the logic programs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Engine {
    /// Hamadryad.
    Hamadryad,
    /// An installed clingo, run as a process.
    Clingo,
}

impl Engine {
    /// All engines.
    pub const ALL: [Self; 2] = [Self::Hamadryad, Self::Clingo];

    /// The name in records and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hamadryad => "hamadryad",
            Self::Clingo => "clingo",
        }
    }
}

/// Values with a name in records and on the command line.
pub trait Named: Copy + 'static {
    /// All values, in the order of tables.
    const VALUES: &'static [Self];

    /// The name.
    fn word(self) -> &'static str;
}

impl Named for Engine {
    const VALUES: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.name()
    }
}

impl Named for Strategy {
    /// The strategies of the paper; the third strategy has no logic program.
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

/// Serialisation of names.
pub(crate) mod named {
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

/// All parameters of a game except the seed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Configuration {
    /// The solver.
    #[serde(with = "named")]
    pub engine: Engine,
    /// The strategy.
    #[serde(with = "named")]
    pub strategy: Strategy,
    /// The approach that holds the snake.
    #[serde(with = "named")]
    pub approach: ApproachKind,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The longest time for one solve; `None` for no limit.
    pub time_limit: Option<f64>,
    /// Whether the last cycle is the first model.
    pub heuristic: bool,
    /// Whether positions are reflected into the first quarter of the board.
    pub mirror: bool,
}

impl Configuration {
    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.rows.saturating_mul(self.cols)
    }

    /// The key of a game of an experiment.
    pub(crate) fn key(&self, experiment: &str, seed: u64) -> String {
        format!("{experiment} {} {seed}", self.class())
    }

    /// The class of games with a similar duration.
    pub(crate) fn class(&self) -> String {
        let Self { time_limit, heuristic, mirror, .. } = self;
        format!("{self} {time_limit:?} {heuristic} {mirror}")
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
    /// The experiment.
    pub experiment: String,
    /// The parameters of the game.
    pub configuration: Configuration,
    /// The seed of the apples.
    pub seed: u64,
    /// The engine's name and version.
    pub version: String,
    /// The machine of the game.
    pub machine: Machine,
    /// The end of the game, in seconds since 1970.
    pub ended: u64,
    /// The result.
    pub outcome: Outcome,
    /// One entry for each apple, in order.
    pub iterations: Vec<Iteration>,
}

/// Result of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether the snake covers the board.
    pub won: bool,
    /// The reason if the game was not won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Steps of the head.
    pub steps: u64,
    /// Apples eaten.
    pub apples: u64,
    /// Time before the first apple: reading the program, and grounding that happens once.
    pub set_up: f64,
    /// Time of the clock for the set-up and all solves.
    pub wall: f64,
    /// Processor time of the same, of the thread or the process that solves.
    pub cpu: f64,
}

/// One solve for one apple, and the steps to eat it. Times are measured from the appearance of the apple.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Iteration {
    /// The length of the snake.
    pub length: usize,
    /// Row and column of the apple, counted from 1.
    pub apple: (u32, u32),
    /// Steps from the head to the apple.
    pub steps: usize,
    /// Whether a solver was called; otherwise the snake follows its cycle, and the following fields are
    /// empty.
    pub asked: bool,
    /// Time at which the search began, after grounding.
    pub ground: f64,
    /// Time of the first model, if any.
    pub first: Option<f64>,
    /// Time of the model that the snake followed.
    pub optimum: Option<f64>,
    /// Time of the optimality proof.
    pub proof: Option<f64>,
    /// Time of the clock in total.
    pub time: f64,
    /// Processor time in total.
    pub cpu: f64,
    /// The steps of each model, in the order of discovery: the upper bounds of the search.
    pub bounds: Vec<usize>,
    /// Whether the time limit ended the solve.
    pub timed_out: bool,
    /// Conflicts of the search.
    pub conflicts: u64,
}

impl Iteration {
    /// Whether it is proven that no cycle through the snake has fewer steps.
    pub fn is_proven(&self) -> bool {
        self.proof.is_some()
    }
}
