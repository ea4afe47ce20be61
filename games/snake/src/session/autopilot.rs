//! A planner that plays on from the present position.

use super::{Session, StepError};
use crate::{Agent, AgentKind, Intent, Outcome, PlanError, StartError, Status};
use hamadryad_grid::Direction;
use std::fmt;
use std::time::Duration;

/// A planner that steers the snake of a session.
pub struct Autopilot<'a> {
    kind: AgentKind,
    agent: Box<dyn Agent + 'a>,
    /// The number of moves of the session after the last step of the planner.
    moves: usize,
    /// The direction of the next step, once it is planned.
    next: Option<Direction>,
}

/// Reason why a planner made no step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AutopilotError {
    /// The planner failed.
    Plan(PlanError),
    /// The step is impossible, or the game is over.
    Step(StepError),
    /// Other steps were made since the last step of the planner: it must take over again.
    Interrupted,
}

impl fmt::Display for AutopilotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plan(error) => error.fmt(f),
            Self::Step(error) => error.fmt(f),
            Self::Interrupted => f.write_str("the snake has moved since the planner's last step"),
        }
    }
}

impl std::error::Error for AutopilotError {}

impl Session {
    /// Starts a planner at the present position; it plays on by [`Autopilot::step`]. Only planners with a
    /// time limit read the clock.
    ///
    /// # Errors
    /// If the planner cannot start with this snake.
    pub fn take_over<'a>(
        &self,
        kind: AgentKind,
        clock: &'a dyn Fn() -> Duration,
    ) -> Result<Autopilot<'a>, StartError> {
        let agent = kind.start(&self.game, clock)?;
        Ok(Autopilot { kind, agent, moves: self.moves.len(), next: None })
    }
}

impl Autopilot<'_> {
    /// The planner.
    pub fn kind(&self) -> AgentKind {
        self.kind
    }

    /// Plans the next step without making it; returns the plan as a picture shows it.
    ///
    /// # Errors
    /// If the planner fails, the game is over, or other steps were made since.
    pub fn plan(&mut self, session: &Session) -> Result<Intent, AutopilotError> {
        if session.game.status() != Status::Running {
            return Err(AutopilotError::Step(StepError::Over));
        }
        if session.moves.len() != self.moves {
            return Err(AutopilotError::Interrupted);
        }
        let next = match self.next {
            Some(next) => next,
            None => self.agent.next(&session.game).map_err(AutopilotError::Plan)?,
        };
        self.next = Some(next);
        Ok(self.agent.intent(&session.game, Some(next)))
    }

    /// Makes the next step of the planner.
    ///
    /// # Errors
    /// As [`Autopilot::plan`].
    pub fn step(&mut self, session: &mut Session) -> Result<Outcome, AutopilotError> {
        self.plan(session)?;
        let next = self.next.take().expect("the step is planned");
        let outcome = session.step(next).map_err(AutopilotError::Step)?;
        session.help.by_planner += 1;
        self.moves += 1;
        Ok(outcome)
    }
}
