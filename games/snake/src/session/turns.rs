//! Turns of a snake that moves at a steady pace, entered between two steps.

use super::Session;
use hamadryad_grid::Direction;
use std::collections::VecDeque;

/// The turns that are entered and not yet made. Two quick turns are both made, one at each step; more turns
/// are ignored, because a longer queue would make the snake respond late.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TurnQueue(VecDeque<Direction>);

impl TurnQueue {
    /// The largest number of turns.
    pub const CAPACITY: usize = 2;

    /// Adds a turn. Returns false if it is ignored: the queue is full, the snake already goes there, or it
    /// would reverse.
    pub fn push(&mut self, session: &Session, turn: Direction) -> bool {
        let heading = self.0.back().or(session.moves().last()).copied();
        let reverses =
            heading == Some(turn.opposite()) && (session.game().length() > 1 || !self.0.is_empty());
        let is_ignored = heading == Some(turn) || reverses || self.0.len() >= Self::CAPACITY;
        if !is_ignored {
            self.0.push_back(turn);
        }
        !is_ignored
    }

    /// The direction of the next step: the first turn, or straight on; `None` before the first step.
    pub fn next(&mut self, session: &Session) -> Option<Direction> {
        self.0.pop_front().or(session.moves().last().copied())
    }

    /// Removes all turns.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SessionMode;
    use crate::{Beginning, RulesRecord};
    use Direction::{Down, Left, Right, Up};

    fn session(moves: &[Direction]) -> Session {
        let beginning = Beginning { rows: 6, cols: 6, seed: 1, rules: RulesRecord::default() };
        let mut session = Session::begin(beginning, SessionMode::Game).expect("a board");
        moves.iter().for_each(|&direction| assert!(session.step(direction).is_ok()));
        session
    }

    #[test]
    fn two_quick_turns_are_made_at_two_steps_and_a_third_is_ignored() {
        let session = session(&[Down, Down, Right]);
        let mut turns = TurnQueue::default();
        assert!(turns.push(&session, Up) && turns.push(&session, Left) && !turns.push(&session, Down));
        assert_eq!([turns.next(&session), turns.next(&session)], [Some(Up), Some(Left)]);
        // Straight on.
        assert_eq!(turns.next(&session), Some(Right));
    }

    #[test]
    fn reversing_and_the_present_direction_are_ignored() {
        let mut session = session(&[Right]);
        let mut turns = TurnQueue::default();
        assert!(!turns.push(&session, Right));
        // A snake of one cell may turn back.
        assert!(turns.push(&session, Left));
        turns.clear();
        while session.game().length() < 2 {
            let hint = session.hint(crate::Strategy::Naive, &|| false).expect("it is not over");
            session.step(hint.direction).expect("a step");
        }
        let heading = *session.moves().last().expect("a move");
        assert!(!turns.push(&session, heading.opposite()) && turns == TurnQueue::default());
    }
}
