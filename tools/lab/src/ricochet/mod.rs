//! The experiment `ricochet`: rounds of Ricochet Robots on one board, solved by the five approaches.
//!
//! A game has a board and a sequence of rounds, both determined by its seed; the rounds are the same for all
//! approaches. Breadth-first search knows the least number of moves of each round before the program is
//! solved, and a plan that is not proven, longer or illegal ends the game as a failure.

mod game;
mod planner;
mod record;

pub use game::{RicochetGames, RicochetPlayer, RicochetTask};
pub use planner::{RicochetPlan, RicochetPlanner};
pub use record::{RicochetConfiguration, RicochetRecord, Round};

/// The name of the experiment, as in records.
pub const RICOCHET: &str = "ricochet";

#[cfg(test)]
pub(crate) use game::tests;
