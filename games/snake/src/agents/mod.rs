//! Agents: players that are asked for a direction at every step.
//!
//! A [`Planner`](crate::Planner) answers one question and a strategy follows the answer to the apple. An agent may change its
//! mind on the way. It promises when it can show a certificate, a Hamiltonian cycle through the snake: after every step, or
//! whenever an apple is eaten. Either makes a loss impossible, and the tests hold every agent to it.
//!
//! | agent | cycle | changed |
//! |---|---|---|
//! | [`Follower`] | zig-zag, or the walk round a random spanning tree | never |
//! | [`Dynamic`] | the walk round a spanning tree that begins with a path to the apple | at apples, or on the way |
//! | [`Exact`] | through the shortest way to the apple, proven; or through the snake once it has come there | at apples |
//! | [`Cells`] | a spanning tree's, but one is needed at the apple only, and the path goes where the tail will have left | on the way |
//! | [`Splice`] | any that can be bent to such a path on the plain grid | on the way |
//! | [`Foresight`] | the same, or none for a few steps; the path is chosen by where the next apple may lie | on the way |
//!
//! Whoever changes a plan on the way takes the new one only if it leads to the apple in no more steps than are left of the old
//! one. So an apple is eaten in fewer steps than there are cells, and no agent runs in circles for ever.

mod cells;
mod drive;
mod dynamic;
mod escape;
mod exact;
mod excursions;
mod follower;
mod foresight;
mod grid_search;
mod kind;
mod locks;
mod outlook;
mod route;
mod shortcuts;
mod splice;
mod streets_search;
mod taste;
mod ways;
mod worth;

pub use cells::Cells;
pub use drive::{DriveError, Spectator, drive};
pub use dynamic::Dynamic;
pub use escape::{Escape, keeps_its_promise};
pub use exact::Exact;
pub use follower::Follower;
pub use foresight::Foresight;
pub use kind::{AgentKind, Jitter, StartError, UnknownAgent};
pub use splice::Splice;

use crate::{Game, PlanError};
use hamadryad_grid::{Cycle, Direction};
use std::time::Duration;

/// A player that is asked for a direction at every step.
pub trait Agent {
    /// Where the head goes next. It is asked at every step of one game, and sees each step that it asked for made.
    ///
    /// # Errors
    /// Where it cannot say, because whatever it asks for plans has failed.
    fn next(&mut self, game: &Game) -> Result<Direction, PlanError>;

    /// A Hamiltonian cycle that runs through the snake as it lies there, from its tail to its head, if the agent has one.
    fn certificate(&self, game: &Game) -> Option<Cycle>;

    /// What the agent has in place of a certificate when an apple is eaten, if it promises no more.
    fn escapes(&self, game: &Game) -> Vec<Escape> {
        let _ = game;
        Vec::new()
    }

    /// When there is a certificate.
    fn promise(&self) -> Promise;

    /// How often it has made a plan so far.
    fn plans(&self) -> u64;
}

/// When an agent has a certificate. At the beginning of a game, all of them have one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Promise {
    /// After every step.
    EveryStep,
    /// When an apple is eaten; in between, a path to the next one that ends so.
    EveryApple,
    /// When an apple is eaten there is one, or there are escapes: wherever the next apple lies, one of them leads to a certificate.
    CycleOrEscapes,
}

/// How long an agent may think about an apple.
#[derive(Clone, Copy)]
pub struct Patience<'a> {
    /// At least so long, if there is something left to try; without it, for a fixed number of tries.
    pub time: Option<Duration>,
    /// Tells the time, since whenever.
    pub clock: &'a dyn Fn() -> Duration,
}
