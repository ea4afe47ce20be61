//! The game of Snake, and players that provably win it.
//!
//! ```
//! use hamadryad_grid::Board;
//! use hamadryad_snake::{Apples, Exhaustive, Game, Status, Strategy, Unwatched, play};
//! use std::time::Duration;
//!
//! let board = Board::new(4, 4)?;
//! let mut game = Game::new(board, Apples::from_seed(7));
//! let report = play(&mut game, Strategy::Conservative, &mut Exhaustive::new(board), &mut Unwatched)?;
//! assert_eq!(game.status(), Status::Won);
//! assert_eq!(report.solves.len(), 15);
//! assert!(report.solves.iter().all(|solve| solve.proven));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Game`] is the rules and knows no player. A [`Planner`] answers one question, the next cycle to follow; a strategy
//! asks it and moves the snake. The rules decide: a snake that dies is a bug in a player, never something to expect.

mod agents;
mod apples;
mod atoms;
mod circuit;
mod exhaustive;
mod film;
mod game;
mod instance;
mod logic;
mod planner;
mod play;
mod rules;
mod tree;
mod view;

pub use agents::{
    Agent, AgentKind, Cells, DriveError, Dynamic, Escape, Exact, Follower, Foresight, Jitter, Patience,
    Promise, Spectator, Splice, StartError, UnknownAgent, drive, keeps_its_promise,
};
pub use apples::Apples;
pub use circuit::{Answer, Bound, CircuitPlanner, Evidence, decide, solve, solve_relaxed};
pub use exhaustive::Exhaustive;
pub use film::{NoSuchGame, Pace, Recorded, Thought, film};
pub use game::{Death, Game, Outcome, Statistics, Status};
pub use instance::{Instance, InstanceError};
pub use logic::{Limits, LogicOptions, LogicPlanner};
pub use planner::{Plan, PlanError, Planner, Position, Work};
pub use play::{PlayError, Report, Solve, Strategy, Unwatched, Watcher, play, play_from};
pub use rules::{Growth, Moment, Rules, Start, Tail};
pub use view::{Intent, frame, frame_of_instance, frame_with};
