//! Plays a game step by step: an agent chooses the direction, the rules make the step.

use super::Agent;
use crate::{Death, Game, Outcome, PlanError, Status};
use std::fmt;
use std::ops::ControlFlow;

/// Observes the game of an agent and may stop it.
pub trait StepObserver {
    /// Called after each step.
    fn stepped(&mut self, game: &Game, agent: &dyn Agent, outcome: Outcome) -> ControlFlow<()>;
}

impl<F: FnMut(&Game, &dyn Agent, Outcome) -> ControlFlow<()>> StepObserver for F {
    fn stepped(&mut self, game: &Game, agent: &dyn Agent, outcome: Outcome) -> ControlFlow<()> {
        self(game, agent, outcome)
    }
}

/// The end of a game that is not won. An agent with a guarantee causes none of these errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DriveError {
    /// The agent returned an error.
    Agent(PlanError),
    /// The snake died.
    Died {
        /// The cause.
        death: Death,
        /// The number of steps before.
        steps: u64,
    },
    /// The snake took more steps to an apple than the square of the number of cells.
    Starved {
        /// The number of steps.
        steps: u64,
    },
}

impl fmt::Display for DriveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(error) => error.fmt(f),
            Self::Died { death, steps } => write!(f, "the snake died after {steps} steps: {death}"),
            Self::Starved { steps } => {
                write!(f, "the snake starved: it reached no apple for many steps until step {steps}")
            }
        }
    }
}

impl std::error::Error for DriveError {}

/// Plays a game to its end, or until the observer stops it.
///
/// # Errors
/// If the agent makes a mistake.
pub fn drive(
    game: &mut Game,
    agent: &mut dyn Agent,
    observer: &mut dyn StepObserver,
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
        if observer.stepped(game, agent, outcome).is_break() {
            break;
        }
    }
    Ok(())
}
