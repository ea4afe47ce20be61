//! Rivals: games of planners with the same rules, board and seed.
//!
//! The seed determines the rank of each apple among the free cells ([`Apples`](crate::Apples)). So a person
//! and a planner meet the same random numbers, but not the same positions of apples once their snakes differ.

use super::{AppleSteps, Session, steps_per_apple};
use crate::{Agent, AgentKind, Game, Outcome, StartError, Status, drive};
use hamadryad_grid::Direction;
use std::ops::ControlFlow;
use std::time::Duration;

/// The game of a planner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rival {
    /// The planner.
    pub kind: AgentKind,
    /// All steps of its game.
    pub moves: Vec<Direction>,
    /// The steps to each apple.
    pub apples: Vec<AppleSteps>,
    /// The state of its game: running if the game was stopped, or the planner failed.
    pub status: Status,
}

impl Session {
    /// The game of a planner from the beginning of this session, until it ends or is stopped. Only planners
    /// with a time limit read the clock.
    ///
    /// # Errors
    /// If the planner cannot start with the snake at the beginning.
    pub fn rival(
        &self,
        kind: AgentKind,
        clock: &dyn Fn() -> Duration,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Rival, StartError> {
        let mut game = self.start.clone();
        let mut agent = kind.start(&game, clock)?;
        let mut moves = Vec::new();
        let mut last = game.head();
        let mut observer = |game: &Game, _: &dyn Agent, _: Outcome| {
            moves.extend(last.direction_to(game.head()));
            last = game.head();
            if is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // A failure ends the game early, which the status shows.
        let _ = drive(&mut game, &mut *agent, &mut observer);
        let apples = steps_per_apple(&self.start, &moves);
        Ok(Rival { kind, moves, apples, status: game.status() })
    }
}

impl Rival {
    /// The steps by which the rival is behind a player at the last apple that both have eaten: negative if
    /// the rival is ahead. `None` if there is no such apple.
    pub fn behind(&self, player: &[AppleSteps]) -> Option<i64> {
        let (own, other) = self.apples.iter().zip(player).next_back()?;
        Some(own.total as i64 - other.total as i64)
    }
}
