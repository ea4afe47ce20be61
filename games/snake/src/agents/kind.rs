//! The agents by name, and what they cannot start with.

use super::{Agent, Cells, Dynamic, Exact, Follower, Foresight, Patience, Splice};
use crate::Game;
use hamadryad_grid::Cycle;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// An agent with all its options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AgentKind {
    /// Up and down the rows, and back along the first column.
    ZigZag,
    /// Round one random spanning tree.
    Static,
    /// Round a spanning tree that begins with a path to the apple.
    Dynamic(Jitter),
    /// By the shortest way that is part of a cycle, proven.
    Conservative,
    /// By the shortest way at whose end there is a cycle, proven.
    Relaxed,
    /// On streets, but with a cycle at apples only, and where the tail will have left.
    Cells,
    /// Along a cycle that is bent to the shortest paths.
    Splice,
    /// As `splice`, but with an eye to the next apple; for so many milliseconds an apple, or as long as it takes.
    Foresight(Option<u32>),
}

/// When `dynamic` plans again on its way to an apple.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Jitter {
    /// Not at all.
    #[default]
    Never,
    /// After so many steps on a way that is not direct; at least 1.
    Indirect(u32),
    /// At every step.
    Always,
}

/// Why an agent cannot play a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartError {
    /// The cycle to follow does not run through the snake.
    OffCycle,
    /// The snake does not lie on one-way streets, in neither direction, or cannot stay on them.
    OffStreets,
    /// No Hamiltonian cycle runs through the snake.
    NoCycle,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffCycle => write!(f, "the snake does not lie on the cycle that is to be followed"),
            Self::OffStreets => {
                write!(f, "the snake does not lie on one-way streets round blocks of four cells")
            }
            Self::NoCycle => write!(f, "no Hamiltonian cycle runs through the snake"),
        }
    }
}

impl std::error::Error for StartError {}

impl AgentKind {
    /// All of them, `dynamic` without jitter and `foresight` without a time.
    pub const ALL: [Self; 8] = [
        Self::ZigZag,
        Self::Static,
        Self::Dynamic(Jitter::Never),
        Self::Conservative,
        Self::Relaxed,
        Self::Cells,
        Self::Splice,
        Self::Foresight(None),
    ];

    /// Its name without options.
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
        }
    }

    /// The agent, for a game that begins. Where it has a choice of its own, the seed of the apples decides. The clock is asked
    /// only by one that has a time to think; what such an agent does depends on the machine.
    ///
    /// # Errors
    /// Where it cannot start with that snake.
    pub fn start<'a>(
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
                Box::new(Foresight::new(game, Patience { time, clock })?)
            }
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

/// A word that names no agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownAgent;

impl fmt::Display for UnknownAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = "zig-zag, static, dynamic, dynamic-N, dynamic-always, conservative, relaxed, cells, splice, foresight or \
             foresight-MS";
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
