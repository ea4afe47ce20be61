//! Calls about games of Snake.
//!
//! Cells are numbers from 0, row by row. A session has one game; a call that only looks at it leaves it
//! unchanged.

mod planner;
mod view;

pub use planner::{Finish, Finished, RivalCall, RivalView, rival};
pub use view::{AppleView, HintView, LightView, MapView, ObstacleView, State};

use crate::budget::Budget;
use crate::reply::Failure;
use crate::{Host, Stop};
use hamadryad_grid::Direction;
use hamadryad_snake::{
    Beginning, LinkError, Outcome, Session, SessionMode, Strategy, steps_to_cells, worth_of_cells,
};
use serde::Deserialize;

/// Arguments of `snake.begin`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begin {
    /// Board, seed and rules.
    pub game: Beginning,
    /// Whether steps can be undone.
    #[serde(default)]
    pub practice: bool,
    /// Milliseconds for the light; 0 for no light.
    #[serde(default)]
    pub light_ms: f64,
}

/// Arguments of `snake.open`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// The link, or the part of it after `#`.
    pub link: String,
    /// Whether steps can be undone.
    #[serde(default)]
    pub practice: bool,
    /// Milliseconds for the light; 0 for no light.
    #[serde(default)]
    pub light_ms: f64,
}

/// Arguments of `snake.step`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The direction: `U`, `R`, `D` or `L`.
    pub to: char,
    /// Milliseconds for the light; 0 for no light.
    #[serde(default)]
    pub light_ms: f64,
}

/// Arguments of `snake.undo`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// Milliseconds for the light; 0 for no light.
    #[serde(default)]
    pub light_ms: f64,
}

/// Arguments of `snake.light` and `snake.explain`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// Milliseconds for the search.
    pub ms: f64,
}

/// Arguments of `snake.hint`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintCall {
    /// Milliseconds for the search.
    pub ms: f64,
    /// Whether the way may leave round trips before the apple.
    #[serde(default)]
    pub relaxed: bool,
}

/// Arguments of `snake.map`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapCall {
    /// The kind of values.
    pub kind: MapKind,
}

/// A kind of values of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MapKind {
    /// The steps of a search from the head to the cell.
    Search,
    /// An estimate of the steps to later apples, if the next apple is eaten on the cell.
    Worth,
}

/// Arguments of `snake.at`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct At {
    /// The number of steps since the beginning.
    pub step: usize,
}

/// The place of the game of a session.
#[derive(Default)]
pub struct Table(Option<Session>);

impl Table {
    /// Begins a game.
    ///
    /// # Errors
    /// `game` if the game is impossible.
    pub fn begin(&mut self, begin: Begin, host: &dyn Host) -> Result<State, Failure> {
        let mode = mode(begin.practice);
        let session = Session::begin(begin.game, mode).map_err(|error| Failure::new("game", error))?;
        self.0 = Some(session);
        self.state(begin.light_ms, None, host)
    }

    /// Opens the game of a link.
    ///
    /// # Errors
    /// `link`, with the number of the step that cannot be read or replayed.
    pub fn open(&mut self, open: &Open, host: &dyn Host) -> Result<State, Failure> {
        let link = open.link.rsplit_once('#').map_or(open.link.as_str(), |(_, link)| link);
        let session = Session::from_link(link, mode(open.practice)).map_err(|error| {
            let step = match &error {
                LinkError::Code(error) => Some(error.step),
                LinkError::Step { step, .. } => Some(*step),
                LinkError::Part { .. } | LinkError::Beginning(_) => None,
            };
            Failure { step, ..Failure::new("link", error) }
        })?;
        self.0 = Some(session);
        self.state(open.light_ms, None, host)
    }

    /// Moves the snake.
    ///
    /// # Errors
    /// `step` if the step is impossible, such as back into the neck.
    pub fn step(&mut self, step: Step, host: &dyn Host) -> Result<State, Failure> {
        let direction = Direction::from_letter(step.to)
            .ok_or_else(|| Failure::new("request", "`to` must be U, R, D or L"))?;
        let outcome = self.game()?.step(direction).map_err(|error| Failure::new("step", error))?;
        self.state(step.light_ms, Some(outcome), host)
    }

    /// Undoes the last step.
    ///
    /// # Errors
    /// `undo` without a step, or outside of practice.
    pub fn undo(&mut self, undo: Undo, host: &dyn Host) -> Result<State, Failure> {
        let session = self.game()?;
        if session.mode() != SessionMode::Practice {
            return Err(Failure::new("undo", "steps can be undone in games for practice only"));
        }
        if !session.undo() {
            return Err(Failure::new("undo", "there is no step to undo"));
        }
        self.state(undo.light_ms, None, host)
    }

    /// Decides whether a round trip runs through the snake.
    ///
    /// # Errors
    /// `game` without a game.
    pub fn light(&mut self, search: Search, host: &dyn Host) -> Result<Option<LightView>, Failure> {
        Ok(light(self.game()?, search.ms, host))
    }

    /// The cells that exclude a round trip through the snake together.
    ///
    /// # Errors
    /// `game` without a game.
    pub fn explain(&mut self, search: Search, host: &dyn Host) -> Result<Option<ObstacleView>, Failure> {
        let session = self.game()?;
        let budget = milliseconds(host, search.ms);
        let obstacle = session.obstacle(&|| budget.is_over()).map_err(|error| Failure::new("game", error))?;
        Ok(obstacle.map(|obstacle| ObstacleView::new(session, obstacle)))
    }

    /// A step with its plan.
    ///
    /// # Errors
    /// `game` without a game.
    pub fn hint(&mut self, hint: HintCall, host: &dyn Host) -> Result<Option<HintView>, Failure> {
        let session = self.game()?;
        let budget = milliseconds(host, hint.ms);
        let strategy = if hint.relaxed { Strategy::Relaxed } else { Strategy::Conservative };
        let found = session.hint(strategy, &|| budget.is_over());
        Ok(found.map(|hint| HintView::new(session, hint)))
    }

    /// A value for each cell of the present position.
    ///
    /// # Errors
    /// `game` without a game; `time` and so on if the call was stopped.
    pub fn map(&mut self, map: MapCall, host: &dyn Host) -> Result<MapView, Failure> {
        let game = self.game()?.game();
        let values = match map.kind {
            MapKind::Search => {
                let steps = steps_to_cells(game).into_iter();
                steps.map(|steps| steps.filter(|&steps| steps > 0).map(f64::from)).collect()
            }
            MapKind::Worth => {
                let worth = worth_of_cells(game, &|| host.stop().is_some()).ok_or_else(|| {
                    Failure::new(host.stop().map_or("cancelled", Stop::name), "the search was stopped")
                })?;
                // Tenths of steps: the estimate is no better.
                worth
                    .into_iter()
                    .map(|worth| worth.map(|worth| f64::from((worth * 10.0).round()) / 10.0))
                    .collect()
            }
        };
        Ok(MapView { values })
    }

    /// The game as a link.
    ///
    /// # Errors
    /// `game` without a game.
    pub fn link(&mut self) -> Result<String, Failure> {
        Ok(self.game()?.link())
    }

    /// The game after some of its steps.
    ///
    /// # Errors
    /// `step` if the game has fewer steps.
    pub fn at(&mut self, at: At) -> Result<State, Failure> {
        let session = self.game()?;
        let Some(moves) = session.moves().get(..at.step) else {
            let message = format!("the game has {} steps only", session.moves().len());
            return Err(Failure::new("step", message));
        };
        let begun = Session::begin(session.beginning().clone(), session.mode());
        let mut past = begun.map_err(|error| Failure::new("game", error))?;
        let mut outcome = None;
        for &direction in moves {
            outcome = Some(past.step(direction).map_err(|error| Failure::new("step", error))?);
        }
        Ok(State::new(&past, outcome, None))
    }

    fn game(&mut self) -> Result<&mut Session, Failure> {
        self.0.as_mut().ok_or_else(|| Failure::new("game", "there is no game: call snake.begin first"))
    }

    fn state(&mut self, light_ms: f64, outcome: Option<Outcome>, host: &dyn Host) -> Result<State, Failure> {
        let session = self.game()?;
        let light = if light_ms > 0.0 { light(session, light_ms, host) } else { None };
        Ok(State::new(session, outcome, light))
    }
}

fn mode(practice: bool) -> SessionMode {
    if practice { SessionMode::Practice } else { SessionMode::Game }
}

fn milliseconds<'a>(host: &'a dyn Host, ms: f64) -> Budget<'a> {
    Budget::seconds(host, ms / 1000.0)
}

fn light(session: &mut Session, ms: f64, host: &dyn Host) -> Option<LightView> {
    let budget = milliseconds(host, ms);
    let light = session.light(&|| budget.is_over())?;
    Some(LightView::new(session, light))
}

/// The name of a reason to stop, for replies.
fn stop_name(stop: Option<Stop>) -> Option<&'static str> {
    stop.map(Stop::name)
}
