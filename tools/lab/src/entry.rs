//! Records of games, as far as all experiments agree.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A record of a game, for any experiment.
pub trait Entry: Serialize + DeserializeOwned {
    /// The key that identifies the game.
    fn key(&self) -> String;

    /// The class of games with a similar duration.
    fn class(&self) -> String;

    /// The number of cells of the board.
    fn cells(&self) -> usize;

    /// The seed of the game.
    fn seed(&self) -> u64;

    /// The duration in seconds.
    fn wall(&self) -> f64;

    /// Whether the result is as the player guarantees: a game that is won, plans that are proven.
    fn keeps_guarantee(&self) -> bool;

    /// Checks that the numbers are consistent; an inconsistent line is no record.
    ///
    /// # Errors
    /// The first inconsistency.
    fn check(&self) -> Result<(), String>;
}
