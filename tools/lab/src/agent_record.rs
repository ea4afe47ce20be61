//! The record of a game that an agent has played.

use crate::Machine;
use serde::{Deserialize, Serialize};

/// All parameters of a game except the seed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct AgentConfiguration {
    /// The name of the agent with its options.
    pub planner: String,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The name of the rules.
    pub rules: String,
}

impl AgentConfiguration {
    /// The number of cells of the board.
    pub fn cells(&self) -> usize {
        self.rows.saturating_mul(self.cols)
    }

    pub(crate) fn class(&self) -> String {
        let Self { planner, rows, cols, rules } = self;
        format!("{rows}x{cols} {rules} {planner}")
    }
}

/// A finished game of an agent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AgentRecord {
    /// The experiment.
    pub experiment: String,
    /// The parameters of the game.
    pub configuration: AgentConfiguration,
    /// The seed of the apples.
    pub seed: u64,
    /// The version of this program.
    pub version: String,
    /// The machine of the game.
    pub machine: Machine,
    /// The end of the game, in seconds since 1970.
    pub ended: u64,
    /// Whether the snake covers the board.
    pub won: bool,
    /// The reason if the game was not won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// Steps of the head.
    pub steps: u64,
    /// The number of plans of the agent.
    pub plans: u64,
    /// Seconds of the clock.
    pub wall: f64,
    /// Seconds of the processor.
    pub cpu: f64,
    /// The length of the snake after pending growth, at the beginning and after each apple.
    pub lengths: Vec<usize>,
    /// The steps to each apple.
    pub ways: Vec<u64>,
    /// By fifth of the board that the snake covers: the sum of the [`luck`](hamadryad_snake::luck) of the
    /// apples. Records of earlier versions do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<[f64; 5]>,
}

impl AgentRecord {
    /// The steps until the snake, after pending growth, covers more than a tenth of the board.
    pub fn steps_to_a_tenth(&self) -> Option<u64> {
        let cells = self.configuration.cells();
        let apples = self.lengths.iter().position(|&length| 10 * length > cells)?;
        Some(self.ways[..apples].iter().sum())
    }
}
