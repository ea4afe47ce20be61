//! The record of a game: one JSON object, which `hamadryad snake play --save` writes and `show` reads.
//!
//! ```text
//! {"configuration":{"rows":4,"cols":4,"seed":1,"rules":{"start":"corner",…},"strategy":"conservative",…},
//!  "result":{"status":"won","length":16,"cells":16,"apples":15,"steps":53,…,"moves":"RRRDL…"},
//!  "apples":[{"length":1,"apple":[1,4],"steps":3,…,"path":"RRR","cycle":"RRRDLLDRRDLLLUUU"},…],
//!  "timing":{"ground":0.00001,"solve":0.005,…}}
//! ```
//!
//! Board, seed and moves are mandatory. All other fields are optional, because agents record fewer of them,
//! and so did earlier versions. Unknown fields are ignored: later versions may add some.
//!
//! *Invariant:* a record from [`GameRecord::read`] is consistent: its numbers describe the game after its
//! moves, and each plan is possible on its board. A file with one invalid field is rejected as a whole.

mod apple;
mod beginning;
mod configuration;
mod error;
mod moves;
mod position;
mod result;
#[cfg(test)]
mod tests;
mod timing;
mod value;

pub use apple::AppleRecord;
pub use beginning::{Beginning, RulesRecord, StartRecord};
pub use configuration::{GameConfiguration, SolverRecord};
pub use error::RecordError;
pub use moves::Moves;
pub use position::PositionRecord;
pub use result::{Ending, GameResult};
pub use timing::GameTiming;
pub use value::{Named, Seconds};

use crate::{Game, Outcome};
use hamadryad_grid::Direction;
use serde::{Deserialize, Serialize};

/// A recorded game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The beginning of the game, and the options of the player.
    pub configuration: GameConfiguration,
    /// The moves and the end of the game.
    pub result: GameResult,
    /// One entry for each apple, if the player plans.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apples: Option<Vec<AppleRecord>>,
    /// Measured times.
    #[serde(default)]
    pub timing: GameTiming,
}

impl GameRecord {
    /// Reads a record and checks that it is consistent. Moves that the rules do not allow are not reported
    /// here, but by [`film`](crate::film()), with their number.
    ///
    /// # Errors
    /// The first error in the text.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let record: Self = serde_json::from_str(text).map_err(|error| RecordError::json(&error))?;
        let start = record.configuration.beginning.game()?;
        for (number, apple) in (1..).zip(record.apples()) {
            apple.check(start.board()).map_err(|message| RecordError::Apple { number, message })?;
        }
        if let Some(game) = played(&start, &record.result.moves.0) {
            record.result.check(&game).map_err(RecordError::Result)?;
        }
        Ok(record)
    }

    /// The record as JSON, on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("all values are finite numbers and texts")
    }

    /// The entries for apples.
    pub fn apples(&self) -> &[AppleRecord] {
        self.apples.as_deref().unwrap_or_default()
    }
}

/// The game after these moves; `None` if the rules do not allow them.
fn played(start: &Game, moves: &[Direction]) -> Option<Game> {
    let mut game = start.clone();
    let survives = |&direction: &_| !matches!(game.step(direction), Outcome::Died(_));
    moves.iter().all(survives).then_some(game)
}
