//! Planners: the rest of a person's game, and rivals.

use super::view::{self, AppleView};
use super::{Table, stop_name};
use crate::Host;
use crate::reply::Failure;
use hamadryad_grid::Direction;
use hamadryad_snake::{AgentKind, Beginning, Session, SessionMode, Status};
use serde::Serialize;
use serde_json::{Value, json};
use std::time::Duration;

/// The time between two parts of a game.
const BETWEEN_PARTS: Duration = Duration::from_millis(50);

/// Arguments of `snake.finish`.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finish {
    /// The planner, for example `splice`.
    pub planner: String,
}

/// Result of `snake.finish`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finished {
    /// All moves of the planner, as letters.
    pub moves: String,
    /// The state of the game after them: `running` if the planner was stopped.
    pub status: &'static str,
    /// The reason of an early end: `time`, `memory` or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
}

/// Arguments of `snake.rival`.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RivalCall {
    /// Board, seed and rules.
    pub game: Beginning,
    /// The planner, for example `splice`.
    pub planner: String,
}

/// The game of a planner.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RivalView {
    /// The planner.
    pub planner: &'static str,
    /// All moves, as letters.
    pub moves: String,
    /// The cell of the head at the beginning and after each step.
    pub heads: Vec<usize>,
    /// The length of the snake at the same times.
    pub lengths: Vec<usize>,
    /// One entry for each apple.
    pub apples: Vec<AppleView>,
    /// The end of the game: `running` if the planner was stopped.
    pub status: &'static str,
    /// The reason of an early end: `time`, `memory` or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
}

impl Table {
    /// Lets a planner play on from the present position, without changing the game.
    ///
    /// # Errors
    /// `planner` if the planner is unknown, if it cannot start with this snake, or if it fails.
    pub fn finish(
        &mut self,
        finish: &Finish,
        host: &dyn Host,
        send: &dyn Fn(&Value),
    ) -> Result<Finished, Failure> {
        let mut session = self.game()?.clone();
        let clock = || host.now();
        let failure = |error: &dyn std::fmt::Display| Failure::new("planner", error);
        let mut pilot = session.take_over(kind(&finish.planner)?, &clock).map_err(|error| failure(&error))?;
        let (begin, mut sent, mut last) = (session.moves().len(), session.moves().len(), host.now());
        while session.game().status() == Status::Running && host.stop().is_none() {
            pilot.step(&mut session).map_err(|error| failure(&error))?;
            let now = host.now();
            if now.saturating_sub(last) >= BETWEEN_PARTS {
                send(&json!({ "moves": letters(&session.moves()[sent..]) }));
                (sent, last) = (session.moves().len(), now);
            }
        }
        let (status, _) = view::status(session.game().status());
        let stopped = stop_name(host.stop()).filter(|_| status == "running");
        Ok(Finished { moves: letters(&session.moves()[begin..]), status, stopped })
    }
}

/// Plays the game of a planner.
///
/// # Errors
/// `game` if the game is impossible; `planner` if the planner is unknown, or if it cannot play the game.
pub fn rival(call: RivalCall, host: &dyn Host) -> Result<RivalView, Failure> {
    let kind = kind(&call.planner)?;
    let session =
        Session::begin(call.game, SessionMode::Game).map_err(|error| Failure::new("game", error))?;
    let rival = session
        .rival(kind, &|| host.now(), &|| host.stop().is_some())
        .map_err(|error| Failure::new("planner", error))?;
    let mut game = session.game().clone();
    let board = game.board();
    let (mut heads, mut lengths) = (vec![board.index(game.head())], vec![game.length()]);
    for &direction in &rival.moves {
        game.step(direction);
        heads.push(board.index(game.head()));
        lengths.push(game.length());
    }
    let (status, _) = view::status(rival.status);
    Ok(RivalView {
        planner: kind.name(),
        moves: letters(&rival.moves),
        heads,
        lengths,
        apples: rival.apples.into_iter().map(AppleView::from).collect(),
        status,
        stopped: stop_name(host.stop()).filter(|_| status == "running"),
    })
}

fn kind(name: &str) -> Result<AgentKind, Failure> {
    name.parse().map_err(|error| Failure::new("planner", error))
}

fn letters(moves: &[Direction]) -> String {
    moves.iter().map(|direction| direction.letter()).collect()
}
