//! Playing a game step by step: an agent says where to go, the rules decide.

use super::Agent;
use crate::{Death, Game, Outcome, PlanError, Status};
use std::fmt;
use std::ops::ControlFlow;

/// Looks on while an agent plays, and may stop the game.
pub trait Spectator {
    /// The snake made a step.
    fn stepped(&mut self, game: &Game, agent: &dyn Agent, outcome: Outcome) -> ControlFlow<()>;
}

impl<F: FnMut(&Game, &dyn Agent, Outcome) -> ControlFlow<()>> Spectator for F {
    fn stepped(&mut self, game: &Game, agent: &dyn Agent, outcome: Outcome) -> ControlFlow<()> {
        self(game, agent, outcome)
    }
}

/// An agent's mistake. None of these can happen with an agent that is right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DriveError {
    /// The agent did not know where to go.
    Agent(PlanError),
    /// The snake died.
    Died {
        /// Of what.
        death: Death,
        /// After how many steps.
        steps: u64,
    },
    /// The snake did not come to an apple in more steps than any honest way takes.
    Starved {
        /// After how many steps.
        steps: u64,
    },
}

impl fmt::Display for DriveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(error) => error.fmt(f),
            Self::Died { death, steps } => write!(f, "the snake died after {steps} steps: {death}"),
            Self::Starved { steps } => write!(f, "the snake starved: no apple came near until step {steps}"),
        }
    }
}

impl std::error::Error for DriveError {}

/// Plays a game to its end, or until the spectator stops it.
///
/// # Errors
/// Where the agent is wrong.
pub fn drive(
    game: &mut Game,
    agent: &mut dyn Agent,
    spectator: &mut dyn Spectator,
) -> Result<(), DriveError> {
    let cells = game.board().len() as u64;
    let mut fed = game.statistics().steps;
    while game.status() == Status::Running {
        let direction = agent.next(game).map_err(DriveError::Agent)?;
        let outcome = game.step(direction);
        let steps = game.statistics().steps;
        match outcome {
            Outcome::Died(death) => return Err(DriveError::Died { death, steps }),
            Outcome::Ate => fed = steps,
            Outcome::Moved if steps - fed > cells * cells => return Err(DriveError::Starved { steps }),
            Outcome::Moved | Outcome::Won => {}
        }
        if spectator.stepped(game, agent, outcome).is_break() {
            break;
        }
    }
    Ok(())
}
