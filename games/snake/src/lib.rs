//! The game of Snake, and players that provably win it.
//!
//! ```
//! use hamadryad_grid::Board;
//! use hamadryad_snake::{Apples, Exhaustive, Game, Status, Strategy, NoObserver, play};
//! use std::time::Duration;
//!
//! let board = Board::new(4, 4)?;
//! let mut game = Game::new(board, Apples::from_seed(7));
//! let report = play(&mut game, Strategy::Conservative, &mut Exhaustive::new(board), &mut NoObserver)?;
//! assert_eq!(game.status(), Status::Won);
//! assert_eq!(report.solves.len(), 15);
//! assert!(report.solves.iter().all(|solve| solve.proven));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Game`] implements the rules and is independent of all players. A [`Planner`] finds the next cycle to
//! follow; a [`Strategy`] calls the planner and moves the snake. The rules decide: if a snake dies, a player
//! has a bug. A [`Session`] is a game that a person plays.

mod agents;
mod apples;
mod atoms;
mod circuit;
mod conflict;
mod exhaustive;
mod film;
mod game;
mod instance;
mod logic;
mod luck;
mod planner;
mod play;
mod record;
mod rules;
mod session;
mod tree;
mod view;

pub use agents::{
    Agent, AgentKind, BrokenGuarantee, Cells, Certificate, DriveError, Dynamic, Escape, EscapeEnd, Exact,
    Exploration, Feature, FeatureExtractor, Follower, Foresight, General, Guarantee, Jitter, Splice,
    StartError, StepObserver, TimeLimit, UnknownAgent, Weights, check_guarantee, drive, find_certificate,
    learnt_weights, rows_of_weights, steps_to_cells, upholds_guarantee, uses_distance, worth_of_cells,
};
pub use apples::Apples;
pub use circuit::{Answer, Bound, CircuitPlanner, Evidence, decide, shorter_way, solve, solve_relaxed};
pub use conflict::{TripConflict, trip_conflict};
pub use exhaustive::Exhaustive;
pub use film::{Pace, film};
pub use game::{Death, Game, Outcome, Statistics, Status};
pub use instance::{Instance, InstanceError};
pub use logic::{Limits, LogicOptions, LogicPlanner};
pub use luck::luck;
pub use planner::{Plan, PlanError, Planner, Position, Work};
pub use play::{NoObserver, PlayError, PlayObserver, Report, Solve, Strategy, play, play_after, play_from};
pub use record::{
    AppleRecord, Beginning, Ending, GameConfiguration, GameRecord, GameResult, GameTiming, Moves, Named,
    PositionRecord, RecordError, RulesRecord, Seconds, SolverRecord, StartRecord,
};
pub use rules::{Growth, Moment, Rules, Start, Tail};
pub use session::{
    AppleSteps, Autopilot, AutopilotError, Certainty, CodeError, CodeErrorKind, Hint, Light, LinkError,
    Obstacle, Rival, Session, SessionMode, SessionStatistics, StepError, TurnQueue, decode_moves,
    encode_moves, steps_per_apple,
};
pub use tree::inner_tree;
pub use view::{Intent, frame, frame_of_instance, frame_of_intent, frame_with, unreachable_cells};
