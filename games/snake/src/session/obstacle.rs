//! The reason why no round trip runs through the snake of a person's game.

use super::Session;
use crate::{TripConflict, decide, trip_conflict};
use hamadryad::Error;

/// The reason why no Hamiltonian cycle runs through the snake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// A Hamiltonian cycle runs through the snake.
    None,
    /// Cells that exclude every Hamiltonian cycle together.
    Cells(TripConflict),
    /// The budget was exhausted before a reason was found.
    Unknown,
}

impl Session {
    /// The cells that exclude a Hamiltonian cycle through the snake together. `None` if the game is over.
    ///
    /// # Errors
    /// If the logic program cannot be grounded.
    pub fn obstacle(&self, is_stopped: &dyn Fn() -> bool) -> Result<Option<Obstacle>, Error> {
        let Some(instance) = self.instance() else { return Ok(None) };
        if self.certificate.is_some() || decide(&instance, is_stopped).plan.is_some() {
            return Ok(Some(Obstacle::None));
        }
        let conflict = trip_conflict(&instance, is_stopped)?;
        Ok(Some(conflict.map_or(Obstacle::Unknown, Obstacle::Cells)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Beginning, RulesRecord, SessionMode};
    use hamadryad_grid::Direction;

    /// A game on 4×4 cells that begins with a snake of four cells.
    fn played(steps: &str) -> Session {
        let rules = RulesRecord { start_growth: 3, ..RulesRecord::default() };
        let beginning = Beginning { rows: 4, cols: 4, seed: 1, rules };
        let mut session = Session::begin(beginning, SessionMode::Practice).unwrap();
        for letter in steps.chars() {
            session.step(Direction::from_letter(letter).unwrap()).unwrap();
        }
        session
    }

    #[test]
    fn a_snake_that_separates_the_board_has_an_obstacle() {
        let session = played("DRRR");
        let Ok(Some(Obstacle::Cells(conflict))) = session.obstacle(&|| false) else {
            panic!("no round trip runs through {:?}", session.game().snake().collect::<Vec<_>>())
        };
        assert!(conflict.is_minimal && !conflict.cut_off.is_empty());
        assert_eq!(session.obstacle(&|| true), Ok(Some(Obstacle::Unknown)));
    }

    #[test]
    fn a_snake_on_a_round_trip_has_none() {
        assert_eq!(played("R").obstacle(&|| false), Ok(Some(Obstacle::None)));
    }
}
