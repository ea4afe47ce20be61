//! The configuration of a recorded game.

use super::{Beginning, Named, Seconds};
use crate::{AgentKind, Strategy};
use hamadryad::approach::ApproachKind;
use serde::{Deserialize, Serialize};

/// The beginning of a game, and the options of its player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameConfiguration {
    /// The beginning.
    #[serde(flatten)]
    pub beginning: Beginning,
    /// The agent, if an agent plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planner: Option<Named<AgentKind>>,
    /// The strategy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Strategy>,
    /// The solver that plans.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<SolverRecord>,
    /// The representation of the snake in the logic program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approach: Option<Named<ApproachKind>>,
    /// Whether the last cycle is the first model of the logic program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<bool>,
    /// Whether positions are mirrored for the logic program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mirror: Option<bool>,
    /// The time limit of a plan; `None` for no limit.
    pub time_limit: Option<Seconds>,
    /// The limit of a plan in conflicts and tried ways; `None` for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict_limit: Option<u64>,
}

/// The solver of a planned game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SolverRecord {
    /// The propagator for circuits.
    Circuit,
    /// The logic program.
    Logic,
}
