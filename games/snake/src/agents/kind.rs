//! The agents by name, and the errors at their start.

use super::return_to_cycle::ReturnToCycle;
use super::{Agent, Cells, Dynamic, Exact, Follower, Foresight, General, Splice, TimeLimit};
use crate::Game;
use hamadryad_grid::Cycle;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// An agent with its options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AgentKind {
    /// Along the rows in turn, and back along the first column.
    ZigZag,
    /// Around one random spanning tree.
    Static,
    /// Around a spanning tree that begins with a path to the apple.
    Dynamic(Jitter),
    /// Along the shortest way that is part of a cycle, proven.
    Conservative,
    /// Along the shortest way that ends on a cycle, proven.
    Relaxed,
    /// By tree moves, with a cycle at apples only, over cells that the tail leaves in time.
    Cells,
    /// Along a cycle that is repaired to contain short paths.
    Splice,
    /// As `splice`, with a value function for the next apples; with a time limit in milliseconds for each
    /// apple, or without.
    Foresight(Option<u32>),
    /// Along the shortest way, without a guarantee.
    General,
}

/// The times at which `dynamic` plans again on its way to an apple.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Jitter {
    /// Never.
    #[default]
    Never,
    /// After this number of steps on an indirect way; at least 1.
    Indirect(u32),
    /// At every step.
    Always,
}

/// Reason why an agent cannot play a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartError {
    /// The cycle does not run through the snake.
    OffCycle,
    /// No spanning tree of blocks gives a cycle through the snake, in neither direction.
    NoTree,
    /// No Hamiltonian cycle runs through the snake, and no way onto one was found.
    NoCycle,
    /// It is proven that the snake lies on no Hamiltonian cycle when it eats the first apple.
    NoWay,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffCycle => write!(f, "the snake does not lie on the cycle of the agent"),
            Self::NoTree => {
                write!(
                    f,
                    "the snake does not lie on the walk around a spanning tree of 2×2 blocks: start with one cell"
                )
            }
            Self::NoCycle => write!(f, "no Hamiltonian cycle runs through the snake"),
            Self::NoWay => write!(f, "no way to the apple ends on a Hamiltonian cycle"),
        }
    }
}

impl std::error::Error for StartError {}

impl AgentKind {
    /// All agents, `dynamic` without jitter and `foresight` without a time limit.
    pub const ALL: [Self; 9] = [
        Self::ZigZag,
        Self::Static,
        Self::Dynamic(Jitter::Never),
        Self::Conservative,
        Self::Relaxed,
        Self::Cells,
        Self::Splice,
        Self::Foresight(None),
        Self::General,
    ];

    /// The name without options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ZigZag => "zig-zag",
            Self::Static => "static",
            Self::Dynamic(_) => "dynamic",
            Self::Conservative => "conservative",
            Self::Relaxed => "relaxed",
            Self::Cells => "cells",
            Self::Splice => "splice",
            Self::Foresight(_) => "foresight",
            Self::General => "general",
        }
    }

    /// Whether the agent wins every game; otherwise the snake may die.
    pub const fn has_guarantee(self) -> bool {
        !matches!(self, Self::General)
    }

    /// Creates the agent for a game that begins. Random choices of the agent depend on the seed of the
    /// apples. Only agents with a time limit read the clock; their games depend on the speed of the machine.
    ///
    /// A snake that lies on no Hamiltonian cycle is led onto one by the shortest way to the first apple, if
    /// such a way exists. The agents that follow a particular cycle cannot start with it.
    ///
    /// # Errors
    /// If the agent cannot start with the snake of the game.
    pub fn start<'a>(
        self,
        game: &Game,
        clock: &'a dyn Fn() -> Duration,
    ) -> Result<Box<dyn Agent + 'a>, StartError> {
        match self.on_cycle(game, clock) {
            Err(StartError::NoCycle) => Ok(Box::new(ReturnToCycle::new(self, game, clock)?)),
            started => started,
        }
    }

    /// Creates the agent for a snake that lies on a Hamiltonian cycle.
    fn on_cycle<'a>(
        self,
        game: &Game,
        clock: &'a dyn Fn() -> Duration,
    ) -> Result<Box<dyn Agent + 'a>, StartError> {
        Ok(match self {
            Self::ZigZag => Box::new(Follower::new(Cycle::comb(game.board()), game)?),
            Self::Static => Box::new(Follower::on_random_tree(game, game.apples().seed())?),
            Self::Dynamic(jitter) => Box::new(Dynamic::new(game, jitter)?),
            Self::Conservative => Box::new(Exact::conservative(game)?),
            Self::Relaxed => Box::new(Exact::relaxed(game)?),
            Self::Cells => Box::new(Cells::new(game)?),
            Self::Splice => Box::new(Splice::new(game)?),
            Self::Foresight(millis) => {
                let time = millis.map(|millis| Duration::from_millis(millis.into()));
                Box::new(Foresight::new(game, TimeLimit { time, clock })?)
            }
            Self::General => Box::new(General::new(game)),
        })
    }
}

impl fmt::Display for AgentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dynamic(Jitter::Indirect(steps)) => write!(f, "dynamic-{steps}"),
            Self::Dynamic(Jitter::Always) => write!(f, "dynamic-always"),
            Self::Foresight(Some(millis)) => write!(f, "foresight-{millis}"),
            kind => write!(f, "{}", kind.name()),
        }
    }
}

/// A text that names no agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownAgent;

impl fmt::Display for UnknownAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = "zig-zag, static, dynamic, dynamic-N, dynamic-always, conservative, relaxed, cells, splice, foresight, \
             foresight-MS or general";
        write!(f, "expected {names}")
    }
}

impl std::error::Error for UnknownAgent {}

impl FromStr for Jitter {
    type Err = UnknownAgent;

    /// A number of steps that is at least 1, or `always`.
    fn from_str(text: &str) -> Result<Self, UnknownAgent> {
        match text {
            "always" => Ok(Self::Always),
            number => match number.parse() {
                Ok(steps) if steps > 0 => Ok(Self::Indirect(steps)),
                _ => Err(UnknownAgent),
            },
        }
    }
}

impl FromStr for AgentKind {
    type Err = UnknownAgent;

    fn from_str(text: &str) -> Result<Self, UnknownAgent> {
        if let Some(jitter) = text.strip_prefix("dynamic-") {
            return jitter.parse().map(Self::Dynamic);
        }
        if let Some(millis) = text.strip_prefix("foresight-") {
            return millis.parse().map(|millis| Self::Foresight(Some(millis))).map_err(|_| UnknownAgent);
        }
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or(UnknownAgent)
    }
}
