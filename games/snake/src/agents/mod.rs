//! Agents: players that choose a direction at every step.
//!
//! A [`Planner`](crate::Planner) is called once for each apple, and a strategy follows its plan to the apple.
//! An agent may change its plan on the way. It guarantees when it has a certificate, a Hamiltonian cycle
//! through the snake: after every step, or whenever an apple is eaten. Each [`Guarantee`] excludes a loss,
//! and the tests check it for every agent.
//!
//! | agent | cycle | changes |
//! |---|---|---|
//! | [`Follower`] | zig-zag, or the walk around a random spanning tree | never |
//! | [`Dynamic`] | the walk around a spanning tree that begins with a path to the apple | at apples, or on the way |
//! | [`Exact`] | through the shortest way to the apple, proven; or through the snake at the end of that way | at apples |
//! | [`Cells`] | the walk around a spanning tree, required at apples only; the way may use cells that the tail leaves in time | on the way |
//! | [`Splice`] | any cycle that can be repaired to contain such a way on the plain grid | on the way |
//! | [`Foresight`] | as `Splice`, or none for a few steps; a value function selects the way | on the way |
//! | [`General`] | none: the shortest way, for comparison; the snake may die | at apples |
//!
//! *Invariant:* an agent with a guarantee that changes its plan on the way accepts a new plan only if it
//! reaches the apple in no more steps than the rest of the old one. So each apple is eaten in fewer steps
//! than the board has cells, and no agent circles forever.

mod bits;
mod block_constraints;
mod board_size;
mod cell_maps;
mod cells;
mod drive;
mod dynamic;
mod effort;
mod escape;
mod exact;
mod excursions;
mod features;
mod follower;
mod foresight;
mod general;
mod grid_search;
mod intent;
mod kind;
mod outlook;
mod reach;
mod return_to_cycle;
mod route;
mod shortcuts;
mod splice;
mod tie_break;
mod tree_search;
mod value_function;
mod ways;
mod weights;

pub use cell_maps::{steps_to_cells, worth_of_cells};
pub use cells::Cells;
pub(crate) use exact::grows_as_usual;

pub use drive::{DriveError, StepObserver, drive};
pub use dynamic::Dynamic;
pub use escape::{BrokenGuarantee, Certificate, Escape, EscapeEnd, check_guarantee, upholds_guarantee};
pub use exact::Exact;
pub use features::{Feature, FeatureExtractor};
pub use follower::Follower;
pub use foresight::{Foresight, find_certificate};
pub use general::General;
pub use kind::{AgentKind, Jitter, StartError, UnknownAgent};
pub use splice::Splice;
pub use value_function::{Exploration, rows_of_weights, uses_distance};
pub use weights::{Weights, learnt_weights};

use crate::{Game, Intent, PlanError};
use hamadryad_grid::{Cell, Cycle, Direction};
use std::time::Duration;

/// A player that chooses a direction at every step.
pub trait Agent {
    /// The next direction of the head. It is called once before every step of one game, and each returned
    /// step is made.
    ///
    /// # Errors
    /// If a planner that the agent uses fails.
    fn next(&mut self, game: &Game) -> Result<Direction, PlanError>;

    /// A Hamiltonian cycle that runs through the snake at present, from its tail to its head, if the agent
    /// has one.
    fn certificate(&self, game: &Game) -> Option<Cycle>;

    /// The escapes that replace the certificate when an apple is eaten, under [`Guarantee::CycleOrEscapes`].
    fn escapes(&self, game: &Game) -> Vec<Escape> {
        let _ = game;
        Vec::new()
    }

    /// The times at which the agent has a certificate.
    fn guarantee(&self) -> Guarantee;

    /// The rest of the way to the apple, without the steps that [`Agent::next`] has returned; empty if the
    /// agent has no way, or follows its certificate.
    fn way(&self, game: &Game) -> Vec<Cell> {
        let _ = game;
        Vec::new()
    }

    /// The plan of the agent as a picture shows it, after a call of [`Agent::next`]. `next` is the direction
    /// that this call has returned, as long as the step is not made.
    fn intent(&self, game: &Game, next: Option<Direction>) -> Intent {
        intent::of(game, next, self.way(game), self.certificate(game), self.searched())
    }

    /// The cells that the search of the last plan has reached, each with the number of steps to it; empty if
    /// the agent does not search.
    fn searched(&self) -> Vec<(Cell, u32)> {
        Vec::new()
    }

    /// The number of plans so far.
    fn plans(&self) -> u64;
}

/// The times at which an agent has a certificate. All agents with a guarantee have one at the beginning of a
/// game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Guarantee {
    /// After every step.
    EveryStep,
    /// When an apple is eaten; in between, the agent has a way to the next apple that ends on a cycle.
    EveryApple,
    /// When an apple is eaten, a certificate or escapes: for every position of the next apple one of the
    /// escapes ends on a cycle.
    CycleOrEscapes,
    /// Never: the snake may die.
    Never,
}

/// Time limit of an agent for each apple.
#[derive(Clone, Copy)]
pub struct TimeLimit<'a> {
    /// The time for planning while improvements are possible; `None` for a fixed number of attempts.
    pub time: Option<Duration>,
    /// Time since a fixed moment.
    pub clock: &'a dyn Fn() -> Duration,
}
