//! The record of a game of Ricochet Robots.

use crate::record::named;
use crate::{Entry, Machine};
use hamadryad::approach::ApproachKind;
use serde::{Deserialize, Serialize};

/// All parameters of a game except the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RicochetConfiguration {
    /// The approach that holds the robots.
    #[serde(with = "named")]
    pub approach: ApproachKind,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The number of robots.
    pub robots: usize,
    /// The number of rounds of the game.
    pub rounds: usize,
    /// The largest number of moves of a plan.
    pub horizon: u32,
}

impl RicochetConfiguration {
    /// The class of games with a similar duration.
    pub(crate) fn class(&self) -> String {
        let Self { approach, rows, cols, robots, rounds, horizon } = self;
        format!("{rows}x{cols} {robots} robots {rounds} rounds {horizon} moves {}", approach.name())
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RicochetRecord {
    /// The experiment.
    pub experiment: String,
    /// The parameters of the game.
    pub configuration: RicochetConfiguration,
    /// The seed of the board and the rounds.
    pub seed: u64,
    /// The version of this program.
    pub version: String,
    /// The machine of the game.
    pub machine: Machine,
    /// The end of the game, in seconds since 1970.
    pub ended: u64,
    /// The reason if a round has no proven plan, or a wrong one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Seconds of the processor before the first round: grounding that happens once.
    pub set_up: f64,
    /// Seconds of the clock for the set-up and all rounds.
    pub wall: f64,
    /// Seconds of the processor for the same.
    pub cpu: f64,
    /// The rounds in order.
    pub rounds: Vec<Round>,
}

/// One solve. Times are seconds of the processor since its beginning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// The number of moves of the plan, which is least.
    pub moves: usize,
    /// Time at which the search began, after grounding.
    pub ground: f64,
    /// Time of the first model.
    pub first: f64,
    /// Time of the best model.
    pub optimum: f64,
    /// Time of the proof that no shorter plan exists.
    pub proof: f64,
    /// Conflicts of the search.
    pub conflicts: u64,
    /// Decisions of the search.
    pub decisions: u64,
    /// The learnt clauses from earlier rounds.
    pub kept: u64,
}

impl Entry for RicochetRecord {
    fn key(&self) -> String {
        format!("{} {} {}", self.experiment, self.configuration.class(), self.seed)
    }

    fn class(&self) -> String {
        self.configuration.class()
    }

    fn cells(&self) -> usize {
        self.configuration.rows.saturating_mul(self.configuration.cols)
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn wall(&self) -> f64 {
        self.wall
    }

    fn keeps_guarantee(&self) -> bool {
        self.failure.is_none()
    }

    fn check(&self) -> Result<(), String> {
        crate::sound::ricochet(self)
    }
}
