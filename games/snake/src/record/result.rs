//! The result of a recorded game.

use super::Moves;
use crate::{Game, Report, Solve, Status};
use hamadryad_grid::Direction;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The end of a recorded game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The snake covers the board.
    Won,
    /// The snake died.
    Lost,
    /// The game was stopped before its end.
    Stopped,
}

impl Ending {
    /// The ending of a game without further moves.
    pub fn of(game: &Game) -> Self {
        match game.status() {
            Status::Won => Self::Won,
            Status::Lost(_) => Self::Lost,
            Status::Running => Self::Stopped,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Stopped => "stopped",
        })
    }
}

/// The moves and the end of a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GameResult {
    /// The end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Ending>,
    /// The length of the snake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// The number of cells of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<usize>,
    /// Apples eaten.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apples: Option<u64>,
    /// Steps of the head.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// The number of plans.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plans: Option<u64>,
    /// The number of plans that are proven to be shortest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<u64>,
    /// The number of searches that were stopped before their end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timed_out: Option<u64>,
    /// The number of searches that were stopped before their first plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<u64>,
    /// All moves.
    pub moves: Moves,
}

impl GameResult {
    /// The result of a game after these moves.
    pub fn new(game: &Game, moves: Vec<Direction>, plans: u64) -> Self {
        let statistics = game.statistics();
        Self {
            status: Some(Ending::of(game)),
            length: Some(game.length()),
            cells: Some(game.board().len()),
            apples: Some(statistics.apples),
            steps: Some(statistics.steps),
            plans: Some(plans),
            moves: Moves(moves),
            ..Self::default()
        }
    }

    /// The result of a game with planned cycles.
    pub fn of_report(game: &Game, report: &Report) -> Self {
        let count = |is_counted: fn(&Solve) -> bool| {
            report.solves.iter().filter(|&solve| is_counted(solve)).count() as u64
        };
        Self {
            proven: Some(count(|solve| solve.proven)),
            timed_out: Some(count(|solve| solve.work.interrupted)),
            kept: Some(count(|solve| solve.kept)),
            ..Self::new(game, report.moves.clone(), count(|solve| solve.asked))
        }
    }

    /// Checks that the numbers describe the game after its last move.
    pub(super) fn check(&self, played: &Game) -> Result<(), String> {
        let is = Self::new(played, Vec::new(), 0);
        let length = |number: Option<usize>| number.map(|number| number as u64);
        let numbers = [
            ("length", length(self.length), length(is.length)),
            ("cells", length(self.cells), length(is.cells)),
            ("apples", self.apples, is.apples),
            ("steps", self.steps, is.steps),
        ];
        for (name, recorded, is) in numbers {
            if let (Some(recorded), Some(is)) = (recorded, is)
                && recorded != is
            {
                return Err(format!("`{name}` is {recorded}, but the moves lead to {is}"));
            }
        }
        match self.status {
            // A deadly step is not recorded.
            Some(Ending::Lost) if is.status == Some(Ending::Stopped) => Ok(()),
            Some(status) if Some(status) != is.status => Err("`status` contradicts the moves".to_owned()),
            _ => Ok(()),
        }
    }
}
